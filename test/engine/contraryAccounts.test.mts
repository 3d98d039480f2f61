import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import {
	A,
	B,
	BOTH,
	CODE_20,
	isPost,
	LISTS,
	LOST,
	NOT_FOUND,
	ok,
	refusal,
	referencesOf,
	runWith,
	serviceTime,
	statuses,
} from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { KEY, openStub, pageOf } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';
import { listRetry } from './support/savedExecutions.mts';

// The credential is put right between a try and its retry: what one account did, the other one knows nothing of.

const OTHER_KEY = 'live_fedcba9876543210fedcba9876543210';
let first: Stub;
let second: Stub;
/** What the services hold. */
let held: string[];
beforeAll(async () => {
	first = await openStub();
	second = await openStub();
});
beforeEach(() => (held = []));
afterAll(async () => {
	await first.close();
	await second.close();
});

interface Account {
	stub: Stub;
	key: string;
}
const wrong = (): Account => ({ stub: first, key: KEY });
const right = (): Account => ({ stub: second, key: OTHER_KEY });

const run = async (
	{ stub: { baseUrl }, key }: Account,
	operation: string,
	parameters: IDataObject,
	request: Parameters<typeof runWith>[3],
): Promise<RunResult> =>
	await runWith({ engine: first.engine, baseUrl }, operation, parameters, { ...request, key });
const CONTENT = { referenceMode: 'content' };
const csvOf = (...phones: string[]): IBinaryData => ({
	mimeType: 'text/csv',
	data: Buffer.from(['phone', ...phones].join('\n')).toString('base64'),
});
/** The service refuses each message of a bulk by itself. */
const REFUSED = [21, 21].map((error) => ({ error, errorDescription: 'No money' }));
const bulkAnswer = (asked: Asked): Answer => {
	const result = referencesOf(asked).map((reference, index) => ({
		error: 0,
		id: index + 1,
		reference,
	}));
	return ok({ error: 0, task_id: 7, result });
};
const retryOf = (failed: RunResult) =>
	({ saved: listRetry(failed), mode: 'retry', executionId: '99' }) as const;

it('Contact: Update: each contact is changed in the right account', async () => {
	const shown = (asked: Asked): Answer => {
		held.push(asked.path);
		return ok({ data: { id: Number(asked.path.split('/').at(-1)), phone: asked.body.phone } });
	};
	first.answer = (asked) => (asked.path.endsWith('/1') ? shown(asked) : NOT_FOUND);
	second.answer = shown;
	const parameters = { contactId: '={{ $json.id }}', phone: A };
	const items = [{ json: { id: 1 } }, { json: { id: 2 } }];
	const failed = await run(wrong(), 'contact.update', parameters, { items });
	expect(failed.error?.message).toMatch(/does not know this record/);
	held = [];
	const retried = await run(right(), 'contact.update', parameters, retryOf(failed));
	expect([retried.error, held.sort()]).toEqual([undefined, ['/api/contacts/1', '/api/contacts/2']]);
});

describe('Sender: Register', () => {
	const application = { ...APPLICATION, sender: '={{ $json.sender }}' };
	const items = ['ShopA', 'ShopB'].map((sender) => ({ json: { sender } }));
	let applications: IDataObject[];
	const takes = (asked: Asked): Answer => {
		if (!isPost(asked)) return ok({ data: applications, meta: { total: applications.length } });
		const made = { ...asked.body, id: applications.length + 1, status: 'new' };
		applications.push(made);
		return ok({ data: made });
	};
	const sendersOf = () => applications.map(({ sender }) => sender);

	beforeEach(async () => {
		applications = [];
		first.answer = (asked) =>
			isPost(asked) && asked.body.sender === 'ShopB' ? refusal(402, 'No money') : takes(asked);
	});

	it('is not called made in an account that does not have the application', async () => {
		const failed = await run(wrong(), 'sender.register', application, { items });
		expect(sendersOf()).toEqual(['ShopA']);
		applications = [];
		second.answer = takes;
		const retried = await run(right(), 'sender.register', application, retryOf(failed));
		expect(retried.error?.message).toMatch(/is not known/);
	});

	it('is not repeated with a new key of the same account', async () => {
		const failed = await run(wrong(), 'sender.register', application, { items });
		second.answer = takes;
		const retried = await run(right(), 'sender.register', application, retryOf(failed));
		expect([retried.error, sendersOf()]).toEqual([undefined, ['ShopA', 'ShopB']]);
	});
});

