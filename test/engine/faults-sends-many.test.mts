import { sendFaults } from './sendFaults.mts';
import { jsonOf, openStage, people } from './sendsSupport.mts';
import type { Stage } from './sendsSupport.mts';

/** FULL_FAULTS=1 runs the whole of it: 10,000 single sends and 100 campaigns. */
const full = process.env.FULL_FAULTS === '1';
const SINGLE_SENDS = full ? 10_000 : 250;
const CAMPAIGNS = full ? 100 : 12;
const RECIPIENTS = 20;
const MINUTES = 60_000;

const FAULTS = sendFaults(1500);

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey' });
});
beforeEach(() => {
	stage.sandbox.reset();
	for (const rule of FAULTS) stage.sandbox.faults.add(rule);
});
afterAll(async () => await stage.close());

const node = { retryOnFail: true, maxTries: 5, waitBetweenTries: 10 };
const requestOptions = { timeout: 1000 };

/** The share of requests that met a fault. */
function hitShare(): number {
	const hits = stage.sandbox.faults.list().reduce((sum, { hits: own }) => sum + own, 0);
	return hits / stage.sandbox.stats.requests;
}

it(
	`loses none of ${SINGLE_SENDS} single sends and repeats none`,
	async () => {
		const items = people(SINGLE_SENDS);
		const run = await stage.send({
			resource: 'sms',
			operation: 'send',
			items,
			node,
			parameters: {
				sender: 'Shop',
				phone: '={{ $json.phone }}',
				text: '=Hi {{ $json.name }}',
				requestOptions,
			},
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(SINGLE_SENDS);
		expect(
			jsonOf(run).every(
				({ status, message_id }) => status === 'accepted' && typeof message_id === 'number',
			),
		).toBe(true);
		expect(stage.stored()).toEqual(new Map(items.map(({ phone }) => [String(phone), 1])));
		expect(hitShare()).toBeGreaterThan(0.12);
	},
	10 * MINUTES,
);

it(
	`repeats none of ${CAMPAIGNS} campaigns, and loses none without an error`,
	async () => {
		const items = Array.from({ length: CAMPAIGNS }, (_, list) => ({
			people: people((list + 1) * RECIPIENTS).slice(list * RECIPIENTS),
		}));
		const run = await stage.send({
			resource: 'campaign',
			operation: 'sendPersonalizedSms',
			items,
			node: { ...node, onError: 'continueRegularOutput' },
			parameters: {
				sender: 'Shop',
				recipientSource: 'list',
				recipients: '={{ $json.people }}',
				text: 'Hi {name}',
				// The user knows that this service refuses references that it knows.
				options: { retryFor: 2, ifOutcomeUnknown: 'sendAgain' },
				requestOptions,
			},
		});
		expect(run.error).toBeUndefined();
		const stored = stage.stored();
		expect([...stored.values()].filter((count) => count !== 1)).toEqual([]);
		// Send Again repeats once: what meets a fault twice stays unknown, and says so.
		const accepted = jsonOf(run).flatMap(({ status, phone }) =>
			status === 'accepted' ? [String(phone)] : [],
		);
		const others = jsonOf(run).filter(({ status }) => status !== 'accepted');
		expect(accepted.filter((phone) => !stored.has(phone))).toEqual([]);
		expect(others.length).toBeLessThan(CAMPAIGNS / 2);
		expect(accepted).toHaveLength((CAMPAIGNS - others.length) * RECIPIENTS);
		for (const { error } of others) expect(error).toMatch(/^It is not known/);
		// Where the reply was lost and the list cannot tell campaigns apart, the id is left out and said so; it is never a wrong one.
		const byPhone = new Map(
			[...stage.sandbox.store.messages.values()].map(({ msisdn, campaignId }) => [
				msisdn,
				campaignId,
			]),
		);
		for (const { campaign_id: id, phone } of jsonOf(run))
			expect([undefined, null, byPhone.get(String(phone))]).toContain(id);
	},
	10 * MINUTES,
);
