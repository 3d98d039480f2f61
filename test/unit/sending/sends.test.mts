import type { IDataObject } from 'n8n-workflow';
import {
	bulkEndpoint,
	campaignEndpoint,
	singleEndpoint,
} from '../../../nodes/MessagingService/sending/endpoints.ts';
import { NOT_THERE, type Answer, type Asked } from './fakeFunctions.mts';
import { CREATED, isSend, LOOK_UP, OWN, people, phone, run, script } from './sendHarness.mts';

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
		expect(stopped.error?.message).toMatch(new RegExp(`\\(code ${code}\\) \\[item 1\\]$`));
		expect(stopped.error?.description).toMatch(
			/1 of 2 recipients was accepted; its IDs are in the details\. Executing again sends to all 2\. Retry of this/,
		);
		const noMoney = { items: people(1), answer: script([{ body: { error: 8 } }]) };
		expect((await run(singleEndpoint, { options }, noMoney)).error?.message).toContain('(code 8)');
	},
);

describe('a list', () => {});

it('a list fails by itself under Continue', async () => {
	const lists = [{ list: `${phone(0)}, x` }, { list: phone(1) }];
	const { items } = await run(
		bulkEndpoint,
		{ recipientSource: 'list', recipients: '={{ $json.list }}' },
		{ items: lists, continueOnFail: true, answer: script([{ body: { task_id: 4 } }]) },
	);
	expect(items.map(({ json, pairedItem }) => [json.status, json.reason, pairedItem])).toEqual([
		[
			'skipped',
			'Nothing was sent: 1 of 2 recipients cannot be used: [item 1, recipient 2] Phone Number … has no digits',
			{ item: 0 },
		],
		['refused', 'Phone Number … has no digits', { item: 0 }],
		['accepted', 'Accepted by the service', { item: 1 }],
	]);
});

describe('what is wrong before anything is sent', () => {
	it('hides numbers that stand where names of fields belong', async () => {
		const items = [{ '099.111.22.33': 'Olena', '0151/23456789': 2 }];
		const { error } = await run(campaignEndpoint, { phoneField: '099.111.22.34' }, { items });
		expect([error?.message, error?.description]).toEqual([
			'No item has the field "…2234" that Phone Field names [item 1]',
			'The first item has: …2233, …6789.',
		]);
	});

	it.each<[object, string]>([
		[{ phoneField: 'mobile' }, 'No item has the field "mobile" that Phone Field names'],
		[{ recipientSource: 'list', recipients: '' }, 'Recipients is empty'],
	])('%j', async (parameters, message) => {
		const { error, asked } = await run(campaignEndpoint, parameters);
		expect([error?.message, asked]).toEqual([`${message} [item 1]`, []]);
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
		/0 of 2 recipients were accepted\. Of 2 recipients the outcome is not known\./,
	);
});

/* Lines of a file that are not sent: they stand in the result file, and hide no other line. */

const LEAVE_OUT = { invalidRecipients: 'skip', retryFor: 0 };

function answer(asked: Asked): Answer {
	if (isSend(asked)) return { body: { data: { id: 101 } } };
	return asked.path.startsWith(LOOK_UP) ? NOT_THERE : { body: { data: [] } };
}

/** Sends a file; returns the phones that went out, the line of the result file for a line, and the error. */
async function sendFile(content: string, options: IDataObject) {
	const { sent, items, error } = await run(
		campaignEndpoint,
		{ recipientSource: 'file', phoneField: 'phone', options },
		{ files: [content], items: [{}], answer },
	);
	const result = Buffer.from(String(items[0]?.binary?.result?.data), 'base64').toString();
	const lines = result.split('\n');
	return {
		phones: sent.flatMap(({ phones }) =>
			(phones as IDataObject[]).map(({ number, msisdn }) => number ?? msisdn),
		),
		line: (number: number) => lines.find((line) => line.startsWith(`${number},`)),
		error,
	};
}

it('sends to a number whose first line was refused for its reference', async () => {
	const content = 'phone,ref\n380991112201,X\n380991112202,X\n380991112202,Y\n380991112202,Z\n';
	const options = { ...LEAVE_OUT, referenceMode: 'custom', reference: '{ref}' };
	const { phones, line } = await sendFile(content, options);
	expect(phones.map(Number)).toEqual([380991112201, 380991112202]);
	expect(line(3)).toContain('The reference X is the same as in line 2');
	expect(line(4)).toMatch(/^4,380991112202,Y,accepted/);
	expect(line(5)).toContain('The same number as line 4');
});

const SWALLOWING =
	'phone,name\n380991112201,Ann\n380991112202,"Big Bob\n380991112203,Carl\n380991112204,"Eve"\n380991112205,Finn\n';

it('is not sent where a quote that was not meant to be one swallows lines', async () => {
	const { error, phones } = await sendFile(SWALLOWING, { retryFor: 0 });
	expect(phones).toEqual([]);
	expect(error?.message).toContain('the lines 3 to 5 are one row');
});

it('names such lines in the result file where wrong ones are left out', async () => {
	const { line, phones } = await sendFile(SWALLOWING, LEAVE_OUT);
	expect(phones.map(Number)).toEqual([380991112201, 380991112205]);
	expect(line(3)).toMatch(/^3,.*refused.*the lines 3 to 5 are one row/);
});

it.each([
	['phone,name\n380991112201,"Bob" Smith\n', 'Text stands behind a closing quote'],
	['phone,"na\n380991112201,"Bob\n380991112202,Ann\n', 'the lines 1 to 2 are one row'],
])('is not sent where text stands behind a closing quote: %j', async (content, message) => {
	const { error, phones } = await sendFile(content, { retryFor: 0 });
	expect(phones).toEqual([]);
	expect(error?.message).toContain(message);
});

it('reads cells with blanks around their quotes', async () => {
	const { phones } = await sendFile('phone,name\n "380991112201" , "Big ""Bob""" \n', LEAVE_OUT);
	expect(phones.map(Number)).toEqual([380991112201]);
});
