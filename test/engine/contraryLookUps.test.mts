import type { IDataObject } from 'n8n-workflow';
import {
	A,
	answers,
	B,
	BOTH,
	byReference,
	CAMPAIGN_6,
	CODE_20,
	isPost,
	LOST,
	NOT_FOUND,
	NOT_KNOWN,
	ok,
	ONE,
	OTHER,
	referenceIn,
	referencesOf,
	serviceTime,
	statuses,
} from './contrarySupport.mts';
import { phoneOf } from './sendsSupport.mts';
import { KEY, openStub, pageOf, seen } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';
import { job } from './support/savedExecutions.mts';

/* Answers to the questions that follow a send of which nobody knows what became: what they show, and what they do not. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const credentialOf = ({ baseUrl }: Stub): IDataObject => ({
	baseUrl,
	apiKey: KEY,
	authentication: 'apiKey',
});

describe('a retry from the list of executions does not send a campaign that went out again where the list of campaigns', () => {
	const mine = { id: 41, created_at: serviceTime(), status: 'sending' };
	it.each<[string, unknown]>([
		['writes the sender in capitals', pageOf([{ ...mine, sender: 'SHOP' }])],
		['does not tell the sender', pageOf([mine])],
		['counts one and shows none', pageOf([], 1)],
		['counts one and holds null', { ...pageOf([], 1), data: null }],
		['counts one and holds an empty object', { ...pageOf([], 1), data: {} }],
		['names its rows otherwise', { campaigns: [{ ...mine, sender: 'Shop' }], total: 1 }],
		['holds nothing', {}],
		['is one campaign', { data: { ...mine, sender: 'Shop' } }],
		['has its rows deeper', { data: { items: [{ ...mine, sender: 'Shop' }], total: 1 } }],
	])('%s', async (_, list) => {
		const phones = Array.from({ length: 25 }, (__, index) => phoneOf(index));
		let held: string[] = [];
		let posts = 0;
		stub.answer = (asked) => {
			if (isPost(asked)) {
				held = referencesOf(asked);
				posts += 1;
				return ok({ data: { id: 40 + posts } });
			}
			if (byReference(asked)) {
				// The first and the last are on the stop list: no message of theirs is kept.
				const reference = referenceIn(asked);
				const at = held.indexOf(reference);
				return at > 0 && at < phones.length - 1
					? ok({ error: 0, id: 500 + at, msisdn: phones[at], reference, status: 'sent' })
					: CODE_20;
			}
			if (asked.path !== '/api/campaign') return NOT_FOUND;
			return ok(posts > 0 ? list : pageOf([]));
		};
		const saved = job([{ json: {} }]);
		const request = {
			credential: credentialOf(stub),
			parameters: {
				resource: 'campaign',
				operation: 'sendSms',
				...BOTH,
				recipients: phones.join(),
				options: { retryFor: 0 },
			},
		};
		await stub.engine.run({ ...request, saved: saved(), executionId: '45' });
		await stub.engine.run({ ...request, saved: saved(), mode: 'retry', executionId: '46' });
		expect(posts).toBe(1);
	});
});

/** Answers to the question for a reference that show no message of ours. */
const NO_PROOF: ReadonlyArray<[string, (asked: Asked) => Answer]> = [
	['a failure with an ID', () => ok({ success: false, id: 'req_81f', message: 'SMS not found' })],
	['a status of an error', () => ok({ status: 'error', id: 17, message: 'SMS not found' })],
	[
		'the ID -1',
		(asked) => ok({ error: 0, id: '-1', reference: referenceIn(asked), status: 'unknown' }),
	],
	[
		'the ID "null"',
		(asked) => ok({ error: 0, id: 'null', reference: referenceIn(asked), status: 'unknown' }),
	],
	[
		'a message to another number',
		() => ok({ error: 0, id: 17, msisdn: OTHER, status: 'delivered' }),
	],
	[
		'a message of another reference',
		() => ok({ error: 0, id: 17, external_id: 'OTHER', status: 'delivered' }),
	],
	[
		'a list of other messages',
		() => ok([{ id: 17, external_id: 'OTHER', msisdn: OTHER }, { id: 18 }]),
	],
];

