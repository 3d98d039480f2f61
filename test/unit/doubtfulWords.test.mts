import {
	bulkEndpoint,
	campaignEndpoint,
	singleEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import { CAMPAIGN, OWN, people, phone, run, script } from './sendHarness.mts';

// Words beside or in place of what proves an outcome, and references that the service writes in its own way.

const noted = async (note: string) =>
	await run(
		campaignEndpoint,
		{ ...OWN, options: { retryFor: 0, invalidRecipients: 'skip' } },
		{
			items: people(3),
			answer: script([{ body: { errors: { 'phones.1.number': [note] } } }, CAMPAIGN]),
		},
	);

it.each([
	'The number is invalid and was skipped, the others go out',
	'A duplicate number was removed',
	'The number is invalid and was left out',
])('does not send to the others again where one was only left out: %s', async (note) => {
	const { error, sent } = await noted(note);
	expect(error?.message).toMatch(/^It is not known/);
	expect(sent).toHaveLength(1);
});

it.each([
	'The start at may not be later than 30 days ahead.',
	'The phone has already been processed.',
	'The sender has not yet been approved.',
	'Nothing was sent: incorrect number.',
])('takes what is said of what was not done for a refusal: %s', async (note) => {
	const { error } = await run(
		campaignEndpoint,
		{ ...OWN, options: { retryFor: 0 } },
		{ items: people(3), answer: script([{ body: { errors: { text: [note] } } }]) },
	);
	expect(error?.message).toBe('The service did not accept the text [item 0]');
});

it('does not send to the others again where a success refuses one of them, as they may have been taken', async () => {
	const { error, sent } = await noted('Incorrect number.');
	expect(error?.message).toMatch(/^It is not known.*refuses some recipients/);
	expect(sent).toHaveLength(1);
});

it.each([
	'The campaign was released for the first 10 recipients only',
	'Campaign 57 was carried out in part',
	'The campaign is not started yet: not enough funds',
	'The campaign has not yet been delivered',
	'Рассылка сформирована, недостаточно средств',
	'Розсилку додано, недостатньо коштів',
])(
	'takes no words that tell what was done with a campaign for its refusal: %s',
	async (message) => {
		const { error } = await run(
			campaignEndpoint,
			{ ...OWN, options: { retryFor: 0 } },
			{ items: people(3), answer: script([{ status: 402, body: { message } }]) },
		);
		expect(error?.message).toMatch(/^It is not known/);
	},
);

it.each([
	'The campaign was rejected: not enough funds',
	'Campaigns are not allowed yet for this account',
	'The sender is not approved yet',
	'Рассылка была отклонена',
	'Розсилку заблоковано',
	'The maximum number of recipients in the campaign has been exceeded',
	'No recipients for the campaign were specified',
	'The sender of this campaign was deleted',
	'Sending is not activated yet for your account',
	'Кількість одержувачів розсилки перевищено',
	'Дата рассылки указана неверно',
	'Квота рассылки исчерпана',
])('takes words that refuse a campaign for a refusal: %s', async (message) => {
	const { error } = await run(
		campaignEndpoint,
		{ ...OWN, options: { retryFor: 0 } },
		{ items: people(3), answer: script([{ status: 402, body: { message } }]) },
	);
	expect(error?.message).not.toMatch(/^It is not known/);
});

it('does not take the text that was sent for the words of the service', async () => {
	const text = 'Your order must be paid';
	const answer = script([{ body: { id: 5, price: '0.5', currency: 'UAH', message: text } }]);
	const parameters = { referenceMode: 'none', text, options: { retryFor: 0 } };
	const { error, json } = await run(singleEndpoint, parameters, { items: people(1), answer });
	expect(error).toBeUndefined();
	expect(json).toEqual([expect.objectContaining({ status: 'accepted', message_id: 5 })]);
});

it.each([
	[
		['ABC', 'abc'],
		['abc', 'abc'],
	],
	[
		['007', '7'],
		['7', '7'],
	],
])('gives no result to one of %p where the service writes both as %p', async (own, told) => {
	const items = own.map((reference, index) => ({ phone: phone(index), reference }));
	const result = [
		{ id: 1, error: 0, reference: told[0] },
		{ id: 0, error: '21', reference: told[1] },
	];
	const { error } = await run(
		bulkEndpoint,
		{ ...OWN, options: { retryFor: 0 } },
		{ items, answer: script([{ body: { error: 0, task_id: 9, result } }]) },
	);
	expect(error?.message).toMatch(/^It is not known whether the service accepted 2 of 2 recipients/);
});

it('finds a message of a request of whose recipients the first was refused without a word', async () => {
	const { error, json, looked } = await run(
		bulkEndpoint,
		{ ...OWN, options: { retryFor: 0 } },
		{
			items: people(2),
			continueOnFail: true,
			answer: script([{ body: { errors: ['Queued for later'] } }], {
				own1: { body: { id: 8, msisdn: phone(1), status: 'sent', reference: 'own1' } },
			}),
		},
	);
	expect(error).toBeUndefined();
	expect(looked).toEqual(expect.arrayContaining(['own0', 'own1']));
	expect(json).toContainEqual(
		expect.objectContaining({ status: 'accepted', phone: phone(1), message_id: 8 }),
	);
});
