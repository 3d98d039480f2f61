import type { IDataObject } from 'n8n-workflow';
import {
	bulkEndpoint,
	campaignEndpoint,
	singleEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import { CREATED, OWN, people, phone, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('what is wrong before anything is sent', () => {
	it('stops all, at the item', async () => {
		const one = await run(singleEndpoint, {}, { items: [{ phone: 'x1' }] });
		expect(one.error).toMatchObject({
			message: 'Phone Number …1 has more than the digits of one number [item 0]',
			context: { itemIndex: 0 },
		});
		const several = await run(
			singleEndpoint,
			{},
			{ items: [{ phone: phone(0) }, { phone: 'x1' }] },
		);
		expect(several.error).toMatchObject({
			message:
				'Nothing was sent: 1 of 2 recipients cannot be used: [item 1] Phone Number …1 has more than the digits of one number',
			description:
				'Give one phone number, and nothing after it. To send to the others, set Invalid Recipients to Leave Out under Options. Items count from 0, as in n8n.',
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
			['Phone Number …1 has more than the digits of one number [item 0]', { item: 0 }],
			[undefined, { item: 1 }],
		]);
		expect(sent).toHaveLength(1);
	});

	it('is shown by a dry run, which fails where the send would, and sends nothing', async () => {
		const items = [{ phone: 'x1' }, ...people(2), { phone: phone(0) }];
		const stopped = await run(bulkEndpoint, { dryRun: true }, { items });
		expect(stopped.error?.message).toMatch(/^Nothing was sent: 1 of 4 recipients/);
		const options = { invalidRecipients: 'skip' };
		const { json, asked, hints } = await run(bulkEndpoint, { dryRun: true, options }, { items });
		expect(json.map(({ status }) => status)).toEqual(['refused', 'dry run', 'dry run', 'merged']);
		expect([...stopped.asked, ...asked]).toEqual([]);
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
			{ text: 'Hi {phone}' },
			'Text names the field "phone", but this operation has one text for all recipients',
		],
		[{ text: 'Hi {}' }, 'Text holds {}, which names no field'],
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
	});

	it('leaves empty numbers out with the other invalid recipients', async () => {
		const options = { invalidRecipients: 'skip' };
		const { json, sent } = await run(
			bulkEndpoint,
			{ options },
			{
				items: [{ phone: '' }, ...people(1)],
				answer: script([{ body: { task_id: 4 } }]),
			},
		);
		expect(json.map(({ status, reason }) => [status, reason])).toEqual([
			['refused', 'Phone Number is empty'],
			['accepted', 'Accepted by the service'],
		]);
		expect(sent[0]?.phones).toHaveLength(1);
		const none = await run(
			bulkEndpoint,
			{ options, simplify: true },
			{ items: [{ phone: '' }, { phone: ' ' }] },
		);
		expect(none.error?.message).toMatch(/^Nothing was sent: 2 of 2 recipients cannot be used/);
	});
});

describe('n8n’s own settings of a request', () => {
	const optionsOf = async (requestOptions: IDataObject) =>
		(await run(singleEndpoint, { requestOptions }, { items: people(1), answer: script([CREATED]) }))
			.asked[0]?.options;

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

	it('and time-outs are milliseconds, a minute where there are none', async () => {
		for (const [timeout, ms] of [
			[undefined, 60_000],
			[5000, 5000],
			['', 60_000],
			['x', 60_000],
			[-1, 60_000],
			[0, 60_000],
		] as const)
			expect((await optionsOf({ timeout }))?.timeout).toBe(ms);
	});
});

describe('what the error that ends a send says of the others', () => {
	const failing = script([{ status: 503, body: {} }]);
	const ended = async (
		endpoint: typeof campaignEndpoint,
		options: object = {},
		items = people(2),
	) =>
		(
			await run(
				endpoint,
				{ options: { ...OWN, retryFor: 0, ...options } },
				{ items, answer: failing },
			)
		).error?.description ?? '';

	it('promises nothing for a campaign of which nobody knows', async () => {
		const said = await ended(campaignEndpoint);
		expect(said).toMatch(
			/0 of 2 recipients were accepted before this, 2 are not known, 0 did not go out\.$/,
		);
	});

	it('and names those that did not go out', async () => {
		const said = await ended(singleEndpoint, {}, people(30));
		expect(said).toMatch(
			/0 of 30 recipients were accepted before this, 10 are not known, 20 did not go out\.$/,
		);
	});
});
