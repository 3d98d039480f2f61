import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import {
	bulkEndpoint,
	campaignEndpoint,
	individualEndpoint,
	personalizedCampaignEndpoint,
	singleEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import { lost } from './fakeFunctions.mts';
import type { Answer, FakeOptions } from './fakeFunctions.mts';
import { CAMPAIGN, CREATED, OWN, people, phone, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('single messages', () => {
	it('tell what the service said of each', async () => {
		const { json, sent, error } = await run(
			singleEndpoint,
			{ options: { validity: 5, tariff: '3', twoWay: true } },
			{ answer: script([CREATED]) },
		);
		expect(error).toBeUndefined();
		expect(Object.entries(json[0] ?? {})).toEqual(
			Object.entries({
				status: 'accepted',
				reason: '-',
				phone: phone(0),
				text: 'Hi',
				segments: 1,
				message_id: 7,
				price: 0.5,
				currency: 'UAH',
				sender: 'Shop',
				reference: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
				country: 'UA',
				phone_given: '-',
				item: 0,
				already_accepted: false,
				error_code: 0,
				encoding: 'GSM-7',
				characters: 2,
			}),
		);
		expect(sent[0]).toEqual({
			destination: 'phone',
			msisdn: phone(0),
			reference: json[0]?.reference,
			originator: 'Shop',
			body: 'Hi',
			validity: 5,
			tariff: 3,
			'2way': true,
		});
	});

	it('go out once for each input under one reference a run, another in another run or at another time', async () => {
		const referencesOf = async (options: FakeOptions, text = 'Hi') =>
			(await run(singleEndpoint, { text }, { ...options, answer: script([CREATED]) })).json.map(
				({ reference }) => reference,
			);
		const token = '1'.repeat(64);
		const first = await referencesOf({ executionId: 'one', token });
		expect(await referencesOf({ executionId: 'one', token })).toEqual(first);
		expect(await referencesOf({ executionId: 'one', token }, 'Other')).toEqual(first);
		for (const other of [
			{ executionId: 'one', token: '2'.repeat(64) },
			{ executionId: 'two' },
			{ executionId: 'one' },
		])
			expect(await referencesOf(other)).not.toEqual(first);
		expect(await referencesOf({ executionId: '' })).not.toEqual(
			await referencesOf({ executionId: '' }),
		);
		// Loops, and several nodes of a workflow, whatever their ids.
		for (const other of [{ runIndex: 1 }, { node: { name: 'Second' } }])
			expect(await referencesOf({ executionId: 'one', token, ...other })).not.toEqual(first);
	});

	it('carry no reference where the user wants none', async () => {
		const { sent, json } = await run(
			singleEndpoint,
			{ referenceMode: 'none' },
			{ answer: script([CREATED]) },
		);
		expect(sent[0]).not.toHaveProperty('reference', expect.anything());
		expect(json[0]?.reference).toBe('-');
	});

	it('are taken for accepted when their reference is known to the service', async () => {
		const known: Answer = { body: { id: 9, msisdn: phone(0), price: 1, currency: 'UAH' } };
		const { json, looked } = await run(singleEndpoint, OWN, {
			items: people(1),
			answer: script([{ body: { error: 23 } }], { own0: known }),
		});
		expect(json[0]).toMatchObject({
			status: 'accepted',
			message_id: 9,
			price: 1,
			currency: 'UAH',
			already_accepted: true,
		});
		expect(looked).toEqual(['own0']);
		const silent = await run(singleEndpoint, OWN, {
			items: people(1),
			answer: script([{ body: { error: 23 } }]),
		});
		expect(silent.error).toMatchObject({
			message: expect.stringMatching(/^It is not known .* \[item 0\]$/) as string,
			description: expect.stringContaining('ask for the reference own0') as string,
		});
	});

	it('are refused when their reference belongs to another number', async () => {
		const { error } = await run(singleEndpoint, OWN, {
			items: people(1),
			answer: script([{ body: { error: 23 } }], {
				own0: { body: { id: 9, msisdn: '380990000000' } },
			}),
		});
		expect(error).toMatchObject({
			message: 'The reference own0 belongs to a message to another number [item 0]',
			description: 'Give the message a reference of its own.',
		});
	});

	it('without a reference are not taken for others', async () => {
		const { error } = await run(
			singleEndpoint,
			{ referenceMode: 'none' },
			{ items: people(1), answer: script([{ body: { error: 23 } }]) },
		);
		expect(error?.message).toMatch(/\(code 23\) \[item 0\]$/);
	});

	it.each([21, 33])(
		'to a number that the service refuses (%d) are left out on demand only',
		async (code) => {
			const answer = script([{ body: { error: code } }, CREATED]);
			const left = await run(
				singleEndpoint,
				{ options: { invalidRecipients: 'skip', maxInFlight: 1 } },
				{ answer },
			);
			expect(left.json).toMatchObject([
				{
					status: 'refused',
					error_code: code,
					reason: expect.stringContaining(`(code ${code})`) as string,
				},
				{ status: 'accepted' },
			]);
			expect(left.hints).toEqual([
				'1 recipient accepted (1 segment, 0.5 UAH), 1 refused: see the columns status and reason.',
			]);
			const stopped = await run(singleEndpoint, { options: { maxInFlight: 1 } }, { answer });
			expect(stopped.error).toBeInstanceOf(NodeApiError);
			expect(stopped.error).toMatchObject({
				message: expect.stringMatching(
					new RegExp(`\\(code ${code}\\): …\\d{4} \\[item 0\\]$`),
				) as string,
				description: expect.stringMatching(
					/0 of 2 recipients were accepted before this; Retry On Fail sends only the rest\.$/,
				) as string,
			});
			expect(stopped.sent).toHaveLength(1);
			const other = await run(
				singleEndpoint,
				{ options: { invalidRecipients: 'skip' } },
				{ items: people(1), answer: script([{ body: { error: 8 } }]) },
			);
			expect(other.error?.message).toContain('(code 8)');
		},
	);

	it('become error items under Continue, the others go on', async () => {
		const { items, error } = await run(
			singleEndpoint,
			{},
			{ continueOnFail: true, answer: script([{ body: { error: 21 } }, CREATED]) },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		const failed = items.find((item) => item.error);
		expect(failed).toMatchObject({
			json: {},
			error: { message: expect.stringContaining('(code 21)') as string },
		});
		expect(items.filter((item) => !item.error)).toHaveLength(1);
	});

	it('are repeated by a retry only where they are missing', async () => {
		const one = { executionId: 'retried' };
		const first = await run(
			singleEndpoint,
			{ options: { maxInFlight: 1 } },
			{ ...one, items: people(3), answer: script([CREATED, { status: 403, body: {} }]) },
		);
		expect(first.error?.description).toMatch(/1 of 3 recipients were accepted before this/);
		const second = await run(
			singleEndpoint,
			{ options: { maxInFlight: 1 } },
			{ ...one, items: people(3), answer: script([CREATED]) },
		);
		expect(second.sent.map(({ msisdn }) => msisdn)).toEqual([phone(1), phone(2)]);
		expect(second.json.map(({ already_accepted }) => already_accepted)).toEqual([
			true,
			false,
			false,
		]);
		expect(second.looked).toEqual([]);
		// What went well is forgotten: the same once more is asked of the service.
		expect(
			(await run(singleEndpoint, {}, { ...one, items: people(3), answer: script([CREATED]) })).sent,
		).toHaveLength(3);
	});

	it('are asked for by a retry where the outcome was open', async () => {
		const one = { executionId: 'open', items: people(1) };
		const broken = await run(
			singleEndpoint,
			{ options: { retryFor: 0 } },
			{ ...one, answer: script([lost()]) },
		);
		expect(broken.error?.message).toMatch(/connection to the service was lost/);
		expect(
			(
				await run(
					singleEndpoint,
					{},
					{ ...one, answer: script([CREATED], {}, { body: { id: 5, msisdn: phone(0) } }) },
				)
			).json[0],
		).toMatchObject({ message_id: 5, already_accepted: true });
	});

	it('without a reference are not sent again by a retry', async () => {
		const one = { executionId: 'bare', items: people(1) };
		const parameters = { referenceMode: 'none', options: { retryFor: 0 } };
		expect(
			(await run(singleEndpoint, parameters, { ...one, answer: script([lost()]) })).error?.message,
		).toMatch(/^It is not known/);
		const again = await run(singleEndpoint, parameters, { ...one, answer: script([CREATED]) });
		expect(again.error?.message).toBe(
			'It is not known whether the service accepted the send: an earlier try may have sent it [item 0]',
		);
		expect(again.sent).toEqual([]);
	});

	it('are not held for sent when the credential forbade the request', async () => {
		const one = { executionId: 'forbidden', items: people(1) };
		const parameters = { referenceMode: 'none' };
		const forbidden = await run(singleEndpoint, parameters, {
			...one,
			credential: { baseUrl: 'http://service.example' },
			answer: script([CREATED]),
		});
		expect(forbidden.error).toBeInstanceOf(NodeOperationError);
		expect(forbidden.sent).toEqual([]);
		expect(
			(await run(singleEndpoint, parameters, { ...one, answer: script([CREATED]) })).json[0],
		).toMatchObject({ status: 'accepted' });
	});

	it('say what became of each when the execution is stopped', async () => {
		const stop = new AbortController();
		const { json, error } = await run(
			singleEndpoint,
			{ options: { maxInFlight: 1 } },
			{
				items: people(3),
				signal: stop.signal,
				answer(_, count) {
					if (count === 0) return CREATED;
					stop.abort();
					return lost();
				},
			},
		);
		expect(error).toBeUndefined();
		expect(json.map(({ status, reason }) => [status, reason])).toEqual([
			['accepted', '-'],
			['unknown', 'The execution was stopped before the answer: look it up by its reference'],
			['skipped', 'The execution was stopped before'],
		]);
	});
});

describe('what is wrong before anything is sent', () => {
	it('stops all, at the item', async () => {
		const one = await run(singleEndpoint, {}, { items: [{ phone: 'x1' }] });
		expect(one.error).toMatchObject({
			message: 'Phone Number …1 has characters that are no digits [item 0]',
			context: { itemIndex: 0 },
		});
		const several = await run(
			singleEndpoint,
			{},
			{ items: [{ phone: phone(0) }, { phone: 'x1' }] },
		);
		expect(several.error).toMatchObject({
			message:
				'Nothing was sent: 1 of 2 recipients cannot be used: [item 1] Phone Number …1 has characters that are no digits',
			description:
				'Correct them, or set Invalid Recipients to Leave Out under Options. Dry Run shows them all. Items count from 0, as in n8n.',
			context: { itemIndex: 1 },
		});
		expect(several.asked).toEqual([]);
	});

	it('becomes the errors of its items under Continue', async () => {
		const { items, sent } = await run(
			singleEndpoint,
			{},
			{
				continueOnFail: true,
				items: [{ phone: 'x1' }, { phone: phone(1) }],
				answer: script([CREATED]),
			},
		);
		expect(items.map(({ error, pairedItem }) => [error?.message, pairedItem])).toEqual([
			['Phone Number …1 has characters that are no digits [item 0]', { item: 0 }],
			[undefined, { item: 1 }],
		]);
		expect(sent).toHaveLength(1);
	});

	it('is shown by a dry run, which sends nothing', async () => {
		const { json, asked, hints } = await run(
			bulkEndpoint,
			{ options: { dryRun: true } },
			{ items: [{ phone: 'x1' }, ...people(2), { phone: phone(0) }] },
		);
		expect(json.map(({ status }) => status)).toEqual(['refused', 'dry run', 'dry run', 'merged']);
		expect(asked).toEqual([]);
		expect(hints).toEqual([
			'2 would be sent, 1 refused, 1 merged: see the columns status and reason.',
		]);
	});

	test('numbers that stand where names of fields belong are hidden in errors', async () => {
		const items = [{ '099.111.22.33': 'Olena', '0151/23456789': 2 }];
		const { error } = await run(campaignEndpoint, { phoneField: '099.111.22.34' }, { items });
		expect([error?.message, error?.description]).toEqual([
			'No item has the field "…2234" that Phone Field names [item 0]',
			'The first item has: …2233, …6789.',
		]);
	});

	it.each<[object, string]>([
		[{ options: { validity: 0 } }, 'Validity 0 lies outside 1 to 72 hours'],
		[{ options: { tariff: 'x' } }, 'Tariff "x" is not a whole number from 0 to 9'],
		[{ options: { startAt: '2020-01-01' } }, 'Start At 2020-01-01 00:00:00 (UTC) has passed'],
		[{ phoneField: 'mobile' }, 'No item has the field "mobile" that Phone Field names'],
		[
			{ text: '={{ $json.phone }}' },
			'Text differs between item 0 and item 1, but this operation has one for all recipients',
		],
		[
			{ sender: '={{ $json.phone }}' },
			'Sender differs between item 0 and item 1, but this operation has one for all recipients',
		],
		[{ text: 'Hi {phone}' }, 'Text holds {phone}, which this operation would send as it is'],
		[{ recipientSource: 'list', recipients: '' }, 'Recipients is empty'],
	])('%j', async (parameters, message) => {
		const { error, asked } = await run(campaignEndpoint, parameters);
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(asked).toEqual([]);
		const { items } = await run(campaignEndpoint, parameters, { continueOnFail: true });
		expect(items.map((item) => item.error?.message)).toEqual(
			expect.arrayContaining([expect.stringContaining(message.slice(0, 20)) as string]),
		);
	});

	it('names the fields that there are', async () => {
		expect((await run(campaignEndpoint, { phoneField: 'mobile' })).error?.description).toBe(
			'The first item has: phone, reference.',
		);
		expect(
			(await run(campaignEndpoint, { phoneField: 'mobile' }, { items: [{}] })).error?.description,
		).toBe('The first item has: no fields.');
	});

	it('leaves empty numbers out on demand', async () => {
		const { json, sent } = await run(
			bulkEndpoint,
			{ options: { emptyNumbers: 'skip' } },
			{
				items: [{ phone: '' }, ...people(1)],
				answer: script([{ body: { task_id: 4, result: [{ id: 1, error: 0 }] } }]),
			},
		);
		expect(json.map(({ status, reason }) => [status, reason])).toEqual([
			['skipped', 'The phone number is empty'],
			['accepted', '-'],
		]);
		expect(sent[0]?.phones).toHaveLength(1);
		const none = await run(
			bulkEndpoint,
			{ options: { emptyNumbers: 'skip' }, simplify: true },
			{ items: [{ phone: '' }, { phone: ' ' }] },
		);
		expect(none.items).toMatchObject([
			{
				json: { status: 'skipped', recipients: 2, skipped: 2, segments: 0 },
				pairedItem: [{ item: 0 }, { item: 1 }],
			},
		]);
	});
});

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
		const { json } = await run(bulkEndpoint, OWN, {
			items: people(3),
			answer: script([
				{ body: { task_id: 4, result: [result(2), result(0, { error: 21 }), result(1)] } },
			]),
		});
		expect(json).toMatchObject([
			{ status: 'refused', task_id: 4, error_code: 21 },
			{ status: 'accepted', message_id: 11 },
			{ status: 'accepted', message_id: 12 },
		]);
	});

	it('carry each its own text and sender, and at the top those that 4.6 requires in every mode', async () => {
		const { sent } = await run(
			individualEndpoint,
			{ text: 'Hi {phone}', referenceMode: 'none' },
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
					originator: 'Shop',
					body: text(index),
				})),
			},
		]);
	});

	it('believe no order where the reply names no references and refuses some', async () => {
		const { error } = await run(
			individualEndpoint,
			{ referenceMode: 'none' },
			{
				answer: script([
					{
						body: {
							task_id: 4,
							result: [
								{ id: 1, error: 33 },
								{ id: 2, error: 0 },
							],
						},
					},
				]),
			},
		);
		expect(error?.message).toBe(
			'It is not known whether the service accepted 2 of 2 recipients: [item 0] without a reference; [item 1] without a reference',
		);
	});

	it('are asked for where the reply is silent', async () => {
		const answer = script([{ body: { task_id: 4, result: [result(1)] } }], {
			own0: { body: { id: 5, msisdn: `+${phone(0)}` } },
		});
		const told = await run(bulkEndpoint, OWN, { items: people(2), answer });
		expect(told.json).toMatchObject([
			{ status: 'accepted', message_id: 5, task_id: 4, already_accepted: false },
			{ status: 'accepted', message_id: 11, task_id: 4 },
		]);
		const silent = await run(bulkEndpoint, OWN, { items: people(7), answer });
		expect(silent.error).toMatchObject({
			message:
				'It is not known whether the service accepted 5 of 7 recipients: [item 2] reference own2; [item 3] reference own3; [item 4] reference own4; and 2 more',
			description:
				'The answer of the service does not name this recipient. The service shows no message under its reference. Before you send again, ask for each reference with SMS: Get by Reference. Retry On Fail asks first and sends only what is missing. 2 of 7 recipients were accepted before this, 5 are not known, 0 did not go out.',
		});
		const { items } = await run(
			bulkEndpoint,
			{ ...OWN, simplify: true },
			{ items: people(3), continueOnFail: true, answer },
		);
		expect(items.map(({ json, error }) => [json.status, error?.message])).toEqual([
			['unknown', undefined],
			[
				undefined,
				'It is not known whether the service accepted 1 of 3 recipients: [item 2] reference own2',
			],
		]);
		expect(items[0]?.json).toMatchObject({ recipients: 3, accepted: 2, unknown: 1 });
		const bare = await run(bulkEndpoint, OWN, { answer: script([{ body: { task_id: 4 } }]) });
		expect(bare.json.map(({ status, reason, task_id }) => [status, reason, task_id])).toEqual([
			['accepted', '-', 4],
			['accepted', '-', 4],
		]);
	});

	it('look up each that was accepted before', async () => {
		const all = Array.from({ length: 130 }, (_, index) => ({
			phone: `38099100${String(index).padStart(4, '0')}`,
		}));
		const { json, looked } = await run(
			bulkEndpoint,
			{},
			{
				items: all,
				answer: script(
					[{ body: { task_id: 4, result: all.map(() => ({ error: 23 })) } }],
					{},
					{ body: { id: 5 } },
				),
			},
		);
		expect(looked).toHaveLength(130);
		expect(
			json.every(
				({ status, already_accepted }) => status === 'accepted' && already_accepted === true,
			),
		).toBe(true);
		expect(json.filter(({ message_id }) => message_id === 5)).toHaveLength(130);
	});

	it('stop with what the service says of the whole', async () => {
		expect(
			(await run(bulkEndpoint, {}, { answer: script([{ body: { error: 8 } }]) })).error,
		).toMatchObject({ message: expect.stringContaining('(code 8) [item 0]') as string });
	});

	it('give one item a request when simplified', async () => {
		const { json, items } = await run(
			bulkEndpoint,
			{ ...OWN, simplify: true, options: { repeatedNumbers: 'send' } },
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
				segments: 1,
				task_id: 4,
				price: 0.2,
				currency: 'UAH',
				sender: 'Shop',
				countries: { UA: 1 },
			},
			{
				status: 'accepted',
				reason: '-',
				recipients: 1,
				accepted: 1,
				refused: 0,
				unknown: 0,
				merged: 0,
				skipped: 0,
				segments: 1,
				task_id: 5,
				price: '-',
				currency: 'UAH',
				sender: 'Shop',
				countries: { UA: 1 },
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
				referenceMode: 'custom',
				referenceField: 'reference',
				options: { senderField: 'from' },
			},
			{ items: [{ city: 'Kyiv' }], answer: script([CAMPAIGN]) },
		);
		expect(error).toMatchObject({
			message: expect.stringContaining('[item 0, entry 1] Reference is empty') as string,
		});
		expect(sent).toEqual([]);
		const good = await run(
			personalizedCampaignEndpoint,
			{
				recipientSource: 'list',
				recipients,
				text: 'Hi {name|you} of {city}',
				options: { senderField: 'from' },
			},
			{ items: [{ city: 'Kyiv' }], answer: script([CAMPAIGN]) },
		);
		expect(
			(good.sent[0]?.messages as IDataObject[]).map(({ sender, text }) => [sender, text]),
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
				'Nothing was sent: 1 of 2 recipients cannot be used: [item 0, entry 1] Phone Number … has characters that are no digits [item 0]',
				{ item: 0 },
			],
			['accepted', undefined, { item: 1 }],
		]);
	});
});

