import type { IDataObject } from 'n8n-workflow';
import {
	A,
	acceptedIn,
	CONTINUE,
	EACH_LIST,
	phonesOf,
	answers,
	B,
	CODE_20,
	isPost,
	LOST,
	ok,
	referenceIn,
	referencesOf,
	refusal,
	RETRY,
	runWith,
	serviceTime,
} from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { phoneOf } from './sendsSupport.mts';
import { openStub, pageOf } from './stubService.mts';
import type { Stub } from './stubService.mts';

// Answers that are those of another request, or hold more than anybody expects.

let stub: Stub;
/** Whom the service holds something for, once for each message. */
let held: string[];
beforeAll(async () => (stub = await openStub()));
beforeEach(() => {
	held = [];
	stub.asked = [];
});
afterAll(async () => await stub.close());

const run = async (
	operation: string,
	parameters: IDataObject,
	request: Parameters<typeof runWith>[3],
): Promise<RunResult> =>
	await runWith(stub, operation, { sender: 'Shop', text: 'Sale', ...parameters }, request);
const OPEN = /^It is not known whether/;
const itemsOf = (...records: IDataObject[]) => records.map((json) => ({ json }));

describe('a guard against double submits answers the second request with what the first one made', () => {
	/** Takes the first request alone, and gives its answer to all. */
	function guards(answer: object): void {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			if (held.length === 0) held.push(...phonesOf(asked));
			return ok(answer);
		};
	}

	it('campaigns, of a list in each item', async () => {
		guards({ data: { id: 57, sender: 'Shop', status: 'sending' } });
		const sent = await run('campaign.sendSms', EACH_LIST, {
			items: itemsOf({ list: A }, { list: B }),
			node: CONTINUE,
		});
		expect([acceptedIn(sent), held]).toEqual([[A], [A]]);
		expect(sent.items[1]?.json.error).toMatch(OPEN);
	});

	it('tasks of a bulk send in two requests', async () => {
		guards({ error: 0, task_id: 7 });
		const sent = await run(
			'sms.sendBulk',
			{ recipientSource: 'allItems', phoneField: 'phone', options: { simplify: false } },
			{
				items: itemsOf(...Array.from({ length: 1200 }, (_, index) => ({ phone: phoneOf(index) }))),
				node: CONTINUE,
			},
		);
		expect([held.length, acceptedIn(sent)]).toEqual([1000, held]);
		expect(sent.items.at(-1)?.json.error).toMatch(OPEN);
	});

	it('single messages', async () => {
		guards({ error: 0, id: 501 });
		const sent = await run(
			'sms.send',
			{ phone: '={{ $json.phone }}' },
			{ items: itemsOf({ phone: A }, { phone: B }), node: CONTINUE },
		);
		expect([acceptedIn(sent), held]).toEqual([[A], [A]]);
		expect(sent.items[1]?.json.error).toMatch(OPEN);
	});

	it('in Retry On Fail, of what the try before had sent', async () => {
		let refused = false;
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const [phone = ''] = phonesOf(asked);
			if (phone === B && !refused) {
				refused = true;
				return refusal(401, 'Unauthorized');
			}
			if (phone === A) held.push(phone);
			return ok({ data: { id: 57, sender: 'Shop', status: 'sending' } });
		};
		const sent = await run('campaign.sendSms', EACH_LIST, {
			items: itemsOf({ list: A }, { list: B }),
			node: RETRY,
		});
		expect(held).toEqual([A]);
		expect(sent.error?.message).toMatch(OPEN);
	});

	it('contact lists: a campaign that was listed before they were sent', async () => {
		const campaign = { id: 57, sender: 'Shop', status: 'done', created_at: '2026-01-01 10:00:00' };
		stub.answer = (asked) => ok(isPost(asked) ? { data: campaign } : pageOf([campaign]));
		const sent = await run(
			'campaign.sendSmsToContactLists',
			{ groups: [1] },
			{ items: itemsOf({}), node: CONTINUE },
		);
		expect(sent.items[0]?.json.error).toMatch(OPEN);
	});

	it('of a campaign whose messages were found one by one', async () => {
		const shown = new Map<string, IDataObject>();
		stub.answer = (asked) => {
			if (!isPost(asked)) {
				const message = asked.path.includes('/sms/') && shown.get(referenceIn(asked));
				return message ? ok({ error: 0, ...message }) : CODE_20;
			}
			if (held.length > 0) return ok({ data: { id: 57, sender: 'Shop', status: 'sending' } });
			held.push(...phonesOf(asked));
			for (const [at, reference] of referencesOf(asked).entries())
				shown.set(reference, {
					id: 900 + at,
					msisdn: held[at],
					reference,
					campaign_id: 57,
					status: 'sent',
					time_in: serviceTime(),
				});
			return LOST;
		};
		const parameters = { ...EACH_LIST, referenceMode: 'content', options: { retryFor: 3 } };
		const sent = await run('campaign.sendSms', parameters, {
			items: itemsOf({ list: `${A}, ${B}` }, { list: phoneOf(77) }),
			node: CONTINUE,
		});
		expect(sent.items.at(-1)?.json.error).toMatch(OPEN);
	});
});

