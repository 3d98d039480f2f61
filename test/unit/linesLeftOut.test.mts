import type { IDataObject } from 'n8n-workflow';
import { campaignEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import { NOT_THERE, type Answer, type Asked } from './fakeFunctions.mts';
import { isSend, LOOK_UP, run } from './sendHarness.mts';

/* Lines of a file that are not sent: they stand in the result file, and hide no other line. */

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

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
