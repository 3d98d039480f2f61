import type { IDataObject } from 'n8n-workflow';
import {
	bulkEndpoint,
	individualEndpoint,
	personalizedCampaignEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import { CAMPAIGN, OWN, people, phone, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('many in one request', () => {
	const result = (index: number, more: IDataObject = {}): IDataObject => ({
		reference: `own${index}`,
		id: 10 + index,
		error: 0,
		price: '0.1',
		currency: 'UAH',
		...more,
	});

	it('tell what became of each by its reference, in any order', async () => {
		const { json } = await run(
			bulkEndpoint,
			{ options: OWN },
			{
				items: people(3),
				answer: script([
					{ body: { task_id: 4, result: [result(2), result(0, { error: 21 }), result(1)] } },
				]),
			},
		);
		expect(json).toMatchObject([
			{ status: 'refused', task_id: 4 },
			{ status: 'accepted', message_id: 11 },
			{ status: 'accepted', message_id: 12 },
		]);
	});

	it('carry each its own text and sender, and at the top those that 4.6 requires in every mode', async () => {
		const { sent } = await run(
			individualEndpoint,
			{ text: 'Hi {phone}' },
			{ answer: script([{ body: { error: 0, task_id: 5 } }]) },
		);
		const text = (index: number): string => `Hi ${phone(index)}`;
		expect(sent).toEqual([
			{
				destination: 'individual',
				originator: 'Shop',
				body: text(0),
				phones: [0, 1].map((index) => ({
					msisdn: phone(index),
					reference: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
					originator: 'Shop',
					body: text(index),
				})),
			},
		]);
	});

	it('stop with what the service says of the whole', async () => {
		expect(
			(await run(bulkEndpoint, {}, { answer: script([{ body: { error: 8 } }]) })).error,
		).toMatchObject({ message: expect.stringContaining('(code 8) [item 0]') as string });
	});

	it('give one item a request when simplified', async () => {
		const { json, items } = await run(
			individualEndpoint,
			{ simplify: true, text: 'Hi {reference}', options: OWN },
			{
				items: [...people(2), { phone: phone(0), reference: 'own2' }],
				answer: script([
					{
						body: {
							task_id: 4,
							totalprice: '0.2',
							currency: 'UAH',
							result: [result(0), result(1, { error: 21 })],
						},
					},
					{ body: { task_id: 5, result: [result(2)] } },
				]),
			},
		);
		expect(json).toEqual([
			{
				status: 'accepted',
				reason: '[item 1] The phone number is not correct (code 21)',
				recipients: 2,
				accepted: 1,
				refused: 1,
				unknown: 0,
				merged: 0,
				skipped: 0,
				already_sent: 0,
				segments: 1,
				task_id: 4,
				price: 0.2,
				currency: 'UAH',
				sender: 'Shop',
				start_at: null,
				test: false,
			},
			{
				status: 'accepted',
				reason: 'Accepted by the service',
				recipients: 1,
				accepted: 1,
				refused: 0,
				unknown: 0,
				merged: 0,
				skipped: 0,
				already_sent: 0,
				segments: 1,
				task_id: 5,
				price: null,
				currency: null,
				sender: 'Shop',
				start_at: null,
				test: false,
			},
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 1 }],
			[{ item: 2 }],
		]);
		const failed = await run(
			bulkEndpoint,
			{ simplify: true },
			{ continueOnFail: true, answer: script([{ body: { error: 8 } }]) },
		);
		expect(
			failed.items.map(({ json: shown, error }) => [shown, error?.message.includes('(code 8)')]),
		).toEqual([
			[{}, true],
			[{}, true],
		]);
	});

	it('fill a list with the fields of its entries, of its item and with senders of its own', async () => {
		const recipients = [
			{ phone: phone(1), name: 'Ann', from: 'Other', reference: 'a1' },
			{ phone: phone(2), from: '' },
			phone(3),
		];
		const { sent, error } = await run(
			personalizedCampaignEndpoint,
			{
				recipientSource: 'list',
				recipients,
				text: 'Hi {name|you} of {city}',
				sender: '{from|Shop}',
				options: { referenceMode: 'custom', reference: '{reference|}' },
			},
			{ items: [{ city: 'Kyiv' }], answer: script([CAMPAIGN]) },
		);
		expect(error).toMatchObject({
			message: expect.stringContaining('[item 0, recipient 2] Reference is empty') as string,
		});
		expect(sent).toEqual([]);
		const good = await run(
			personalizedCampaignEndpoint,
			{
				recipientSource: 'list',
				recipients,
				text: 'Hi {name|you} of {city}',
				sender: '{from|Shop}',
			},
			{ items: [{ city: 'Kyiv' }], answer: script([CAMPAIGN]) },
		);
		expect(
			good.sent
				.flatMap(({ messages }) => messages as IDataObject[])
				.map(({ sender, text }) => [sender, text]),
		).toEqual([
			['Other', 'Hi Ann of Kyiv'],
			['Shop', 'Hi you of Kyiv'],
			['Shop', 'Hi you of Kyiv'],
		]);
	});

	it('fail by list under Continue', async () => {
		const lists = [{ list: `${phone(0)}, x` }, { list: phone(1) }];
		const { items } = await run(
			bulkEndpoint,
			{ recipientSource: 'list', recipients: '={{ $json.list }}' },
			{ items: lists, continueOnFail: true, answer: script([{ body: { task_id: 4 } }]) },
		);
		expect(
			items.map(({ json, error, pairedItem }) => [json.status, error?.message, pairedItem]),
		).toEqual([
			[
				undefined,
				'Nothing was sent: 1 of 2 recipients cannot be used: [item 0, recipient 2] Phone Number … has no digits [item 0]',
				{ item: 0 },
			],
			['accepted', undefined, { item: 1 }],
		]);
	});
});