describe.each(NO_PROOF)('an answer to the question for a reference that is %s', (_, shown) => {
	const question = (asked: Asked): Answer => (byReference(asked) ? shown(asked) : NOT_FOUND);

	it.each([
		['sms.send', ONE],
		['sms.sendBulk', BOTH],
		['campaign.sendSms', BOTH],
	] as const)('proves no %s whose answer was lost', async (operation, parameters) => {
		answers(stub, LOST, LOST, question);
		expect(statuses(await stub.run(operation, parameters))).not.toContain('accepted');
	});

	it('proves no SMS whose reference the service says that it has', async () => {
		answers(stub, ok({ error: 23 }), ok({ error: 23 }), question);
		expect(statuses(await stub.run('sms.send', ONE))).not.toContain('accepted');
	});

	it.each(['automatic', 'content'])(
		'lets no first run of a file (references: %s) end as accepted with nothing sent',
		async (referenceMode) => {
			stub.asked = [];
			stub.answer = (asked) => (isPost(asked) ? CAMPAIGN_6 : question(asked));
			const file = Buffer.from(`phone\n${A}\n${B}\n`);
			const data = await stub.engine.storeBinary(file, 'list.csv');
			const run = await stub.engine.run({
				items: [{ json: {}, binary: { data } }],
				credential: credentialOf(stub),
				parameters: {
					resource: 'campaign',
					operation: 'sendSms',
					sender: 'Shop',
					text: 'Sale',
					recipientSource: 'file',
					phoneField: 'phone',
					referenceMode,
					options: { retryFor: 0 },
				},
			});
			expect([stub.count('POST'), statuses(run)]).not.toEqual([0, ['accepted']]);
		},
	);

	it('lets not a retry from the list of executions end as accepted with nothing sent', async () => {
		stub.asked = [];
		stub.answer = (asked) => (isPost(asked) ? CAMPAIGN_6 : question(asked));
		const run = await stub.engine.run({
			saved: job([{ json: {} }])(),
			mode: 'retry',
			executionId: '77',
			credential: credentialOf(stub),
			parameters: { resource: 'campaign', operation: 'sendSms', ...BOTH, options: { retryFor: 0 } },
		});
		expect([stub.count('POST'), statuses(run)]).not.toEqual([0, ['accepted', 'accepted']]);
	});
});

it.each<[string, IDataObject]>([
	['to another number', { id: 5, phone: Number(OTHER), campaign_id: 9 }],
	['with the ID "0"', { id: '0' }],
])('a list of messages that shows one %s proves no campaign', async (_, entry) => {
	answers(stub, LOST, LOST, (asked) =>
		asked.path === '/api/messages'
			? ok(pageOf([{ ...entry, reference_id: asked.query.get('filter[reference_id]') }]))
			: CODE_20,
	);
	expect(statuses(await stub.run('campaign.sendSms', BOTH))).not.toContain('accepted');
});

it.each<[string, Answer]>([
	['400 in another script', { status: 400, body: { message: 'Повторное сообщение' } }],
	[
		'422 in another script',
		{ status: 422, body: { message: 'Bad', errors: { reference: ['Такая ссылка занята'] } } },
	],
	['code 27 for the reference', ok({ error: 27, errorDescription: 'incorrect external SMS ID' })],
])('nobody knows what became of an SMS whose repetition is answered with %s', async (_, second) => {
	answers(stub, LOST, second, CODE_20);
	const run = await stub.run('sms.send', { ...ONE, options: { retryFor: 4 } });
	expect(seen(run)).toMatch(NOT_KNOWN);
});

describe('an error about a campaign whose answer was lost names the one that the list of campaigns shows', () => {
	it.each<[string, IDataObject]>([
		['in another form of time', { sender: 'Shop', created_at: '24.11.2026 10:00' }],
		['without a time', { sender: 'Shop' }],
		['with the sender in capitals', { sender: 'SHOP', created_at: serviceTime() }],
	])('%s', async (_, campaign) => {
		answers(stub, LOST, LOST, (asked) =>
			asked.path === '/api/campaign' ? ok(pageOf([{ id: 5, ...campaign }])) : CODE_20,
		);
		const run = await stub.run('campaign.sendSms', BOTH);
		expect(run.error?.description).toMatch(/campaigns?\b.*\b5\b/);
	});

	it('and says by whose time it looked where a clock is hours behind', async () => {
		const created_at = serviceTime(Date.now() - 3 * 3_600_000);
		answers(stub, LOST, LOST, (asked) =>
			asked.path === '/api/campaign'
				? ok(pageOf([{ id: 5, sender: 'Shop', created_at }]))
				: CODE_20,
		);
		const run = await stub.run('campaign.sendSms', BOTH);
		expect(run.error?.description).toContain('created since, by the time of the service');
	});
});
