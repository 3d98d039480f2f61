import type { INodeParameters } from 'n8n-workflow';
import { openEveryday, receivedBy, sendTo, SOURCES } from './everydaySupport.mts';
import { CODE_ROWS } from './everydayCodeRows.mts';
import { PHONES, ROWS, type Right } from './everydayRows.mts';
import { jsonOf, type Stage } from './sendsSupport.mts';

/*
 * Ordinary mistakes, from public reports of people who do this job and from a newcomer in the editor. A row gives what the form and the
 * input hold, and what is right: for each person the text that goes out, or why nothing does.
 */

let stage: Stage;
beforeAll(async () => {
	stage = await openEveryday();
});
beforeEach(() => stage.sandbox.reset());
afterAll(async () => await stage.close());

const [A = '', B = ''] = PHONES;
const CASES = [...ROWS, ...CODE_ROWS].flatMap((row) =>
	(row.only ?? SOURCES).flatMap((source) =>
		[false, true].map((dryRun) => ({
			...row,
			from: source,
			dryRun,
			title: `${row.what} (${row.source}; ${source}${dryRun ? ', Dry Run' : ''})`,
		})),
	),
);

describe('with Invalid Recipients: Leave Out', () => {
	it.each(CASES)('$title', async (one) => {
		const { people, form, right, from, dryRun } = one;
		const options = { invalidRecipients: 'skip', ...(form.options as object | undefined) };
		const run = await sendTo(stage, from, people, { ...form, options } as INodeParameters, dryRun);
		const received = receivedBy(stage).map(({ phone, text }) => `${phone} ${text}`);
		if (right instanceof RegExp) {
			// Where all of several are refused, the error names them one by one.
			const message = (run.error?.message ?? '').replace(/^Nothing was sent: .*?\] /, '');
			expect(message).toMatch(right);
			expect(received).toEqual([]);
			return;
		}
		expect(run.error?.message).toBeUndefined();
		const texts = right.filter((text) => typeof text === 'string');
		expect(received.map((line) => line.replace(/^\d+ /, '')).sort()).toEqual(
			dryRun ? [] : [...texts].sort(),
		);
		if (from === 'file') return;
		const rows = jsonOf(run);
		expect(rows).toHaveLength(people.length);
		for (const [index, expected] of right.entries()) {
			const { status, text, reason } = rows[index] ?? {};
			if (typeof expected === 'string')
				expect([status, text]).toEqual([dryRun ? 'dry run' : 'accepted', expected]);
			else {
				expect(['refused', 'merged']).toContain(status);
				expect(reason).toMatch(expected);
			}
		}
	});
});

describe('with Invalid Recipients: Stop', () => {
	const refuses = (one: Right): boolean =>
		typeof one !== 'string' && !one.source.includes('same number');
	const refusing = CASES.filter(({ right }) => right instanceof RegExp || right.some(refuses));
	it.each(refusing)('$title sends nothing', async ({ people, form, from, dryRun }) => {
		const run = await sendTo(stage, from, people, form, dryRun);
		expect(run.error?.message).toBeDefined();
		expect(receivedBy(stage)).toEqual([]);
	});
});

describe('a file', () => {
	const sendFile = async (content: string, dryRun: boolean) => {
		const data = await stage.engine.storeBinary(Buffer.from(content), 'people.csv');
		return await stage.engine.run({
			credential: stage.credential,
			parameters: {
				resource: 'campaign',
				operation: 'sendPersonalizedSms',
				sender: 'Shop',
				phoneField: 'phone',
				recipientSource: 'file',
				text: 'Hi {name}',
				dryRun,
			},
			items: [{ json: {}, binary: { data } }],
		});
	};
	it.each([
		['', /./],
		[' \n', /./],
		['<!doctype html><html><body>Sign in</body></html>', /./],
		['name\nAnn\n', /has no column "phone"/],
	])(
		'that is no list of recipients is refused alike by Dry Run and by the send: %j',
		async (content, why) => {
			const [sent, dry] = [await sendFile(content, false), await sendFile(content, true)];
			expect(sent.error?.message).toMatch(why);
			expect(dry.error?.message).toBe(sent.error?.message);
			expect(receivedBy(stage)).toEqual([]);
		},
	);
	it('may have an empty cell more on each row', async () => {
		const run = await sendFile(`phone,name\n${A},Ann,\n${B},Bo,\n`, false);
		expect(run.error).toBeUndefined();
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(['Hi Ann', 'Hi Bo']);
	});
});

test('an item without fields sends nothing, and a hint says so', async () => {
	const run = await sendTo(stage, 'items', [{}], { text: 'Hi' });
	expect(run.error).toBeUndefined();
	expect(run.items).toEqual([]);
	expect(run.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^An item without fields has nobody to send to/),
	]);
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
		/^Start At needs the field "hour", which is empty here \[item 0\]/,
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
		expect(run.error?.message).toMatch(/^Nothing was sent: 1 of 2 recipients cannot be used/);
	}
});

test('a time and terms for each recipient make a campaign for each set, and a hint says how many', async () => {
	const people = [
		{ phone: A, at: '2026-12-10 09:00' },
		{ phone: B, at: '2026-12-14T17:00:00' },
		{ phone: PHONES[2], at: '2026-12-10T07:00:00Z' },
	];
	const run = await sendTo(stage, 'items', people, {
		text: 'Hi',
		options: { startAt: '={{ $json.at }}' },
	});
	expect(run.error).toBeUndefined();
	expect(receivedBy(stage).map(({ phone, startAt }) => [phone, startAt])).toEqual([
		[A, '2026-12-10 07:00:00'],
		[B, '2026-12-14 15:00:00'],
		[PHONES[2], '2026-12-10 07:00:00'],
	]);
	expect(run.hints.map(({ message }) => message)).toContain('2 campaigns, one for each Start At.');
	expect(jsonOf(run).map(({ start_at }) => start_at)).toEqual([
		expect.stringMatching(/^2026-12-10T07:00:00/),
		expect.stringMatching(/^2026-12-14T15:00:00/),
		expect.stringMatching(/^2026-12-10T07:00:00/),
	]);
});
