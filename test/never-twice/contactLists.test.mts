import type { IDataObject } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import { CREATE_CAMPAIGN, itemsOf, listRetry, sceneOfTests, UNKNOWN } from './scene.mts';
import type { Setup } from './scene.mts';

// Campaigns to contact lists carry no references: the service cannot be asked for them.

const scene = sceneOfTests(false);
let group: number;
let before: number;

const SENDER = 'Lists';
const LOST: FaultRule = { kind: 'dropAfter', method: 'POST', path: CREATE_CAMPAIGN, times: 1 };
const NOT_HANDLED: FaultRule = { ...LOST, kind: 'dropBefore' };
const LOST_REPLY = `${UNKNOWN}the connection to the service was lost [item 1]`;

function begin(...faults: FaultRule[]): void {
	scene.begin(faults);
	[group = 0] = scene.sandbox.store.groups.keys();
	before = scene.sandbox.store.campaigns.size;
}

const send = async ({ options, ...setup }: Setup = {}) =>
	await scene.send('campaign.sendSmsToContactLists', {
		items: itemsOf([{}]),
		...setup,
		parameters: { groups: `={{ [${group}] }}`, sender: SENDER } as IDataObject,
		options,
	});

/** What came of a send: new campaigns, the statuses, the error, and the campaigns that its description names. */
async function outcome(run: Awaited<ReturnType<typeof send>>): Promise<object> {
	const { campaigns, statuses, error } = await scene.outcome(run);
	const named = /New campaigns of this sender, one of which may be it: (.*?)\. Then/.exec(
		run.error?.description ?? '',
	)?.[1];
	return { campaigns: campaigns - before, statuses, error, named };
}
/** How an error names a campaign. */
const lastCampaign = (): string => {
	const { id, createdMs } = [...scene.sandbox.store.campaigns.values()].at(-1) ?? {
		id: 0,
		createdMs: 0,
	};
	return `${id} (created at ${new Date(createdMs).toISOString().slice(0, 19)}+00:00)`;
};

it('is unknown after a lost reply, and names the new campaign', async () => {
	begin(LOST);
	const run = await send();
	const named = lastCampaign();
	expect(await outcome(run)).toEqual({ campaigns: 1, statuses: [], error: LOST_REPLY, named });
});

it('never takes another new campaign of the sender for its own', async () => {
	begin();
	await scene.send('campaign.sendSms', { parameters: { sender: SENDER } });
	scene.sandbox.faults.add(NOT_HANDLED);
	const named = lastCampaign();
	const run = await send();
	expect(await outcome(run)).toEqual({ campaigns: 1, statuses: [], error: LOST_REPLY, named });
});

it('says after Send Again that no new campaign shows', async () => {
	begin({ ...NOT_HANDLED, times: 9 });
	const run = await send({ options: { ifOutcomeUnknown: 'sendAgain' } });
	expect(run.error?.description).toContain('No new campaign of this sender shows.');
	expect(scene.sandbox.faults.list().map(({ hits }) => hits)).toEqual([2]);
});

it('a retry from the list makes the campaigns that are left', async () => {
	begin({ ...LOST, kind: 'status', status: 402, body: {}, skip: 1 });
	const failed = await send({ items: itemsOf([{}, {}, {}]) });
	expect(await outcome(failed)).toMatchObject({
		campaigns: 1,
		error: 'The service refused the request (HTTP 402) [item 2]',
	});
	expect(failed.error?.description).toBe(
		'Top up the account. The campaign of the 1 item before was created. Executing again creates it again. Retry of this execution in the list of executions sends only what is left.',
	);
	const retried = await send({ retries: listRetry(failed) });
	expect(await outcome(retried)).toMatchObject({
		campaigns: 3,
		statuses: ['accepted', 'accepted', 'accepted'],
		error: null,
	});
	const again = await send({ items: itemsOf([{}, {}, {}]) });
	expect(await outcome(again)).toMatchObject({ campaigns: 6, error: null });
});

describe('an item that is wrong', () => {
	const sendTexts = async (onError?: 'continueRegularOutput') =>
		await scene.send('campaign.sendSmsToContactLists', {
			items: itemsOf([{ text: 'Hi' }, { text: ' ' }]),
			node: { onError },
			parameters: {
				groups: `={{ [${group}] }}`,
				sender: SENDER,
				text: '={{ $json.text }}',
			} as IDataObject,
		});

	it('is refused before the first campaign is made', async () => {
		begin();
		expect(await outcome(await sendTexts())).toMatchObject({
			campaigns: 0,
			statuses: [],
			error: 'Text needs the field "text", which is empty here [item 2]',
		});
	});

	it('becomes a row of its own under Continue', async () => {
		begin();
		const run = await sendTexts('continueRegularOutput');
		expect(run.items.map(({ json }) => [json.status, json.reason])).toEqual([
			['accepted', 'Accepted by the service'],
			['refused', 'Text needs the field "text", which is empty here'],
		]);
		expect(scene.sandbox.store.campaigns.size - before).toBe(1);
	});
});

it('says when its campaigns start', async () => {
	begin();
	const startAt = new Date(Date.now() + 3_600_000).toISOString();
	const run = await send({ items: itemsOf([{}, {}]), options: { startAt } });
	expect(run.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Sending starts at \d{4}-\d\d-\d\d \d\d:\d\d in /),
	]);
});
