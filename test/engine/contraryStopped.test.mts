import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import { A, isPost, LOST, ok, refusal, runWith } from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { openStub, pageOf } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';
import { listRetry } from './support/savedExecutions.mts';

// Changes that wait for their turn when the execution ends: what will never leave is made by Retry, and what still leaves is not made twice.

let stub: Stub;
/** What the service carried out, by its path and sender. */
let made: string[];
let stop: AbortController;
beforeAll(async () => (stub = await openStub()));
beforeEach(() => {
	made = [];
	stop = new AbortController();
});
afterAll(async () => await stub.close());

const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
const retryOf = (failed: RunResult) =>
	({ saved: listRetry(failed), mode: 'retry', executionId: '99' }) as const;
const late = (body: unknown, ms: number): Answer => ({
	raw: (response) =>
		setTimeout(() => {
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		}, ms),
});

/** Answers in 400 ms what was made, so that others wait; the execution is stopped meanwhile. */
function slowly({ method, path, body }: Asked): Answer {
	if (method === 'GET') return ok(pageOf([]));
	made.push([path, body.sender].filter(Boolean).join(' '));
	if (made.length === 1) setTimeout(() => stop.abort(), 50);
	const status = path.endsWith('stop') ? 'stopped' : 'new';
	const id = Number(/\d+/.exec(path)?.[0] ?? made.length);
	return late({ data: { ...body, id, status, message_type: 'rcs' } }, made.length === 1 ? 400 : 0);
}

const REGISTER = { ...APPLICATION, sender: '={{ $json.sender }}' };
const SHOPS = ['ShopA', 'ShopB'].map((sender) => ({ json: { sender } }));
const IDS = [1, 2].map((id) => ({ json: { id } }));

it.each<[string, IDataObject, Array<{ json: IDataObject }>]>([
	['sender.register', REGISTER, SHOPS],
	['rcsCampaign.stop', { campaignId: '={{ $json.id }}' }, IDS],
	['contact.update', { contactId: '={{ $json.id }}', phone: A }, IDS],
])('%s: Retry makes what waited when the user stopped', async (operation, form, items) => {
	stub.answer = slowly;
	const stopped = await runWith(stub, operation, form, { items, signal: stop.signal });
	const retry = retryOf(stopped);
	await sleep(600);
	expect(made).toHaveLength(1);
	const [first] = made;
	await runWith(stub, operation, form, { ...retry, node: { onError: 'continueRegularOutput' } });
	const others = made.filter((change) => change !== first);
	expect(others).toHaveLength(1);
});

describe('stopped while a change waits to be repeated', () => {
	const stopAfter = (answer: Answer) => (asked: Asked) => {
		if (!isPost(asked)) return ok(pageOf([]));
		made.push(String(asked.body.sender));
		if (made.length > 1) return ok({ data: { ...asked.body, id: 1, status: 'new' } });
		setTimeout(() => stop.abort(), 100);
		return answer;
	};
	const register = async (request: Parameters<typeof runWith>[3]) =>
		await runWith(stub, 'sender.register', { ...REGISTER, options: { retryFor: 30 } }, request);

	it('Retry makes it where the service had refused it', async () => {
		stub.answer = stopAfter({
			...refusal(429, 'Too many requests'),
			headers: { 'retry-after': '5' },
		});
		const stopped = await register({ items: SHOPS.slice(0, 1), signal: stop.signal });
		const retried = await register(retryOf(stopped));
		expect([retried.error, made]).toEqual([undefined, ['ShopA', 'ShopA']]);
	});

	it('Retry asks for it where its outcome was unknown', async () => {
		stub.answer = stopAfter(LOST);
		const stopped = await register({ items: SHOPS.slice(0, 1), signal: stop.signal });
		const retried = await register(retryOf(stopped));
		expect([retried.error?.message, made]).toEqual([
			expect.stringMatching(/is not known/),
			['ShopA'],
		]);
	});
});

it('what still leaves after n8n has ended the node is not made again', async () => {
	const spaced = { batching: { batch: { batchSize: 1, batchInterval: 100 } } };
	stub.answer = (asked) => {
		if (!isPost(asked)) return ok(pageOf([]));
		made.push(String(asked.body.sender));
		return late({ data: { ...asked.body, id: made.length, status: 'new' } }, 600);
	};
	const form = { ...REGISTER, requestOptions: spaced };
	const failing = {
		...form,
		sender: "={{ $itemIndex === 2 ? $('Nowhere').item.json.x : $json.sender }}",
	};
	const items = [...SHOPS, { json: { sender: 'ShopC' } }];
	const failed = await runWith(stub, 'sender.register', failing, { items });
	const retry = retryOf(failed);
	expect(made).toEqual(['ShopA']);
	await sleep(1600);
	expect(made).toEqual(['ShopA', 'ShopB']);
	await runWith(stub, 'sender.register', form, retry);
	expect(made).toEqual(['ShopA', 'ShopB', 'ShopC']);
});
