import { ONE_AT_A_TIME } from '../support/oneAtATime.mts';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { RunRequest, RunResult } from './harness.mts';
import { KEY, openStub } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';
import { listRetry } from './support/savedExecutions.mts';

// Tries of one send between which the user, or an expression, has changed something. The service shows no message by its reference and
// refuses no campaign for one, so that only what the node remembers keeps people from getting a message twice.

let stub: Stub;
/** How often each phone got a message. */
let got: Map<string, number>;
let posts: number;
/** What the service answers instead of taking a send, by its number from 1. */
let instead: (post: number, phones: readonly string[]) => Answer | undefined;

const NO_MONEY: Answer = { status: 402, body: { code: 402, message: 'Insufficient funds' } };

const phonesOf = (body: IDataObject): string[] =>
	((body.phones ?? body.messages ?? [{ msisdn: body.msisdn }]) as IDataObject[]).map(
		({ msisdn, number, phone }) => String(msisdn ?? number ?? phone),
	);

const give = (phones: readonly string[]): void => {
	for (const phone of phones) got.set(phone, (got.get(phone) ?? 0) + 1);
};

function take({ path, body }: Asked): Answer {
	posts++;
	const phones = phonesOf(body);
	const other = instead(posts, phones);
	if (other) return other;
	give(phones);
	if (path !== '/rest/sms/create') return { body: { data: { id: 1000 + posts, sender: 'Shop' } } };
	if (!Array.isArray(body.phones)) return { body: { error: 0, id: 500 + posts } };
	const result = (body.phones as IDataObject[]).map(({ reference }, index) => ({
		id: posts * 10_000 + index,
		reference,
		error: 0,
	}));
	return { body: { error: 0, task_id: posts, result } };
}

beforeAll(async () => {
	stub = await openStub();
});
beforeEach(() => {
	got = new Map();
	posts = 0;
	instead = () => undefined;
	stub.answer = (asked) => {
		if (asked.method === 'POST') return take(asked);
		return asked.path.startsWith('/rest/sms/')
			? { body: { error: 20, errorDescription: 'SMS not found' } }
			: { body: { data: [], meta: { page: { total: 0, limit: 50, offset: 0 } } } };
	};
});
afterAll(async () => await stub.close());

async function send(
	operation: string,
	parameters: IDataObject,
	request: Omit<RunRequest, 'parameters'>,
): Promise<RunResult> {
	const [resource = '', name = ''] = operation.split('.');
	return await stub.engine.run({
		...request,
		credential: { baseUrl: stub.baseUrl, apiKey: KEY, authentication: 'apiKey' },
		parameters: {
			resource,
			operation: name,
			sender: 'Shop',
			text: 'Sale',
			...ONE_AT_A_TIME,
			...(parameters as object),
			options: { retryFor: 0, ...(parameters.options as object) },
		},
	});
}

/** Retry in the list of executions, of this one. */
const retryOf = (failed: RunResult): Omit<RunRequest, 'parameters'> => ({
	saved: listRetry(failed),
	mode: 'retry',
	executionId: '2',
});

const phoneOf = (index: number): string => `38099${String(index).padStart(5, '0')}11`;
const doubles = (): string[] => [...got].filter(([, times]) => times > 1).map(([phone]) => phone);
const statuses = ({ items }: RunResult): unknown[] => items.map(({ json }) => json.status);
/** A list of its own for each of so many items. */
const lists = (count: number, more: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_, index) => ({
		json: { list: [{ phone: phoneOf(index), name: 'Ann', ...more(index) }] },
	}));
const FROM_LIST = { recipientSource: 'list', recipients: '={{ $json.list }}' };

