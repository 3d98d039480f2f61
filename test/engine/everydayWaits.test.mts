import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import { jsonOf, stageOfTests } from './stage.mts';
import type { Act } from './stage.mts';

/*
 * Ordinary mistakes with what is waited for, asked for or made: a link that no phone can open, rows without a message, a day without
 * messages, and a sender that is registered already.
 */

const stage = stageOfTests({ config: { senders: 'any' } });
const changes = (): string[] =>
	stage.sandbox.requests.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));

describe('Send and Wait for Response, with a link that no phone can open', () => {
	const ask = async (waitingUrl: string, parameters: INodeParameters = {}) =>
		await stage.act(
			'sms.sendAndWait',
			{ sender: 'Shop', phone: '380991112211', message: 'Order 7?', ...parameters },
			{ waitingUrl },
		);

	test.each([
		'http://localhost:5678',
		'http://n8n:5678',
		'http://n8n.local',
		'https://n8n.corp.internal',
		'http://127.0.0.1:5678',
		'http://127.1',
		'http://0.0.0.0:5678',
		'http://10.1.2.3',
		'http://172.16.0.1',
		'http://172.31.255.255',
		'http://192.168.1.20:5678',
		'http://169.254.1.1',
		'http://100.64.0.1',
		'http://[::1]:5678',
		'http://[fd00::7]',
		'http://[fe80::1]',
		'http://[::ffff:192.168.1.20]',
	])('%s: nothing is sent, and the error names WEBHOOK_URL', async (url) => {
		const run = await ask(url);
		expect(run.error?.message).toMatch(/^The link would lead to http.*, which a phone cannot open/);
		expect(run.error?.description).toMatch(/WEBHOOK_URL.*Allow a Local Address/);
		expect([run.status, changes()]).toEqual(['error', []]);
		const dry = await ask(url, { dryRun: true });
		expect(dry.error?.message).toBe(run.error?.message);
	});

	test.each([
		'https://n8n.example.com',
		'https://172.15.0.1',
		'https://172.32.0.1',
		'https://11.0.0.1',
		'https://100.128.0.1',
		'https://[2001:db8::7]',
		'https://10.example.com',
		'https://local.example.com',
	])('%s: the message goes out', async (url) => {
		const run = await ask(url);
		expect([run.error, run.status, changes().length]).toEqual([undefined, 'waiting', 1]);
	});

	it('goes out nevertheless where the user allows it', async () => {
		const run = await ask('http://localhost:5678', { options: { allowLocalAddress: true } });
		expect([run.error, run.status, changes().length]).toEqual([undefined, 'waiting', 1]);
	});
});

describe('Wait for Delivery of the rows of a send', () => {
	const PHONES = ['380991112211', '12', '380991112211', '380991112213'];
	const items = PHONES.map((phone) => ({ phone }));
	const send = async (parameters: INodeParameters = {}): Promise<IDataObject[]> =>
		jsonOf(
			await stage.act(
				'campaign.sendPersonalizedSms',
				{
					recipientSource: 'allItems',
					sender: 'Shop',
					text: 'Hi',
					options: { invalidRecipients: 'skip' },
					...parameters,
				},
				{ items },
			),
		);
	const wait = async (rows: IDataObject[], act: Act = {}, parameters: INodeParameters = {}) =>
		await stage.act(
			'sms.waitForDelivery',
			{ waitMinutes: 1, ...parameters },
			{ items: rows, ...act },
		);

	it('those without a message leave by Other at once, with their reason', async () => {
		const rows = await send();
		expect(rows.map(({ status }) => status)).toEqual([
			'accepted',
			'refused',
			'duplicate',
			'accepted',
		]);
		stage.sandbox.clock.advance(60_000);
		const began = Date.now();
		const run = await wait(rows);
		expect(run.error).toBeUndefined();
		expect(run.outputs[0]?.map(({ json }) => [json.phone, json.reason])).toEqual([
			['380991112211', 'Delivered'],
			['380991112213', 'Delivered'],
		]);
		expect(run.outputs[1]?.map(({ json }) => [json.status, json.reason, json.timed_out])).toEqual([
			['not sent', rows[1]?.reason, false],
			['not sent', rows[2]?.reason, false],
		]);
		expect(Date.now() - began).toBeLessThan(30_000);
	});

	it('so they do where all are refused, or only a Dry Run was made', async () => {
		const [, refused = {}] = await send();
		const alone = await wait([refused]);
		expect([alone.error, alone.outputs[1]?.[0]?.json.reason]).toEqual([undefined, refused.reason]);
		const dry = await wait(await send({ dryRun: true }));
		expect(dry.outputs[1]?.map(({ json }) => json.status)).toEqual(Array(4).fill('not sent'));
		expect(dry.outputs[1]?.[0]?.json.reason).toBe('Would be sent');
	});

	it('one whose outcome is not known is watched', async () => {
		const [sent = {}] = await send();
		stage.sandbox.clock.advance(60_000);
		const run = await wait([{ ...sent, status: 'unknown', reason: 'Nobody knows' }]);
		expect(run.outputs[0]?.map(({ json }) => json.reason)).toEqual(['Delivered']);
	});
});

