import type { INodeExecutionData } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import type { Dialect } from '../../sandbox/types.mts';
import type { RunResult } from '../engine/harness.mts';
import {
	CAMPAIGNS,
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

// Files of recipients, which go out in pieces of 10,000.

const scene = sceneOfTests();

const PIECE = 10_000;
/** The last piece of a file has one line, however many come before it. */
const phonesOf = (pieces: number): string[] =>
	Array.from(
		{ length: (pieces - 1) * PIECE + 1 },
		(_, index) => `38099${String(index).padStart(5, '0')}11`,
	);
const phones = phonesOf(2);
/** For what becomes of those after one that is unknown. */
const three = phonesOf(3);

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
const WHOLE = {
	campaigns: 2,
	numbers: { 1: phones.length },
	accepted: [PIECE, 1],
	error: null,
};

describe('a file', () => {
	/** Sends the first lines of a file, as far as a killed process came, and retries the whole from the list. */
	async function killedAfter(
		lines: number,
		shown: keyof typeof RETRIES_OF_KILLED,
		{ operation = OPERATION, dialect }: { operation?: string; dialect?: Partial<Dialect> } = {},
	): Promise<RunResult> {
		scene.begin([fault({ kind: 'refuse', skip: lines / PIECE, times: 99 })], dialect);
		const worker = job(holding(phones));
		await scene.send(operation, { saved: worker(), parameters: FILE, options: { retryFor: 0 } });
		scene.sandbox.faults.clear();
		expect(scene.sandbox.store.messages.size).toBe(lines);
		const retries = RETRIES_OF_KILLED[shown](worker);
		return await scene.send(operation, { retries, parameters: FILE });
	}

	it.each(
		CAMPAIGNS.flatMap((operation) =>
			(['n8n restarted', 'queue mode'] as const).map((shown) => [operation, shown] as const),
		),
	)(
		'of %s killed after piece 1 and retried with %s sends piece 2 once',
		async (operation, shown) => {
			expect(await outcome(await killedAfter(PIECE, shown, { operation }))).toEqual(WHOLE);
		},
	);

	it.each([
		['n8n restarted', { campaigns: 0, numbers: {}, accepted: [], error: EARLIER }],
		['queue mode', WHOLE],
	] as const)('killed before piece 1 and retried with %s', async (shown, is) => {
		expect(await outcome(await killedAfter(0, shown))).toEqual(is);
	});

	it('killed after piece 1 is unknown where n8n restarted and the service shows none', async () => {
		expect(await outcome(await killedAfter(PIECE, 'n8n restarted', { dialect: HIDDEN }))).toEqual({
			campaigns: 1,
			numbers: { 1: PIECE },
			accepted: [],
			error: EARLIER,
		});
	});

	it('sends no piece after one that stays unknown, and none again by Retry On Fail', async () => {
		scene.begin([fault({ skip: 1 })], HIDDEN);
		const run = await scene.send(OPERATION, {
			items: holding(three),
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

	it.each([
		['the reply lost', {}],
		['504 after handling', { kind: 'status', status: 504, handled: true }],
		['a commit 3 s after 504', { kind: 'status', status: 504, lateMs: 3000 }],
	] as const)('goes on after %s for piece 2 where it shows', async (_, more) => {
		scene.begin([fault({ skip: 1, ...more })]);
		const run = await scene.send(OPERATION, { items: holding(phones), parameters: FILE });
		expect(await outcome(run)).toEqual(WHOLE);
	});

	it('sends the rest in the retry of one whose piece 2 was refused', async () => {
		scene.begin([fault({ kind: 'status', status: 402, body: {}, skip: 1 })]);
		const failed = await scene.send(OPERATION, { items: holding(phones), parameters: FILE });
		expect(await outcome(failed)).toEqual({
			campaigns: 1,
			numbers: { 1: PIECE },
			accepted: [],
			error: 'The service refused the request (HTTP 402) [item 1]',
		});
		const retried = await scene.send(OPERATION, {
			retries: listRetry(failed),
			parameters: FILE,
		});
		expect(await outcome(retried)).toEqual(WHOLE);
	});

	it('counts piece 2 as sent in a retry where the user says so, and sends the rest', async () => {
		scene.begin([fault({ skip: 1 })], HIDDEN);
		const failed = await scene.send(OPERATION, {
			items: holding(three),
			parameters: FILE,
			options: { retryFor: 0 },
		});
		const retried = await scene.send(OPERATION, {
			retries: listRetry(failed),
			parameters: FILE,
			options: { ifOutcomeUnknown: 'countAsSent' },
		});
		expect(await outcome(retried)).toEqual({
			campaigns: 3,
			numbers: { 1: three.length },
			accepted: [PIECE, PIECE, 1],
			error: null,
		});
	});

	it('goes out in halves after 413, and a retry sends the half that was refused', async () => {
		const refused = (status: number, skip: number): FaultRule =>
			fault({ kind: 'status', status, body: {}, skip });
		scene.begin([refused(413, 0), refused(402, 1)]);
		const failed = await scene.send(OPERATION, { items: holding(phones), parameters: FILE });
		expect(await outcome(failed)).toMatchObject({ campaigns: 1, numbers: { 1: PIECE / 2 } });
		const retried = await scene.send(OPERATION, { retries: listRetry(failed), parameters: FILE });
		expect(await outcome(retried)).toEqual({ ...WHOLE, campaigns: 3 });
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
