import { ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listRetry } from './support/savedExecutions.mts';
import { asked, jsonOf, openStage, pairsOf } from './stage.mts';
import type { Act, Stage } from './stage.mts';
import type { LinkAnswer, LinkRequest, RunResult } from './harness.mts';

// Send and Wait for Response in n8n's engine, with the sandbox as its service.

const NAME = 'sms.sendAndWait';
const ASK = { sender: 'Shop', phone: '+380 99 111 22 11', message: 'Order 7?' };
let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});
afterAll(async () => await stage.close());
beforeEach(async () => await stage.fresh());

const ask = async (more: INodeParameters = {}, act: Act = {}): Promise<RunResult> =>
	await stage.act(NAME, { ...ASK, ...more }, act);
const open = async (
	waiting: RunResult,
	link: LinkRequest = {},
	more: INodeParameters = {},
	act: Act = {},
): Promise<LinkAnswer> => await stage.openLink(waiting, link, NAME, { ...ASK, ...more }, act);
/** What was sent since the stage is fresh. */
const messages = () =>
	[...stage.sandbox.store.messages.values()].filter(({ requestId }) => requestId !== null);
const AT = { respondedAt: expect.stringMatching(/^20\d\d-/) as string };

test('one message goes out with a link that n8n signed, and the execution waits', async () => {
	const waiting = await ask();
	expect(waiting.status).toBe('waiting');
	expect(waiting.run?.waitTill?.getFullYear()).toBe(3000);
	const [message] = messages();
	expect(messages()).toHaveLength(1);
	expect(message?.text).toMatch(
		/^Order 7\?\nhttp:\/\/n8n\.example\.eu\/webhook-waiting\/\d+\/node-under-test\?signature=[0-9a-f]{64}$/,
	);
	expect(jsonOf(waiting)).toEqual([
		expect.objectContaining({
			status: 'accepted',
			phone: '380991112211',
			waits_until: null,
		}),
	]);
});

test('early n8n 2.x, which looks at the signature of a link only where a node asks for it, is asked', async () => {
	const functions = ExecuteContext.prototype as { setSignatureValidationRequired?: () => void };
	const required = jest.fn();
	functions.setSignatureValidationRequired = required;
	try {
		expect((await ask()).status).toBe('waiting');
	} finally {
		delete functions.setSignatureValidationRequired;
	}
	expect(required).toHaveBeenCalledTimes(1);
});

test('opening the link shows the question and answers nothing', async () => {
	const waiting = await ask({ message: 'Pay <b>1</b>? {link}' });
	const { status, page, headers, run } = await open(waiting, {
		query: { approved: 'true' },
		body: { approved: 'true' },
	});
	expect([status, run]).toEqual([200, undefined]);
	expect(page).toContain('Pay &lt;b&gt;1&lt;/b&gt;?');
	expect(page).toContain('Shop asks:');
	expect(headers['Content-Security-Policy']).toMatch(/^sandbox allow-forms; default-src 'none'/);
});

test.each([true, false])('the button decides (%p)', async (approved) => {
	const waiting = await ask();
	const { page, run } = await open(waiting, {
		method: 'POST',
		body: { approved: String(approved) },
	});
	expect(page).toContain('Your answer has arrived');
	expect(run?.status).toBe('success');
	expect(run && jsonOf(run)).toEqual([
		{
			data: { approved, ...AT },
			phone: '380991112211',
			sender: 'Shop',
			message_id: messages()[0]?.id,
			reference: messages()[0]?.reference,
		},
	]);
	expect(run && pairsOf(run)).toEqual([0]);
	expect(messages()).toHaveLength(1);
});

test.each<[string, object]>([
	['nothing', {}],
	['another value', { approved: 'yes' }],
	['several values', { approved: ['true', 'false'] }],
	['a button that the page does not have', { approved: 'false' }],
])('a POST with %s asks again', async (_, body) => {
	const one = { approvalOptions: { values: { approvalType: 'single' } } };
	const waiting = await ask(one);
	const { status, page, run } = await open(waiting, { method: 'POST', body }, one);
	expect([status, run]).toEqual([422, undefined]);
	expect(page).toContain('Please press a button.');
	expect(page).not.toContain('Decline');
});

