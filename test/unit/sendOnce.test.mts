import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import { askForMessage, listSenderCampaigns } from '../../nodes/MessagingService/sending/ask.ts';
import {
	EARLIER_TRY,
	outcomeNotKnown,
} from '../../nodes/MessagingService/sending/unknownOutcome.ts';
import { fakeFunctions, lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { ACCEPTED, ASK, FOUND, isQuestion, POST, send, sendGuarded } from './onceHarness.mts';

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

describe('a request that must not be carried out twice', () => {
	it('is sent once when it is accepted', async () => {
		expect(await send({}, [ACCEPTED])).toEqual({
			sent: {
				became: 'accepted',
				reply: expect.objectContaining({ body: { error: 0, id: 7 } }) as object,
				afterDoubt: false,
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
			asked: [POST, ASK, ASK, ASK, ASK],
		});
		// Without time for it, the question is not put over again.
		expect(await send({ retryForMs: 0 }, [page, ACCEPTED], [page])).toMatchObject({
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
			asked: [POST, ASK, ASK, ASK, ASK],
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

	it.each([
		['a number that is in the list already', { body: { error: 31 } }, true],
		['words that say the same', { status: 400, body: { message: 'Duplicate request' } }, true],
		[
			'a reference that is taken',
			{ status: 422, body: { message: 'bad', errors: { reference: ['has been taken'] } } },
			true,
		],
		['something that passes', { status: 402, body: { message: 'no' } }, true],
		[
			'a sender that does not exist',
			{ status: 422, body: { message: 'This sender does not exist' } },
			false,
		],
		['nothing that is named', { status: 400, body: { code: 400, message: 'Bad Request' } }, true],
		[
			'fields that are not',
			{ status: 422, body: { message: 'The given data was invalid.' } },
			true,
		],
		['a wrong number', { body: { error: 21 } }, false],
	] as const)('that is refused after a lost reply is asked for: %s', async (_, refusal, isOpen) => {
		const { sent } = await send({}, [lost(), refusal]);
		expect(sent.became).toBe(isOpen ? 'unknown' : 'refused');
		const found = await send({}, [lost(), refusal], [NOT_THERE, NOT_THERE, FOUND]);
		expect(found.sent.became).toBe('found');
		expect(found.asked).toEqual([POST, ASK, ASK, POST, ASK]);
	});

	it('that is refused for a reason of its own after a lost reply is asked for until it shows', async () => {
		const { sent, asked } = await send(
			{},
			[lost(), { status: 402, body: { message: 'no' } }],
			[NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, FOUND],
		);
		expect(sent.became).toBe('found');
		expect(asked).toEqual([POST, ASK, ASK, POST, ASK, ASK, ASK]);
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
	const OF_SENDERS = [
		campaign(1, 'Shop'),
		campaign(2, 'shop'),
		campaign(3, ''),
		campaign(4, 'Sho'),
	];

	it('are those that the list tells to be of it, in any letter case, and those of which it tells no sender', async () => {
		const list = async (status: number) => {
			const fake = fakeFunctions({
				answer: () => ({ status, body: { data: OF_SENDERS } }),
			});
			const listed = await listSenderCampaigns(fromExecute(fake.functions), 'Shop', 0);
			return { ids: listed?.map(({ id }) => id), asked: fake.asked };
		};
		const { ids, asked } = await list(200);
		expect(ids).toEqual([1, 2, 3]);
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

	it.each([
		['380445550011', ['+380445550011', '00380445550011', ' 380445550011', '38044555001']],
		['My Shop', ['MY SHOP', 'my-shop', 'MyShop']],
	])(
		'are those of %s in any spelling, and cut off at the length of names',
		async (sender, told) => {
			const others = ['3804455500', '380445550012', 'My', 'My Shop Too'];
			const data = [...told, ...others].map((one, at) => campaign(at + 1, one));
			const fake = fakeFunctions({ answer: () => ({ body: { data } }) });
			const listed = await listSenderCampaigns(fromExecute(fake.functions), sender, 0);
			expect(listed?.map(({ sender: one }) => String(one).trim())).toEqual(
				told.map((one) => one.trim()),
			);
		},
	);

	it.each([
		['all campaigns where a search finds none of it', 200, [7]],
		['nothing where those cannot be read', 403, undefined],
	])('are looked for among %s', async (_, status, ids) => {
		const fake = fakeFunctions({
			answer: ({ options: { qs } }) =>
				qs && 'filter[value]' in qs
					? { body: { data: [], meta: { page: { total: 0 } } } }
					: { status, body: { data: [campaign(8, 'Other'), campaign(7, '+380445550011')] } },
		});
		const listed = await listSenderCampaigns(fromExecute(fake.functions), '380445550011', 0);
		expect(listed?.map(({ id }) => id)).toEqual(ids);
	});

	it('of a name are none where a search finds none, and others cannot be read', async () => {
		const fake = fakeFunctions({
			answer: ({ options: { qs } }) =>
				qs && 'filter[value]' in qs
					? { body: { data: [], meta: { page: { total: 0 } } } }
					: { status: 422, body: { message: 'page[limit] is too large' } },
		});
		expect(await listSenderCampaigns(fromExecute(fake.functions), 'Shop', 0)).toEqual([]);
	});
});
