import { jsonOf, openStage, people } from './sendsSupport.mts';
import type { Stage } from './sendsSupport.mts';

/* A service that asks to be left alone for a day, as one whose quota is used up. */

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey' });
	stage.sandbox.faults.add({ kind: 'status', status: 429, retryAfter: 86_400, method: 'POST' });
});
afterAll(async () => await stage.close());

const SEND = {
	resource: 'sms',
	operation: 'send',
	parameters: { sender: 'Shop', phone: '={{ $json.phone }}', text: 'Hi' },
	items: people(60),
	node: { onError: 'continueRegularOutput' },
} as const;

it('messages that would wait for it fail at once, unsent, and say why', async () => {
	const begun = performance.now();
	const run = await stage.send({ ...SEND });
	const errors = jsonOf(run).map(({ error }) => String(error));
	expect(errors).toHaveLength(60);
	expect(errors.at(-1)).toMatch(
		/^The service took no request meanwhile: the service receives too many requests/,
	);
	expect(errors.filter((error) => /not known/.test(error))).toEqual([]);
	expect(stage.stored().size).toBe(0);
	expect(performance.now() - begun).toBeLessThan(20_000);
});

it('an execution that is stopped while it waits for a pause ends soon', async () => {
	stage.sandbox.faults.clear();
	stage.sandbox.faults.add({ kind: 'status', status: 503, retryAfter: 40, method: 'POST' });
	const other = stage.engine.store({
		baseUrl: stage.sandbox.url,
		apiKey: 'live_sandbox_1111111111111111',
		authentication: 'apiKey',
	});
	const stop = new AbortController();
	setTimeout(() => stop.abort(), 1500);
	const begun = performance.now();
	const { resource, operation, parameters, items, node } = SEND;
	const run = await stage.engine.run({
		credential: other,
		parameters: { resource, operation, ...parameters },
		items: items.map((json) => ({ json })),
		node,
		signal: stop.signal,
	});
	expect(run.status).toBe('canceled');
	expect(performance.now() - begun).toBeLessThan(20_000);
});

it('messages wait for their turn where nothing is to be repeated', async () => {
	stage.sandbox.faults.clear();
	stage.sandbox.faults.add({ kind: 'status', status: 429, method: 'POST', times: 12 });
	// A key of its own, of which nothing is learned yet.
	stage.sandbox.keys.set('live_sandbox_2222222222222222', {});
	const third = stage.engine.store({
		baseUrl: stage.sandbox.url,
		apiKey: 'live_sandbox_2222222222222222',
		authentication: 'apiKey',
	});
	const { resource, operation, parameters, items, node } = SEND;
	const run = await stage.engine.run({
		credential: third,
		parameters: { resource, operation, ...parameters, options: { retryFor: 0 } },
		items: items.map((json) => ({ json })),
		node,
	});
	const rows = jsonOf(run);
	expect(rows.filter(({ error }) => /took no request/.test(String(error)))).toEqual([]);
	expect(rows.filter(({ status }) => status === 'accepted')).toHaveLength(48);
});