describe('an SMS of unknown outcome', () => {
	const SMS = { sender: 'Shop', phone: A, text: 'Sale' };
	const takes = (asked: Asked): Answer => {
		if (!isPost(asked)) return CODE_20;
		held.push(String(asked.body.msisdn ?? asked.body.number));
		return ok({ error: 0, id: 9 });
	};
	let failed: RunResult;
	beforeEach(async () => {
		first.answer = (asked) => {
			if (isPost(asked)) takes(asked);
			return LOST;
		};
		second.answer = takes;
		failed = await run(wrong(), 'sms.send', SMS, { items: [{ json: {} }] });
		expect([failed.error?.message, held.length]).toEqual([
			expect.stringMatching(/^It is not known/),
			1,
		]);
	});

	it('does not go out in another account, which does not show it', async () => {
		const retried = await run(right(), 'sms.send', SMS, retryOf(failed));
		expect([held.length, retried.error?.message]).toEqual([
			1,
			expect.stringContaining('another API key'),
		]);
		// The retry of that retry knows it, too.
		const again = await run(right(), 'sms.send', SMS, retryOf(retried));
		expect([held.length, again.error?.message]).toEqual([
			1,
			expect.stringContaining('another API key'),
		]);
	});

	it('goes out there where the user chose Send Again', async () => {
		const options = { ifOutcomeUnknown: 'sendAgain' };
		const retried = await run(right(), 'sms.send', { ...SMS, options }, retryOf(failed));
		expect([held.length, statuses(retried)]).toEqual([2, ['accepted']]);
	});

	it.each<[string, string, IDataObject, Answer]>([
		['an SMS', 'sms.send', SMS, refusal(402, 'No money')],
		['one of a bulk', 'sms.sendBulk', { ...BOTH, recipients: A }, refusal(402, 'No money')],
		['all of a bulk', 'sms.sendBulk', BOTH, ok({ error: 0, task_id: 7, result: REFUSED })],
	])('%s may be in the first account whatever the second refuses', async (_, ...send) => {
		const [operation, parameters, answer] = send;
		const again = { ...parameters, options: { ifOutcomeUnknown: 'sendAgain' } };
		failed = await run(wrong(), operation, parameters, { items: [{ json: {} }] });
		second.answer = (asked) => (isPost(asked) ? answer : CODE_20);
		const refused = await run(right(), operation, again, retryOf(failed));
		expect(refused.error?.message).toMatch(/^It is not known/);
		held = [];
		second.answer = takes;
		const retried = await run(right(), operation, parameters, retryOf(refused));
		expect([held, retried.error?.message]).toEqual([
			[],
			expect.stringContaining('another API key'),
		]);
	});

	it('may be in both accounts after Send Again: neither answer tells of the other', async () => {
		const again = { ...SMS, options: { ifOutcomeUnknown: 'sendAgain' } };
		second.answer = (asked) => (isPost(asked) ? takes(asked) && LOST : CODE_20);
		const lost = await run(right(), 'sms.send', again, retryOf(failed));
		expect([held.length, lost.error?.message]).toEqual([
			2,
			expect.stringMatching(/^It is not known/),
		]);
		first.answer = takes;
		second.answer = takes;
		for (const account of [wrong(), right()]) {
			const retried = await run(account, 'sms.send', SMS, retryOf(lost));
			expect([held.length, retried.error?.message]).toEqual([
				2,
				expect.stringContaining('another API key'),
			]);
		}
	});

	it('goes out again in the first account, where the second was only asked', async () => {
		const asked = await run(right(), 'sms.send', SMS, retryOf(failed));
		first.answer = takes;
		const back = await run(wrong(), 'sms.send', SMS, retryOf(asked));
		expect([held.length, statuses(back)]).toEqual([2, ['accepted']]);
	});

	it('goes out at a corrected address of the same account, which does not show it', async () => {
		const sameAccount = { ...right(), key: KEY };
		const retried = await run(sameAccount, 'sms.send', SMS, retryOf(failed));
		expect([held.length, statuses(retried)]).toEqual([2, ['accepted']]);
	});
});