describe('a report of a day without messages', () => {
	const PERIOD = { timeFrom: '2026-11-19T00:00:00Z', timeTo: '2026-11-20T00:00:00Z' };
	const run = async (parameters: INodeParameters = {}, act: Act = {}) => {
		const ahead = setInterval(() => stage.sandbox.clock.advance(1000), 300);
		try {
			return await stage.act('report.request', { ...PERIOD, ...parameters }, act);
		} finally {
			clearInterval(ahead);
		}
	};

	/** The hint on the last report. */
	const emptyHint = (): string => {
		const [key = ''] = [...stage.sandbox.store.reports.keys()].slice(-1);
		return `Report ${key} is empty: there were no messages, so no items come out.`;
	};

	it('gives no items and a hint', async () => {
		const { error, items, hints } = await run();
		expect([error, items]).toEqual([undefined, []]);
		expect(hints.map(({ message }) => message)).toEqual([emptyHint()]);
	});

	// n8n takes no hints from a route.
	it('gives no items by the route of an agent', async () => {
		const { error, items } = await run({}, { way: 'viaRoute' });
		expect([error, items]).toEqual([undefined, []]);
	});

	it('gives the same where it is downloaded by its key', async () => {
		await run();
		const [fileKey = ''] = [...stage.sandbox.store.reports.keys()].slice(-1);
		const { error, items, hints } = await stage.act('report.download', { fileKey });
		expect([error, items]).toEqual([undefined, []]);
		expect(hints.map(({ message }) => message)).toEqual([emptyHint()]);
	});

	it('is an error on demand, which says it once', async () => {
		const { error } = await run({ options: { emptyReport: 'error' } });
		expect(error?.message).toBe('The report is empty (code 93) [item 1]');
	});
});

describe('a sender that is registered already', () => {
	const applications = () =>
		[...stage.sandbox.store.applications.values()].filter(({ sender }) => sender === 'Bookshop');
	const register = async (parameters: INodeParameters = {}, act: Act = {}) =>
		await stage.act(
			'sender.register',
			{ ...APPLICATION, senderName: 'Bookshop', ...parameters },
			act,
		);

	it('is not registered again: the error names the application that there is', async () => {
		await register();
		const again = await register();
		expect(again.error?.message).toMatch(
			/^The sender Bookshop has an application for UA: \d+ \(new\) \[item 1\]$/,
		);
		expect(again.error?.description).toContain('If There Is One');
		expect(applications()).toHaveLength(1);
	});

	it('is not, either, where the service writes the country small', async () => {
		await register();
		for (const application of applications()) application.country_code = 'ua';
		// A service that ignores its filters shows those of all senders.
		const one = { sender: 'Bookshop', country_code: 'ua', status: 'new' };
		const data = Array.from({ length: 40 }, (_, id) => ({
			...one,
			id,
			sender: id === 39 ? one.sender : `Shop${id}`,
		}));
		stage.sandbox.faults.add({
			kind: 'status',
			method: 'GET',
			status: 200,
			body: { data, meta: { page: { total: data.length } } },
		});
		const again = await register();
		expect(again.error?.message).toContain('has an application for UA: 39 (new)');
		expect(applications()).toHaveLength(1);
	});

	it('is not, either, by two items of one run', async () => {
		const node = { onError: 'continueRegularOutput' } as const;
		const run = await register({}, { items: [{}, {}], node });
		expect(jsonOf(run).map(({ status }) => status)).toEqual(['new', undefined]);
		expect(applications()).toHaveLength(1);
	});

	it('is registered again on demand, and the row and a hint name the first application', async () => {
		await register();
		const [{ id = 0 } = {}] = applications();
		const first = `The sender Bookshop has an application for UA: ${id} (new)`;
		const run = await register({ options: { ifThereIsOne: 'register' } });
		expect([run.error, applications().length]).toEqual([undefined, 2]);
		expect(jsonOf(run)[0]?.reason).toBe(first);
		expect(run.hints.map(({ message }) => message)).toEqual([first]);
	});

	it('gets the hint, too, where the record comes out as it is', async () => {
		await register();
		const run = await register({ simplify: false, options: { ifThereIsOne: 'register' } });
		expect(run.hints).toHaveLength(1);
		expect(jsonOf(run)[0]).not.toHaveProperty('reason');
	});

	it('is registered for another country, and after a rejection', async () => {
		await register();
		expect((await register({ countryCode: 'PL' })).error).toBeUndefined();
		for (const application of applications()) application.status = 'rejected';
		expect((await register()).error).toBeUndefined();
		expect(applications()).toHaveLength(3);
	});

	it('is not registered where the list of applications cannot be read', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 403, method: 'GET' });
		const run = await register();
		expect(run.error?.message).toMatch(
			/^This try made no application, as the list .* could not be read: /,
		);
		expect([applications(), changes()]).toEqual([[], []]);
	});

	it('is taken for registered by this run where the answer was lost', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', times: 1 });
		stage.sandbox.faults.add({ kind: 'status', status: 403, method: 'GET', skip: 1, times: 1 });
		const run = await register({ options: { retryFor: 20 } });
		expect([run.error, jsonOf(run)[0]?.sender, applications().length]).toEqual([
			undefined,
			'Bookshop',
			1,
		]);
	});
});