test.each<[string, INodeParameters, object, IDataObject]>([
	['a text', { responseType: 'freeText' }, { text: ' Yes.\r\nPlease ' }, { text: 'Yes.\nPlease' }],
])('%s comes out under data', async (_, parameters, body, data) => {
	const waiting = await ask(parameters);
	const { run } = await open(waiting, { method: 'POST', body }, parameters);
	const [item] = run ? jsonOf(run) : [];
	expect(JSON.stringify({ ...Object(item?.data), respondedAt: 0 })).toBe(
		JSON.stringify({ ...data, respondedAt: 0 }),
	);
});

test('the page shows what was asked, not what the expression gives by then', async () => {
	const parameters = { message: '={{ "Number " + Math.random() }}' };
	const waiting = await ask(parameters);
	const [message] = messages();
	const { page } = await open(waiting, {}, parameters);
	expect(page).toContain(message?.text.split('\n')[0]);
});

test('the page says what its own text says', async () => {
	const parameters = { options: { pageText: 'Усе про замовлення' } };
	const waiting = await ask(parameters);
	expect(messages()[0]?.text).toMatch(/^Order 7\?/);
	expect((await open(waiting, {}, parameters)).page).toContain('Усе про замовлення');
});

test('the link of an earlier round answers no later one', async () => {
	const waiting = await ask();
	const [context] = Object.values(waiting.run?.data.executionData?.contextData ?? {});
	Object.assign(Object(context?.messagingServiceQuestion) as object, { run: 3 });
	for (const query of [{}, { run: '2' }]) {
		const link = { method: 'POST', body: { approved: 'true' }, query } as const;
		const { status, page, run } = await open(waiting, link);
		expect([status, page.includes('not open any more'), run]).toEqual([410, true, undefined]);
	}
	const right = { method: 'POST', body: { approved: 'true' }, query: { run: '3' } } as const;
	expect((await open(waiting, right)).run?.status).toBe('success');
});

