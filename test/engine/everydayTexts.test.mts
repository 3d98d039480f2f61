import '../support/clock/machineClock.mts';
import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { casesOf, leavesOutWhatIsWrong, refusing, stopsAtWhatIsWrong } from './everydayJudge.mts';
import { PHONES } from './everydayRows.mts';
import {
	actOn,
	everydayStageOfTests,
	receivedBy,
	sendTo,
	textsOf,
	WORKFLOW_ZONE,
} from './everydaySupport.mts';
import { TEXT_ROWS } from './everydayTextRows.mts';
import type { RunResult } from './harness.mts';
import { jsonOf, type Stage } from './sendsSupport.mts';

/* Ordinary mistakes in texts, from public reports and from a newcomer in the editor. */

const [A = '', B = ''] = PHONES;

const stage = everydayStageOfTests(addList);

/** The sandbox forgets its lists with all else. */
function addList({ sandbox }: Stage): void {
	const { groups, contacts } = sandbox.store;
	groups.set(202, { id: 202, name: 'Customers', description: '', default: false, createdMs: 0 });
	contacts.set(1, {
		id: 1,
		phone: A,
		fields: new Map(),
		groupIds: [202],
		hlrStatus: 'unknown',
		hlrCheckMs: null,
		createdMs: 0,
	});
}

const CASES = casesOf(TEXT_ROWS);

describe('with Invalid Recipients: Leave Out', () => {
	it.each(CASES)('$title', async (one) => {
		await leavesOutWhatIsWrong(stage, one);
	});
});
describe('with Invalid Recipients: Stop', () => {
	it.each(refusing(CASES))('$title sends nothing', async (one) => {
		await stopsAtWhatIsWrong(stage, one);
	});
});

const hintsOf = ({ hints }: RunResult): string[] => hints.map(({ message }) => message);
/** The hint about what stands in texts and nobody means. */
const oddHints = (run: RunResult): string[] =>
	hintsOf(run).filter((one) => one.includes('people read as it stands'));

// woocommerce 50540: in a longer text it goes out, and is told.
it.each([
	['Hi {name}', 'Tom &amp; Ann'],
	['Hi {name}', 'Ann&#8217;s shop'],
	['Hi {name}', 'Ann<br>Lee'],
	['Hi {name}', 'Ann\\nLee'],
	['Hi {name}', 'Ann #REF!'],
	['Hi {name}', 'Dear null'],
	['Hi {name},\\nwelcome', 'Ann'],
	['Hi {name} &amp; co', 'Ann'],
	['Hi {name}', 'Ann, see you {day}'],
	['Hi {name}', 'Ann {{ first.name }}'],
])('a hint tells what stands in a text and nobody means: %s with %s', async (text, name) => {
	for (const from of ['items', 'list', 'file'] as const)
		for (const dryRun of [true, false]) {
			stage.sandbox.reset();
			const run = await sendTo(
				stage,
				from,
				[
					{ phone: A, name },
					{ phone: B, name: 'Bo' },
				],
				{ text },
				dryRun,
			);
			expect(run.error?.message).toBeUndefined();
			expect(receivedBy(stage)).toHaveLength(dryRun ? 0 : 2);
			expect(oddHints(run)).toHaveLength(1);
		}
});
it.each([
	['None of this is null or undefined: {name}', 'Ann'],
	['Hi {name}, 1 < 2 & 3 > 2; #1!', 'Ann'],
	['https://shop.example.com/?a=1&b={name};c', 'Ann'],
	['Hi {name}, \\{day\\} is typed', 'Ann {day}'],
	['Hi {name} \\{ 3 \\}', 'Ann {}'],
])('no hint tells of an ordinary text: %s', async (text, name) => {
	const run = await sendTo(stage, 'items', [{ phone: A, name }], { text });
	expect(run.error?.message).toBeUndefined();
	expect(oddHints(run)).toEqual([]);
});

/** The forms of all sends to numbers, and of the one to contact lists. */
const SENDS: ReadonlyArray<[string, INodeParameters]> = [
	['sms.send', { phone: A }],
	['sms.sendBulk', { recipientSource: 'allItems', phoneField: 'phone' }],
	['sms.sendIndividual', { recipientSource: 'allItems', phoneField: 'phone' }],
	['campaign.sendSms', { recipientSource: 'allItems', phoneField: 'phone' }],
	['campaign.sendPersonalizedSms', { recipientSource: 'allItems', phoneField: 'phone' }],
	['campaign.sendSmsToContactLists', { groups: '={{ [202] }}' }],
];
const act = actOn(stage);
const textsSent = (): unknown[] => textsOf(stage);

