import type { IDataObject } from 'n8n-workflow';
import {
	bulkEndpoint,
	campaignEndpoint,
	individualEndpoint,
	singleEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import { CREATED, OWN, people, phone, run, script } from './sendHarness.mts';

// What a send says, where the engine tests say it in other words or not at all.

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

it.each([21, 33])(
	'SMS to a number that the service refuses (%d) are left out on demand only',
	async (code) => {
		const answer = script([{ body: { error: code } }, CREATED]);
		const options = { invalidRecipients: 'skip' };
		const left = await run(singleEndpoint, { options }, { answer });
		expect(left.json.map(({ status }) => status)).toEqual(['refused', 'accepted']);
		expect(left.json[0]?.reason).toContain(`(code ${code})`);
		expect(left.hints).toEqual([
			'1 recipient accepted (1 segment, 0.5 UAH), 1 refused: see the columns status and reason.',
		]);
		const stopped = await run(singleEndpoint, {}, { answer });
		expect(stopped.sent).toHaveLength(2);
		expect(stopped.error?.message).toMatch(new RegExp(`\\(code ${code}\\) \\[item 0\\]$`));
		expect(stopped.error?.description).toMatch(
			/1 of 2 recipients were accepted before this, and no retry sends to them again\.$/,
		);
		const noMoney = { items: people(1), answer: script([{ body: { error: 8 } }]) };
		expect((await run(singleEndpoint, { options }, noMoney)).error?.message).toContain('(code 8)');
	},
);

it('Summary Only gives one item a request', async () => {
	const result = (index: number, error = 0): IDataObject => ({
		reference: `own${index}`,
		id: 10 + index,
		error,
	});
	const first = {
		task_id: 4,
		totalprice: '0.2',
		currency: 'UAH',
		result: [result(0), result(1, 21)],
	};
	const { json, items } = await run(
		individualEndpoint,
		{ simplify: true, text: 'Hi {reference}', options: OWN },
		{
			items: [...people(2), { phone: phone(0), reference: 'own2' }],
			answer: script([{ body: first }, { body: { task_id: 5, result: [result(2)] } }]),
		},
	);
	const common = {
		status: 'accepted',
		accepted: 1,
		unknown: 0,
		merged: 0,
		skipped: 0,
		already_sent: 0,
		segments: 1,
		sender: 'Shop',
		start_at: null,
		test: false,
	};
	expect(json).toEqual([
		{
			...common,
			reason: '[item 1] The phone number is not correct (code 21)',
			recipients: 2,
			refused: 1,
			task_id: 4,
			price: 0.2,
			currency: 'UAH',
		},
		{
			...common,
			reason: 'Accepted by the service',
			recipients: 1,
			refused: 0,
			task_id: 5,
			price: null,
			currency: null,
		},
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 1 }],
		[{ item: 2 }],
	]);
});

describe('a list', () => {
	it('fails by itself under Continue', async () => {
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

describe('what is wrong before anything is sent', () => {
	it('hides numbers that stand where names of fields belong', async () => {
		const items = [{ '099.111.22.33': 'Olena', '0151/23456789': 2 }];
		const { error } = await run(campaignEndpoint, { phoneField: '099.111.22.34' }, { items });
		expect([error?.message, error?.description]).toEqual([
			'No item has the field "…2234" that Phone Field names [item 0]',
			'The first item has: …2233, …6789.',
		]);
	});

	it.each<[object, string]>([
		[{ phoneField: 'mobile' }, 'No item has the field "mobile" that Phone Field names'],
		[{ recipientSource: 'list', recipients: '' }, 'Recipients is empty'],
	])('%j', async (parameters, message) => {
		const { error, asked } = await run(campaignEndpoint, parameters);
		expect([error?.message, asked]).toEqual([`${message} [item 0]`, []]);
	});
});

describe('n8n’s own settings of a request', () => {
	const optionsOf = async (requestOptions: IDataObject) =>
		(await run(singleEndpoint, { requestOptions }, { items: people(1), answer: script([CREATED]) }))
			.asked[0]?.options;

	it('reach the service', async () => {
		expect(await optionsOf({})).not.toHaveProperty('proxy');
		const proxy = 'http://proxy.example';
		expect(await optionsOf({ proxy, allowUnauthorizedCerts: true })).toMatchObject({
			proxy: { host: 'proxy.example', port: 80, protocol: 'http' },
			skipSslCertificateValidation: true,
		});
		const auth = { username: 'a b', password: 'c@d' };
		expect(await optionsOf({ proxy: 'https://a%20b:c%40d@proxy.example' })).toMatchObject({
			proxy: { host: 'proxy.example', port: 443, protocol: 'https', auth },
		});
	});

	it.each([
		[undefined, 60_000],
		[5000, 5000],
		['', 60_000],
		[-1, 60_000],
	])('a time-out of %j is %d milliseconds', async (timeout, ms) => {
		expect((await optionsOf({ timeout }))?.timeout).toBe(ms);
	});
});

it('an error that ends a campaign promises nothing for it', async () => {
	const { error } = await run(
		campaignEndpoint,
		{ options: { ...OWN, retryFor: 0 } },
		{ answer: script([{ status: 503, body: {} }]) },
	);
	expect(error?.description).toMatch(
		/0 of 2 recipients were accepted before this, 2 are not known, 0 did not go out\.$/,
	);
});
