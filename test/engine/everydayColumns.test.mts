import '../support/clock/machineClock.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { PHONES } from './everydayRows.mts';
import {
	actOn,
	everydayStageOfTests,
	receivedBy,
	sendOfFile,
	sendTo,
	textsOf,
} from './everydaySupport.mts';
import { jsonOf } from './sendsSupport.mts';

/* Ordinary mistakes in the columns that fill texts, from public reports and from a newcomer in the editor. */

const [A = '', B = '', C = ''] = PHONES;
const stage = everydayStageOfTests();
const act = actOn(stage);
const textsSent = (): unknown[] => textsOf(stage);

describe('a date in a field', () => {
	it.each<[string, unknown, string]>([
		['of luxon', DateTime.fromISO('2026-12-10T08:00:00Z'), "{{ $json.day.toFormat('dd.MM.') }}"],
		[
			'of JavaScript',
			new Date('2026-12-10T08:00:00Z'),
			"{{ $json.day.toDateTime().toFormat('dd.MM.') }}",
		],
	])('%s is refused, and the cure writes it', async (_, day, code) => {
		const people = [{ phone: A, day } as IDataObject];
		for (const [text, cure] of [
			['On {day}', `Set Text to Expression and write ${code}`],
			['=On {{ $json.day }}', `Write ${code}`],
		] as const) {
			const run = await sendTo(stage, 'items', people, { text });
			expect(run.error?.message).toMatch(/^Text names the field "day", which holds a date/);
			expect(run.error?.description).toContain(cure);
		}
		const cured = await sendTo(stage, 'items', people, {
			text: `=On ${code}`,
		});
		expect(cured.error?.message).toBeUndefined();
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(['On 10.12.']);
	});
});

describe("a row of Google Sheets that holds nothing but the row's number", () => {
	it('has nobody to send to', async () => {
		for (const dryRun of [true, false]) {
			const people = [{ row_number: 2, phone: A, name: 'Ann' }, { row_number: 3 }];
			const run = await sendTo(stage, 'items', people, { text: 'Hi {name}' }, dryRun);
			expect(run.error?.message).toBeUndefined();
			expect(jsonOf(run)).toHaveLength(1);
		}
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(['Hi Ann']);
	});
	it('is one item of several by itself, too', async () => {
		const form = { phone: '={{ $json.phone }}', text: 'Hi' };
		const run = await act('sms.send', form, [{ row_number: 2, phone: A }, { row_number: 3 }]);
		expect(run.error?.message).toBeUndefined();
		expect(textsSent()).toEqual(['Hi']);
	});
});

describe('two columns of one name in a file', () => {
	it('are nothing where nobody names them', async () => {
		const run = await sendOfFile(stage, `phone,note,name,note\n${A},x,Ann,y\n${B},,Bo,\n`);
		expect(run.error?.message).toBeUndefined();
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(['Hi Ann', 'Hi Bo']);
	});
	it.each<[string, string, INodeParameters]>([
		['phone', 'phone,name,phone', {}],
		['name', 'phone,name,name', {}],
		['name', 'phone,name,\ufeffname', {}],
		['name', 'phone,\u00a0name,name', { text: 'Hi {{ name }}' }],
		['brand', 'phone,brand,brand', { text: 'Hi', sender: '{brand}' }],
		['land', 'phone,land,land', { text: 'Hi', defaultCountry: '{land}' }],
		['id', 'phone,id,id', { text: 'Hi', options: { referenceMode: 'custom', reference: '{id}' } }],
		[
			'zone',
			'phone,zone,zone',
			{
				text: 'Hi',
				options: { quietHours: { hours: { from: '21:00', to: '08:00', zoneField: 'zone' } } },
			},
		],
	])('are refused where the form names them: %s', async (name, header, parameters) => {
		const run = await sendOfFile(stage, `${header}\n${A},Ann,Bo\n`, parameters);
		expect(run.error?.message).toMatch(
			new RegExp(`^The first row names the column "${name}" twice`),
		);
		expect(receivedBy(stage)).toEqual([]);
	});
});

describe('a field that some have and others lack', () => {
	const rightCure = expect.stringMatching(/^(?!.*Correct the name).*\{name\|there\}/) as string;
	it.each([
		['the first', [{ phone: A }, { phone: B, name: 'Bo' }]],
		['the last', [{ phone: A, name: 'Ann' }, { phone: B }]],
	])('is empty there, with the words for it: %s', async (_, people) => {
		const ndjson = people.map((one) => JSON.stringify(one)).join('\n');
		for (const send of [
			async () => await sendTo(stage, 'items', people, { text: 'Hi {name}' }),
			async () => await sendTo(stage, 'list', people, { text: 'Hi {name}' }),
			async () => await sendTo(stage, 'file', people, { text: 'Hi {name}' }),
			async () => await sendOfFile(stage, ndjson),
		]) {
			const run = await send();
			expect(run.error?.message).toMatch(/\] Text needs the field "name", which is empty here/);
			expect(run.error?.description).toEqual(rightCure);
		}
		expect(receivedBy(stage)).toEqual([]);
	});
	it('is empty for a send to each item, too', async () => {
		const form = { phone: '={{ $json.phone }}', text: 'Hi {name}' };
		const run = await act('sms.send', form, [{ phone: A }, { phone: B, name: 'Bo' }]);
		expect(run.error?.message).toMatch(/\] Text needs the field "name", which is empty here/);
		expect(run.error?.description).toEqual(rightCure);
	});
	it('is a wrong name where nobody has it', async () => {
		const people = [{ phone: A, name: 'Ann' }, { phone: B }, { phone: C, name: 'Cy' }];
		for (const from of ['items', 'list', 'file'] as const) {
			const run = await sendTo(stage, from, people, { text: 'Hi {nme}' });
			expect(run.error?.message).toMatch(/: Text names the field "nme", which is not there/);
			expect(run.error?.description).toContain('Correct the name');
		}
	});
});

it.each([
	['{{ new Date($json.name) }}', /date/],
	['{{ DateTime.fromISO($json.name).toFormat("dd") }}', /date/],
	['{{ $json.name * 2 }}', /number/],
	['{{ [$json.person[0]] }}', /several values/],
])('what an expression came to is told in its own words: %s', async (code, words) => {
	const people = [{ phone: A, name: 'Ann', person: [{}] }];
	const run = await sendTo(stage, 'items', people, { text: `=At ${code}` });
	const told = `${run.error?.message} ${run.error?.description}`;
	expect(told).toMatch(words);
	if (words.source !== 'several values') expect(told).not.toContain('several values');
});