describe.each<[string, string, IDataObject]>([
	['a campaign', 'campaign.sendSms', BOTH],
	['a campaign of one', 'campaign.sendSms', { ...BOTH, recipients: A }],
	['a campaign under From Content and Day', 'campaign.sendSms', { ...BOTH, ...CONTENT }],
	['a campaign to contact lists', 'campaign.sendSmsToContactLists', LISTS],
	['a file', 'campaign.sendSms', { ...BOTH, recipientSource: 'file', phoneField: 'phone' }],
	['messages of a bulk', 'sms.sendBulk', BOTH],
])('%s of unknown outcome', (_, operation, parameters) => {
	const OLD = { id: 3, sender: 'Shop', status: 'done', created_at: '2026-01-01 10:00:00' };
	const options = { ifOutcomeUnknown: 'sendAgain' };
	let shown: IDataObject[];
	let failed: RunResult;
	const takes = (asked: Asked): Answer => {
		if (!isPost(asked)) return asked.path.includes('/sms/') ? CODE_20 : ok(pageOf(shown));
		held.push(asked.path);
		if (operation === 'sms.sendBulk') return bulkAnswer(asked);
		return ok({ data: { id: 90, sender: 'Shop', status: 'sending' } });
	};
	beforeEach(async () => {
		shown = [OLD];
		first.answer = (asked) =>
			isPost(asked) || asked.path.includes('/sms/') ? LOST : ok(pageOf([]));
		second.answer = takes;
		const binary = { data: csvOf(A, B) };
		failed = await run(wrong(), operation, parameters, { items: [{ json: {}, binary }] });
		expect(failed.error?.message).toMatch(/^It is not known/);
	});

	it('does not go out in another account: the error names the key', async () => {
		const retried = await run(right(), operation, parameters, retryOf(failed));
		expect([held, retried.error?.message]).toEqual([
			[],
			expect.stringContaining('another API key'),
		]);
	});

	it('is said of the key also where the other account does not answer', async () => {
		second.answer = () => LOST;
		const retried = await run(right(), operation, parameters, retryOf(failed));
		expect(retried.error?.message).toContain('another API key');
	});

	it('goes out there where the user chose Send Again', async () => {
		const again = { ...parameters, options };
		const retried = await run(right(), operation, again, retryOf(failed));
		expect([held.length, retried.error]).toEqual([1, undefined]);
	});
});

describe('a campaign under references of the user', () => {
	const SEND = 'campaign.sendSms';
	const OWN = {
		sender: 'Shop',
		text: 'Sale',
		recipientSource: 'allItems',
		phoneField: 'phone',
		referenceMode: 'custom',
		reference: '={{ $json.reference }}',
	};
	const items = [{ json: { phone: A, reference: 'order1' } }];
	const OLD = { error: 0, id: 5, reference: 'order1', msisdn: A, status: 'delivered' };
	const shows = (message: Answer) => (asked: Asked) => {
		if (isPost(asked)) return LOST;
		return asked.path.includes('/sms/') ? message : ok(pageOf([]));
	};

	it.each<[string, Answer]>([
		['no message', CODE_20],
		['another message', ok({ ...OLD, id: 4 })],
	])(
		'is not proved by an old message of the second account, where the first had %s',
		async (...[, message]) => {
			first.answer = shows(message);
			const failed = await run(wrong(), SEND, OWN, { items });
			expect(failed.error?.message).toMatch(/^It is not known/);
			second.answer = shows(ok(OLD));
			const retried = await run(right(), SEND, OWN, retryOf(failed));
			expect(retried.error?.message).toMatch(/^It is not known/);
			// What the first account showed before still tells its own messages from new ones.
			first.answer = shows(ok({ ...OLD, id: 6 }));
			const back = await run(wrong(), SEND, OWN, retryOf(retried));
			expect(statuses(back)).toEqual(['accepted']);
		},
	);
});

