import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isPost, ok } from './contrarySupport.mts';
import type { RunRequest, RunResult } from './harness.mts';
import { phoneOf } from './sendsSupport.mts';
import { KEY, openStub, pageOf } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';
import { listRetry } from './support/savedExecutions.mts';

// What the tests share in which the input, the key or the form of a retry is another one than before. The service shows each message by
// its reference, and refuses a single message under one that it knows, as section 7 says.

interface Service {
	stub: Stub;
	/** The phone of each reference. */
	held: Map<string, string>;
	/** How many messages each phone got, how many campaigns each choice of contact lists, how many applications each sender. */
	got: Map<string, number>;
	posts: number;
	/** What it answers instead of taking a POST, by its number from 1. */
	instead: (post: number) => Answer | undefined;
}

/** The service, and what it has taken in the test that runs. */
export const service = {} as Service;

export const NO_MONEY: Answer = { status: 402, body: { code: 402, message: 'Insufficient funds' } };
export const TEST_KEY = 'test_0123456789abcdef0123456789abcdef';

function isTaken({ reference, msisdn }: IDataObject): boolean {
	if (service.held.has(String(reference))) return false;
	if (reference !== undefined) service.held.set(String(reference), String(msisdn));
	service.got.set(String(msisdn), (service.got.get(String(msisdn)) ?? 0) + 1);
	return true;
}

function takeMessages({ body }: Asked): Answer {
	if (!Array.isArray(body.phones))
		return ok(isTaken(body) ? { error: 0, id: 500 + service.posts } : { error: 23 });
	const result = (body.phones as IDataObject[]).map((one, index) => ({
		...one,
		id: service.posts * 10_000 + index,
		error: isTaken(one) ? 0 : 23,
	}));
	return ok({ error: 0, task_id: service.posts, result });
}

function takeCampaign({ body }: Asked): Answer {
	for (const one of (body.phones ?? body.messages ?? []) as IDataObject[]) {
		const phone = String(one.number ?? one.phone);
		service.held.set(String(one.reference_id), phone);
		service.got.set(phone, (service.got.get(phone) ?? 0) + 1);
	}
	if (body.groups)
		service.got.set(String(body.groups), (service.got.get(String(body.groups)) ?? 0) + 1);
	return ok({ data: { id: 1000 + service.posts, sender: 'Shop', status: 'sending' } });
}

function takeApplication({ body }: Asked): Answer {
	service.got.set(String(body.sender), (service.got.get(String(body.sender)) ?? 0) + 1);
	return ok({ data: { ...body, id: service.posts, status: 'new' } });
}

/** How the service answers unless a test says otherwise. */
export function answer(asked: Asked): Answer {
	const { path } = asked;
	if (isPost(asked)) {
		service.posts++;
		const other = service.instead(service.posts);
		if (other) return other;
		if (path.startsWith('/api/senders')) return takeApplication(asked);
		return path.startsWith('/rest') ? takeMessages(asked) : takeCampaign(asked);
	}
	if (!path.startsWith('/rest/sms/')) return ok(pageOf([]));
	const reference = String(path.split('/').at(-1));
	const msisdn = service.held.get(reference);
	return ok(msisdn === undefined ? { error: 20 } : { error: 0, id: 7, msisdn, reference });
}

/** To be called in a file of tests: opens the service before them, lets it forget all before each, and closes it. */
export function useService(): void {
	beforeAll(async () => {
		service.stub = await openStub();
	});
	beforeEach(() => {
		Object.assign(service, { held: new Map(), got: new Map(), posts: 0 });
		service.instead = () => undefined;
		service.stub.asked = [];
		service.stub.answer = answer;
	});
	afterAll(async () => await service.stub.close());
}

/** Runs an operation with the service's live key, or another one; a request is not repeated. */
export async function send(
	operation: string,
	parameters: IDataObject,
	{ apiKey = KEY, ...request }: Omit<RunRequest, 'parameters'> & { apiKey?: string },
): Promise<RunResult> {
	const [resource = '', name = ''] = operation.split('.');
	return await service.stub.engine.run({
		...request,
		credential: { baseUrl: service.stub.baseUrl, apiKey, authentication: 'apiKey' },
		parameters: {
			resource,
			operation: name,
			sender: 'Shop',
			text: 'Sale',
			...(parameters as object),
			options: { maxInFlight: 1, retryFor: 0, ...(parameters.options as object) },
		},
	});
}

/** Retry in the list of executions, of this one. */
export const retryOf = (failed: RunResult): Omit<RunRequest, 'parameters'> => ({
	saved: listRetry(failed),
	mode: 'retry',
	executionId: '2',
});

/** Who got more than one message. */
export const doubles = (): string[] =>
	[...service.got].filter(([, times]) => times > 1).map(([who]) => who);
/** Items with the numbers of these people. */
export const people = (indices: readonly number[]): INodeExecutionData[] =>
	indices.map((index) => ({ json: { phone: phoneOf(index) } }));
export const ALL_ITEMS = { recipientSource: 'allItems', phoneField: 'phone' };
export const FROM_LIST = { recipientSource: 'list', recipients: '={{ $json.list }}' };
