/**
 * The loop of an opt-out through the real nodes: a send, replies, the trigger that reports those which ask for no more messages, and
 * the next send, which leaves their numbers out.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { bulkEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import { watcherOf } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import { run } from './sendHarness.mts';
import { Host, ruleFor } from './triggerHost.mts';
import { FakeService, serviceText } from './triggerService.mts';

/** Sends in all, shared out to some histories. */
const SENDS = 100_000;
const HISTORIES = 5;
const PHONES = 1_500;
const RECIPIENTS = 1_000;

const STOPS = ['STOP', 'stop!', 'СТОП', ' Arrêt ', 'Abmelden bitte', 'отписаться'];
const OTHERS = [
	'Yes',
	'Please do not stop',
	'When does the shop close?',
	'Thanks',
	'Ok, STOP by later',
];

const phoneOf = (index: number): string => String(380_990_000_000 + index);
/** How numbers come to stand on a list, as people and tables write them. */
const WRITINGS: ReadonlyArray<(phone: string) => unknown> = [
	(phone) => phone,
	(phone) => `+${phone}`,
	(phone) => Number(phone),
	(phone) => ({ phone }),
	(phone) =>
		`+380 ${phone.slice(3, 5)} ${phone.slice(5, 8)}-${phone.slice(8, 10)}-${phone.slice(10)}`,
];

/** A small generator of even chances, the same for the same seed. */
function chance(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

/** Plays a history; returns how many messages went out, and to whom after the opt-out was seen. */
async function play(seed: number): Promise<{ sent: number; after: string[]; optOuts: number }> {
	const random = chance(seed);
	const service = new FakeService();
	const rule = ruleFor('messageReceived');
	const host = new Host(service, rule);
	const replies: IDataObject[] = [];
	host.watcher = watcherOf(
		{
			rule,
			kind: 'received',
			campaignTypes: [],
			keys: [],
			expected: 0,
			received: { words: [], optOut: 'only', optOutWords: [] },
			reportExisting: false,
		},
		async (path, { start_date } = {}) =>
			await Promise.resolve(
				path === '/rest/sms/2wayIncoming'
					? { result: replies.filter(({ date }) => String(date) >= String(start_date)) }
					: { data: [] },
			),
		'UTC',
	);
	await host.poll();
	const seen = new Set<string>();
	const listed: unknown[] = [];
	const after: string[] = [];
	let sent = 0;
	while (sent < SENDS / HISTORIES) {
		const phones = Array.from({ length: RECIPIENTS }, () => phoneOf(random(PHONES)));
		const { sent: bodies, error } = await run(
			bulkEndpoint,
			{ options: { leaveOutNumbers: listed } },
			{
				items: phones.map((phone) => ({ phone })),
				answer: ({ options: { body } }) => ({
					body: {
						error: 0,
						task_id: 7,
						result: ((body as IDataObject).phones as IDataObject[]).map(
							({ msisdn, reference }, id) => ({ id: id + 1, msisdn, reference, error: 0 }),
						),
					},
				}),
			},
		);
		if (error) throw error;
		for (const body of bodies)
			for (const { msisdn } of body.phones as Array<{ msisdn: string }>) {
				sent++;
				if (seen.has(String(msisdn))) after.push(String(msisdn));
				if (random(50) !== 0) continue;
				const words = random(4) === 0 ? STOPS : OTHERS;
				replies.push({
					sender: 'Shop',
					phone: msisdn,
					text: words[random(words.length)],
					date: serviceText(service.now + random(50)),
				});
			}
		host.advance(60);
		for (const { record } of (await host.poll()).events) {
			const phone = String(record.phone);
			if (!seen.has(phone)) listed.push(WRITINGS[random(WRITINGS.length)]?.(phone));
			seen.add(phone);
		}
	}
	const wanted = replies.filter(({ text }) => STOPS.includes(String(text)));
	expect(new Set(wanted.map(({ phone }) => String(phone)))).toEqual(seen);
	return { sent, after, optOuts: seen.size };
}

test('of 100,000 sends with random opt-outs in between none goes to a number after its opt-out was seen', async () => {
	let [sent, optOuts] = [0, 0];
	await fc.assert(
		fc.asyncProperty(fc.nat(2 ** 31), async (seed) => {
			const played = await play(seed);
			sent += played.sent;
			optOuts += played.optOuts;
			expect(played.after).toEqual([]);
		}),
		{ numRuns: HISTORIES },
	);
	expect(sent).toBeGreaterThanOrEqual(SENDS);
	expect(optOuts).toBeGreaterThan(100);
});
