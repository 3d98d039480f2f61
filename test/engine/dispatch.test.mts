import { jsonOf, stageOfTests, pairsOf, WAYS } from './stage.mts';
import type { Way } from './stage.mts';

const stage = stageOfTests({ config: { senders: 'any' } });

const ITEMS = ['380991112201', '380991112202', '380991112203'].map((phone) => ({ phone }));
const BULK = { sender: 'Shop', text: 'Hello', phone: '={{ $json.phone }}' };
/** A text that n8n cannot resolve for the second item. */
const BROKEN = "={{ $json.phone === '380991112202' ? $('Nowhere').item.json.text : 'Hello' }}";
const sent = () =>
	[...stage.sandbox.store.messages.values()]
		.filter(({ channel }) => channel === 'sms')
		.map(({ msisdn }) => msisdn)
		.sort();

describe.each(WAYS)('an operation on all items (%s)', (way: Way) => {
	it('makes one request of them, each with its own parameters', async () => {
		const run = await stage.act('sms.sendBulk', BULK, { way, items: ITEMS });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ phone }) => phone)).toEqual(ITEMS.map(({ phone }) => phone));
		expect(pairsOf(run)).toEqual([0, 1, 2]);
		expect(stage.sandbox.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
	});

	it('does so when n8n hands the items over in batches', async () => {
		const run = await stage.act(
			'sms.sendBulk',
			{ ...BULK, requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 50 } } } },
			{ way, items: ITEMS },
		);
		expect(pairsOf(run)).toEqual([0, 1, 2]);
		expect(stage.sandbox.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
	});

	it('does so of many batches, under Continue on Fail too', async () => {
		const items = Array.from({ length: 8 }, (_, index) => ({ phone: `38099111220${index}` }));
		const batch = { batchSize: 1, batchInterval: 20 };
		const run = await stage.act(
			'sms.sendBulk',
			{ ...BULK, requestOptions: { batching: { batch } } },
			{ way, items, node: { onError: 'continueRegularOutput' } },
		);
		expect(run.items).toHaveLength(8);
		expect(stage.sandbox.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
	});

	it('works on the first item only under Execute Once', async () => {
		const run = await stage.act('sms.sendBulk', BULK, {
			way,
			items: ITEMS,
			node: { executeOnce: true },
		});
		expect(pairsOf(run)).toEqual([0]);
		expect(sent()).toEqual(['380991112201']);
	});

	it('sends nothing when one expression cannot be resolved', async () => {
		const run = await stage.act('sms.sendBulk', { ...BULK, text: BROKEN }, { way, items: ITEMS });
		expect(run.error).toBeDefined();
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(sent()).toEqual([]);
	});

	it('answers every item under Continue on Fail when one expression cannot be resolved', async () => {
		const run = await stage.act(
			'sms.sendBulk',
			{ ...BULK, text: BROKEN },
			{ way, items: ITEMS, node: { onError: 'continueErrorOutput' } },
		);
		expect(run.error).toBeUndefined();
		expect((run.outputs[0]?.length ?? 0) + (run.outputs[1]?.length ?? 0)).toBe(3);
		expect(new Set(sent()).size).toBe(sent().length);
		expect(sent()).toHaveLength(run.outputs[0]?.length ?? 0);
	});

	it('gives nobody the text of another item where n8n leaves one out under Continue on Fail', async () => {
		const items = ITEMS.map(({ phone }, at) => ({ phone, name: ['Ann', 'Bo', 'Cy'][at] ?? '' }));
		await stage.act(
			'sms.send',
			{
				sender: 'Shop',
				phone: "={{ $json.name === 'Ann' ? $('Nowhere').item.json.phone : $json.phone }}",
				text: '=Hi {{ $json.name.trim() }}!',
			},
			{ way, items, node: { onError: 'continueRegularOutput' } },
		);
		const own = new Map(items.map(({ phone, name }) => [phone, `Hi ${name}!`]));
		const got = [...stage.sandbox.store.messages.values()]
			.filter(({ channel }) => channel === 'sms')
			.map(({ msisdn, text }) => [msisdn, text]);
		expect(got).toEqual(got.map(([phone = '']) => [phone, own.get(phone)]));
		expect(got).toHaveLength(2);
	});

	it('gives each item its error under Continue on Fail when the service refuses all', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 403, path: '/rest/sms/create' });
		const run = await stage.act(
			'sms.sendBulk',
			{ ...BULK, options: { retryFor: 0 } },
			{
				way,
				items: ITEMS,
				node: {
					onError: 'continueErrorOutput',
					retryOnFail: true,
					maxTries: 2,
					waitBetweenTries: 0,
				},
			},
		);
		expect(run.outputs[1]).toHaveLength(3);
		expect(pairsOf(run, 1)).toEqual([0, 1, 2]);
		expect(run.tries).toBe(1);
	});
});

describe.each(WAYS)('an operation on each item (%s)', (way: Way) => {
	it('sends nothing secret or local with an error', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 500, path: '/rest/sms' });
		const run = await stage.act('sms.get', { messageId: '1', options: { retryFor: 0 } }, { way });
		expect(JSON.stringify(run.run)).not.toContain('live_sandbox');
	});

	it('runs again for new items, though the same ids were accepted before', async () => {
		const parameters = { contactId: '5001', phone: '380671112299' };
		await stage.act('contact.update', parameters, { way });
		await stage.act('contact.update', parameters, { way });
		expect(stage.sandbox.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
	});
});
