import type { INodeExecutionData } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import type { RunResult } from '../engine/harness.mts';
import {
	CREATE_CAMPAIGN,
	EARLIER,
	HIDDEN,
	job,
	listRetry,
	NODE,
	RETRIES_OF_KILLED,
	RETRY_ON_FAIL,
	sceneOfTests,
} from './scene.mts';

// Files of recipients, which go out in pieces of 10,000. What a retry makes of small ones stands in streamTable.mts.

const scene = sceneOfTests();

const PIECE = 10_000;
/** The last piece of a file has one line, however many come before it. */
const phonesOf = (pieces: number): string[] =>
	Array.from(
		{ length: (pieces - 1) * PIECE + 1 },
		(_, index) => `38099${String(index).padStart(5, '0')}11`,
	);
const phones = phonesOf(2);

function holding(lines: readonly string[]): INodeExecutionData[] {
	const csv = `phone\n${lines.join('\n')}\n`;
	const data = { data: Buffer.from(csv).toString('base64'), mimeType: 'text/csv' };
	return [{ json: {}, binary: { data } }];
}
const OPERATION = 'campaign.sendSms';
const FILE = { recipientSource: 'file', phoneField: 'phone' };
const fault = (more: Partial<FaultRule>): FaultRule => ({
	kind: 'dropAfter',
	method: 'POST',
	path: CREATE_CAMPAIGN,
	times: 1,
	...more,
});

/** What came of a file: campaigns, how many numbers have how many messages, the accepted of each piece, and the error. */
async function outcome(run: RunResult): Promise<object> {
	const { campaigns, messages, error } = await scene.outcome(run);
	const numbers: Record<number, number> = {};
	for (const count of Object.values(messages)) numbers[count] = (numbers[count] ?? 0) + 1;
	const runs = run.run?.data.resultData.runData[NODE] ?? [];
	const items = runs.at(-1)?.data?.main?.[0] ?? [];
	const accepted = items.map(({ json }) => json.accepted);
	return { campaigns, numbers, accepted, error };
}

describe('a file', () => {
	it.each(['n8n restarted', 'queue mode'] as const)(
		'killed after piece 1 and retried with %s sends piece 2 once',
		async (shown) => {
			scene.begin([fault({ kind: 'refuse', skip: 1, times: 99 })]);
			const worker = job(holding(phones));
			await scene.send(OPERATION, { saved: worker(), parameters: FILE, options: { retryFor: 0 } });
			scene.sandbox.faults.clear();
			expect(scene.sandbox.store.messages.size).toBe(PIECE);
			const retries = RETRIES_OF_KILLED[shown](worker);
			const retried = await scene.send(OPERATION, { retries, parameters: FILE });
			expect(await outcome(retried)).toEqual({
				campaigns: 2,
				numbers: { 1: phones.length },
				accepted: [PIECE, 1],
				error: null,
			});
		},
	);

	it('sends no piece after one that stays unknown, and none again by Retry On Fail', async () => {
		scene.begin([fault({ skip: 1 })], HIDDEN);
		const run = await scene.send(OPERATION, {
			// A third piece would come after the one that is unknown.
			items: holding(phonesOf(3)),
			parameters: FILE,
			node: RETRY_ON_FAIL,
			options: { retryFor: 5 },
		});
		expect(await outcome(run)).toEqual({
			campaigns: 2,
			numbers: { 1: 2 * PIECE },
			accepted: [],
			error: EARLIER,
		});
	});

	it('has the campaign of a piece in the retry, and whom the service had refused in it', async () => {
		const named = { errors: { 'phones.0.number': ['The number is wrong.'] } };
		scene.begin([
			fault({ kind: 'status', status: 422, body: named }),
			fault({ kind: 'status', status: 402, body: {}, skip: 1 }),
		]);
		const options = { invalidRecipients: 'skip' };
		const failed = await scene.send(OPERATION, {
			items: holding(phones),
			parameters: FILE,
			options,
		});
		const retried = await scene.send(OPERATION, {
			retries: listRetry(failed),
			parameters: FILE,
			options,
		});
		const [first] = retried.items;
		expect(first?.json).toMatchObject({ accepted: PIECE - 1, refused: 1 });
		expect(first?.json.campaign_id).toEqual(expect.any(Number));
	});
});