test.each<[string, INodeParameters, RegExp]>([
	[
		'a text that is too long',
		{ message: 'x'.repeat(300), options: { pageText: 'All of it' } },
		/^The text with its link needs 3 segments \(4\d\d characters\); the most allowed is 2 \[item 1\]$/,
	],
	[
		'a text in another alphabet',
		{ message: 'Так?', options: { pageText: 'Так?' } },
		/^The text with its link needs 3 segments/,
	],
	['no text', { message: '  ' }, /^Text is empty/],
	['a wrong number', { phone: '12345' }, /digits/],
	[
		'a limit of nothing',
		{ options: { limitWaitTime: { values: { resumeAmount: 0 } } } },
		/^Limit Wait Time needs an amount above 0/,
	],
	[
		'a limit in the past',
		{
			options: {
				limitWaitTime: {
					values: { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00' },
				},
			},
		},
		/^Limit Wait Time lies in the past/,
	],
	['too many segments', { options: { mostSegments: 6 } }, /^Maximum Segments/],
	[
		'a placeholder that nothing fills',
		{ message: 'Hi {surname}' },
		/^Text names the field "surname"/,
	],
	['braces that name no field', { message: 'Hi {}' }, /^Text holds \{\}/],
])('%s is refused before anything is sent', async (_, parameters, message) => {
	const { error, status } = await ask(parameters, { items: [{ name: 'Ann' }] });
	expect(error?.message).toMatch(message);
	expect(status).toBe('error');
	expect(asked(stage)).toEqual([]);
});

test('several items are refused before anything is sent, and with Execute Once the first counts', async () => {
	const items = [{ phone: '380991112211' }, { phone: '380991112212' }];
	const parameters = { phone: '={{ $json.phone }}' };
	const { error } = await ask(parameters, { items });
	expect(error?.message).toBe(
		'Send and Wait for Response asks one person at a time, but got 2 items',
	);
	expect(error?.description).toContain('Execute Once');
	expect(asked(stage)).toEqual([]);
	const once = await ask(parameters, { items, node: { executeOnce: true } });
	expect(once.status).toBe('waiting');
	expect(messages().map(({ msisdn }) => msisdn)).toEqual(['380991112211']);
});

test('a refused message does not wait, and comes out of the error output', async () => {
	const { outputs, status } = await ask(
		{ phone: '12' },
		{ node: { onError: 'continueErrorOutput' } },
	);
	expect(status).toBe('success');
	expect(outputs.at(-1)?.[0]?.json.error).toMatch(/digits/);
	expect(asked(stage)).toEqual([]);
});

test('a caller that cannot wait sends nothing', async () => {
	const { error } = await ask({}, { way: 'viaRoute' });
	expect(error?.message).toMatch(/^Send and Wait for Response cannot wait here/);
	expect(asked(stage)).toEqual([]);
});

describe('an outcome that is not known', () => {
	const hidden = () => {
		stage.sandbox.faults.add({
			kind: 'dropAfter',
			method: 'POST',
			path: '/rest/sms/create',
			times: 1,
		});
		stage.sandbox.faults.add({
			kind: 'status',
			status: 403,
			method: 'GET',
			path: '/rest/sms/reference',
			times: 50,
		});
	};
	const parameters = { options: { retryFor: 0 } };

	test('ends in an error and no wait', async () => {
		hidden();
		const { error, status } = await ask(parameters);
		expect(error?.message).toMatch(/^It is not known whether the service accepted the send/);
		expect(status).toBe('error');
	});

	test('is asked for by Retry On Fail, which sends nothing twice and then waits', async () => {
		hidden();
		const waiting = await ask(parameters, {
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
			onTry: (number) => number > 1 && stage.sandbox.faults.clear(),
		});
		expect([waiting.status, waiting.tries]).toEqual(['waiting', 2]);
		expect(messages()).toHaveLength(1);
		const [row] = jsonOf(waiting);
		expect(row?.status).toBe('accepted');
		expect(messages()[0]?.text).toBe(row?.text);
	});

	test('is no reason for Retry in the list not to send the link of its own execution', async () => {
		hidden();
		const failed = await ask(parameters, { executionId: '7001' });
		stage.sandbox.faults.clear();
		const waiting = await stage.engine.run({
			credential: failed.credential,
			parameters: { resource: 'sms', operation: 'sendAndWait', ...ASK, ...parameters },
			executionId: '7002',
			mode: 'retry',
			saved: listRetry(failed),
		});
		expect(waiting.status).toBe('waiting');
		const links = messages().map(({ text }) => /webhook-waiting\/(\d+)/.exec(text)?.[1]);
		expect(links).toEqual(['7001', '7002']);
		expect(new Set(messages().map(({ reference }) => reference)).size).toBe(2);
	});
});

test('when the time is up, what came in goes on', async () => {
	const waiting = await ask(
		{ options: { limitWaitTime: { values: { resumeAmount: 2, resumeUnit: 'minutes' } } } },
		{ items: [{ order: 7 }], executionId: '7003' },
	);
	const left = (waiting.run?.waitTill?.getTime() ?? 0) - Date.now();
	expect(left).toBeGreaterThan(100_000);
	expect(left).toBeLessThanOrEqual(120_000);
	const saved = JSON.parse(JSON.stringify(waiting.run?.data)) as NonNullable<
		RunResult['run']
	>['data'];
	const late = await stage.engine.run({
		credential: waiting.credential,
		parameters: { resource: 'sms', operation: 'sendAndWait', ...ASK },
		executionId: '7003',
		saved,
	});
	expect(jsonOf(late)).toEqual([{ order: 7 }]);
	expect(messages()).toHaveLength(1);
});
