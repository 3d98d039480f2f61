import { allowedMinutes, clockByMinutes, nextByMinutes } from '../support/quietHoursByMinutes.mts';
import { jsonOf, openStage, type Stage } from './sendsSupport.mts';

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
afterAll(async () => await stage.close());

const [MINUTE, HOUR] = [60_000, 3_600_000];
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];
const PEOPLE = [
	{ phone: '48512345678', zone: 'Europe/Warsaw' },
	{ phone: '919812345678', zone: 'Asia/Kolkata' },
	{ phone: '819012345678', zone: 'Asia/Tokyo' },
	{ phone: '48512345679', zone: 'Europe/Warsaw' },
];

/** What the clocks of India show after some hours, as hh:mm. */
const inIndia = (hours: number): string =>
	new Date(Date.now() + (5.5 + hours) * HOUR).toISOString().slice(11, 16);

/** The minute at which a zone's next sending is allowed, found minute by minute; now is the minute that has begun. */
function releaseOf(zone: string, from: string, to: string, now: number): number {
	const start = Math.floor(now / HOUR) * HOUR;
	const clock = clockByMinutes(zone, start, start + 48 * HOUR);
	const next = nextByMinutes([clock], allowedMinutes({ from, to, days: ALL_DAYS }));
	return start + (next[Math.floor((now - start) / MINUTE)] ?? 0) * MINUTE;
}

test('recipients of three countries go out in three campaigns, each at its time', async () => {
	// India has an hour of it behind and five before it, Japan one and a half before it, and Poland none.
	const [from, to] = [inIndia(-1), inIndia(5)];
	const now = Date.now();
	const run = await stage.send({
		resource: 'campaign',
		operation: 'sendPersonalizedSms',
		parameters: {
			sender: 'Shop',
			text: 'Hi',
			options: { quietHours: { hours: { from, to, days: ALL_DAYS, zoneField: '' } } },
		},
		items: PEOPLE,
	});
	expect(run.error).toBeUndefined();

	const wanted = PEOPLE.map(({ zone }) => releaseOf(zone, from, to, now));
	const { campaigns, messages } = stage.sandbox.store;
	const starts = new Map(
		[...messages.values()].map(({ msisdn, campaignId }) => [
			msisdn,
			campaigns.get(campaignId ?? 0)?.startMs ?? 0,
		]),
	);
	expect(campaigns.size).toBe(3);
	for (const [index, row] of jsonOf(run).entries()) {
		expect(row.status).toBe('accepted');
		const start = wanted[index] ?? 0;
		const stored = starts.get(String(row.phone)) ?? 0;
		if (start <= now) {
			expect(stored - now).toBeLessThan(MINUTE);
			continue;
		}
		expect(stored).toBe(start);
		expect(Date.parse(String(row.start_at))).toBe(start);
	}
	expect(wanted.filter((start) => start > now)).toHaveLength(2);
	expect(new Set(stage.stored().values())).toEqual(new Set([1]));
});

test('an error of one campaign of several names the recipients of a list that did not get it', async () => {
	const [from, to] = [inIndia(-1), inIndia(5)];
	const path = '/api/campaigns/sms/send-individual';
	stage.sandbox.faults.add({ kind: 'status', status: 402, path, times: 1, skip: 1 });
	const run = await stage.send({
		resource: 'campaign',
		operation: 'sendPersonalizedSms',
		parameters: {
			sender: 'Shop',
			recipientSource: 'list',
			recipients: PEOPLE.map(({ phone }) => phone).join(),
			text: 'Hi',
			options: { quietHours: { hours: { from, to, days: ALL_DAYS, zoneField: '' } } },
		},
		node: { onError: 'continueRegularOutput' },
		items: [{}],
	});
	stage.sandbox.faults.clear();
	const rows = jsonOf(run).filter(({ status }) => status === 'accepted');
	const [error, ...others] = jsonOf(run).flatMap((json) => json.error ?? []);
	expect(others).toEqual([]);
	const got = rows.map(({ phone }) => phone);
	const missing = PEOPLE.flatMap(({ phone }, index) =>
		got.includes(phone) ? [] : [`recipient ${index + 1}`],
	);
	expect(missing.length).toBeGreaterThan(0);
	expect(error).toMatch(
		new RegExp(`\\(${missing.length} of 4 recipients: ${missing.join('; ')}\\)$`),
	);
});
