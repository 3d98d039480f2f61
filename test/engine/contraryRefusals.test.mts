import type { IDataObject } from 'n8n-workflow';
import { openStage } from './stage.mts';
import type { Stage } from './stage.mts';

/* Refusals in words and statuses that the specification leaves to the service. */

let stage: Stage | undefined;
afterEach(async () => {
	jest.restoreAllMocks();
	await stage?.close();
	stage = undefined;
});

const ITEMS: IDataObject[] = ['380991112211', '380991112212'].map((phone) => ({ phone }));
const SEND = { sender: 'Shop', text: 'Hello' };

it.each(['codeMessage', 'message'] as const)(
	'a token that has ended, told with 403 and %s, is renewed for a read at once, and for a send by its next try',
	async (wrongTokenBody) => {
		stage = await openStage(
			{ clock: 'real', dialect: { wrongToken: 403, wrongTokenBody } },
			'automatic',
		);
		const { act, sandbox } = stage;
		const later = async (): Promise<void> => {
			const at = Date.now() + 20_000;
			jest.spyOn(Date, 'now').mockImplementation(() => at + performance.now());
			sandbox.tokens.revokeAll();
			await Promise.resolve();
		};
		expect((await act('campaign.getAll', { type: 'sms', limit: 1 })).status).toBe('success');
		await later();
		const listed = await act('campaign.getAll', { type: 'sms', limit: 1 });
		expect([listed.status, listed.error?.message]).toEqual(['success', undefined]);
		await later();
		const sent = await act('campaign.sendSms', SEND, {
			items: ITEMS,
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(sent.items.map(({ json }) => json.status)).toEqual(['accepted', 'accepted']);
		const posts = sandbox.requests.filter(({ path }) => path.startsWith('/api/campaigns/sms'));
		expect(posts.map(({ status }) => status)).toEqual([403, 200]);
	},
);

it('a fresh token is kept where the account may not do what was asked', async () => {
	stage = await openStage({ clock: 'real' }, 'automatic');
	const { act, sandbox } = stage;
	sandbox.faults.add({ kind: 'status', status: 403, path: '/api/campaign', times: 99 });
	const listed = await act('campaign.getAll', { type: 'sms', limit: 1 });
	expect(listed.error?.message).toMatch(/^The account may not do this/);
	const logins = sandbox.requests.filter(({ path }) => path.startsWith('/api/auth'));
	expect(logins).toHaveLength(1);
});

it('429 with error 11, too many requests being processed, says of no message that it was processed', async () => {
	stage = await openStage({ clock: 'real', dialect: { rateLimit: 1 } });
	const { act, sandbox } = stage;
	const sent = await act('sms.send', { ...SEND, phone: '={{ $json.phone }}' }, { items: ITEMS });
	expect(sent.error?.message).toBeUndefined();
	expect(sent.items.map(({ json }) => json.status)).toEqual(['accepted', 'accepted']);
	expect(sandbox.requests.map(({ status }) => status)).toContain(429);
});

it('faults in fields told with 400 are told as they are with 422', async () => {
	const told: unknown[] = [];
	for (const refusalStatus of [422, 400] as const) {
		stage = await openStage({ clock: 'real', dialect: { refusalStatus } });
		const sent = await stage.act(
			'campaign.sendSms',
			{ ...SEND, sender: 'Nobody' },
			{ items: ITEMS },
		);
		told.push([sent.error?.message, sent.error?.description]);
		await stage.close();
		stage = undefined;
	}
	expect(told[0]).not.toEqual([undefined, undefined]);
	expect(told[1]).toEqual(told[0]);
});
