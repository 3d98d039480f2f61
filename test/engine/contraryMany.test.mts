import { startEngine, type Engine, type RunRequest, type RunResult } from './harness.mts';
import { jsonOf, KEY, people } from './sendsSupport.mts';
import { ContraryService, type Body, type Reply } from './support/contraryService.mts';
import { listRetry } from './support/savedExecutions.mts';

/*
 * A request for many messages that the service took, whose answer was lost, and whose messages show late. What the service says of the
 * repetition says nothing of the first request.
 */

const DAY_MS = 86_400_000;
const NOT_KNOWN = /^It is not known whether the service accepted/;
const FORBIDDEN: Reply = [403, { message: 'Forbidden' }];

let engine: Engine;
let service: ContraryService;
let baseUrl: string;
beforeAll(async () => {
	engine = await startEngine();
});
beforeEach(async () => {
	service = new ContraryService();
	baseUrl = await service.start();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service.stop();
});

async function send(
	operation: string,
	{
		options,
		more,
		...request
	}: Omit<RunRequest, 'parameters'> & { options?: object; more?: object } = {},
): Promise<RunResult> {
	return await engine.run({
		items: people(3).map((json) => ({ json })),
		...request,
		credential: { baseUrl, apiKey: KEY, authentication: 'apiKey' },
		parameters: {
			resource: 'sms',
			operation,
			sender: 'Shop',
			text: 'Sale',
			...more,
			options: { retryFor: 5, ...options },
		},
	});
}

/** Nothing that the service holds is called refused, and an error says that it is not known. */
function expectDoubt(run: RunResult): void {
	expect(jsonOf(run).map(({ status }) => status)).not.toContain('refused');
	if (run.error) expect(run.error.message).toMatch(NOT_KNOWN);
}

const firstReference = (body: Body): string => String(service.messagesOf(body)[0]?.reference);

/** Refuses each message of a request in a result of its own. */
const refuseEach = (body: Body, codeOf: (index: number) => number): Reply => [
	200,
	{
		error: 0,
		task_id: 8,
		result: service
			.messagesOf(body)
			.map(({ reference }, index) => ({ reference, error: codeOf(index) })),
	},
];

describe.each(['sendBulk', 'sendIndividual'])('%s, after a lost answer', (operation) => {
	beforeEach(() => {
		service.tell = (held) => (service.creates.length > 1 ? held : undefined);
	});

	it.each([21, 24, 31, 32])('believes no results that refuse each message: %i', async (code) => {
		service.onCreate = (body, number) => {
			if (number > 1) return refuseEach(body, () => code);
			service.take(body);
			return 'drop';
		};
		const run = await send(operation);
		expectDoubt(run);
		expect(service.creates).toHaveLength(2);
	});

	it('believes no results that refuse some of them', async () => {
		service.onCreate = (body, number) => {
			if (number > 1) return refuseEach(body, (index) => (index === 0 ? 23 : 31));
			service.take(body);
			return 'drop';
		};
		expectDoubt(await send(operation));
	});

	it('believes results that refuse them where they never show', async () => {
		service.onCreate = (body, number) => (number > 1 ? refuseEach(body, () => 21) : 'drop');
		const run = await send(operation, { options: { invalidRecipients: 'skip' } });
		expect(service.held.size).toBe(0);
		expect(run.error?.message ?? '').not.toMatch(NOT_KNOWN);
	});

	it.each([21, 24, 31, 32, 403])(
		'does not take for refused what is left when some show: %i',
		async (code) => {
			let shown = '';
			service.onCreate = (body, number) => {
				if (number > 1)
					return code === 403 ? FORBIDDEN : [200, { error: code, errorDescription: 'No' }];
				service.take(body);
				shown = firstReference(body);
				return 'drop';
			};
			service.tell = (held) =>
				held.reference === shown || service.creates.length > 1 ? held : undefined;
			expectDoubt(await send(operation));
		},
	);
});

it.each([403, 429])(
	'what is left when some show is sent under the same references on another day: %i',
	async (status) => {
		let shown = '';
		let isOpen = false;
		service.onCreate = (body, number) => {
			if (number > 1 && !isOpen) return [status, { message: 'No' }];
			if (service.knows(body)) return [200, { error: 23, errorDescription: 'Already present' }];
			const reply = service.take(body);
			if (number > 1) return [200, reply];
			shown = firstReference(body);
			return 'drop';
		};
		service.tell = (held) => (held.reference === shown || isOpen ? held : undefined);
		const more = { referenceMode: 'content' };
		const run = await send('sendBulk', { more });
		expect(run.error?.message).toMatch(NOT_KNOWN);

		isOpen = true;
		const now = Date.now.bind(Date);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + DAY_MS);
		const retried = await send('sendBulk', { more, saved: listRetry(run), mode: 'retry' });
		expect(retried.error).toBeUndefined();
		expect(service.held.size).toBe(3);
	},
);
