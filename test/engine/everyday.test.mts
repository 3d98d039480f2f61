import '../support/clock/machineClock.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	casesOf,
	leavesOutWhatIsWrong,
	refusing,
	stopsAtWhatIsWrong,
	wouldStop,
} from './everydayJudge.mts';
import { everydayStageOfTests, receivedBy, sendOfFile, sendTo } from './everydaySupport.mts';
import { CODE_ROWS } from './everydayCodeRows.mts';
import { PHONES, ROWS } from './everydayRows.mts';
import { jsonOf } from './sendsSupport.mts';

/*
 * Ordinary mistakes, from public reports of people who do this job and from a newcomer in the editor. A row gives what the form and the
 * input hold, and what is right: for each person the text that goes out, or why nothing does.
 */

const stage = everydayStageOfTests();

const [A = '', B = ''] = PHONES;
const CASES = casesOf([...ROWS, ...CODE_ROWS]);

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

describe('a file', () => {
	it.each([
		['', /./],
		[' \n', /./],
		['<!doctype html><html><body>Sign in</body></html>', /./],
		['name\nAnn\n', /has no column "phone"/],
	])(
		'that is no list of recipients is refused alike by Dry Run and by the send: %j',
		async (content, why) => {
			const [sent, dry] = [
				await sendOfFile(stage, content),
				await sendOfFile(stage, content, { dryRun: true }),
			];
			expect(sent.error?.message).toMatch(why);
			expect(dry.error?.message).toBe(sent.error?.message);
			expect(receivedBy(stage)).toEqual([]);
		},
	);
	it('may have an empty cell more on each row', async () => {
		const run = await sendOfFile(stage, `phone,name\n${A},Ann,\n${B},Bo,\n`);
		expect(run.error).toBeUndefined();
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(['Hi Ann', 'Hi Bo']);
	});
});

test('a second reminder to one number at another time is sent, and an empty hour is refused', async () => {
	const twice = [
		{ phone: A, day: '2026-12-10', hour: '09:00' },
		{ phone: A, day: '2026-12-10', hour: '21:00' },
	];
	const form = {
		text: 'Take your pill',
		options: { startAt: '={{ $json.day }} {{ $json.hour }}' },
	};
	const run = await sendTo(stage, 'items', twice, form);
	expect(run.error).toBeUndefined();
	expect(
		receivedBy(stage)
			.map(({ startAt }) => startAt)
			.sort(),
	).toEqual(['2026-12-10 07:00:00', '2026-12-10 19:00:00']);
	stage.sandbox.reset();
	const empty = await sendTo(stage, 'items', [{ phone: A, day: '2026-12-10', hour: '' }], form);
	expect(empty.error?.message).toMatch(
		/^Start At needs the field "hour", which is empty here \[item 1\]/,
	);
	expect(receivedBy(stage)).toEqual([]);
});

test('a time that does not look at the item is the same for all', async () => {
	const people = Array.from({ length: 300 }, (_, index) => ({ phone: `3809911${30_000 + index}` }));
	const startAt = "={{ '2026-12-1' + Math.floor(Math.random() * 9) }}";
	const run = await sendTo(stage, 'items', people, { text: 'Hi', options: { startAt } });
	expect(run.error).toBeUndefined();
	expect(new Set(receivedBy(stage).map(({ startAt: at }) => at)).size).toBe(1);
});

test('nobody reached is a failure, also where others are in Leave Out Numbers', async () => {
	const options = { invalidRecipients: 'skip', leaveOutNumbers: A };
	for (const dryRun of [true, false]) {
		const people = [{ phone: A }, { phone: '12' }];
		const run = await sendTo(stage, 'items', people, { text: 'Hi', options }, dryRun);
		expect(dryRun ? wouldStop(run) : run.error?.message).toMatch(
			/^(?:Nothing was sent|The send would stop): 1 of 2 recipients cannot be used/,
		);
	}
});

