import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import { asked, jsonOf, stageOfTests, WAYS } from './stage.mts';
import { listRetry } from './support/savedExecutions.mts';

/*
 * What n8n's declarative engine does with values that expressions give, seen from outside: no value may reach the service
 * unchecked, and none may get lost on its way.
 */

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const stage = stageOfTests();

const bodies = (): unknown[] => stage.sandbox.requests.map(({ body }) => body);

describe('a value from an expression', () => {
	it.each([
		['campaign.getAll', 'searchValue', 'Search For is empty'],
		['campaign.getAll', 'from', 'Created After is empty'],
		['sender.getAll', 'sender', 'Sender is empty'],
	])('that is an empty list is refused by %s in %s', async (operation, filter, message) => {
		const run = await stage.act(operation, { filters: { [filter]: '={{ [] }}' } });
		expect([run.error?.message.startsWith(message), asked(stage)]).toEqual([true, []]);
	});

	it('may be a resource locator wherever one value is wanted', async () => {
		const locator = '={{ ({ __rl: true, mode: "id", value: "5001" }) }}';
		const run = await stage.act('contact.update', { contactId: locator, phone: '380671112299' });
		expect(run.error).toBeUndefined();
		expect(asked(stage)).toEqual(['PUT /api/contacts/5001']);
	});

	it.each([
		['Sort By', { options: { sort: '={{ null }}' } }],
		['Sort Direction', { options: { way: '={{ undefined }}' } }],
		['Created After', { filters: { from: '' } }],
	])(
		'that gives nothing, and an option without a value, are refused: %s',
		async (name, parameters) => {
			const run = await stage.act('campaign.getAll', { limit: 1, ...parameters });
			expect(run.error?.message).toMatch(new RegExp(`^${name}.* is empty`));
			expect(asked(stage)).toEqual([]);
		},
	);

	it('may choose between fields, and then only the chosen ones are sent', async () => {
		const run = await stage.act(
			'report.request',
			{
				selectBy: '={{ $json.by }}',
				timeFrom: '2026-11-01T00:00:00Z',
				timeTo: '2026-11-02T00:00:00Z',
				messageIds: '={{ $json.ids }}',
				wait: false,
			},
			{ items: [{ by: 'period' }, { by: 'messageIds', ids: [1, 2] }] as IDataObject[] },
		);
		expect(run.error).toBeUndefined();
		const sent = bodies().map((body) => Object.keys(body as object).sort());
		expect(sent).toEqual(
			expect.arrayContaining([['message_id'], ['message_type', 'time_in_from', 'time_in_to']]),
		);
	});
});

const PHONE = '={{ $json.phone }}';
const RCS = { rcsCampaignId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };
const CHANGES: Array<[string, INodeParameters]> = [
	['sender.register', { ...APPLICATION, senderName: '={{ $json.sender }}' }],
	['contact.update', { contactId: '={{ $json.id }}', phone: PHONE }],
	['rcsCampaign.stop', RCS],
	['rcsCampaign.renew', RCS],
	['report.request', { selectBy: 'messageIds', messageIds: '={{ $json.id }}', wait: false }],
	['stopList.add', { phones: PHONE }],
	['stopList.remove', { phones: PHONE }],
];

describe.each(CHANGES)('each item of %s', (operation, parameters) => {
	const ITEMS = ['A', 'B', 'C'].map((letter, index) => ({
		sender: `Shop${letter}`,
		phone: `38067111220${index}`,
		id: String(5001 + index),
	}));
	/** The requests of each item, which are told apart by what they name. */
	const itemsAskedFor = (): boolean[] => {
		const requests = stage.sandbox.requests.map(({ method, path, query, body }) =>
			JSON.stringify([method, path, query, body]),
		);
		return ITEMS.map(({ sender, phone, id }) =>
			requests.some((request) => [sender, phone, id].some((name) => request.includes(name))),
		);
	};

	it.each(WAYS)('is carried out, however long n8n reads each credential (%s)', async (way) => {
		await stage.act(operation, parameters, { way, items: ITEMS, node: CONTINUE });
		expect(itemsAskedFor()).toEqual([true, true, true]);
		await stage.fresh();
		await stage.act(operation, parameters, { way, items: ITEMS });
		expect(itemsAskedFor()).toEqual([true, true, true]);
	});

	it('is left alone where an expression of another one ends the node', async () => {
		const failing = "={{ $itemIndex === 2 ? $('Nowhere').item.json.x : 60 }}";
		const options = { ...(parameters.options as object), retryFor: failing };
		const run = await stage.act(operation, { ...parameters, options }, { items: ITEMS });
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect([run.error !== undefined, itemsAskedFor()]).toEqual([true, [false, false, false]]);
	});
});

it('a change that is under way when n8n ends the node is looked for by the retry', async () => {
	const [, application] = CHANGES[0] ?? [];
	const spaced = {
		...application,
		resource: 'sender',
		operation: 'register',
		requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 50 } } },
	};
	const failing =
		"={{ $json.sender === 'ShopB' ? $('Nowhere').item.json.x : '1 Main Street, Kyiv' }}";
	const items = ['ShopA', 'ShopB', 'ShopC'].map((sender) => ({ json: { sender } }));
	stage.sandbox.faults.add({ kind: 'slow', delayMs: 300, method: 'POST', times: 1 });
	const credential = stage.engine.store(stage.credential);
	const parameters = { ...spaced, address: failing };
	const failed = await stage.engine.viaRoute({ credential, items, parameters });
	// As n8n saves it, at once; the answer comes later.
	const saved = listRetry(failed);
	await new Promise((resolve) => setTimeout(resolve, 600));
	await stage.engine.viaRoute({ credential, saved, mode: 'retry', parameters: spaced });
	const senders = stage.sandbox.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as IDataObject).sender);
	expect([failed.error !== undefined, senders]).toEqual([true, ['ShopA', 'ShopB', 'ShopC']]);
});

it.each<[string, IDataObject]>([
	['sender.register', { ...APPLICATION, senderName: '={{ $json.value }}' }],
	['contact.update', { contactId: '5001', phone: '={{ $json.value }}' }],
])('%s: a value that cannot become a text holds no other item up', async (operation, form) => {
	const good = operation === 'contact.update' ? '380671112299' : 'ShopB';
	for (const way of WAYS) {
		await stage.fresh();
		const items = [{ value: { toString: 1 } }, { value: good }] as unknown as IDataObject[];
		const run = await stage.act(operation, form as INodeParameters, { way, items, node: CONTINUE });
		expect(run.items.map(({ error }) => error !== undefined)).toEqual([true, false]);
	}
});

it('a record is one item, whatever holds it', async () => {
	const run = await stage.act('contact.update', { contactId: '5001', phone: '380671112299' });
	expect(jsonOf(run)).toHaveLength(1);
});

it.each<[string, string, IDataObject]>([
	['sender', 'register', APPLICATION],
	['sms', 'send', { sender: 'Shop', phone: '380671112233', text: 'Hi' }],
	['campaign', 'getAll', { limit: 1 }],
])(
	'%s: an operation %s by an expression is refused, and nothing is asked',
	async (resource, operation, form) => {
		const parameters = { ...form, operation: `={{ '${operation}' }}` };
		const run = await stage.act(`${resource}.${operation}`, parameters);
		expect([run.error?.message, asked(stage)]).toEqual([
			expect.stringMatching(/^Operation is given by an expression/),
			[],
		]);
	},
);