describe('what one try sent and the next one refuses', () => {
	const operation = 'campaign.sendPersonalizedSms';
	const options = { invalidRecipients: 'skip' };

	it('comes out as accepted there, and is not sent by the try after it', async () => {
		const items = lists(4, (index) => (index === 3 ? { nome: 'Ann' } : {}));
		instead = (post) => (post === 4 ? NO_MONEY : undefined);
		const failed = await send(operation, { ...FROM_LIST, text: 'Hi {name}', options }, { items });
		instead = () => NO_MONEY;
		const wrong = { ...FROM_LIST, text: 'Hi {nome}', options };
		const second = await send(operation, wrong, {
			...retryOf(failed),
			node: { onError: 'continueRegularOutput' },
		});
		expect(statuses(second).slice(0, 3)).toEqual(['accepted', 'accepted', 'accepted']);
		const third = await send(operation, wrong, retryOf(failed));
		expect(third.error?.description).toContain('3 of 4 recipients were accepted');
		instead = () => undefined;
		const last = await send(
			operation,
			{ ...FROM_LIST, text: 'Hi {name}', options },
			retryOf(third),
		);
		expect(statuses(last)).toEqual(Array(4).fill('accepted'));
		expect(doubles()).toEqual([]);
	});

	it('stays unknown where nobody knows what became of it, and is never made again', async () => {
		const items = lists(2, (index) => (index === 1 ? { nome: 'Ben' } : {}));
		instead = (post, phones) => {
			if (post > 1) return NO_MONEY;
			give(phones);
			return { status: 502, body: { message: 'Bad gateway' } };
		};
		const failed = await send(operation, { ...FROM_LIST, text: 'Hi {name}', options }, { items });
		expect(failed.error?.message).toMatch(/^It is not known/);
		const second = await send(
			operation,
			{ ...FROM_LIST, text: 'Hi {nome}', options },
			retryOf(failed),
		);
		instead = () => undefined;
		const third = await send(
			operation,
			{ ...FROM_LIST, text: 'Hi {name}', options },
			retryOf(second),
		);
		expect(third.error?.message).toMatch(/^It is not known/);
		expect(doubles()).toEqual([]);
	});

	it.each(['text', 'leaveOutNumbers'])(
		'is not made again by Retry On Fail where an expression changes with the time: %s',
		async (what) => {
			const from = Date.now();
			const isSecondTry = `($now.toMillis() > ${from + 800} && $now.toMillis() < ${from + 1900})`;
			const isFirst = `$json.list[0].phone === '${phoneOf(0)}'`;
			const parameters =
				what === 'text'
					? { text: `={{ ${isFirst} && ${isSecondTry} ? '' : 'Hi' }}`, options }
					: { options: { leaveOutNumbers: `={{ ${isSecondTry} ? ['${phoneOf(0)}'] : [] }}` } };
			instead = (post, phones) => {
				if (post > 1) return post === 2 ? NO_MONEY : undefined;
				give(phones);
				return { status: 502, body: { message: 'Bad gateway' } };
			};
			const run = await send(
				'campaign.sendSms',
				{ ...FROM_LIST, ...parameters },
				{ items: lists(2), node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1200 } },
			);
			expect(run.error?.message).toMatch(/^It is not known/);
			expect(doubles()).toEqual([]);
		},
	);

	it('stays accepted where its number is left out for one retry', async () => {
		const items = [0, 1].map((index) => ({ json: { phone: phoneOf(index) } }));
		const parameters = { phone: '={{ $json.phone }}' };
		instead = (post) => (post > 1 ? NO_MONEY : undefined);
		const failed = await send('sms.send', parameters, { items });
		const second = await send(
			'sms.send',
			{ ...parameters, options: { leaveOutNumbers: phoneOf(0) } },
			retryOf(failed),
		);
		instead = () => undefined;
		const third = await send('sms.send', parameters, retryOf(second));
		expect(statuses(third)).toEqual(['accepted', 'accepted']);
		expect(doubles()).toEqual([]);
	});

	it('counts once where its number stands twice in the list and is left out for the retry', async () => {
		const twice = [0, 1, 0].map((index) => ({ phone: phoneOf(index) }));
		const items = [{ json: { list: twice } }, { json: { list: [{ phone: phoneOf(2) }] } }];
		instead = (post) => (post > 1 ? NO_MONEY : undefined);
		const failed = await send('campaign.sendSms', { ...FROM_LIST, options }, { items });
		instead = () => undefined;
		const second = await send(
			'campaign.sendSms',
			{ ...FROM_LIST, options: { ...options, leaveOutNumbers: phoneOf(0) } },
			retryOf(failed),
		);
		expect(statuses(second)).toEqual(['accepted', 'accepted', 'skipped', 'accepted']);
		expect(doubles()).toEqual([]);
	});
});

describe('a number in two items', () => {
	const options = { invalidRecipients: 'skip' };
	const others = Array.from({ length: 1000 }, (_, index) => ({
		json: { phone: phoneOf(index + 1), name: 'Ben' },
	}));

	it('gets one message where its first item can be sent by the retry only', async () => {
		const items = [{ json: { phone: phoneOf(0) } }, { json: { phone: phoneOf(0), name: 'Ann' } }];
		const parameters = {
			recipientSource: 'allItems',
			phoneField: 'phone',
			options,
		};
		instead = (post) => (post === 2 ? NO_MONEY : undefined);
		const failed = await send(
			'sms.sendIndividual',
			{ ...parameters, text: 'Hi {name}' },
			{ items: [...items, ...others] },
		);
		const retried = await send(
			'sms.sendIndividual',
			{ ...parameters, text: 'Hi' },
			retryOf(failed),
		);
		expect(doubles()).toEqual([]);
		expect(statuses(retried).slice(0, 2)).toEqual(['merged', 'accepted']);
		expect(got.size).toBe(1001);
	});

	it('gets one message where the first item cannot be sent by the retry', async () => {
		const items: INodeExecutionData[] = [
			{ json: { phone: phoneOf(0), name: 'Ann' } },
			{ json: { phone: phoneOf(0), nome: 'Ann' } },
			...others.map(({ json }) => ({ json: { ...json, nome: 'Ben' } })),
		];
		const parameters = { recipientSource: 'allItems', phoneField: 'phone', options };
		instead = (post) => (post === 2 ? NO_MONEY : undefined);
		const failed = await send(
			'sms.sendIndividual',
			{ ...parameters, text: 'Hi {name}' },
			{ items },
		);
		const retried = await send(
			'sms.sendIndividual',
			{ ...parameters, text: 'Hi {nome}' },
			retryOf(failed),
		);
		expect(doubles()).toEqual([]);
		expect(statuses(retried).slice(0, 2)).toEqual(['accepted', 'merged']);
	});
});
