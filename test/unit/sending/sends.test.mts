import type { IDataObject } from 'n8n-workflow';
import {
	campaignEndpoint,
	singleEndpoint,
} from '../../../nodes/MessagingService/sending/endpoints.ts';
import { NOT_THERE, type Answer, type Asked } from './fakeFunctions.mts';
import { CREATED, isSend, LOOK_UP, people, run, script } from './sendHarness.mts';

// What a send says, where the engine tests say it in other words or not at all.

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('what is wrong before anything is sent', () => {
	it('hides numbers that stand where names of fields belong', async () => {
		const items = [{ '099.111.22.33': 'Olena', '0151/23456789': 2 }];
		const { error } = await run(campaignEndpoint, { phoneField: '099.111.22.34' }, { items });
		expect([error?.message, error?.description]).toEqual([
			'No item has the field "…2234" that Phone Field names [item 1]',
			'The first item has: …2233, …6789.',
		]);
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