const TWO = [
	{ phone: A, name: 'Ann' },
	{ phone: B, name: 'Bo' },
];

/** The campaigns that the sandbox received, as far as the terms go. */
const termsSent = () =>
	stage.sandbox.requests
		.filter(
			({ method, path, status }) =>
				method === 'POST' && path.startsWith('/api/campaigns/sms') && status === 200,
		)
		.map(({ body }) => {
			const { start_at, validity, tariff_code, messages } = body as IDataObject & {
				messages: unknown[];
			};
			return [start_at, validity, tariff_code, messages.length];
		})
		.sort();

/** n8n adds the defaults of the group, which are the service's. */
const delivery = (how: IDataObject) => ({ delivery: { how } });

// Note 1 (n8n-io/n8n 17261): terms of each recipient.
it.each<[string, IDataObject, IDataObject[], unknown[][], string]>([
	[
		'times',
		{ startAt: '={{ $json.at }}' },
		[{ at: '2026-12-10 09:00' }, { at: '2026-12-14 17:00' }],
		[
			['2026-12-10 07:00:00', undefined, undefined, 1],
			['2026-12-14 15:00:00', undefined, undefined, 1],
		],
		'Start At',
	],
	[
		"times of n8n's other name for the item",
		{ startAt: '={{ $data.at }}' },
		[{ at: '2026-12-10 09:00' }, { at: '2026-12-14 17:00' }],
		[
			['2026-12-10 07:00:00', undefined, undefined, 1],
			['2026-12-14 15:00:00', undefined, undefined, 1],
		],
		'Start At',
	],
	[
		'validities',
		delivery({ validity: '={{ $json.v }}' }),
		[{ v: 5 }, { v: 72 }],
		[
			[undefined, 5, 0, 1],
			[undefined, 72, 0, 1],
		],
		'Validity',
	],
	[
		'tariffs',
		delivery({ tariff: '={{ $json.t }}' }),
		[{ t: 0 }, { t: 9 }],
		[
			[undefined, 72, 0, 1],
			[undefined, 72, 9, 1],
		],
		'Tariff',
	],
	[
		'both',
		delivery({ validity: '={{ $json.v }}', tariff: '={{ $json.t }}' }),
		[
			{ v: 5, t: 1 },
			{ v: 6, t: 2 },
		],
		[
			[undefined, 5, 1, 1],
			[undefined, 6, 2, 1],
		],
		'Validity and Tariff',
	],
])('%s of each recipient', async (_, options, own, sent, names) => {
	const people = TWO.map((one, index) => ({ ...one, ...own[index] }));
	for (const dryRun of [true, false]) {
		const run = await sendTo(
			stage,
			'items',
			people,
			{ text: 'Hi', options } as INodeParameters,
			dryRun,
		);
		expect(run.error?.message).toBeUndefined();
		expect(run.hints.map(({ message }) => message)).toContain(
			`2 campaigns, one for each ${names}.`,
		);
		expect(termsSent()).toEqual(dryRun ? [] : sent);
	}
});

// Note 2 (gammu 1046): one reading of time, in the workflow's zone (Kyiv), whatever that of the service (UTC).
it.each([
	['2026-12-10 10:00:00', '2026-12-10 08:00:00'],
	['2026-12-10 10:00', '2026-12-10 08:00:00'],
	['2026-12-10T10:00:00[Europe/Kyiv]', '2026-12-10 08:00:00'],
	['2026-12-10T10:00[America/New_York]', '2026-12-10 15:00:00'],
	['2026-12-10T10:00:00Z', '2026-12-10 10:00:00'],
	['2026-12-10 10:00:00+01:00', '2026-12-10 09:00:00'],
	['1796896800', '2026-12-10 10:00:00'],
])('the time %s is %s UTC', async (startAt = '', meant) => {
	for (const given of [startAt, `={{ "${startAt}" }}`]) {
		stage.sandbox.reset();
		const form = { text: 'Hi', options: { startAt: given } };
		const dry = await sendTo(stage, 'items', TWO, form, true);
		const run = await sendTo(stage, 'items', TWO, form);
		expect(run.error?.message).toBeUndefined();
		expect(receivedBy(stage).map(({ startAt: at }) => at)).toEqual([meant, meant]);
		const shown = jsonOf(dry).map(({ start_at }) => new Date(String(start_at)).toISOString());
		expect(shown).toEqual(Array(2).fill(`${String(meant).replace(' ', 'T')}.000Z`));
	}
});

