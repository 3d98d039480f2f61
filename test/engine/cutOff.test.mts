import type { IDataObject, INode, IRunExecutionData } from 'n8n-workflow';
import { startEngine } from './harness.mts';
import type { Engine, RunResult } from './harness.mts';
import { jsonOf, KEY, people } from './sendsSupport.mts';
import { QuietService } from './support/quietService.mts';
import { job, listRetry, retryOfCutOff } from './support/savedExecutions.mts';

// Executions whose process was killed when the request had left: nothing of it is saved. The service refuses no reference.

let engine: Engine;
let service: QuietService;
let baseUrl: string;
beforeAll(async () => {
	engine = await startEngine();
});
beforeEach(async () => {
	service = new QuietService();
	baseUrl = await service.start();
});
afterEach(async () => await service.stop());

const NODE = 'Messaging Service';
const NOT_KNOWN = /^It is not known whether the service accepted the send/;

/** Runs saved data; a retry from the list where `retries` says so, which has an execution id of its own. */
async function run(
	saved: IRunExecutionData,
	{
		retries = false,
		node,
		...more
	}: IDataObject & { retries?: boolean; node?: Partial<INode> } = {},
): Promise<RunResult> {
	const { options, operation = 'sendSms', resource = 'campaign', ...parameters } = more;
	return await engine.run({
		credential: { baseUrl, apiKey: KEY, authentication: 'apiKey' },
		saved,
		executionId: retries ? '82' : '81',
		mode: retries ? 'retry' : 'trigger',
		node,
		parameters: {
			resource: String(resource),
			operation: String(operation),
			sender: 'Shop',
			text: 'Sale',
			...(parameters as object),
			options: { retryFor: 0, ...(options as object) },
		},
	});
}

const input = people(4).map((json) => ({ json }));
const worker = job(input);
/** How n8n recovers an execution that was cut off in our node, by what the retry takes away of it. */
const RECOVERIES: Array<[string, () => IRunExecutionData]> = [
	[
		'the retry forgets',
		() =>
			retryOfCutOff(worker(), [
				{ name: 'Start', finished: true },
				{ name: NODE, finished: false },
			]),
	],
	[
		'the retry keeps',
		() =>
			retryOfCutOff(worker(), [
				{ name: NODE, finished: false },
				{ name: 'Start', finished: true },
			]),
	],
	[
		'had finished',
		() =>
			retryOfCutOff(worker(), [
				{ name: 'Start', finished: true },
				{ name: NODE, finished: true },
			]),
	],
];
const itemsOf = (result: RunResult): IDataObject[] => {
	const runs = result.run?.data.resultData.runData[NODE] ?? [];
	return (runs.at(-1)?.data?.main?.[0] ?? []).map(({ json }) => json);
};

describe.each(RECOVERIES)(
	'the retry of an execution that was cut off in a run that %s',
	(_, saved) => {
		it('finds the campaign by its references, and does not create it again', async () => {
			await run(worker());
			service.quiet.showsAfterMs = 0;
			const retried = await run(saved(), { retries: true });
			expect(retried.error).toBeUndefined();
			expect(itemsOf(retried)).toEqual(
				Array(4).fill(expect.objectContaining({ status: 'accepted', already_accepted: true })),
			);
			expect(service.posts).toHaveLength(1);
		});

		it('stops where the service does not show the campaign, however often it is tried', async () => {
			await run(worker());
			const retried = await run(saved(), { retries: true });
			expect(retried.error?.message).toMatch(NOT_KNOWN);
			expect(retried.error?.message).toContain('was cut off');
			expect(retried.error?.description).toMatch(/start the workflow anew/);
			expect(retried.error?.description).toContain(service.campaigns[0]?.references[0]);
			expect(retried.error?.description).toMatch(/Campaign 1001 /);
			const again = await run(listRetry(retried), { retries: true });
			expect(again.error?.message).toMatch(NOT_KNOWN);
			expect(service.posts).toHaveLength(1);
		});

		it('sends where the user chose so', async () => {
			const options = { ifOutcomeUnknown: 'sendAgain' };
			const retried = await run(saved(), { retries: true, options });
			expect(retried.error).toBeUndefined();
			expect(service.posts).toHaveLength(1);
		});

		it('stops a campaign to contact lists, and names what may be it', async () => {
			const lists = { operation: 'sendSmsToContactLists', groups: '={{ [202] }}' };
			await run(worker(), { ...lists, options: { retryFor: 1 } });
			const posts = service.posts.length;
			const retried = await run(saved(), { ...lists, retries: true });
			expect(retried.error?.message).toMatch(NOT_KNOWN);
			expect(retried.error?.message).toContain('was cut off');
			expect(service.posts).toHaveLength(posts);
		});

		it('holds a campaign to contact lists back in each try, though the user chose to send again', async () => {
			const lists = { operation: 'sendSmsToContactLists', groups: '={{ [202] }}' };
			await run(worker(), { ...lists, options: { retryFor: 1 } });
			const posts = service.posts.length;
			const options = { ifOutcomeUnknown: 'sendAgain' };
			const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
			const retried = await run(saved(), { ...lists, retries: true, options, node });
			expect(retried.error?.message).toMatch(NOT_KNOWN);
			expect(service.posts).toHaveLength(posts);
		});
	},
);

