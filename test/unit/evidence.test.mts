import {
	bulkEndpoint,
	campaignEndpoint,
	individualEndpoint,
	personalizedCampaignEndpoint,
	singleEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import { custom } from './fakeOperations.mts';
import type { Answer } from './fakeFunctions.mts';
import { OWN, people, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

/** The error that ends a send to one recipient, whose message the service does not show; undefined where it counts as accepted. */
async function errorOf(
	endpoint: Parameters<typeof run>[0],
	body: unknown,
): Promise<string | undefined> {
	const { error, json } = await run(
		endpoint,
		{ ...OWN, options: { retryFor: 0 } },
		{ items: people(1), answer: script([{ body }]) },
	);
	if (!error) expect(json).toMatchObject([{ status: 'accepted' }]);
	return error && `${error.message} ${error.description}`;
}

describe('an answer without an ID is not taken for success', () => {
	it.each<[unknown, RegExp]>([
		[{ data: null }, /names no ID/],
		[{ error: null }, /names no ID/],
		[{ result: null }, /names no ID/],
		[{ error: 0 }, /names no ID/],
		[{ error: '0', id: 0 }, /names no ID/],
		[{ error: 0, id: 'null' }, /names no ID/],
		[{ data: { error: 21 } }, /^The phone number is not correct \(code 21\)/],
		[{ error: 0, result: [{ error: '21' }] }, /^The phone number is not correct \(code 21\)/],
		[{ id: null, message: 'Insufficient balance' }, /names no ID.*: Insufficient balance/],
		[{ id: 7, success: false }, /an ID and a fault at once/],
		[{ id: 7, error_code: 21 }, /an ID and a fault at once/],
		[{ id: 7, errorCode: '21' }, /an ID and a fault at once/],
		[{ error: 0, id: 7, status: 'rejected' }, /an ID and a fault at once/],
		[{ error: 0, id: 7, status: 'Failed' }, /an ID and a fault at once/],
		[{ error: 0, id: 'rejected' }, /names no ID/],
		[{ error: 0, id: 'duplicate' }, /names no ID/],
		[{ data: { id: 7 }, message: 'Кампания не создана' }, /an ID and a fault at once/],
		[
			{ errors: ['The sender is wrong'], data: null },
			/did not accept a field.*The sender is wrong/,
		],
		[{ errors: ['Queued for later'] }, /^It is not known.*names no ID/],
		[{ data: { id: 5, error: 'Insufficient funds' } }, /an ID and a fault at once/],
		[{ data: { id: 5, error: true } }, /an ID and a fault at once/],
		[{ result: { id: 5, success: false } }, /an ID and a fault at once/],
		[{ id: 5, errors: ['Queued for later'] }, /an ID and a fault at once/],
		[{ id: 5, code: 402 }, /an ID and a fault at once/],
		[{ id: 5, message: 'Insufficient balance' }, /an ID and a fault at once.*: Insufficient/],
		[{ status: 'error', data: { id: 5 } }, /an ID and a fault at once/],
		[{ code: 503, message: 'Busy', data: null }, /not available at the moment.*Busy/],
		[[], /names no ID/],
	])('SMS: %j', async (body, says) => {
		expect(await errorOf(singleEndpoint, body)).toMatch(says);
	});

	it.each<[unknown, RegExp]>([
		[{ data: null, code: 402, message: 'Insufficient funds' }, /asks for payment.*Insufficient/],
		[
			{ data: [], errors: { sender: ['wrong'] } },
			/did not accept the sender.*registered.*sender: wrong/,
		],
		[{ data: null, id: 99 }, /names no ID/],
		[{ data: { id: 5, error: 'Insufficient funds' } }, /an ID and a fault at once/],
		[{ data: { id: 5, errors: ['odd'] } }, /an ID and a fault at once/],
		[{ data: { id: '0' } }, /names no ID/],
		[{ task_id: null }, /names no ID/],
	])('campaign: %j', async (body, says) => {
		for (const endpoint of [campaignEndpoint, personalizedCampaignEndpoint])
			expect(await errorOf(endpoint, body)).toMatch(says);
	});

	it.each<[unknown, RegExp]>([
		[{ error: 0, result: [] }, /names no ID/],
		[{ error: 0, result: [{ error: 0, reference: 'own0' }] }, /names no ID/],
		[{ message: 'Queued' }, /names no ID.*: Queued/],
	])('bulk: %j', async (body, says) => {
		for (const endpoint of [bulkEndpoint, individualEndpoint])
			expect(await errorOf(endpoint, body)).toMatch(says);
	});

	it.each<[unknown, RegExp]>([
		[{ data: null, message: 'No route' }, /^It is not known.*: No route/],
		[{ data: null, code: 402, message: 'Insufficient funds' }, /asks for payment/],
		[{ task_id: 7 }, /names no campaign/],
	])('contact lists: %j', async (body, says) => {
		const { error } = await custom(
			'campaign.sendSmsToContactLists',
			{ groups: [202], sender: 'Shop', text: 'Sale' },
			({ method }) => ({ body: method === 'POST' ? body : { data: [] } }),
		);
		expect(`${error?.message} ${error?.description}`).toMatch(says);
	});

	it('but one with an ID is, in every place where services write it', async () => {
		for (const body of [
			{ error: '0', id: '5' },
			{ error: null, id: 5 },
			{ result: { error: 0, id: 5 } },
			{ error: 0, result: [{ error: 0, id: 'a5' }] },
			{ data: { id: 5 } },
			{ data: { id: 5 }, message: 'No errors' },
			{ id: 5, error: 'No errors' },
			{ id: 5, error: [] },
			{ id: 5, error: {} },
			{ id: 5, message: 'Queued: the sender is not checked yet' },
			{ id: 5, error: 0, message: 'The balance must not fall below zero' },
		])
			expect(await errorOf(singleEndpoint, body)).toBeUndefined();
		for (const body of [{ data: { id: '5' } }, { id: 5 }, { data: [{ id: 5 }] }])
			expect(await errorOf(campaignEndpoint, body)).toBeUndefined();
	});

	it('and who was taken stays so where the request as a whole bears the code of another', async () => {
		const result = [
			{ reference: 'own0', id: 5, error: 0 },
			{ reference: 'own1', error: 31 },
		];
		const { json } = await run(bulkEndpoint, OWN, {
			answer: script([{ body: { error: 31, result } }]),
		});
		expect(json).toMatchObject([{ status: 'accepted', message_id: 5 }, { status: 'refused' }]);
	});
});

describe('a body that holds an ID never proves that the service did nothing', () => {
	const TOO_MANY = 'Too many messages are processed';
	const once = async (endpoint: typeof singleEndpoint, answer: Answer) =>
		await run(endpoint, OWN, {
			items: people(endpoint === singleEndpoint ? 1 : 2),
			answer: script([answer, { body: { data: { id: 9 }, id: 9, task_id: 9 } }]),
		});

	it.each<[string, Answer]>([
		['code 11', { body: { error: 11, errorDescription: TOO_MANY, id: 7 } }],
		['code 11 as text', { body: { error: '11', result: { id: '7' } } }],
		['code 11 beside data', { body: { data: { id: 7 }, error: 11 } }],
		['code 11 inside', { body: { data: { id: 7, error: 11 } } }],
		['code 24', { body: { error: 24, id: 7 } }],
		['status 429', { status: 429, body: { id: 7 } }],
		['status 429 with data', { status: 429, body: { message: 'Slow down', data: { id: '7' } } }],
		['status 422 with text IDs', { status: 422, body: { message: 'Odd', data: { id: 'm-7' } } }],
		['status 400 inside a result', { status: 400, body: { error: 24, result: { id: 'm-7' } } }],
		['status 403 with a task', { status: 403, body: { message: 'Odd', task_id: 't-4' } }],
		['429 inside', { body: { code: 429, message: 'Slow down', data: { id: 7 } } }],
	])('%s is neither repeated nor taken for a refusal', async (_, answer) => {
		for (const endpoint of [singleEndpoint, campaignEndpoint]) {
			const { sent, error } = await once(endpoint, answer);
			expect(sent).toHaveLength(1);
			expect(error?.message).toMatch(/^It is not known.*names an ID and a fault at once/);
		}
	});

	it('who was taken under code 11 stays so, and the others are asked for', async () => {
		const result = [{ reference: 'own0', id: 5, error: 0 }];
		const { sent, error } = await once(bulkEndpoint, { body: { error: 11, task_id: 4, result } });
		expect(sent).toHaveLength(1);
		expect(error?.message).toContain('accepted 1 of 2 recipients: [item 1] reference own1');
	});

	it('a task under code 11 is not repeated', async () => {
		const { sent, error } = await once(bulkEndpoint, { body: { error: 11, task_id: 4 } });
		expect(sent).toHaveLength(1);
		expect(error?.message).toMatch(/^It is not known/);
	});

	it('but without an ID, and with one that only names the request, it is repeated', async () => {
		for (const answer of [
			{ body: { error: 11 } },
			{ body: { error: 11, id: 0 } },
			{ status: 429, body: { message: 'Slow down', id: '4f0c-request' } },
		]) {
			const { sent, error } = await once(singleEndpoint, answer);
			expect(error).toBeUndefined();
			expect(sent).toHaveLength(2);
		}
	});
});

describe('the status of a refusal without a refusal', () => {
	/** What stands behind the cut may name a campaign. */
	const CUT_OFF = '{"da';
	/** The code of success denies the status. */
	const SUCCESS = { error: 0 };
	const SILENT: unknown[] = ['', null, CUT_OFF, '"Forbidden"', {}, [], { data: null }, SUCCESS];
	const once = async (status: number, body: unknown, headers?: Record<string, string>) =>
		await run(
			singleEndpoint,
			{ ...OWN, options: { retryFor: 0 } },
			{ items: people(1), answer: script([{ status, body, headers }]) },
		);

	it.each(SILENT)('%j proves nothing with 400, 402, 403 and 422', async (body) => {
		for (const status of [400, 402, 403, 422]) {
			const { error } = await once(status, body);
			expect(error?.message).toMatch(
				/^It is not known.* came instead of the answer of the service/,
			);
		}
	});

	it.each([404, 405, 413])('is one with %i, which speaks of the request itself', async (status) => {
		for (const body of SILENT.filter((one) => one !== CUT_OFF && one !== SUCCESS))
			expect((await once(status, body)).error?.message).not.toMatch(/^It is not known/);
	});

	it.each([404, 405, 413])('is none with %i either where the answer is cut off', async (status) => {
		const { error } = await once(status, CUT_OFF);
		expect(error?.message).toMatch(/^It is not known.*: a part of an answer came/);
	});

	it.each([404, 405, 413])('is none with %i either beside the code of success', async (status) => {
		const { error } = await once(status, SUCCESS);
		expect(error?.message).toMatch(/^It is not known.*refuses the send, and says/);
	});

	it('is one where words, a code or errors stand in it', async () => {
		for (const body of [
			{ message: 'Forbidden' },
			{ error: 'Forbidden' },
			{ error: 21 },
			{ code: 403 },
			{ errors: ['odd'] },
			{ data: { error: 21 } },
			{ success: false },
		])
			expect((await once(403, body)).error?.message).not.toMatch(/^It is not known/);
	});

	it.each([301, 302, 307, 308])('a redirect with %i proves nothing of a send', async (status) => {
		const { error } = await once(status, '', { location: 'https://elsewhere.example' });
		expect(error?.message).toMatch(/^It is not known.*sends the request to another address/);
	});

	it('nor is it one of those whom the same answer gives IDs', async () => {
		const result = [
			{ reference: 'own0', id: 'm-0x', error: 0 },
			{ reference: 'own1', id: null, error: 21 },
		];
		const { json } = await run(bulkEndpoint, OWN, {
			answer: script([{ status: 422, body: { error: 21, result } }]),
		});
		expect(json).toMatchObject([{ status: 'accepted' }, { status: 'refused' }]);
	});
});

describe('words instead of a code, in an answer that came as a success', () => {
	it.each<[unknown, RegExp]>([
		[{ error: 'Insufficient funds' }, /names no ID.*: Insufficient funds/],
		[{ error: 'E21' }, /names no ID.*: E21/],
		[{ error: true }, /names no ID/],
		[{ error: { message: 'No route' } }, /names no ID.*: No route/],
		[{ result: { error: 'No route' } }, /names no ID.*: No route/],
	])('%j proves nothing', async (body, says) => {
		for (const endpoint of [singleEndpoint, bulkEndpoint, campaignEndpoint]) {
			const said = await errorOf(endpoint, body);
			expect(said).toMatch(/^It is not known/);
			expect(said).toMatch(says);
		}
	});

	it('proves a refusal with a status or a code that is documented', async () => {
		for (const [body, says] of [
			[{ error: 'Bad', code: 422, message: 'Odd' }, /did not accept a field.*Odd/],
			[{ error: 'Bad', code: 24, message: 'Odd' }, /\(code 24\)/],
			[
				{ error: 'Bad', errors: { sender: ['wrong'] } },
				/did not accept the sender.*registered.*sender: wrong/,
			],
		] as const)
			expect(await errorOf(campaignEndpoint, body)).toMatch(says);
	});

	it('is a refusal with status 400', async () => {
		const { error } = await run(singleEndpoint, OWN, {
			items: people(1),
			answer: script([{ status: 400, body: { error: 'Insufficient funds' } }]),
		});
		expect(error?.message).toMatch(/^The service did not take the request/);
	});
});

describe('texts in a place for errors, in an answer that came as a success', () => {
	const TEXTS: Array<[refuses: boolean, text: string]> = [
		[true, 'The sender is not allowed.'],
		[true, 'The phones field must be a list that is not empty.'],
		[true, 'Insufficient funds, try again later'],
		[true, 'The message was not accepted'],
		[true, 'The text is too long.'],
		[false, 'Queued for later'],
		[false, 'Accepted with a warning: no route to one operator'],
		[false, 'The messages are not sent yet'],
		[false, 'Message 17'],
	];

	it.each(TEXTS)('are a refusal: %j: %s', async (refuses, text) => {
		for (const errors of [[text], { phones: [text] }])
			for (const body of [
				{ errors },
				{ message: 'Answer', errors, data: null },
				{ data: { errors } },
			])
				for (const endpoint of [singleEndpoint, bulkEndpoint, campaignEndpoint])
					expect(/^It is not known/.test(String(await errorOf(endpoint, body)))).toBe(!refuses);
	});

	it('and with one that refuses beside one that does not, nothing is known', async () => {
		const errors = ['The first sender is not allowed', 'The second message is queued'];
		expect(await errorOf(campaignEndpoint, { errors })).toMatch(/^It is not known/);
	});
});

describe('a batch of which the service refuses every recipient', () => {
	const answer = script([
		{
			body: {
				error: 0,
				result: [
					{ reference: 'own0', error: 21, errorDescription: 'Odd' },
					{ reference: 'own1', error: 33 },
				],
			},
		},
	]);

	it('is an error that says why', async () => {
		const { error } = await run(bulkEndpoint, OWN, { answer });
		expect(error?.message).toBe(
			'The service refused all 2 recipients: [item 0] The phone number is not correct (code 21): Odd; [item 1] The account may not send to this country or network (code 33)',
		);
		expect(error?.description).toMatch(/0 of 2 recipients were accepted/);
	});

	it('is the error of each under Continue', async () => {
		const { items } = await run(bulkEndpoint, OWN, { answer, continueOnFail: true });
		expect(items.map(({ error, pairedItem }) => [error?.message, pairedItem])).toEqual([
			['The phone number is not correct (code 21): Odd [item 0]', { item: 0 }],
			['The account may not send to this country or network (code 33) [item 1]', { item: 1 }],
		]);
	});

	it('is rows where such recipients are to be left out', async () => {
		const { json, hints } = await run(
			bulkEndpoint,
			{ ...OWN, options: { invalidRecipients: 'skip' } },
			{ answer },
		);
		expect(json).toMatchObject([{ status: 'refused' }, { status: 'refused' }]);
		expect(hints).toEqual(['0 recipients accepted, 2 refused: see the columns status and reason.']);
	});
});

describe('what is no error, but should be known', () => {
	it('a campaign that the service holds back', async () => {
		for (const [status, says] of [
			['spam', 'has not passed moderation'],
			['moderation', 'waits for moderation'],
			['paused', 'is paused'],
			['stopped', 'was stopped'],
		] as const) {
			const { json, hints } = await run(
				campaignEndpoint,
				{},
				{ answer: script([{ body: { data: { id: 70, name: 'N', status } } }]) },
			);
			expect(json[0]).toMatchObject({ campaign_name: 'N', campaign_status: status });
			expect(hints).toContainEqual(expect.stringContaining(`Campaign 70 ${says}`));
		}
		const lists = await custom(
			'campaign.sendSmsToContactLists',
			{ groups: [202], sender: 'Shop', text: 'Sale' },
			({ method }) => ({
				body: method === 'POST' ? { data: { id: 70, status: 'SPAM' } } : { data: [] },
			}),
		);
		expect(lists.hints).toEqual([expect.stringContaining('has not passed moderation')]);
	});

	it('a text beyond five segments, and a sender of 14 characters, where the specification shows no rule', async () => {
		for (const endpoint of [campaignEndpoint, bulkEndpoint]) {
			const { error, hints } = await run(
				endpoint,
				{ text: 'a'.repeat(766), sender: 'A sender of 14' },
				{ answer: script([{ body: { data: { id: 70 }, task_id: 4 } }]) },
			);
			expect(error).toBeUndefined();
			expect(hints.join()).toContain('A text is longer than 5 segments');
		}
	});
});

it('a legacy request holds at most 1,000 recipients, a campaign 10,000', async () => {
	const items = Array.from({ length: 1001 }, (_, index) => ({
		phone: String(380990000000 + index),
	}));
	const bodies = [{ body: { task_id: 4 } }, { body: { data: { id: 4 } } }];
	for (const [endpoint, sizes] of [
		[bulkEndpoint, [1000, 1]],
		[campaignEndpoint, [1001]],
	] as const) {
		const answer = script([bodies[endpoint.campaign ? 1 : 0] ?? {}]);
		const { sent } = await run(endpoint, {}, { items, answer });
		expect(sent.map(({ phones }) => (phones as unknown[]).length)).toEqual(sizes);
	}
});
