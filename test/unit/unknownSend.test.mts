import { ofRound } from '../../nodes/MessagingService/sending/ask.ts';
import { fakeFunctions, lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { ACCEPTED, ASK, FOUND, POST, send, sendGuarded } from './onceHarness.mts';

// What is sent and asked where nobody knows what became of a send.

/** Every pause that was made, in ms; none takes time. */
const pauses: number[] = [];
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => {
		pauses.push(ms);
		await Promise.resolve();
	},
}));
beforeEach(() => {
	pauses.length = 0;
});

describe('a campaign of which nobody knows what became', () => {
	const LIST = 'GET /api/campaign';
	const MESSAGES = 'GET /api/messages';

	it.each<[string, Answer]>([
		['500', { status: 500, body: '' }],
		['502', { status: 502, body: '<html></html>' }],
		['503', { status: 503, body: '' }],
		['504', { status: 504, body: { message: 'Gateway Time-out' } }],
		['408', { status: 408, body: '' }],
		['a lost connection', lost()],
		['an empty reply', { body: '' }],
		['a web page', { body: '<html></html>' }],
		['cut JSON', { body: '{"data":' }],
		['a redirect', { status: 302, body: '' }],
	])('is never sent again after %s, however often it is asked for', async (_, fault) => {
		const { sent, asked } = await send({ campaign: true }, [fault, ACCEPTED]);
		expect(sent).toMatchObject({
			became: 'unknown',
			fault: { message: expect.stringMatching(/^It is not known/) as string },
		});
		expect(asked.filter((one) => one === POST)).toHaveLength(1);
		expect(asked.filter((one) => one === ASK).length).toBeGreaterThan(6);
		const waited = pauses.reduce((sum, ms) => sum + ms, 0);
		expect(waited).toBeGreaterThan(45_000);
		expect(waited).toBeLessThanOrEqual(60_000);
	});

	it('is asked for once with Retry For 0', async () => {
		const { asked } = await send({ campaign: true, retryForMs: 0 }, [lost(), ACCEPTED]);
		expect(asked).toEqual([POST, ASK, MESSAGES, LIST]);
	});

	it('is never sent by a next try, which asks through Retry For', async () => {
		const { sent, asked } = await send({ campaign: true, attempted: true }, [ACCEPTED]);
		expect(sent.became).toBe('unknown');
		expect(asked).not.toContain(POST);
		expect(asked.filter((one) => one === ASK).length).toBeGreaterThan(6);
		expect(
			(await send({ campaign: true, attempted: true, retryForMs: 0 }, [ACCEPTED])).asked,
		).toEqual([ASK, MESSAGES, LIST]);
	});

	it('is found however late it shows', async () => {
		const late: Answer[] = [...Array.from({ length: 6 }, () => NOT_THERE), FOUND];
		const { sent, asked } = await send({ campaign: true }, [lost()], late);
		expect(sent.became).toBe('found');
		expect(asked.filter((one) => one === POST)).toHaveLength(1);
	});

	it('is sent once more, under the same references, where the user chose so', async () => {
		const again = await send({ campaign: true, ifUnknown: 'sendAgain' }, [lost(), ACCEPTED]);
		expect(again.sent.became).toBe('accepted');
		expect(again.asked.filter((one) => one === POST)).toHaveLength(2);
		const never = await send({ campaign: true, ifUnknown: 'sendAgain' }, [lost()]);
		expect(never.sent.became).toBe('unknown');
		expect(never.asked.filter((one) => one === POST)).toHaveLength(2);
		const without = await send({ campaign: true, reference: '', ifUnknown: 'sendAgain' }, [lost()]);
		expect(without.asked).toEqual([POST, LIST]);
	});

	it('stays unknown when what was sent once more is refused for a reason that may pass', async () => {
		for (const status of [401, 402, 403, 404, 429]) {
			const { sent } = await send({ campaign: true, ifUnknown: 'sendAgain', retryForMs: 0 }, [
				lost(),
				{ status, body: { message: 'No' } },
			]);
			expect([status, sent.became]).toEqual([status, 'unknown']);
		}
		expect(
			(
				await send({ campaign: true, ifUnknown: 'sendAgain' }, [
					lost(),
					{ status: 422, body: { message: 'No', errors: [] } },
				])
			).sent,
		).toMatchObject({ became: 'refused', afterDoubt: true });
	});

	it('asks the list of messages once where the service has none', async () => {
		const fake = fakeFunctions({
			answer: ({ method, path }) =>
				method === 'POST'
					? lost()
					: path === '/api/messages'
						? { status: 404, body: '' }
						: NOT_THERE,
		});
		await sendGuarded(fake, { campaign: true });
		expect(fake.asked.filter(({ path }) => path === '/api/messages')).toHaveLength(1);
	});

	it('is found by the list of messages, and only by its own reference', async () => {
		const found = async (reference_id: string) => {
			const fake = fakeFunctions({
				answer: ({ method, path }) =>
					method === 'POST'
						? lost()
						: path === '/api/messages'
							? { body: { data: [{ id: 9, reference_id, phone: 380991112233, campaign_id: 70 }] } }
							: NOT_THERE,
			});
			return await sendGuarded(fake, { campaign: true, retryForMs: 0 });
		};
		expect(await found('ref/1')).toMatchObject({
			became: 'found',
			record: { id: 9, campaign_id: 70 },
		});
		expect((await found('other')).became).toBe('unknown');
	});

	it('names the candidates, which prove nothing', async () => {
		const fake = fakeFunctions({
			answer: ({ method, path }) =>
				method === 'POST'
					? lost()
					: path === '/api/campaign'
						? { body: { data: [{ id: 1004, sender: 'Shop', created_at: '2026-11-21 10:00:00' }] } }
						: NOT_THERE,
		});
		const sent = await sendGuarded(fake, { campaign: true, retryForMs: 0 });
		expect(sent).toMatchObject({ became: 'unknown' });
		expect('fault' in sent && sent.fault.description).toMatch(
			/Campaign 1004 \(created at 2026-11-21T10:00:00\+00:00\) of the same sender is new and may be this one/,
		);
		expect('fault' in sent && sent.fault.description).toContain('reference ref/1');
	});

	it('is asked for by references that are spread, and others each time', () => {
		const many = Array.from({ length: 10 }, (_, index) => `r${index}`);
		expect(ofRound(many, 0)).toEqual(['r0', 'r2', 'r5', 'r7', 'r9']);
		expect(ofRound(many, 1)).toEqual(['r0', 'r3', 'r6', 'r8', 'r9']);
		const seen = new Set(Array.from({ length: 8 }, (_, round) => ofRound(many, round)).flat());
		expect(seen.size).toBe(10);
		expect(ofRound(['a'], 3)).toEqual(['a']);
		expect(ofRound(['a', 'b'], 1)).toEqual(['a', 'b']);
		expect(ofRound(['a', 'b', 'c'], 1)).toEqual(['a', 'b', 'c']);
	});
});

describe('messages of which nobody knows what became', () => {
	it('are refused only where the refusal speaks of them', async () => {
		expect((await send({}, [lost(), { body: { error: 21 } }])).sent).toMatchObject({
			became: 'refused',
			afterDoubt: true,
		});
		expect((await send({}, [lost(), { body: { error: 8 } }])).sent).toMatchObject({
			became: 'unknown',
			fault: { message: expect.stringMatching(/^It is not known/) as string },
		});
	});

	it('are sent again after an unanswered question only where the user chose so, once', async () => {
		const hidden: Answer[] = [{ status: 403, body: {} }];
		const again = await send({ ifUnknown: 'sendAgain' }, [lost()], hidden);
		expect(again.asked.filter((one) => one === POST)).toHaveLength(2);
		const bare = await send({ ifUnknown: 'sendAgain', reference: '' }, [lost()], hidden);
		expect(bare.asked).toEqual([POST]);
	});
});