describe('a retry that does not show whether the node had begun', () => {
	it('as after the death of a worker asks for each message, and sends where none shows', async () => {
		const retried = await run(worker(), { retries: true });
		expect(jsonOf(retried)).toHaveLength(4);
		expect(service.asked).toHaveLength(4);
		expect(service.posts).toHaveLength(1);
	});

	it('does not create the campaign again that shows', async () => {
		await run(worker());
		service.quiet.showsAfterMs = 0;
		const retried = await run(worker(), { retries: true });
		expect(jsonOf(retried)).toEqual(
			Array(4).fill(expect.objectContaining({ status: 'accepted', already_accepted: true })),
		);
		expect(service.posts).toHaveLength(1);
	});

	it.each(['content', 'custom'])(
		'nor one that shows under other references: %s',
		async (referenceMode) => {
			const more = { referenceMode, referenceField: 'order' };
			await run(worker(), more);
			service.quiet.showsAfterMs = 0;
			const retried = await run(worker(), { ...more, retries: true });
			expect(service.posts).toHaveLength(1);
			expect(jsonOf(retried)).toEqual(
				Array(4).fill(expect.objectContaining({ status: 'accepted', already_accepted: true })),
			);
			// Where they show by another send, what does not show is not sent unasked.
			const fewer = people(5).map((json) => ({ json }));
			const other = await run(job(fewer)(), { ...more, retries: true });
			expect(other.error?.message).toMatch(NOT_KNOWN);
			expect(service.posts).toHaveLength(1);
		},
	);

	it('nor one of which some messages show, which may have had fewer recipients', async () => {
		await run(worker());
		service.quiet = { ...service.quiet, showsAfterMs: 0, keepsFirst: false };
		const retried = await run(worker(), { retries: true });
		expect(retried.error?.message).toMatch(/^It is not known.*shows only some of its messages/);
		expect(service.posts).toHaveLength(1);
	});

	it('nor one with own references at a service that writes a time of long ago for none', async () => {
		const more = { referenceMode: 'custom', referenceField: 'order' };
		await run(worker(), more);
		const [made] = service.campaigns;
		if (made) made.createdMs = 0;
		service.quiet.showsAfterMs = 0;
		await run(worker(), { ...more, retries: true });
		expect(service.posts).toHaveLength(1);
	});

	it('but sends one whose own references another campaign of last week had', async () => {
		const more = { referenceMode: 'custom', referenceField: 'order' };
		await run(worker(), more);
		const [old] = service.campaigns;
		if (old) old.createdMs -= 7 * 86_400_000;
		service.quiet.showsAfterMs = 0;
		const retried = await run(worker(), { ...more, retries: true });
		expect(retried.error).toBeUndefined();
		expect(service.posts).toHaveLength(2);
	});
});

