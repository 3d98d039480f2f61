import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import {
	askForMessage,
	listSenderCampaigns,
	questionByReference,
	questionByReferences,
	referencesOfRound,
} from '../../nodes/MessagingService/sending/ask.ts';
import { sendOnce } from '../../nodes/MessagingService/sending/sendOnce.ts';
import type { Guard, Sent } from '../../nodes/MessagingService/sending/sendOnce.ts';
import {
	EARLIER_TRY,
	outcomeNotKnown,
} from '../../nodes/MessagingService/sending/unknownOutcome.ts';
import { fakeFunctions, lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer, Asked, Fake, FakeOptions } from './fakeFunctions.mts';

/** Every pause that was made, in ms; none takes time. */
const pauses: number[] = [];
let onPause = (): void => {};
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => {
		pauses.push(ms);
		onPause();
		await Promise.resolve();
	},
}));
beforeEach(() => {
	pauses.length = 0;
	onPause = () => {};
});

const SEND = { path: '/rest/sms/create', body: { msisdn: '380991112233' } };
/** What the tests say of a request: whether it makes a campaign, its reference, whether an earlier try sent it. */
interface Settings {
	campaign?: boolean;
	reference?: string;
	attempted?: boolean;
	retryForMs?: number;
	ifUnknown?: 'stop' | 'sendAgain';
}

/** Sends a request under the guard that these settings ask for. */
async function sendGuarded(
	{ functions }: Fake,
	{
		campaign = false,
		reference = 'ref/1',
		attempted = false,
		retryForMs = 60_000,
		ifUnknown = 'stop',
	}: Settings = {},
): Promise<Sent> {
	const ctx = fromExecute(functions);
	const references = reference ? [reference] : [];
	const question = campaign
		? questionByReferences(ctx, references, 2)
		: questionByReference(ctx, { reference, item: 2 });
	const guard: Guard = {
		itemIndex: 2,
		kind: campaign ? 'campaign' : 'message',
		references,
		question: reference ? question : undefined,
		candidates: campaign ? async () => await listSenderCampaigns(ctx, 'Shop', 2) : undefined,
		earlierTry: attempted ? EARLIER_TRY : undefined,
		ifUnknown,
		sendAgain: { used: false },
		retryForMs,
	};
	return await sendOnce(ctx, SEND, guard);
}
const ACCEPTED: Answer = { body: { error: 0, id: 7 } };
const FOUND: Answer = { body: { id: 7, msisdn: '380991112233', status: 'sent' } };
const isQuestion = ({ method }: Asked): boolean => method === 'GET';

/** Sends with the answers to each send and to each question, in order; the last one stays. */
async function send(
	settings: Settings,
	sends: Answer[],
	questions: Answer[] = [NOT_THERE],
	options: FakeOptions = {},
) {
	const fake = fakeFunctions({
		// A number of its own: the pauses that are counted are those of this send alone.
		parameters: { options: { maxInFlight: 10 } },
		...options,
		answer: (asked, count) =>
			(isQuestion(asked) ? questions : sends).at(
				Math.min(count, (isQuestion(asked) ? questions : sends).length - 1),
			) ?? {},
	});
	const sent = await sendGuarded(fake, settings);
	return { sent, asked: fake.asked.map(({ method, path }) => `${method} ${path}`) };
}
const POST = 'POST /rest/sms/create';
const ASK = 'GET /rest/sms/reference/ref%2F1';

