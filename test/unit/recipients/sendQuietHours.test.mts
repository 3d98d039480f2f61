import type { IDataObject } from 'n8n-workflow';
import {
	campaignEndpoint,
	singleEndpoint,
} from '../../../nodes/MessagingService/sending/endpoints.ts';
import {
	checkQuietChoice,
	termsAtDeparture,
} from '../../../nodes/MessagingService/sending/quietHours.ts';
import type { Message } from '../../../nodes/MessagingService/sending/message.ts';
import type { Answer } from '../sending/fakeFunctions.mts';
import { CAMPAIGN, CREATED, run, script, type Ran } from '../sending/sendHarness.mts';

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
