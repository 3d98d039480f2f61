import type { IDataObject } from 'n8n-workflow';
import { campaignEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import { lost } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { CAMPAIGN, isSend, onceSent, OWN, people, phone, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('campaigns', () => {
	const taken = (...indices: number[]): Answer => ({
		status: 422,
		body: {
			message: 'x',
			errors: Object.fromEntries(
				indices.map((index) => [`phones.${index}.reference_id`, ['taken']]),
			),
		},
	});
	const odd = (index: number): Answer => ({
		status: 422,
		body: { message: 'x', errors: { [`phones.${index}.number`]: ['The number is odd'] } },
	});

	it('tell their id', async () => {
		const { json, sent } = await run(
			campaignEndpoint,
			{ options: { startAt: new Date(Date.now() + 3_600_000).toISOString() } },
			{ answer: script([CAMPAIGN]) },
		);
		expect(json).toMatchObject([
			{ status: 'accepted', campaign_id: 70, already_accepted: false },
			{ campaign_id: 70 },
		]);
		expect(sent[0]).toMatchObject({
			sender: 'Shop',
			text: 'Hi',
			phones: [{ number: Number(phone(0)) }, {}],
			start_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
		});
	});

	describe('after a lost reply, where the reference shows a message to another number', () => {
		const OTHERS: Answer = { body: { id: 9, msisdn: '380990000000' } };
		const others = { own0: OTHERS, own1: OTHERS };
		const options = { retryFor: 0 };

		it.each([1, 2])(
			'are left open (%i of them): no section says that such a campaign is refused',
			async (count) => {
				for (const ifOutcomeUnknown of ['stop', 'sendAgain']) {
					const ran = await run(
						campaignEndpoint,
						{ ...OWN, options: { ...options, ifOutcomeUnknown } },
						{ items: people(count), answer: onceSent(script([lost()], others)) },
					);
					expect(ran.error?.message).toBe(
						'It is not known whether the service accepted the send: what the service shows under its references are messages to other numbers [item 0]',
					);
					expect(ran.sent).toHaveLength(1);
				}
			},
		);

		it('are accepted where the list of messages shows their own beside it', async () => {
			const told = script([lost()], others);
			const { json, sent } = await run(
				campaignEndpoint,
				{ ...OWN, options },
				{
					items: people(1),
					answer: (asked, count) =>
						asked.path === '/api/messages'
							? {
									body: {
										data: [
											{ id: 9, phone: 380990000000, reference_id: 'own0' },
											{ id: 10, phone: Number(phone(0)), reference_id: 'own0', campaign_id: 70 },
										],
									},
								}
							: told(asked, count),
				},
			);
			expect(json).toMatchObject([{ status: 'accepted', campaign_id: 70, already_accepted: true }]);
			expect(sent).toHaveLength(1);
		});
	});

	it('show the reply that made them as the service sent it, on demand', async () => {
		const body = {
			data: {
				id: 70,
				name: 'N',
				status: 'creation',
				statistics: { sent: 0, delivered: 0 },
				odd: 1,
			},
			beside: true,
		};
		for (const more of [{}, { simplify: true }]) {
			const answer = script([{ body }]);
			const { json } = await run(
				campaignEndpoint,
				{ ...more, options: { rawOutput: true } },
				{ answer },
			);
			expect(json.map(({ reply }) => reply)).toEqual('simplify' in more ? [body] : [body, body]);
			expect(Object.keys(json[0] ?? {}).at(-1)).toBe('reply');
			const plain = await run(campaignEndpoint, more, { answer });
			expect(plain.json[0]).not.toHaveProperty('reply');
		}
	});

	it('leave out what the service refuses, on demand', async () => {
		const left = await run(
			campaignEndpoint,
			{ options: { invalidRecipients: 'skip' } },
			{ answer: script([odd(1), CAMPAIGN]) },
		);
		expect(left.json).toMatchObject([
			{ status: 'accepted' },
			{ status: 'refused', reason: 'The number is odd' },
		]);
		expect(left.sent.map(({ phones }) => (phones as unknown[]).length)).toEqual([2, 1]);
		const stopped = await run(campaignEndpoint, {}, { answer: script([odd(1), CAMPAIGN]) });
		expect(stopped.error).toMatchObject({ httpCode: '422' });
		expect(stopped.sent).toHaveLength(1);
	});

	it('go out without those that were accepted before', async () => {
		const { json, sent } = await run(campaignEndpoint, OWN, {
			items: people(3),
			answer: script([taken(0, 2), CAMPAIGN], {
				own0: { body: { id: 9, msisdn: phone(0) } },
				own2: { body: { id: 9, msisdn: '380990000000' } },
			}),
		});
		expect(
			json.map(({ status, already_accepted, campaign_id, reason }) => [
				status,
				already_accepted,
				campaign_id,
				reason,
			]),
		).toEqual([
			['accepted', true, '-', '-'],
			['accepted', false, 70, '-'],
			['refused', false, '-', 'The reference own2 belongs to a message to another number'],
		]);
		expect((sent[1]?.phones as IDataObject[]).map(({ reference_id }) => reference_id)).toEqual([
			'own1',
		]);
	});

	it('with references that the service refuses are asked for, each once at least, with Retry For 0 too', async () => {
		// Between any two looks at the clock a millisecond passes.
		let now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => ++now);
		const ran = async (known: Record<string, Answer>) =>
			await run(
				campaignEndpoint,
				{ ...OWN, options: { retryFor: 0, maxInFlight: 1 } },
				{ continueOnFail: true, answer: script([taken(0, 1)], known) },
			);
		const held = (index: number): Answer => ({ body: { id: 9 + index, msisdn: phone(index) } });
		const both = await ran({ own0: held(0), own1: held(1) });
		const second = await ran({ own1: held(1) });
		const silent = await ran({ own0: { status: 403 }, own1: held(1) });
		clock.mockRestore();
		expect(both.json).toMatchObject([
			{ status: 'accepted', already_accepted: true },
			{ status: 'accepted', already_accepted: true },
		]);
		expect(second.items.map(({ error, json }) => error?.message ?? json.status)).toEqual([
			'accepted',
			expect.stringMatching(/^It is not known .*item 0/),
		]);
		// Before the campaign, and after its refusal: one that does not tell is not asked on when the time is over.
		expect(silent.looked).toEqual(['own0', 'own0']);
	});

	it('are found again by one of their own references after a lost reply', async () => {
		const { json, sent } = await run(
			campaignEndpoint,
			{},
			{
				answer: script(
					[lost()],
					{},
					{ body: { id: 9, msisdn: phone(0), time_in: '2026-11-21 10:00:00' } },
				),
			},
		);
		expect(json).toMatchObject([
			{ status: 'accepted', already_accepted: true, campaign_id: '-' },
			{ status: 'accepted', already_accepted: true, campaign_id: '-' },
		]);
		expect(sent).toHaveLength(1);
	});

	describe('that were found again by a message', () => {
		const time = '2026-11-21 10:00:00';
		const listed = (id: number, created_at: string) => ({
			id,
			name: `N${id}`,
			sender: 'Shop',
			created_at,
		});
		/** Sends a campaign whose reply is lost; another execution made one of the same sender in the second of ours. */
		const found = async (message: IDataObject, messages?: IDataObject) =>
			await run(
				campaignEndpoint,
				{},
				{
					answer: (asked) => {
						if (isSend(asked)) return lost();
						if (asked.path === '/api/messages') {
							const reference_id = asked.options.qs?.['filter[reference_id]'];
							return messages
								? { body: { data: [{ ...messages, reference_id }] } }
								: { status: 404 };
						}
						return asked.path === '/api/campaign'
							? { body: { data: [listed(71, time), listed(70, '2026-11-21 10:00:02')] } }
							: { body: { id: 9, msisdn: phone(0), time_in: time, ...message } };
					},
				},
			);
		const campaigns = (json: IDataObject[]): unknown[] => json.map((row) => row.campaign_id);

		it('do not take the one that was made at the same time for their own', async () => {
			const { json, asked } = await found({});
			expect(json).toMatchObject([
				{ status: 'accepted', already_accepted: true, campaign_id: '-' },
				{ status: 'accepted', already_accepted: true, campaign_id: '-' },
			]);
			expect(asked.map(({ path }) => path)).not.toContain('/api/campaign');
		});

		it('have the ID that the message tells, and what the list tells of that ID', async () => {
			const { json } = await found({ campaign_id: 70 });
			expect(json).toMatchObject([
				{ campaign_id: 70, campaign_name: 'N70' },
				{ campaign_id: 70, campaign_name: 'N70' },
			]);
			const { json: unlisted } = await found({ campaign_id: 72 });
			expect(unlisted).toMatchObject([
				{ campaign_id: 72, campaign_name: '-' },
				{ campaign_id: 72, campaign_name: '-' },
			]);
		});

		it('have the ID that the list of messages tells, where it shows the same message', async () => {
			const inList = async (id: number): Promise<unknown[]> =>
				campaigns((await found({}, { id, campaign_id: 70 })).json);
			expect(await inList(9)).toEqual([70, 70]);
			expect(await inList(10)).toEqual(['-', '-']);
		});
	});

	it('with references that the service refuses have each its own campaign', async () => {
		const held = (index: number): Answer => ({
			body: { id: 9 + index, msisdn: phone(index), campaign_id: 70 + index },
		});
		const { json, error } = await run(campaignEndpoint, OWN, {
			answer: script([taken(0, 1)], { own0: held(0), own1: held(1) }),
		});
		expect(error).toBeUndefined();
		expect(json.map((row) => row.campaign_id)).toEqual([70, 71]);
	});

	it('with references of the user are asked for one by one', async () => {
		const found = await run(campaignEndpoint, OWN, {
			items: people(3),
			answer: onceSent(
				script([lost(), CAMPAIGN], {
					own0: { body: { id: 9, msisdn: phone(0) } },
					own2: { body: { id: 9, msisdn: phone(2) } },
				}),
			),
		});
		// One may belong to another campaign, so that it proves nothing of the others.
		expect(found.error).toMatchObject({
			message: expect.stringMatching(/^It is not known .* \[item 1\]$/) as string,
			description: expect.stringContaining('the reference own1 with') as string,
		});
		expect(found.error?.description).toContain('2 of 3 recipients were accepted');
		expect(found.sent).toHaveLength(1);
		const hidden = await run(campaignEndpoint, OWN, {
			items: people(2),
			answer: onceSent(
				script([lost(), CAMPAIGN], {
					own0: { body: { id: 9, msisdn: phone(0) } },
					own1: { status: 403, body: {} },
				}),
			),
		});
		expect(hidden.error?.message).toMatch(/^It is not known .* \[item 1\]$/);
		expect(hidden.sent).toHaveLength(1);
	});

	it('are asked for by what was sent, not by what the service left out', async () => {
		const one = { executionId: 'left out', items: people(3) };
		const parameters = { options: { invalidRecipients: 'skip', retryFor: 0 } };
		const open = await run(campaignEndpoint, parameters, {
			...one,
			answer: script([odd(0), lost()], {}, { status: 403, body: {} }),
		});
		expect(open.error?.message).toMatch(/^It is not known/);
		const [, ...sent] = (open.sent[0]?.phones as IDataObject[]).map(({ reference_id }) =>
			String(reference_id),
		);
		const known = Object.fromEntries(
			sent.map((reference) => [reference, { body: { id: 9, time_in: '2026-11-21 10:00:00' } }]),
		);
		const again = await run(campaignEndpoint, parameters, {
			...one,
			answer: script([odd(0)], known),
		});
		expect(again.error).toBeUndefined();
		expect(again.json.map(({ status, already_accepted }) => [status, already_accepted])).toEqual([
			['refused', false],
			['accepted', true],
			['accepted', true],
		]);
		// Whom the service refused in the try before gets nothing in this one.
		expect(again.sent).toEqual([]);
	});

	it('stop under Continue as the errors of their recipients', async () => {
		const { items } = await run(
			campaignEndpoint,
			{},
			{ continueOnFail: true, answer: script([{ status: 403, body: { message: 'Forbidden' } }]) },
		);
		expect(items.map(({ error, pairedItem }) => [error?.message, pairedItem])).toEqual([
			['The account may not do this [item 0]', { item: 0 }],
			['The account may not do this [item 0]', { item: 1 }],
		]);
	});

	it('of a run that failed are not made again', async () => {
		const one = { executionId: 'campaigns', items: people(2) };
		const parameters = {
			recipientSource: 'list',
			recipients: '={{ $json.phone }}',
			options: { maxInFlight: 1 },
		};
		expect(
			(
				await run(campaignEndpoint, parameters, {
					...one,
					answer: script([CAMPAIGN, { status: 403, body: { message: 'Forbidden' } }]),
				})
			).error,
		).toBeDefined();
		const again = await run(campaignEndpoint, parameters, {
			...one,
			answer: script([{ body: { data: { id: 72, sender: 'Shop' } } }]),
		});
		expect(again.json).toMatchObject([
			{ campaign_id: 70, already_accepted: true },
			{ campaign_id: 72, already_accepted: false },
		]);
	});
});