describe('a request that must not be carried out twice', () => {
	it('is sent once when it is accepted', async () => {
		expect(await send({}, [ACCEPTED])).toEqual({
			sent: {
				became: 'accepted',
				reply: expect.objectContaining({ body: { error: 0, id: 7 } }) as object,
			},
			asked: [POST],
		});
		expect(pauses).toEqual([]);
	});

	it('is not repeated when it is refused, and nothing is asked', async () => {
		const { sent, asked } = await send({}, [{ body: { error: 21, result: [] } }]);
		expect(sent).toMatchObject({
			became: 'refused',
			fault: { code: 21, outcome: 'rejected' },
			body: { error: 21 },
		});
		expect(asked).toEqual([POST]);
	});

	it('is found by its reference after a lost reply', async () => {
		const { sent, asked } = await send({}, [lost()], [FOUND]);
		expect(sent).toEqual({
			became: 'found',
			record: expect.objectContaining({ id: 7, msisdn: '380991112233' }) as object,
			wasSent: true,
		});
		expect(asked).toEqual([POST, ASK]);
		expect(pauses).toEqual([100]);
	});

	it.each([
		[false, lost(), [100, 500]],
		[false, { status: 500, body: '' }, [300]],
	] as Array<[boolean, Answer, number[]]>)(
		'is asked for after pauses, campaign %p',
		async (campaign, fault, wanted) => {
			const { sent, asked } = await send({ campaign }, [fault, ACCEPTED]);
			expect(sent.became).toBe('accepted');
			expect(asked).toEqual([POST, ASK, ASK, POST]);
			// The pauses before the questions, cut into slices of 250 ms; the back-off before the repeat follows.
			const before = wanted.flatMap((ms) => [
				...Array.from({ length: Math.ceil(ms / 250) - 1 }, () => 250),
				ms % 250 || 250,
			]);
			expect(pauses.slice(0, before.length)).toEqual(before);
			const backOff = pauses.slice(before.length).reduce((sum, ms) => sum + ms, 0);
			expect(backOff).toBeGreaterThanOrEqual(200);
			expect(backOff).toBeLessThanOrEqual(400);
		},
	);

	it('is asked for again until it shows', async () => {
		const { sent, asked } = await send({}, [lost()], [NOT_THERE, FOUND]);
		expect(sent.became).toBe('found');
		expect(asked).toEqual([POST, ASK, ASK]);
	});

	it('stays open when the question is not answered, and is not repeated', async () => {
		const { sent, asked } = await send({}, [lost()], [{ status: 403, body: {} }]);
		expect(sent).toMatchObject({
			became: 'unknown',
			fault: {
				httpStatus: 403,
				message:
					'It is not known whether the service accepted the send: the account may not do this',
			},
		});
		expect(asked).toEqual([POST, ASK, ASK]);
	});

	it('stays open without a reference', async () => {
		const { sent, asked } = await send({ reference: '' }, [lost()]);
		expect(sent).toMatchObject({
			became: 'unknown',
			fault: {
				message: expect.stringMatching(/^It is not known/) as string,
				description: expect.stringContaining('look in the service whether it went out') as string,
			},
		});
		expect(asked).toEqual([POST]);
	});

	it('is not repeated after a fault that repeating cannot cure: the next try asks', async () => {
		const { sent, asked } = await send({}, [{ status: 409, body: {} }]);
		expect(sent).toMatchObject({
			became: 'unknown',
			fault: {
				httpStatus: 409,
				message:
					'It is not known whether the service accepted the send: the request conflicts with the present state',
			},
		});
		expect(asked).toEqual([POST, ASK, ASK]);
	});

	it('is repeated after a web page, where the service says that it does not have it', async () => {
		const page: Answer = { body: '<html></html>' };
		expect(await send({}, [page, ACCEPTED])).toMatchObject({
			sent: { became: 'accepted' },
			asked: [POST, ASK, ASK, POST],
		});
		expect(await send({}, [page, ACCEPTED], [page])).toMatchObject({
			sent: { became: 'unknown' },
			asked: [POST, ASK, ASK],
		});
	});

	it('is not repeated once its time is over', async () => {
		const { sent, asked } = await send({ retryForMs: 0 }, [lost()]);
		expect(sent).toMatchObject({ became: 'unknown', fault: { kind: 'connection' } });
		expect(asked).toEqual([POST, ASK, ASK]);
		const late = await send({ retryForMs: 5000 }, [
			{ status: 503, headers: { 'retry-after': '6' }, body: '' },
		]);
		expect(late.sent).toMatchObject({
			became: 'unknown',
			fault: { httpStatus: 503, retryAfterMs: 6000 },
		});
	});

	it('waits as long as the service says', async () => {
		await send({}, [{ status: 503, headers: { 'retry-after': '1' }, body: '' }, ACCEPTED]);
		expect(pauses.slice(2)).toEqual([250, 250, 250, 250]);
	});

	it.each(['0', 'Sat, 01 Jan 2000 00:00:00 GMT'])(
		'waits nevertheless where the service says "%s"',
		async (header) => {
			await send({}, [{ status: 503, headers: { 'retry-after': header }, body: '' }, ACCEPTED]);
			expect(pauses.slice(2).reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(200);
		},
	);

	it('is open when the reply names nothing of it, and so is a question', async () => {
		const page: Answer = { body: { status: 'ok' } };
		expect(await send({}, [page, ACCEPTED], [FOUND])).toMatchObject({
			sent: { became: 'found', record: { id: 7 } },
			asked: [POST, ASK],
		});
		expect(await send({}, [page, ACCEPTED])).toMatchObject({
			sent: { became: 'unknown', fault: { kind: 'empty' } },
			asked: [POST, ASK, ASK],
		});
		expect(await send({}, [lost(), ACCEPTED], [page])).toMatchObject({
			sent: {
				became: 'unknown',
				fault: { message: expect.stringMatching(/^It is not known/) as string },
			},
			asked: [POST, ASK, ASK],
		});
	});

	it('is asked for first when an earlier try may have sent it', async () => {
		expect((await send({ attempted: true }, [ACCEPTED], [FOUND])).asked).toEqual([ASK]);
		expect(await send({ attempted: true }, [ACCEPTED], [NOT_THERE])).toMatchObject({
			sent: { became: 'accepted' },
			asked: [ASK, ASK, POST],
		});
		expect(await send({ attempted: true }, [ACCEPTED], [{ status: 404, body: '' }])).toMatchObject({
			sent: { became: 'unknown' },
			asked: [ASK, ASK],
		});
	});

	it('stays open when the execution is stopped before it is asked for again', async () => {
		const stop = new AbortController();
		const fake = fakeFunctions({
			signal: stop.signal,
			answer: () => {
				stop.abort();
				return NOT_THERE;
			},
		});
		expect(await sendGuarded(fake, { attempted: true })).toMatchObject({
			became: 'unknown',
			fault: { message: expect.stringMatching(/an earlier try may have sent it$/) as string },
		});
		expect(fake.asked.map(({ method }) => method)).toEqual(['GET']);
	});

	it('is not sent again by a next try that cannot ask for it', async () => {
		expect(await send({ attempted: true, reference: '' }, [ACCEPTED])).toMatchObject({
			sent: { became: 'unknown' },
			asked: [],
		});
	});

	it('stays open when the execution is stopped', async () => {
		const stop = new AbortController();
		const sending = (at: 'send' | 'question' | 'pause') => {
			const stopped = new AbortController();
			const fake = fakeFunctions({
				signal: stopped.signal,
				answer(asked) {
					if (at === (isQuestion(asked) ? 'question' : 'send')) stopped.abort();
					return isQuestion(asked) ? NOT_THERE : lost();
				},
			});
			if (at === 'pause') onPause = () => stopped.abort();
			return sendGuarded(fake).then((sent) => ({
				sent,
				asked: fake.asked.length,
			}));
		};
		expect(await sending('send')).toMatchObject({
			sent: {
				became: 'unknown',
				fault: { message: expect.stringMatching(/^It is not known/) as string },
			},
			asked: 1,
		});
		expect(await sending('question')).toMatchObject({
			sent: {
				became: 'unknown',
				fault: { message: expect.stringMatching(/^It is not known/) as string },
			},
		});
		expect(await sending('pause')).toMatchObject({
			sent: {
				became: 'unknown',
				fault: { message: expect.stringMatching(/^It is not known/) as string },
			},
			asked: 1,
		});
		stop.abort();
		// Stopped in the back-off, after the questions.
		let questions = 0;
		const late = new AbortController();
		const fake = fakeFunctions({
			signal: late.signal,
			answer: (asked) => (isQuestion(asked) ? ((questions += 1), NOT_THERE) : lost()),
		});
		onPause = () => {
			if (questions === 2) late.abort();
		};
		expect(await sendGuarded(fake)).toMatchObject({
			became: 'unknown',
			fault: { message: expect.stringMatching(/^It is not known/) as string },
		});
		expect(fake.asked).toHaveLength(3);
	});
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
		expect(referencesOfRound(many, 0)).toEqual(['r0', 'r2', 'r5', 'r7', 'r9']);
		expect(referencesOfRound(many, 1)).toEqual(['r0', 'r3', 'r6', 'r8', 'r9']);
		const seen = new Set(
			Array.from({ length: 8 }, (_, round) => referencesOfRound(many, round)).flat(),
		);
		expect(seen.size).toBe(10);
		expect(referencesOfRound(['a'], 3)).toEqual(['a']);
		expect(referencesOfRound(['a', 'b'], 1)).toEqual(['a', 'b']);
		expect(referencesOfRound(['a', 'b', 'c'], 1)).toEqual(['a', 'b', 'c']);
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

describe('a question', () => {
	it('gives the message, nothing, or the fault that hides it', async () => {
		const ask = async (answer: Answer) =>
			await askForMessage(fromExecute(fakeFunctions({ answer: () => answer }).functions), {
				reference: 'a',
				item: 0,
			});
		expect(await ask(FOUND)).toEqual({
			is: 'there',
			record: expect.objectContaining({ id: 7 }) as object,
		});
		expect(await ask(NOT_THERE)).toEqual({ is: 'notThere' });
		expect(await ask({ status: 404, body: { message: 'Not Found' } })).toEqual({
			is: 'hidden',
			fault: expect.objectContaining({ httpStatus: 404 }) as object,
		});
	});
});

describe('an outcome that is not known', () => {
	it('is said, with what to do', () => {
		const fault = { ...EARLIER_TRY, message: 'The connection was lost', description: 'Cure.' };
		expect(EARLIER_TRY).toEqual({
			kind: 'connection',
			message: 'An earlier try may have sent it',
			description: '',
			retryable: false,
			outcome: 'unknown',
		});
		expect(outcomeNotKnown(fault, { kind: 'message', references: ['abc', 'def'] })).toEqual({
			...fault,
			message: 'It is not known whether the service accepted the send: the connection was lost',
			description:
				'Cure. Before you send again, ask for the reference abc with SMS: Get by Reference. Retry On Fail asks first and sends only what is missing.',
		});
		expect(outcomeNotKnown(fault, { kind: 'message', references: [] }).description).toBe(
			'Cure. Before you send again, look in the service whether it went out; the node does not send it again by itself.',
		);
	});
});

describe('the campaigns of a sender', () => {
	const campaign = (id: number, sender: string) => ({ id, sender, status: 'sending' });

	it('are those that the list tells to be of it', async () => {
		const list = async (status: number) => {
			const fake = fakeFunctions({
				answer: () => ({ status, body: { data: [campaign(1, 'Shop'), campaign(2, 'shop')] } }),
			});
			const listed = await listSenderCampaigns(fromExecute(fake.functions), 'Shop', 0);
			return { ids: listed?.map(({ id }) => id), asked: fake.asked };
		};
		const { ids, asked } = await list(200);
		expect(ids).toEqual([1]);
		expect(asked[0]).toMatchObject({
			method: 'GET',
			path: '/api/campaign',
			options: {
				qs: {
					'filter[type]': 'sms',
					'filter[field]': 'sender',
					'filter[value]': 'Shop',
					sort: 'id',
					way: 'desc',
					'page[limit]': 50,
				},
			},
		});
		expect((await list(403)).ids).toBeUndefined();
	});
});
