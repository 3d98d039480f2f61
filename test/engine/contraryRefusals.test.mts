import type { IDataObject } from 'n8n-workflow';
import { openStage } from './stage.mts';
import type { Stage } from './stage.mts';

/* Refusals in words and statuses that the specification leaves to the service. */

let stage: Stage | undefined;
afterEach(async () => {
	await stage?.close();
	stage = undefined;
});

const ITEMS: IDataObject[] = ['380991112211', '380991112212'].map((phone) => ({ phone }));
const SEND = { sender: 'Shop', text: 'Hello' };

it.each(['codeMessage', 'message'] as const)(
	'a token that has ended, told with 403 and %s, is renewed',
	async (wrongTokenBody) => {
		stage = await openStage(
			{ clock: 'real', dialect: { wrongToken: 403, wrongTokenBody } },
			'automatic',
		);
		const { act, sandbox } = stage;
		expect((await act('campaign.getAll', { type: 'sms', limit: 1 })).status).toBe('success');
		sandbox.tokens.revokeAll();
		const listed = await act('campaign.getAll', { type: 'sms', limit: 1 });
		expect([listed.status, listed.error?.message]).toEqual(['success', undefined]);
		sandbox.tokens.revokeAll();
		const sent = await act('campaign.sendSms', SEND, { items: ITEMS });
		expect(sent.items.map(({ json }) => json.status)).toEqual(['accepted', 'accepted']);
	},
);

it('429 with error 11, too many requests being processed, says of no message that it was processed', async () => {
	stage = await openStage({ clock: 'real', dialect: { rateLimit: 1 } });
	const { act, sandbox } = stage;
	const sent = await act('sms.send', { ...SEND, phone: '={{ $json.phone }}' }, { items: ITEMS });
	expect(sent.error?.message).toBeUndefined();
	expect(sent.items.map(({ json }) => json.status)).toEqual(['accepted', 'accepted']);
	expect(sandbox.requests.map(({ status }) => status)).toContain(429);
}, 30_000);

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
