import type { IDataObject } from 'n8n-workflow';
import { campaignEndpoint, singleEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import { CREATED, OWN, people, run, script } from './sendHarness.mts';

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

describe('a list', () => {});

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