// Note 12: items without fields.
it.each<[string, IDataObject[], string[]]>([
	['one', [{}], []],
	['several', [{}, {}, {}], []],
	['the first', [{}, ...TWO], ['Hi Ann', 'Hi Bo']],
	['the last', [...TWO, {}], ['Hi Ann', 'Hi Bo']],
])('nothing is sent for an item without fields: %s', async (_, people, texts) => {
	for (const dryRun of [true, false]) {
		const run = await sendTo(stage, 'items', people, { text: 'Hi {name}' }, dryRun);
		expect(run.error?.message).toBeUndefined();
		expect(jsonOf(run)).toHaveLength(texts.length);
		expect(run.hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^An item has no fields, so nothing was sent for it/),
		);
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(dryRun ? [] : texts);
	}
});

// What nobody may refuse.
it.each<[string, IDataObject, string]>([
	[
		'Hallo {first name}, schöne Grüße aus Köln: 5 € für dich!',
		{ 'first name': 'Jürgen' },
		'Hallo Jürgen, schöne Grüße aus Köln: 5 € für dich!',
	],
	[
		'Привіт, {name}! Ваше замовлення №{order.id} 📦',
		{ name: 'Олено', order: { id: 42 } },
		'Привіт, Олено! Ваше замовлення №42 📦',
	],
	['{name}, 🎉 50% off\n\tonly today', { name: 'Ann 🎂' }, 'Ann 🎂, 🎉 50% off\n\tonly today'],
	['Code: {code}', { code: 0 }, 'Code: 0'],
	['Paid: {paid}', { paid: false }, 'Paid: false'],
	[
		'It\'s {name}\'s "day" & more <3 :-)',
		{ name: "O'Neil" },
		"It's O'Neil's \"day\" & more <3 :-)",
	],
	[
		'https://shop.example.com/?a=1&b={name}#x',
		{ name: 'Ann' },
		'https://shop.example.com/?a=1&b=Ann#x',
	],
	[
		'Hi {Vorname|Kunde}, bis {Tag.Uhrzeit}',
		{ Vorname: '', Tag: { Uhrzeit: '10:00' } },
		'Hi Kunde, bis 10:00',
	],
	[
		'=Hi {{ $json.name }}, {{ $json.total.toFixed(2) }} EUR',
		{ name: 'Zoë', total: 12.5 },
		'Hi Zoë, 12.50 EUR',
	],
	['={{ "Hi " + $json.name + (1 > 0 ? "!" : "") }}', { name: 'Ann' }, 'Hi Ann!'],
	[
		'undefined behaviour, NaN and null: {name}',
		{ name: 'a talk' },
		'undefined behaviour, NaN and null: a talk',
	],
])('an ordinary form is sent: %s', async (text, fields, sent) => {
	const people = [{ phone: '+380 (99) 111-22-01', ...fields }];
	const dry = await sendTo(stage, 'items', people, { text }, true);
	const run = await sendTo(stage, 'items', people, { text });
	expect([dry.error?.message, run.error?.message]).toEqual([undefined, undefined]);
	expect(jsonOf(dry).map(({ text: shown }) => shown)).toEqual([sent]);
	expect(receivedBy(stage)).toEqual([{ phone: A, text: sent, sender: 'Shop' }]);
});