describe('the question in passing of a retry from the list', () => {
	it.each([{ status: 503 }, { status: 403, page: true }, { status: 200, page: true }] as const)(
		'stops the send while it is answered with %j, and lets it go when it is not',
		async (lookUps) => {
			service.quiet.lookUps = lookUps;
			const stopped = await run(worker(), { retries: true });
			expect(stopped.error?.message).toMatch(NOT_KNOWN);
			expect(stopped.error?.message).toContain('nothing was sent by this run');
			const still = await run(listRetry(stopped), { retries: true });
			expect(still.error?.message).toContain('nothing was sent by this run');
			expect(service.posts).toEqual([]);

			service.quiet.lookUps = undefined;
			const again = await run(listRetry(still), { retries: true });
			expect(jsonOf(again)).toHaveLength(4);
			expect(service.posts).toHaveLength(1);
		},
	);

	it('does not create a campaign again that would show, and that it cannot ask for', async () => {
		await run(worker(), { retries: true });
		service.quiet = { ...service.quiet, showsAfterMs: 0, lookUps: { status: 503 } };
		const again = await run(worker(), { retries: true });
		expect(again.error?.message).toMatch(NOT_KNOWN);
		expect(service.posts).toHaveLength(1);
	});

	it('is put again within Retry For', async () => {
		service.quiet.lookUps = { status: 403, page: true };
		setTimeout(() => (service.quiet.lookUps = undefined), 1000);
		const sent = await run(worker(), { retries: true, options: { retryFor: 20 } });
		expect(jsonOf(sent)).toHaveLength(4);
		expect(service.posts).toHaveLength(1);
	});

	it('leaves it to the user who chose so', async () => {
		service.quiet.lookUps = { status: 503 };
		const sent = await run(worker(), { retries: true, options: { ifOutcomeUnknown: 'sendAgain' } });
		expect(jsonOf(sent)).toHaveLength(4);
		expect(service.posts).toHaveLength(1);
	});

	it.each([
		{ status: 403 },
		{ status: 404 },
		{ status: 404, page: true },
		{ status: 405, page: true },
		{ status: 501 },
	] as const)('is refused for good with %j, and the campaign goes out', async (lookUps) => {
		service.quiet.lookUps = lookUps;
		const sent = await run(worker(), { retries: true });
		expect(jsonOf(sent)).toHaveLength(4);
		expect(service.posts).toHaveLength(1);
	});
});

it('a first execution asks for nothing before it sends', async () => {
	await run(worker());
	expect([service.asked, service.posts.length]).toEqual([[], 1]);
});

it('a job that is run again has the same references', async () => {
	await run(worker());
	await run(worker());
	const [first, second] = service.campaigns.map(({ references }) => references);
	expect(second).toEqual(first);
});

describe('the retry of an execution that was cut off while it sent a file', () => {
	const LINES = 25_000;
	const csv = `phone\n${Array.from({ length: LINES }, (_, index) => `38099${String(index).padStart(5, '0')}11\n`).join('')}`;
	const data = { data: Buffer.from(csv).toString('base64'), mimeType: 'text/csv' };
	const holding = job([{ json: {}, binary: { data } }]);
	const FILE = { recipientSource: 'file', phoneField: 'phone' };

	/** Sends the file up to a line, as far as the execution came before it was killed; returns the error of its retry. */
	async function errorAfter(lastLine: number): Promise<RunResult['error']> {
		if (lastLine > 0) await run(holding(), { ...FILE, options: { lastLine } });
		const posts = service.posts.length;
		const saved = retryOfCutOff(holding(), [
			{ name: 'Start', finished: true },
			{ name: NODE, finished: false },
		]);
		const { error } = await run(saved, { ...FILE, retries: true });
		expect(service.posts).toHaveLength(posts);
		expect(error?.message).toMatch(NOT_KNOWN);
		return error;
	}

	it('names the lines that the last campaign of the sender carried, and where the rest begins', async () => {
		const { description } = (await errorAfter(20_001)) ?? {};
		expect(description).toContain('The service lists 2 campaigns of this sender');
		expect(description).toContain('the last one carried lines 10002 to 20001');
		expect(description).toContain('First Line to Send: 20002.');
		expect(description).not.toContain('All lines before them are done');
		await run(holding(), { ...FILE, options: { firstLine: 20_002 } });
		const sent = service.campaigns.flatMap(({ references }) => references);
		expect([sent.length, new Set(sent).size]).toEqual([LINES, LINES]);
	});

	it('says so where they were the last ones of the file', async () => {
		const { description } = (await errorAfter(LINES + 1)) ?? {};
		expect(description).toContain('the last one carried lines 20002 to 25001: they were the last');
	});

	it('names the earliest lines where the service lists no campaign', async () => {
		const { description } = (await errorAfter(0)) ?? {};
		expect(description).toContain('lines 2 to 10001 first; how far it came, nothing here tells');
		expect(description).toMatch(/send the rest with First Line to Send\.$/);
	});
});
