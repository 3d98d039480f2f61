import type { IDataObject } from 'n8n-workflow';
import {
	campaignEndpoint,
	individualEndpoint,
	personalizedCampaignEndpoint,
	singleEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import {
	checkQuietChoice,
	termsAtDeparture,
} from '../../nodes/MessagingService/sending/quietHours.ts';
import type { Message } from '../../nodes/MessagingService/sending/settle.ts';
import type { Answer } from './fakeFunctions.mts';
import { CAMPAIGN, CAMPAIGN_LATER, CREATED, run, script, type Ran } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

/** A Sunday, when it is 20:00 in Kyiv, 19:00 in Warsaw and 03:00 in Tokyo. */
const EVENING = '2026-11-22T18:00:00Z';
beforeEach(() => {
	// Only the date is not the real one: what the node waits for goes on.
	jest.useFakeTimers({
		now: Date.parse(EVENING),
		doNotFake: [
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
			'setTimeout',
			'clearTimeout',
		],
	});
});
afterEach(() => jest.useRealTimers());

/** Lets hours pass at once. */
const pass = (count: number): void => void jest.setSystemTime(Date.now() + count * 3_600_000);

const [UKRAINE, POLAND, JAPAN, SATELLITE] = [
	'380991112233',
	'48512345678',
	'819012345678',
	'+870773111632',
];
const PEOPLE = [POLAND, UKRAINE, JAPAN, '380991112244'].map((phone, index) => ({
	phone,
	reference: `own${index}`,
}));
const hours = (more: object = {}): object => ({
	quietHours: { hours: { from: '19:30', to: '08:00', ...more } },
});

const LOST: Answer = { status: 502 };
/** The message that the service holds under a reference. */
const HELD: Answer = { body: { error: 0, id: 9, status: 'DELIVERED' } };

type Options = NonNullable<Parameters<typeof run>[2]>;
const send = async (
	options: object = hours(),
	more: object = {},
	given: Options = {},
): Promise<Ran> =>
	await run(
		campaignEndpoint,
		{ ...more, options },
		{ items: PEOPLE, answer: script([CAMPAIGN]), ...given },
	);
/** Of each campaign its start and its numbers. */
const split = ({ sent }: Ran): unknown[] =>
	sent.map(({ start_at, phones }) => [
		start_at,
		(phones as IDataObject[]).map(({ number }) => String(number)),
	]);

describe('campaigns', () => {
	it('go out now to those whose time it is, and later to the others', async () => {
		const ran = await send();
		expect(ran.error).toBeUndefined();
		// The credential of the tests says UTC: 23:00 there is 08:00 in Tokyo.
		expect(split(ran)).toEqual([
			[undefined, [POLAND]],
			['2026-11-22 23:00:00', [JAPAN]],
			['2026-11-23 06:00:00', [UKRAINE, '380991112244']],
		]);
		expect(ran.json.map(({ start_at, phone }) => [phone, start_at])).toEqual([
			[POLAND, '2026-11-22T18:00:00+00:00'],
			[UKRAINE, '2026-11-23T06:00:00+00:00'],
			[JAPAN, '2026-11-22T23:00:00+00:00'],
			['380991112244', '2026-11-23T06:00:00+00:00'],
		]);
		expect(ran.hints.join()).toContain(
			'3 recipients get the message later because of Quiet Hours, at 2 moments',
		);
	});

	it('show the split in Dry Run, and one item for each with Summary Only', async () => {
		const dry = await send(hours(), { dryRun: true });
		expect(dry.sent).toEqual([]);
		expect(dry.json.map(({ status, start_at }) => [status, start_at])).toEqual([
			['dry run', '2026-11-22T18:00:00+00:00'],
			['dry run', '2026-11-23T06:00:00+00:00'],
			['dry run', '2026-11-22T23:00:00+00:00'],
			['dry run', '2026-11-23T06:00:00+00:00'],
		]);
		const summary = await send(hours(), { simplify: true });
		expect(summary.json.map(({ recipients, start_at }) => [recipients, start_at])).toEqual([
			[1, '2026-11-22T18:00:00+00:00'],
			[1, '2026-11-22T23:00:00+00:00'],
			[2, '2026-11-23T06:00:00+00:00'],
		]);
	});

	it('start at the later of Start At and the end of the quiet hours', async () => {
		expect(split(await send({ ...hours(), startAt: '2026-11-23 07:30:00' }))).toEqual([
			['2026-11-23 07:30:00', [POLAND, UKRAINE, JAPAN, '380991112244']],
		]);
		expect(split(await send({ ...hours(), startAt: '2026-11-23 06:30:00' }))).toEqual([
			['2026-11-23 06:30:00', [UKRAINE, JAPAN, '380991112244']],
			['2026-11-23 07:00:00', [POLAND]],
		]);
	});

	it('go by the zone that a field names, and else by the number', async () => {
		const items = [
			{ phone: UKRAINE, zone: 'Asia/Tokyo' },
			{ phone: '380991112244', zone: '' },
			{ phone: SATELLITE },
		];
		const ran = await send(hours({ zoneField: 'zone' }), {}, { items });
		// A number of no country goes by the clock of the workflow, which is that of Kyiv or UTC.
		expect(split(ran).slice(-2)).toEqual([
			['2026-11-22 23:00:00', [UKRAINE]],
			['2026-11-23 06:00:00', ['380991112244']],
		]);
		const wrong = await send(
			hours({ zoneField: 'zone' }),
			{},
			{ items: [{ phone: UKRAINE, zone: 'Mars' }] },
		);
		expect(wrong.error?.message).toContain('Zone Field leads to "Mars", which is not a time zone');
	});

	it('are refused where no moment within 30 days is allowed', async () => {
		const items = [{ phone: '12015550123' }];
		const never = await send(hours({ from: '09:00', to: '08:59' }), {}, { items });
		expect(never.error?.message).toContain('Quiet Hours allow no moment within 30 days');
		expect(never.sent).toEqual([]);
		const wrong = await send(hours({ to: '8 am' }));
		expect(wrong.error?.message).toContain('Quiet Hours has "8 am" as a time of the day');
	});

	it('hold what a personalized campaign holds', async () => {
		const ran = await run(
			personalizedCampaignEndpoint,
			{ options: hours() },
			{ items: PEOPLE, answer: script([CAMPAIGN]) },
		);
		expect(ran.sent.map(({ start_at }) => start_at)).toEqual([
			undefined,
			'2026-11-22 23:00:00',
			'2026-11-23 06:00:00',
		]);
	});

	it('are at most as many as release times, times the recipients by 10,000', async () => {
		const items = Array.from({ length: 20_001 }, (_, index) => ({
			phone: `${index % 2 ? '38099' : '4851'}${String(index * 10 + 1).padStart(7, '0')}`,
		}));
		const ran = await send(hours(), {}, { items });
		expect(ran.error).toBeUndefined();
		expect(ran.sent).toHaveLength(3);
	});

	it('start later where the quiet hours have begun since', () => {
		const quiet = checkQuietChoice({ hours: { from: '19:30', to: '08:00' } });
		if (!quiet.ok) throw new Error(quiet.refusal.message);
		const message = {
			zones: ['Europe/Warsaw'],
			start: Date.now(),
			terms: {},
		} as unknown as Message;
		const after = (hoursLater: number) =>
			termsAtDeparture(quiet.value, [message], 'UTC', Date.now() + hoursLater * 3_600_000);
		expect([after(0), after(2)]).toEqual([{}, { startAt: '2026-11-23 07:00:00' }]);
	});
});

describe('messages by themselves', () => {
	it.each([singleEndpoint, individualEndpoint])('are held back', async (endpoint) => {
		const ran = await run(
			endpoint,
			{ options: hours() },
			{ items: PEOPLE, answer: script([CREATED]) },
		);
		expect(ran.json.filter(({ status }) => status === 'skipped')).toMatchObject([
			{
				phone: UKRAINE,
				reason:
					'Held back in quiet hours (2 time zones such as Europe/Kyiv): it may go from 2026-11-23T06:00:00+00:00',
				start_at: '2026-11-23T06:00:00+00:00',
			},
			{ phone: JAPAN, start_at: '2026-11-22T23:00:00+00:00' },
			{ phone: '380991112244' },
		]);
		// The rows of one table have the same columns.
		expect(new Set(ran.json.map((row) => Object.keys(row).join()))).toHaveProperty('size', 1);
		expect(ran.sent).toHaveLength(1);
	});
});

describe('a retry of messages by themselves, in the night', () => {
	it('holds back what was not sent, and nothing that an earlier try may have sent', async () => {
		const context: IDataObject = {};
		const items = PEOPLE.filter(({ phone }) => phone === POLAND).concat(
			{ phone: '48512345679', reference: 'own8' },
			{ phone: UKRAINE, reference: 'own9' },
		);
		const options = { ...hours(), retryFor: 0 };
		const first = await run(
			singleEndpoint,
			{ options },
			{ context, items, answer: script([CREATED, LOST], {}, LOST) },
		);
		expect(first.error).toBeDefined();
		expect(first.sent).toHaveLength(2);
		pass(3);
		const lost = String(first.sent[1]?.reference);
		const second = await run(
			singleEndpoint,
			{ options },
			{ context, items, answer: script([CREATED], { [lost]: HELD }) },
		);
		expect(second.error).toBeUndefined();
		expect(second.sent).toEqual([]);
		expect(second.json.map(({ status, reason }) => [status, reason])).toEqual([
			['accepted', 'Accepted by the service in an earlier try'],
			['accepted', 'Accepted by the service'],
			['skipped', expect.stringContaining('Held back in quiet hours')],
		]);
	});
});

describe('a retry hours later', () => {
	const tryOnce = async (
		context: IDataObject,
		sends: Answer[],
		found: string[] = [],
		more: object = {},
	): Promise<Ran> => {
		const known = found.map((reference) => [reference, HELD] as const);
		return await send(
			{ ...hours(), retryFor: 0 },
			{},
			{
				context,
				answer: script(sends, Object.fromEntries(known)),
				...more,
			},
		);
	};
	const references = ({ sent }: Ran): string[] =>
		sent.flatMap(({ phones }) =>
			(phones as IDataObject[]).map(({ reference_id }) => String(reference_id)),
		);

	it('splits the rest anew, and sends no reference twice', async () => {
		const context: IDataObject = {};
		const refused: Answer = { status: 403, body: { message: 'Forbidden' } };
		const first = await tryOnce(context, [CAMPAIGN, LOST, refused]);
		expect(first.error).toBeDefined();
		expect(split(first)).toHaveLength(3);
		const [, japan = ''] = references(first);
		// Five hours later it is morning in Tokyo, and night in Warsaw.
		pass(5);
		const second = await tryOnce(context, [CAMPAIGN_LATER], [japan]);
		expect(second.error).toBeUndefined();
		expect(split(second)).toEqual([['2026-11-23 06:00:00', [UKRAINE, '380991112244']]]);
		expect(second.json.map(({ status, reason }) => [status, reason])).toEqual([
			['accepted', 'Accepted by the service in an earlier try'],
			['accepted', 'Accepted by the service'],
			['accepted', 'Accepted by the service'],
			['accepted', 'Accepted by the service'],
		]);
		expect(second.json[0]?.start_at).toBeNull();
		const accepted = references(first).slice(0, 2);
		expect(references(second).filter((one) => accepted.includes(one))).toEqual([]);
	});

	it('takes the proof of one campaign for no other, though both are due now', async () => {
		const context: IDataObject = {};
		const first = await tryOnce(context, [CAMPAIGN, LOST], [], { continueOnFail: true });
		expect(split(first)).toHaveLength(3);
		const [, japan = ''] = references(first);
		pass(15);
		const second = await tryOnce(context, [CAMPAIGN], [japan], { continueOnFail: true });
		expect(second.sent).toEqual([]);
		expect(second.json.filter(({ status }) => status === 'accepted')).toMatchObject([
			{ phone: POLAND },
			{ phone: JAPAN },
		]);
		expect(second.items.filter(({ error }) => error !== undefined)).toHaveLength(2);
	});
});

it.each([false, true])(
	'a start that clocks skip moves on, with one hint (Dry Run: %s)',
	async (dryRun) => {
		jest.setSystemTime(Date.parse('2026-03-20T12:00:00Z'));
		const ran = await send({ startAt: '2026-03-29T03:30[Europe/Kyiv]' }, { dryRun });
		expect(ran.hints.filter((hint) => hint.startsWith('Start At'))).toEqual([
			'Start At 2026-03-29 03:30:00 does not exist in Europe/Kyiv, whose clocks are set forward then: it counts as 2026-03-29 04:30:00.',
		]);
		expect(ran.hints).toContain(
			'Sending starts at 2026-03-29 01:30 in UTC, the time zone of the workflow.',
		);
		expect(ran.sent.map(({ start_at }) => start_at)).toEqual(dryRun ? [] : ['2026-03-29 01:30:00']);
	},
);
