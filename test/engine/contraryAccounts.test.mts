import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import {
	A,
	B,
	CODE_20,
	isPost,
	LOST,
	NOT_FOUND,
	ok,
	refusal,
	runWith,
	statuses,
} from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { KEY, openStub } from './stubService.mts';
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

	it('goes out at a corrected address of the same account, which does not show it', async () => {
		const sameAccount = { ...right(), key: KEY };
		const retried = await run(sameAccount, 'sms.send', SMS, retryOf(failed));
		expect([held.length, statuses(retried)]).toEqual([2, ['accepted']]);
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
