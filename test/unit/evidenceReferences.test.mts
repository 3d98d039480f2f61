import {
	bulkEndpoint,
	campaignEndpoint,
	singleEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import type { Answer } from './fakeFunctions.mts';
import { OWN, people, phone, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('a reference that the service refuses (422)', () => {
	const refused = (text: string): Answer => ({
		status: 422,
		body: { message: 'Invalid', errors: { 'phones.0.reference_id': [text] } },
	});
	const TEXTS = [
		'The reference must be present',
		'Invalid characters used',
		'The reference has a duplicate value',
		'The reference has already been taken.',
	];

	it.each(TEXTS)('"%s" never means accepted without the message itself', async (text) => {
		const { error, sent } = await run(campaignEndpoint, OWN, {
			items: people(1),
			answer: script([refused(text)]),
		});
		expect(error?.message).toMatch(/^It is not known|^The service did not accept /);
		expect(`${error?.message} ${error?.description}`).toContain(text.replace(/\.$/, ''));
		expect(sent).toHaveLength(1);
	});

	it.each(TEXTS)('"%s" means nothing where the send has no reference', async (text) => {
		const { error, looked } = await run(
			campaignEndpoint,
			{ referenceMode: 'none' },
			{ items: people(1), answer: script([refused(text)]) },
		);
		expect(error?.message).toMatch(/^The service did not accept /);
		expect(looked).toEqual([]);
	});

	it.each(TEXTS)('"%s" is settled by the message that is found under it', async (text) => {
		const held = (msisdn: string) =>
			run(campaignEndpoint, OWN, {
				items: people(1),
				answer: script([refused(text)], { own0: { body: { id: 9, msisdn } } }),
			});
		expect((await held(phone(0))).json).toMatchObject([
			{ status: 'accepted', already_accepted: true },
		]);
		expect((await held('380990000000')).json).not.toMatchObject([{ status: 'accepted' }]);
	});

	it('names the recipient at its place in the input, whatever was merged before it', async () => {
		const { error } = await run(
			campaignEndpoint,
			{},
			{
				items: [...people(2), ...people(2), { phone: phone(2) }],
				answer: script([
					{ status: 422, body: { message: 'x', errors: { phones2number: ['is odd'] } } },
				]),
			},
		);
		expect(error?.message).toMatch(/\[item 4\]$/);
		expect(error?.description).toContain('[item 4] number: is odd');
	});

	it('names the recipient at its place in the input, whatever was left out before it', async () => {
		const { error } = await run(
			campaignEndpoint,
			{ options: { emptyNumbers: 'skip', retryFor: 0 } },
			{
				items: [{ phone: '' }, ...people(2), { phone: '' }, { phone: phone(2) }],
				answer: script([
					{ status: 422, body: { message: 'x', errors: { phones2number: ['is odd'] } } },
				]),
			},
		);
		expect(error?.message).toMatch(/\[item 4\]$/);
		expect(error?.description).toContain('[item 4] number: is odd');
	});
});

describe('code 23', () => {
	it('is no success where the message is not found, in one or in many', async () => {
		const one = await run(singleEndpoint, OWN, {
			items: people(1),
			answer: script([{ body: { error: 23 } }]),
		});
		expect(one.error).toMatchObject({
			message:
				'It is not known whether the service accepted the send: an SMS with this reference is already present (code 23). The service shows no message under its reference [item 0]',
			description: expect.stringContaining('ask for the reference own0') as string,
		});
		const many = await run(bulkEndpoint, OWN, {
			answer: script(
				[
					{
						body: {
							result: [
								{ reference: 'own0', error: 23 },
								{ reference: 'own1', id: 4 },
							],
						},
					},
				],
				{},
				{ status: 403, body: {} },
			),
		});
		expect(many.error?.message).toContain('1 of 2 recipients: [item 0] reference own0');
	});
});
