import type { IDataObject } from 'n8n-workflow';
import {
	A,
	acceptedIn,
	CONTINUE,
	EACH_LIST,
	phonesOf,
	B,
	CODE_20,
	isPost,
	LOST,
	ok,
	referenceIn,
	referencesOf,
	RETRY,
	runWith,
	serviceTime,
} from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { phoneOf } from './sendsSupport.mts';
import { openStub, pageOf } from './stubService.mts';
import type { Answer, Stub } from './stubService.mts';

// A guard against double submits takes the first request alone, and gives all others what that one made: side by side, and by results.

let stub: Stub;
/** Whom the service holds a message for. */
let held: string[];
beforeAll(async () => (stub = await openStub()));
beforeEach(() => {
	held = [];
	stub.asked = [];
});
afterAll(async () => await stub.close());

const [C, D] = [phoneOf(2), phoneOf(3)];
const listsOf = (...lists: string[]) => lists.map((list) => ({ json: { list } }));
const run = async (
	operation: string,
	parameters: IDataObject,
	request: Parameters<typeof runWith>[3],
): Promise<RunResult> =>
	await runWith(stub, operation, { sender: 'Shop', text: 'Sale', ...parameters }, request);

describe('side by side: the others are answered before the first one', () => {
	/** Answers the first request late, and shows its message under its reference. */
	function guards(answer: object): void {
		const shown = new Map<string, IDataObject>();
		stub.answer = (asked) => {
			if (!isPost(asked)) {
				const message = asked.path.includes('/sms/reference/') && shown.get(referenceIn(asked));
				return message ? ok(message) : CODE_20;
			}
			const isFirst = held.length === 0;
			if (isFirst) {
				held.push(...phonesOf(asked));
				const [reference = ''] = referencesOf(asked);
				const message = { error: 0, id: 501, msisdn: held[0], campaign_id: 57, status: 'sent' };
				shown.set(reference, message);
			}
			return {
				raw: (response) => {
					response.writeHead(200, { 'content-type': 'application/json' });
					setTimeout(() => response.end(JSON.stringify(answer)), isFirst ? 400 : 0);
				},
			};
		};
	}
	const SIDE_BY_SIDE = { options: { maxInFlight: 10 } };

	it.each<[string, IDataObject, object]>([
		['sms.send', { phone: '={{ $json.list }}' }, { error: 0, id: 501 }],
		['sms.sendBulk', EACH_LIST, { error: 0, task_id: 7 }],
		['campaign.sendSms', EACH_LIST, { data: { id: 57, sender: 'Shop', status: 'sending' } }],
	])('%s: only the one that the service holds is accepted', async (operation, form, answer) => {
		guards(answer);
		const sent = await run(
			operation,
			{ ...form, ...SIDE_BY_SIDE },
			{ items: listsOf(A, C), node: CONTINUE },
		);
		// Which of the two requests comes first is not told.
		expect(held).toHaveLength(1);
		expect(acceptedIn(sent)).toEqual(held);
	});

	it('an SMS that was not sent is an error after all tries', async () => {
		guards({ error: 0, id: 501 });
		const form = { phone: '={{ $json.list }}', ...SIDE_BY_SIDE };
		const sent = await run('sms.send', form, { items: listsOf(A, C), node: RETRY });
		expect(sent.error?.message).toMatch(/^It is not known whether/);
		expect(held).toHaveLength(1);
	});

	it('a service that gives each its own ID is asked for nothing', async () => {
		let id = 0;
		stub.answer = (asked) => (isPost(asked) ? ok({ error: 0, id: ++id }) : CODE_20);
		const form = { phone: '={{ $json.list }}', ...SIDE_BY_SIDE };
		const sent = await run('sms.send', form, { items: listsOf(A, B, C, D) });
		expect(acceptedIn(sent)).toEqual([A, B, C, D]);
		expect(stub.asked.filter((asked) => !isPost(asked))).toEqual([]);
	});
});

describe.each(['sms.sendBulk', 'sms.sendIndividual'])(
	'%s: results are those of the first',
	(operation) => {
		/** Gives all the same answer, and shows the messages of the first one by these IDs. */
		function guards(answer: object, ids: number[] = []): void {
			stub.answer = (asked): Answer => {
				if (isPost(asked)) {
					if (held.length === 0) held.push(...phonesOf(asked));
					return ok(answer);
				}
				const at = ids.indexOf(Number(asked.path.split('/').at(-1)));
				if (asked.path.includes('/reference/') || at < 0) return CODE_20;
				return ok({ error: 0, id: ids[at], msisdn: held[at], status: 'sent' });
			};
		}
		const price = { price: 0.4, currency: 'UAH' };

		it.each<[string, object]>([
			['an ID and a task', { error: 0, id: 501, task_id: 7 }],
			['an ID alone', { error: 0, id: 501 }],
			['a result', { error: 0, task_id: 7, result: [{ id: 501, error: 0, ...price }] }],
			['a result without a task', { error: 0, result: [{ id: 501, error: 0, ...price }] }],
		])('lists of one number: %s', async (_, answer) => {
			guards(answer, [501]);
			const sent = await run(operation, EACH_LIST, { items: listsOf(A, C), node: CONTINUE });
			expect([acceptedIn(sent), held]).toEqual([[A], [A]]);
		});

		it('lists of two numbers, at a service that shows no message by its ID', async () => {
			const result = [501, 502].map((id) => ({ id, error: 0 }));
			guards({ error: 0, task_id: 7, result });
			const items = listsOf(`${A}, ${B}`, `${C}, ${D}`);
			const sent = await run(operation, EACH_LIST, { items, node: CONTINUE });
			expect([acceptedIn(sent), held]).toEqual([
				[A, B],
				[A, B],
			]);
		});

		it.each([{}, { referenceMode: 'none' }])(
			'the same list in two items, each of which gets its own message, with %j',
			async (mode) => {
				const result = [A, B].map((msisdn, at) => ({ msisdn, id: 501 + at, error: 0 }));
				guards({ error: 0, task_id: 7, result }, [501, 502]);
				const items = listsOf(`${A}, ${B}`, `${A}, ${B}`);
				const sent = await run(operation, { ...EACH_LIST, ...mode }, { items, node: CONTINUE });
				expect([acceptedIn(sent), held]).toEqual([
					[A, B],
					[A, B],
				]);
			},
		);
	},
);

it('a campaign that the service listed before the send, for the error of another item', async () => {
	const campaign = { id: 57, sender: 'Shop', status: 'sending' };
	stub.answer = (asked) => {
		if (!isPost(asked)) {
			if (asked.path.includes('/sms/')) return CODE_20;
			return ok(pageOf(held.length > 0 ? [{ ...campaign, created_at: serviceTime() }] : []));
		}
		if (held.length > 0) return ok({ data: campaign });
		held.push(...phonesOf(asked));
		return LOST;
	};
	const sent = await run('campaign.sendSms', EACH_LIST, { items: listsOf(A, B), node: CONTINUE });
	expect([acceptedIn(sent), held]).toEqual([[], [A]]);
});
