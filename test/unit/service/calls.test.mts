import { NodeOperationError } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { faultOfForm } from '../../../nodes/shared/errors/index.ts';
import { callerOf } from '../../../nodes/shared/transport/request.ts';
import { tryService } from '../../../nodes/shared/transport/tryService.ts';
import type { CallPolicy, ServiceRequest } from '../../../nodes/shared/transport/types.ts';
import { fakeFunctions, lost } from '../sending/fakeFunctions.mts';
import type { Answer, FakeOptions } from '../sending/fakeFunctions.mts';

const pauses: number[] = [];
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => {
		pauses.push(ms);
		await Promise.resolve();
	},
}));
beforeEach(() => (pauses.length = 0));

const GET = { method: 'GET', path: '/api/campaign' } as const;
const POST = { method: 'POST', path: '/rest/sms/create' } as const;
const GOOD: Answer = { body: { data: [] } };
const BUSY: Answer = { status: 429, body: {} };
const REPLY = { statusCode: 200, headers: {}, body: { id: 1 } };

async function call(
	answers: Answer[],
	policy: Partial<CallPolicy> = {},
	request: ServiceRequest = GET,
	options: FakeOptions = {},
) {
	const fake = fakeFunctions({
		...options,
		answer: (_, count) => answers.at(Math.min(count, answers.length - 1)) ?? {},
	});
	const outcome = await tryService(callerOf(fake.functions), request, { kind: 'read', ...policy });
	return { outcome, asked: fake.asked };
}

describe('a call', () => {
	it('asks as the service wants to be asked', async () => {
		const { asked } = await call([GOOD], { itemIndex: 2 });
		expect(asked).toHaveLength(1);
		expect(asked[0]?.options).toMatchObject({
			baseURL: 'https://service.example',
			method: 'GET',
			url: '/api/campaign',
			headers: { Accept: 'application/json' },
			encoding: 'stream',
			timeout: 60_000,
			returnFullResponse: true,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
		});
	});

	it.each([
		['apiKey', []],
		['bearer', [401]],
	])(
		'lets n8n repeat a 401 only where that brings another token: %s',
		async (authentication, except) => {
			const { asked } = await call([GOOD], {}, GET, { credential: { authentication } });
			expect(asked[0]?.options).toMatchObject({
				ignoreHttpStatusErrors: { ignore: true, except },
			});
		},
	);

	it('is not repeated once its time is over, nor for longer than that', async () => {
		expect((await call([BUSY, GOOD], { retryForMs: 0 })).asked).toHaveLength(1);
		expect((await call([{ ...BUSY, headers: { 'retry-after': '61' } }, GOOD])).asked).toHaveLength(
			1,
		);
		expect(
			(await call([{ ...BUSY, headers: { 'retry-after': '1' } }, GOOD], { retryForMs: 2000 }))
				.asked,
		).toHaveLength(2);
		expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(1000);
	});

	it('has a success read by its caller, repeats it where that finds a fault, and reads a refusal itself', async () => {
		const read: unknown[] = [];
		const asStream: ServiceRequest = {
			...GET,
			path: '/rest/stat/file',
			readStream: async (body) => {
				read.push(body);
				if (read.length === 1) return faultOfForm('cutOff');
				if (read.length === 2) throw lost();
				return await Promise.resolve(undefined);
			},
		};
		const bodies = ['{"a', '{"b', '{}'].map((text) => Readable.from([text]));
		const whole = await call(
			bodies.map((body) => ({ body })),
			{},
			asStream,
		);
		expect([whole.outcome.fault, read]).toEqual([undefined, bodies]);
		const refusal = Readable.from(['{"code":90,"message":"File not found"}']);
		const refused = await call([{ status: 404, body: refusal }], {}, asStream);
		expect([refused.outcome.fault?.code, read.length]).toEqual([90, 3]);
	});

	it('is refused where the address may not be used, and throws what n8n forbids', async () => {
		await expect(
			call([GOOD], { itemIndex: 3 }, GET, { credential: { baseUrl: 'http://service.example' } }),
		).rejects.toThrow(/\[item 4\]$/);
		const forbidden = new NodeOperationError(
			fakeFunctions().functions.getNode(),
			'Not allowed here',
		);
		await expect(call([forbidden])).rejects.toThrow('Not allowed here');
		await expect(call([forbidden])).rejects.toBeInstanceOf(NodeOperationError);
	});

	it('takes a 401 that n8n throws after it brought another token for what it is', async () => {
		const data = Readable.from(['{"message":"Revoked"}']);
		const thrown = Object.assign(new Error('401'), { response: { status: 401, data } });
		for (const kind of ['read', 'change', 'once'] as const) {
			const { asked, outcome } = await call([thrown], { kind }, POST, {
				credential: { authentication: 'bearer' },
			});
			expect(asked).toHaveLength(1);
			expect(outcome.fault).toMatchObject({ httpStatus: 401, outcome: 'rejected' });
		}
	});
});

describe('a call that changes something, after an answer that was lost', () => {
	const REFUSED: Answer = { status: 422, body: {} };
	/** Shows the record at the question of this number. */
	const shownAt = (number: number) => {
		let asks = 0;
		return async () => await Promise.resolve(++asks === number ? REPLY : undefined);
	};
	const hidden = async (): Promise<never> => await Promise.reject(new Error('no'));

	it('is not looked for after a refusal without one', async () => {
		const policy = { kind: 'change', look: shownAt(1) } as const;
		const { outcome } = await call([BUSY, REFUSED], policy, POST);
		expect(outcome.fault).toMatchObject({ httpStatus: 422, outcome: 'rejected' });
	});

	it('is looked for where its reply shows nothing of it', async () => {
		const judge = () => faultOfForm('html');
		const policy = { kind: 'change', judge, look: shownAt(1) } as const;
		const { outcome, asked } = await call([GOOD], policy, POST);
		expect([outcome, asked.length]).toEqual([{ reply: REPLY }, 1]);
	});

	it('of which there would be two is only asked for, as long as it would be repeated', async () => {
		const late = await call([lost()], { kind: 'once', look: shownAt(4) }, POST);
		expect([late.outcome, late.asked.length]).toEqual([{ reply: REPLY }, 1]);
		for (const look of [shownAt(0), hidden]) {
			const policy = { kind: 'once', look, retryForMs: 2000 } as const;
			const { outcome, asked } = await call([lost(), GOOD], policy, POST);
			expect([outcome.fault?.outcome, asked.length]).toEqual(['unknown', 1]);
		}
	});
});
