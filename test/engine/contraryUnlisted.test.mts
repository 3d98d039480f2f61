import type { IDataObject } from 'n8n-workflow';
import { openStage } from './stage.mts';
import type { Stage } from './stage.mts';

/* A reply of mode phones names a task, and lists none of the recipients. */

let stage: Stage | undefined;
afterEach(async () => {
	await stage?.close();
	stage = undefined;
});

const PHONES = ['380991112211', '380991112212', '380991112213'];
const ITEMS: IDataObject[] = PHONES.map((phone) => ({ phone }));

it.each([
	['first', 'first'],
	['first', 'last'],
	['task', 'first'],
	['task', 'last'],
] as const)(
	'bulkReply %s: the %s recipient, of whom no message is kept, is not accepted, and nothing is sent twice',
	async (bulkReply, stopListed) => {
		stage = await openStage({ clock: 'real', dialect: { bulkReply, stopListed } });
		const { act, sandbox } = stage;
		const sent = await act(
			'sms.sendBulk',
			{ sender: 'Shop', text: 'Hello', options: { retryFor: 1 } },
			{ items: ITEMS, node: { onError: 'continueRegularOutput' } },
		);
		const posted = sandbox.requests.filter(({ path }) => path === '/rest/sms/create');
		expect(posted).toHaveLength(1);
		const kept = [...sandbox.store.messages.values()].map(({ msisdn }) => msisdn);
		const accepted = sent.items
			.filter(({ json }) => json.status === 'accepted')
			.map(({ json }) => json.phone);
		expect(accepted).toEqual(PHONES.filter((phone) => kept.includes(phone)));
	},
	60_000,
);
