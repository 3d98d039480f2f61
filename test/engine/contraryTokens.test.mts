import type { IDataObject } from 'n8n-workflow';
import { BOTH, isPost, LISTS, NOT_KNOWN, ok } from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { KEY, openStub, pageOf, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* A service that answers 401 to a token, whether or not it has carried the request out: n8n renews the token and repeats, once. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const OPERATIONS: Array<[string, IDataObject]> = [
	['sendSms', BOTH],
	['sendSmsToContactLists', LISTS],
];

/** Runs a send with tokens, of which each login gives another; returns the run and the number of sends. */
async function sendWithTokens(
	[operation, parameters]: [string, IDataObject],
	answer: (posts: number) => IDataObject | undefined,
): Promise<{ run: RunResult; posts: number }> {
	let posts = 0;
	let logins = 0;
	stub.answer = (asked) => {
		if (asked.path.includes('/auth/'))
			return ok({ bearer: `token-${operation}-${Math.random()}-${(logins += 1)}` });
		if (!isPost(asked)) return ok(pageOf([]));
		const body = answer((posts += 1));
		return body
			? { status: 401, body }
			: ok({ data: { id: 6, sender: 'Shop', status: 'sending' } });
	};
	const run = await stub.engine.run({
		items: [{ json: {} }],
		credential: stub.engine.store({
			baseUrl: stub.baseUrl,
			apiKey: `${KEY}_${operation}_${Math.random()}`.slice(0, 60),
			authentication: 'automatic',
		}),
		parameters: { resource: 'campaign', operation, ...parameters, options: { retryFor: 4 } },
	});
	return { run, posts };
}

describe.each(OPERATIONS)('campaign.%s', (...send) => {
	it.each<[string, IDataObject]>([
		['says that the token expired', { message: 'Token expired' }],
		['says that it is unauthorized', { message: 'Unauthorized' }],
		['names a campaign', { message: 'Token expired', data: { id: 5, sender: 'Shop' } }],
	])('goes out twice at most where each 401 %s', async (_, body) => {
		const { run, posts } = await sendWithTokens(send, () => body);
		expect(posts).toBeLessThanOrEqual(2);
		expect(run.error).toBeDefined();
	});

	it('is not known where a 401 to a token names a campaign', async () => {
		const { run } = await sendWithTokens(send, () => ({ message: 'Odd', data: { id: 5 } }));
		expect(seen(run)).toMatch(NOT_KNOWN);
	});

	it('goes through where another token is taken, as after another worker logged in', async () => {
		const { run, posts } = await sendWithTokens(send, (count) =>
			count === 1 ? { message: 'Token expired' } : undefined,
		);
		expect([posts, run.items[0]?.json.campaign_id ?? run.items[0]?.json.id]).toEqual([2, 6]);
	});
});