describe('IDs of other things are not those of what was sent', () => {
	let id: number;
	beforeEach(() => (id = 500));
	const outcomesOf = ({ items }: RunResult): unknown[] =>
		items.map(({ json }) => json.error ?? json.status);

	it.each<[string, () => object]>([
		['a task for all messages of the day', () => ({ error: 0, id: (id += 1), task_id: 1 })],
		['an account', () => ({ id: 12, error: 0, result: { id: (id += 1) } })],
	])('%s beside a single message', async (_, answer) => {
		stub.answer = (asked) => (isPost(asked) ? ok(answer()) : CODE_20);
		const sent = await run(
			'sms.send',
			{ phone: '={{ $json.phone }}' },
			{ items: itemsOf({ phone: A }, { phone: B }), node: CONTINUE },
		);
		expect(outcomesOf(sent)).toEqual(['accepted', 'accepted']);
	});

	it.each(['messages', 'recipients', 'results', 'phones'])(
		'messages with the number of the next campaign, in %s',
		async (field) => {
			stub.answer = (asked) => {
				if (!isPost(asked)) return CODE_20;
				const [number] = phonesOf(asked);
				const campaign = { id: (id += 1), sender: 'Shop', status: 'sending' };
				return ok({ data: { ...campaign, [field]: [{ id: id + 1, number }] } });
			};
			const sent = await run('campaign.sendSms', EACH_LIST, {
				items: itemsOf({ list: A }, { list: B }),
				node: CONTINUE,
			});
			expect(outcomesOf(sent)).toEqual(['accepted', 'accepted']);
		},
	);

	it('a campaign with the number of such a message is named after a lost answer', async () => {
		stub.answer = (asked) => {
			if (asked.path.includes('/sms/')) return CODE_20;
			if (!isPost(asked))
				return ok(pageOf([{ id: 2, sender: 'Shop', status: 'new', created_at: serviceTime() }]));
			held.push(...phonesOf(asked));
			const campaign = { id: 1, sender: 'Shop', status: 'sending' };
			return held.length === 1
				? ok({ data: { ...campaign, messages: [{ id: 2, number: A }] } })
				: LOST;
		};
		const sent = await run('campaign.sendSms', EACH_LIST, {
			items: itemsOf({ list: A }, { list: B }),
		});
		expect(`${sent.error?.message} ${sent.error?.description}`).toMatch(/campaign 2\b/i);
	});
});

describe('an answer with a field that is nested 6,000 levels deep', () => {
	const deep = '['.repeat(6000) + ']'.repeat(6000);
	const taken = {
		body: `{"data":{"id":57,"sender":"Shop","status":"sending","extra":${deep}}}`,
	};
	const TWO = { items: itemsOf({ list: A }, { list: B }), node: RETRY };

	it('to the first of two campaigns, the second of which is refused: the first is made once', async () => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const [phone = ''] = phonesOf(asked);
			if (phone !== A) return refusal(402, 'Insufficient funds');
			held.push(phone);
			return taken;
		};
		await run('campaign.sendSms', EACH_LIST, TWO);
		expect(held).toEqual([A]);
	});

	it('with Raw Output: the campaign is made once, and its reply is shown', async () => {
		answers(stub, taken, refusal(500, 'Not twice'), CODE_20);
		const parameters = { recipientSource: 'list', recipients: A, options: { rawOutput: true } };
		const sent = await run('campaign.sendSms', parameters, { items: itemsOf({}), node: RETRY });
		expect([acceptedIn(sent), stub.asked.filter(isPost).length]).toEqual([[A], 1]);
		expect(JSON.stringify(sent.items[0]?.json.reply)).toContain('…');
	});

	it('to the first of two contact lists, the second of which is refused', async () => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return ok(pageOf([]));
			if (String(asked.body.groups) !== '1') return refusal(402, 'Insufficient funds');
			held.push('1');
			return taken;
		};
		await run(
			'campaign.sendSmsToContactLists',
			{ groups: '={{ [$json.list] }}' },
			{ items: itemsOf({ list: 1 }, { list: 2 }), node: RETRY },
		);
		expect(held).toEqual(['1']);
	});
});

it.each([
	'Idempotency-Key header is required',
	'Invalid nonce',
	'Maximum number of concurrent requests exceeded',
	'Your tariff does not allow concurrent requests',
	'Replay of recorded voice is not available',
])('an honest refusal stays one: %s', async (words) => {
	answers(stub, refusal(400, words), refusal(500, 'Not twice'), CODE_20);
	const parameters = { recipientSource: 'list', recipients: A };
	const sent = await run('campaign.sendSms', parameters, { items: itemsOf({}) });
	expect(sent.error?.message).not.toMatch(OPEN);
});

it('429 passes, whatever it says of concurrent requests', async () => {
	const tooMany = { code: 429, message: 'Too many concurrent requests' };
	const taken = ok({ data: { id: 57, sender: 'Shop', status: 'sending' } });
	answers(stub, { status: 429, headers: { 'retry-after': '1' }, body: tooMany }, taken, CODE_20);
	const parameters = { recipientSource: 'list', recipients: A, options: { retryFor: 10 } };
	const sent = await run('campaign.sendSms', parameters, { items: itemsOf({}) });
	expect(acceptedIn(sent)).toEqual([A]);
});

it.each([
	'Replay detected',
	'Idempotency key was used',
	'Nonce reused',
	'The request is being handled',
	'Concurrent request',
])('the refusal of a copy of a campaign leaves it open: %s', async (words) => {
	stub.answer = (asked) => {
		if (!isPost(asked)) return CODE_20;
		held.push(...phonesOf(asked));
		return refusal(400, words);
	};
	const parameters = { recipientSource: 'list', recipients: A };
	const sent = await run('campaign.sendSms', parameters, { items: itemsOf({}), node: RETRY });
	expect([held, sent.error?.message]).toEqual([[A], expect.stringMatching(OPEN)]);
});