describe.each(SENDS)('%s', (name, form) => {
	// cds-snc 1725: five segments at most, as the form says.
	it.each([
		['a', 765],
		['я', 335],
		['€', 382],
		['😀', 167],
	])('refuses a text of more %s than five segments hold (%d)', async (unit, most) => {
		for (const dryRun of [true, false]) {
			const long = await act(name, { ...form, text: unit.repeat(most + 1), dryRun });
			// A dry run to contact lists shows it as a row.
			expect(long.error?.message ?? jsonOf(long)[0]?.reason).toMatch(
				/^Text has \d+ characters, more than the \d+ that 5 segments hold/,
			);
			expect(textsSent()).toEqual([]);
		}
		const run = await act(name, { ...form, text: unit.repeat(most) });
		expect(run.error?.message).toBeUndefined();
		expect(textsSent()).toEqual([unit.repeat(most)]);
	});
	it('sends line breaks as line feeds, and no blanks at the ends', async () => {
		const run = await act(name, { ...form, text: `\r\n ${'x'.repeat(158)}\r\nend \n` });
		expect(run.error?.message).toBeUndefined();
		expect(textsSent()).toEqual([`${'x'.repeat(158)}\nend`]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ text: `${'x'.repeat(158)}\nend`, segments: 2 }),
		]);
	});
	it('tells of what nobody means', async () => {
		const run = await act(name, { ...form, text: 'Tom &amp; Ann' });
		expect(oddHints(run)).toHaveLength(1);
	});
});

describe('a text that the service fills', () => {
	const name = 'campaign.sendSmsToContactLists';
	const form = { groups: '={{ [202] }}' };
	it('is as long as what is known of it', async () => {
		const whole = `{388077}${'a'.repeat(765)}{388078}`;
		const run = await act(name, { ...form, text: whole, dryRun: true });
		expect(run.error?.message).toBeUndefined();
		const long = await act(name, { ...form, text: `{388077}${'a'.repeat(766)}` });
		expect(long.error?.message).toMatch(/^Text has 766 characters, more than the 765 that 5/);
		expect(textsSent()).toEqual([]);
	});
	it('may be a place alone', async () => {
		const run = await act(name, { ...form, text: '{388077}' });
		expect(run.error?.message).toBeUndefined();
		expect(textsSent()).toEqual(['{388077}']);
	});
});

describe('SMS: Send and Wait', () => {
	const ask = async (parameters: INodeParameters) =>
		await act('sms.sendAndWait', { phone: A, ...parameters });
	it('sends line feeds, and no blanks at the ends', async () => {
		const run = await ask({ message: '\r\nOrder 7?\r\nYes or no? \r\n' });
		expect(run.status).toBe('waiting');
		expect(textsSent()).toEqual([expect.stringMatching(/^Order 7\?\nYes or no\?\nhttp/)]);
	});
	it('shortens a long question, of which the page holds all', async () => {
		const run = await ask({ message: 'x'.repeat(800) });
		expect(run.status).toBe('waiting');
		expect(textsSent()).toEqual([expect.stringMatching(/^x+\.\.\.\nhttp/)]);
	});
});

/** A reference as From Content and Day makes it. */
const referenceOn = (day: string, phone: string, text: string): string =>
	createHash('sha256').update(`${day}\n${phone}\nShop\n${text}`).digest('hex').slice(0, 32);
const referencesSent = (): unknown[] =>
	[...stage.sandbox.store.messages.values()].map(({ reference }) => reference).sort();

describe('From Content and Day', () => {
	const form = {
		phone: '={{ $json.phone }}',
		text: 'Take your pill',
		options: { referenceMode: 'content' },
	};
	const at = (time: string): void => void jest.setSystemTime(new Date(time));
	afterEach(() => at('2026-12-01T09:00:00Z'));

	it.each([
		[
			"noon and the workflow's next night",
			'2026-12-07T10:00:00Z',
			'2026-12-07T23:30:00Z',
			'accepted',
		],
		[
			"one night with the service's midnight in it",
			'2026-12-07T23:30:00Z',
			'2026-12-08T01:00:00Z',
			'already sent',
		],
		[
			"one day before and after the service's midnight",
			'2026-12-07T23:30:00Z',
			'2026-12-08T20:00:00Z',
			'already sent',
		],
	])("counts the days of the workflow's zone: %s", async (_, first, second, status) => {
		at(first);
		const sent = await act('sms.send', form);
		expect(jsonOf(sent)).toEqual([expect.objectContaining({ status: 'accepted' })]);
		at(second);
		const again = await act('sms.send', form);
		expect(jsonOf(again)).toEqual([expect.objectContaining({ status })]);
	});

	it('keeps in a retry the day of the first try', async () => {
		at('2026-12-07T23:30:00Z');
		stage.sandbox.faults.add({
			kind: 'status',
			status: 200,
			body: { error: '26' },
			path: '/rest/sms/create',
			skip: 1,
		});
		const run = await stage.engine.run({
			credential: stage.credential,
			settings: { timezone: WORKFLOW_ZONE },
			parameters: { resource: 'sms', operation: 'send', sender: 'Shop', ...form },
			items: [{ json: { phone: A } }, { json: { phone: B } }],
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
			onTry(number) {
				if (number === 1) return;
				stage.sandbox.faults.clear();
				at('2026-12-09T09:00:00Z');
			},
		});
		expect([run.error?.message, run.tries]).toEqual([undefined, 2]);
		expect(referencesSent()).toEqual(
			[A, B].map((to) => referenceOn('2026-12-08', to, 'Take your pill')).sort(),
		);
	});

	it('counts so in files', async () => {
		at('2026-12-07T23:30:00Z');
		const run = await sendTo(stage, 'file', [{ phone: A, name: 'Ann' }], {
			text: 'Hi',
			options: { referenceMode: 'content' },
		});
		expect(run.error?.message).toBeUndefined();
		expect(referencesSent()).toEqual([referenceOn('2026-12-08', A, 'Hi')]);
	});
});