describe('n8n’s own settings of a request', () => {
	const optionsOf = async (requestOptions: IDataObject, options: IDataObject = {}) =>
		(
			await run(
				singleEndpoint,
				{ requestOptions, options },
				{ items: people(1), answer: script([CREATED]) },
			)
		).asked[0]?.options;

	it('reach the service', async () => {
		expect(await optionsOf({})).not.toHaveProperty('proxy');
		expect(
			await optionsOf({ proxy: 'http://proxy.example', allowUnauthorizedCerts: true }),
		).toMatchObject({
			proxy: { host: 'proxy.example', port: 80, protocol: 'http' },
			skipSslCertificateValidation: true,
		});
		expect(await optionsOf({ proxy: 'https://a%20b:c%40d@proxy.example' })).toMatchObject({
			proxy: {
				host: 'proxy.example',
				port: 443,
				protocol: 'https',
				auth: { username: 'a b', password: 'c@d' },
			},
		});
		expect(await optionsOf({ proxy: 'http://proxy.example:8080' })).toMatchObject({
			proxy: { port: 8080 },
		});
	});

	it('and time-outs are seconds, 60 where they are none', async () => {
		for (const [timeout, ms] of [
			[5, 5000],
			['', 60_000],
			['x', 60_000],
			[-1, 60_000],
			[0, 60_000],
		] as const)
			expect((await optionsOf({}, { timeout }))?.timeout).toBe(ms);
	});
});

describe('what the error that ends a send says of the others', () => {
	const failing = script([{ status: 503, body: {} }]);
	const ended = async (endpoint: typeof campaignEndpoint, options: object = {}) =>
		(await run(endpoint, { ...OWN, options: { retryFor: 0, ...options } }, { answer: failing }))
			.error?.description ?? '';

	it('promises nothing for a campaign of which nobody knows', async () => {
		const said = await ended(campaignEndpoint);
		expect(said).toContain('Retry On Fail only asks once more.');
		expect(said).toMatch(
			/0 of 2 recipients were accepted before this, 2 are not known, 0 did not go out\.$/,
		);
		expect(said.match(/Retry On Fail/g)).toHaveLength(1);
	});

	it('and tells of Send Again where the user chose it', async () => {
		const said = await ended(campaignEndpoint, { ifOutcomeUnknown: 'sendAgain' });
		expect(said).toContain('Retry On Fail asks first, and may send it once more');
		expect(said).not.toMatch(/does not send a campaign again/);
	});

	it('and names those that did not go out', async () => {
		const said = await ended(singleEndpoint, { maxInFlight: 1 });
		expect(said).toMatch(
			/0 of 2 recipients were accepted before this, 1 are not known, 1 did not go out\.$/,
		);
	});
});