describe('a campaign to contact lists, which cannot be asked for', () => {
	const options = { ifOutcomeUnknown: 'sendAgain' };
	const again = { ...LISTS, options };
	const SEND = 'campaign.sendSmsToContactLists';
	const made = (): IDataObject => ({ id: 4, sender: 'Shop', created_at: serviceTime() });
	let shown: IDataObject[];
	let failed: RunResult;
	const loses = (asked: Asked): Answer => {
		if (!isPost(asked)) return ok(pageOf(shown));
		held.push(asked.path);
		shown.push(made());
		return LOST;
	};
	beforeEach(async () => {
		shown = [];
		first.answer = (asked) => (isPost(asked) ? LOST : ok(pageOf([])));
		second.answer = loses;
		failed = await run(wrong(), SEND, LISTS, { items: [{ json: {} }] });
	});

	it('is not sent again with a new key of the same account, which shows it', async () => {
		shown = [made()];
		const retried = await run(right(), SEND, again, retryOf(failed));
		expect([held, retried.error?.description]).toEqual([
			[],
			expect.stringContaining('Campaign 4 (created at'),
		]);
	});

	it('is not sent there again once it may have been made there', async () => {
		const lost = await run(right(), SEND, again, retryOf(failed));
		const retried = await run(right(), SEND, again, retryOf(lost));
		expect([held.length, retried.error?.description]).toEqual([
			1,
			expect.stringContaining('Campaign 4 (created at'),
		]);
	});
});

describe('two messages, the second of which the wrong account refuses', () => {
	const SMS = { sender: 'Shop', phone: '={{ $json.phone }}', text: 'Sale' };
	const phoneIn = ({ body }: Asked): string => String(body.msisdn ?? body.number);
	let failed: RunResult;
	beforeEach(async () => {
		first.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			return phoneIn(asked) === A ? ok({ error: 0, id: 1 }) : refusal(402, 'No money');
		};
		const items = [A, B].map((phone) => ({ json: { phone } }));
		failed = await run(wrong(), 'sms.send', SMS, { items });
	});

	it('the right account may number its messages as the wrong one does', async () => {
		second.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			held.push(phoneIn(asked));
			return ok({ error: 0, id: 1 });
		};
		const retried = await run(right(), 'sms.send', SMS, retryOf(failed));
		expect([held, retried.error]).toEqual([[B], undefined]);
	});

	it('what only the right account may have sent is asked for there, and sent', async () => {
		second.answer = () => LOST;
		const lost = await run(right(), 'sms.send', SMS, retryOf(failed));
		expect(lost.error?.message).toMatch(/^It is not known/);
		second.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			held.push(phoneIn(asked));
			return ok({ error: 0, id: 9 });
		};
		const retried = await run(right(), 'sms.send', SMS, retryOf(lost));
		expect([held, retried.error]).toEqual([[B], undefined]);
	});
});

it('what is new in a retry goes out in the right account', async () => {
	first.answer = (asked) => (isPost(asked) ? refusal(402, 'No money') : CODE_20);
	second.answer = (asked) => {
		if (!isPost(asked)) return CODE_20;
		held.push(B);
		return ok({ error: 0, id: 9 });
	};
	const parameters = { sender: 'Shop', phone: B, text: 'Sale' };
	const failed = await run(wrong(), 'sms.send', parameters, { items: [{ json: {} }] });
	const retried = await run(right(), 'sms.send', parameters, retryOf(failed));
	expect([held, statuses(retried)]).toEqual([[B], ['accepted']]);
});
