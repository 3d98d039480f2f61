import type { FaultRule } from '../../sandbox/faults.mts';
import type { Dialect } from '../../sandbox/types.mts';
import {
	ANN,
	CAMPAIGN,
	CREATE_CAMPAIGN,
	CREATE_SMS,
	EACH_ONE,
	HIDDEN,
	PEOPLE,
	PERSONALIZED,
	RETRY_ON_FAIL,
	sceneOfTests,
	UNKNOWN,
} from './scene.mts';

// What becomes of sends whose outcome a service does not say: what the sandbox holds, and what the node says.

const scene = sceneOfTests();

const ACCEPTED = { statuses: ['accepted', 'accepted'], error: null };
/** What a campaign leaves that both got, and of which that is not known. */
const LEFT = { campaigns: 1, messages: EACH_ONE, statuses: [] };
const post = (fault: Partial<FaultRule>): FaultRule[] => [
	{ kind: 'status', status: 504, method: 'POST', path: CREATE_CAMPAIGN, times: 1, ...fault },
];
const LOST_504 = `${UNKNOWN}the service is not available at the moment: Injected status 504 (HTTP 504) [item 1]`;

const NO_ID = `${UNKNOWN}the answer of the service holds no ID of what was sent [item 1]`;

interface Lost {
	title: string;
	faults: FaultRule[];
	dialect?: Partial<Dialect>;
	error: string;
}
/** Requests that are carried out, and not answered. */
const LOST: Lost[] = [
	{ title: '504 after handling, once', faults: post({ handled: true }), error: LOST_504 },
	{
		title: '504 after handling, always',
		faults: post({ handled: true, times: 99 }),
		error: LOST_504,
	},
	{
		title: 'the reply lost',
		faults: post({ kind: 'dropAfter' }),
		error: `${UNKNOWN}the connection to the service was lost [item 1]`,
	},
	{ title: 'a commit 3 s after 504', faults: post({ lateMs: 3000 }), error: LOST_504 },
	{ title: 'a commit 6 s after 504', faults: post({ lateMs: 6000 }), error: LOST_504 },
];
const LATE: Partial<Dialect> = {
	messageList: 'late',
	campaignReferences: 'late',
	lateMs: 5000,
};

/** Both campaign sends after each loss. */
const EACH_LOST = [CAMPAIGN, PERSONALIZED].flatMap((operation) =>
	LOST.map((lost) => ({ ...lost, operation })),
);

describe.each(EACH_LOST)('$operation after $title', ({ operation, faults, error }) => {
	it('is accepted where it shows after 5 s', async () => {
		scene.begin(faults, LATE);
		const run = await scene.send(operation);
		expect(await scene.outcome(run)).toEqual({ campaigns: 1, messages: EACH_ONE, ...ACCEPTED });
	});

	it('is unknown under references of the user, though it shows', async () => {
		scene.begin(faults);
		const options = { referenceMode: 'custom', reference: '{order}' };
		const run = await scene.send(operation, { options });
		expect(await scene.outcome(run)).toEqual({ ...LEFT, error });
	});

	it('is made once by Retry On Fail where it does not show', async () => {
		scene.begin(faults, HIDDEN);
		const run = await scene.send(operation, { node: RETRY_ON_FAIL });
		expect(run.tries).toBe(3);
		const earlier = `${UNKNOWN}an earlier try may have sent it [item 1]`;
		expect(await scene.outcome(run)).toEqual({ ...LEFT, error: earlier });
	});

	it('is accepted by the try of Retry On Fail that finds it', async () => {
		scene.begin(faults, { ...LATE, lateMs: 8000 });
		const run = await scene.send(operation, { node: RETRY_ON_FAIL, options: { retryFor: 0 } });
		expect(await scene.outcome(run)).toEqual({ campaigns: 1, messages: EACH_ONE, ...ACCEPTED });
	});
});

describe('a campaign', () => {
	it.each([
		['automatic, at a service that shows none', {}, HIDDEN],
		['from content and day', { referenceMode: 'content' }, {}],
	])('is unknown after a 504 under references %s', async (_, options, dialect) => {
		scene.begin(post({ handled: true }), dialect);
		const run = await scene.send(CAMPAIGN, { options });
		expect(await scene.outcome(run)).toEqual({ ...LEFT, error: LOST_504 });
	});

	it('is asked for as long as Retry For says after an answer that took longer than that', async () => {
		scene.begin(post({ delayMs: 25_000, lateMs: 6000 }));
		const run = await scene.send(CAMPAIGN, { options: { retryFor: 20 } });
		expect(await scene.outcome(run)).toEqual({ campaigns: 1, messages: EACH_ONE, ...ACCEPTED });
	});

	it('is not what another campaign of the sender is, which appears meanwhile', async () => {
		scene.begin(post({}));
		scene.sendOtherMeanwhile('Shop');
		const run = await scene.send(CAMPAIGN);
		expect(await scene.outcome(run)).toEqual({
			campaigns: 1,
			messages: { [ANN]: 1 },
			statuses: [],
			error: LOST_504,
		});
	});

	it('is unknown where nothing was handled and the answer holds no ID', async () => {
		scene.begin(post({ status: 200, body: '{"error":0}' }));
		const run = await scene.send(PERSONALIZED);
		expect(await scene.outcome(run)).toEqual({
			campaigns: 0,
			messages: {},
			statuses: [],
			error: NO_ID,
		});
	});
});

describe('sms.send', () => {
	const sms = (fault: Partial<FaultRule>): FaultRule[] =>
		// A gateway answers, which knows no codes of the service.
		post({ path: CREATE_SMS, body: { message: 'Gateway Time-out' }, ...fault });
	const items = PEOPLE.slice(0, 1).map((json) => ({ json }));

	it.each([
		['504 after handling, once', { handled: true }],
		['504 after handling, always', { handled: true, times: 99 }],
		['a lost reply', { kind: 'dropAfter' }],
		['a commit 3 s after 504', { lateMs: 3000 }],
		// Code 23 keeps the second one away.
		['a commit 6 s after 504', { lateMs: 6000 }],
		['504 and nothing handled', {}],
	] as const)('is accepted after %s, with one message', async (_, fault) => {
		scene.begin(sms(fault));
		const run = await scene.send('sms.send', { items });
		expect(await scene.outcome(run)).toEqual({
			campaigns: 0,
			messages: { [ANN]: 1 },
			statuses: ['accepted'],
			error: null,
		});
	});

	it.each([
		['{}', NO_ID],
		['{"error":0,"result":[{"error":21}]}', 'The phone number is not correct (code 21) [item 1]'],
		[
			'{"error":"23","errorDescription":"Present"}',
			`${UNKNOWN}an SMS with this reference is already present (code 23) [item 1]`,
		],
	])('where nothing was handled and the answer is %s', async (body, error) => {
		scene.begin(sms({ status: 200, body }));
		const run = await scene.send('sms.send', { items });
		expect(await scene.outcome(run)).toEqual({
			campaigns: 0,
			messages: {},
			statuses: [],
			error,
		});
	});
});

it.each(['sms.sendBulk', 'sms.sendIndividual'])(
	'results of %s that are lost are asked for: each gets one message',
	async (operation) => {
		scene.begin(post({ kind: 'dropAfter', path: CREATE_SMS }));
		const run = await scene.send(operation);
		expect(await scene.outcome(run)).toEqual({ campaigns: 0, messages: EACH_ONE, ...ACCEPTED });
	},
);
