import type { IDataObject } from 'n8n-workflow';
import { openStub, pageOf, seen } from './stubService.mts';
import type { Answer, Stub } from './stubService.mts';

/*
 * Changes of which nobody knows whether they were made: an answer that says so around what it names, a record that still is as it was,
 * or one that may have been so before. The error says what it is about, and that it is not known.
 */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const PHONE = 380991112233;
const CAMPAIGN = { campaignId: { __rl: true, mode: 'id', value: '1043' } };
const LIST = { phones: String(PHONE), channels: ['sms'] };
const LISTED = { id: 1, phone: PHONE, sms_stoplist: true };

/** Answers a change in one way, and questions for its record in another. */
function answers(change: Answer, record: IDataObject[]): void {
	stub.answer = ({ method }) => (method === 'GET' ? { body: pageOf(record) } : change);
}
const rcs = (status: string): IDataObject[] => [{ id: 1043, status, message_type: 'rcs' }];

describe('Stop List: Add', () => {
	const REFUSALS: IDataObject[] = [
		{ success: false },
		{ status: 'error', message: 'Limit reached' },
		{ code: 403, message: 'Forbidden' },
		{ message: 'Not allowed' },
	];

	it.each(REFUSALS)('%j around the entries is no proof, and the list tells', async (mark) => {
		answers({ body: { ...mark, data: [LISTED] } }, []);
		expect(seen(await stub.run('stopList.add', LIST))).toMatch(/^Whether …2233 is on the stop/);
		answers({ body: { ...mark, data: [LISTED] } }, [LISTED]);
		const run = await stub.run('stopList.add', LIST);
		expect(run.items[0]?.json).toMatchObject({ status: 'listed', confirmed_by: 'record' });
	});

	it.each([{}, { error: 0 }, { message: 'Added' }])(
		'%j around them leaves the proof',
		async (mark) => {
			answers({ body: { ...mark, data: [LISTED] } }, []);
			const run = await stub.run('stopList.add', LIST);
			expect(run.items[0]?.json).toMatchObject({ status: 'listed', confirmed_by: 'reply' });
		},
	);
});

describe('RCS campaigns', () => {
	const LOST: Answer = { status: 504, body: '' };

	it.each([
		['stop', 'sending', 'stopped'],
		['renew', 'paused', 'renewed'],
	])('%s: a service that still shows it as %s may act later', async (operation, status, done) => {
		answers(LOST, rcs(status));
		const run = await stub.run(`rcsCampaign.${operation}`, CAMPAIGN);
		expect(seen(run)).toMatch(
			new RegExp(`^Whether RCS campaign 1043 was ${done} is not known: .*HTTP 504`),
		);
		expect(run.error?.description).toContain('Look at it with Campaign: Get');
	});

	it('stop: it is asked for again where the answer was lost, and what came late is seen', async () => {
		let puts = 0;
		stub.answer = ({ method }) => {
			if (method === 'GET') return { body: pageOf(rcs(puts > 1 ? 'stopped' : 'sending')) };
			puts += 1;
			return puts === 1 ? LOST : { status: 422, body: { message: 'It cannot be stopped' } };
		};
		const run = await stub.run('rcsCampaign.stop', { ...CAMPAIGN, options: { retryFor: 5 } });
		expect(run.items[0]?.json).toMatchObject({ status: 'stopped', confirmed_by: 'record' });
		expect(puts).toBe(2);
	});

	it.each([
		['a conflict', { status: 409, body: { message: 'Only a paused campaign can be renewed' } }],
		['a lost answer', LOST],
	])('renew: one that is done may have been so before %s', async (_, answer) => {
		answers(answer, rcs('done'));
		expect(seen(await stub.run('rcsCampaign.renew', CAMPAIGN))).toMatch(
			/^Whether RCS campaign 1043 was renewed is not known/,
		);
	});

	it.each([
		['stop', 'done', 409, /^RCS campaign 1043 cannot be stopped: its status is done/],
		['stop', 'sending', 403, /^RCS campaign 1043 was not stopped: The account may not do this/],
		['renew', 'stopped', 409, /^RCS campaign 1043 cannot be renewed: its status is stopped/],
		['renew', 'done', 422, /^RCS campaign 1043 cannot be renewed: its status is done/],
	])(
		'%s: a refusal of one that is %s (HTTP %i) stays one',
		async (operation, state, status, text) => {
			answers({ status, body: { message: 'It cannot be changed' } }, rcs(state));
			expect(seen(await stub.run(`rcsCampaign.${operation}`, CAMPAIGN))).toMatch(text);
		},
	);
});

/** What an item holds of an error under Continue on Fail. */
async function shown(operation: string, parameters: IDataObject): Promise<unknown> {
	const run = await stub.run(operation, parameters, { onError: 'continueRegularOutput' });
	return run.items[0]?.json.error;
}

const REPORT = { selectBy: 'messageIds', messageIds: '15', wait: false };

it.each<[string, IDataObject, RegExp]>([
	['contact.update', { contactId: '7', phone: String(PHONE) }, /^Whether contact 7 was changed is/],
	['stopList.add', LIST, /^Whether …2233 is on the stop list is not known: /],
	['stopList.remove', LIST, /^Whether …2233 is on the stop list is not known: /],
	['report.request', REPORT, /^Whether the report was requested is not known: /],
	['rcsCampaign.stop', CAMPAIGN, /^Whether RCS campaign 1043 was stopped is not known: /],
])('%s says what is not known where the service is down', async (operation, parameters, text) => {
	for (const answer of [
		{ status: 503, body: '' },
		{ status: 204, body: '' },
	]) {
		answers(answer, operation === 'stopList.remove' ? [LISTED] : []);
		expect(await shown(operation, parameters)).toMatch(text);
	}
});

it.each<[string, IDataObject]>([
	['contact.update', { contactId: '7', phone: String(PHONE) }],
	['report.request', REPORT],
])('%s keeps the words of a refusal', async (operation, parameters) => {
	answers({ status: 403, body: { message: 'Forbidden' } }, []);
	expect(await shown(operation, parameters)).toMatch(/^The account may not do this/);
});

describe('Report: Request', () => {
	it('asks once where "too many" names a report as well', async () => {
		answers({ body: { error: 92, errorDescription: 'Too many files', key: 'abc123' } }, []);
		const run = await stub.run('report.request', {
			...REPORT,
			wait: true,
			options: { maxWait: 1 },
		});
		expect(seen(run)).toMatch(/^Whether the report was requested is not known/);
		expect(stub.count('POST')).toBe(1);
	});

	it.each([{ key: 0 }, { key: 'null' }, { key: 'error' }])('%j is no key', async (body) => {
		answers({ body: { error: 0, ...body } }, []);
		expect(seen(await stub.run('report.request', REPORT))).toMatch(/the reply names no key/);
	});

	it('takes a key from where one stands', async () => {
		answers({ body: { error: 0, key: '', export_id: 'abc1' } }, []);
		expect((await stub.run('report.request', REPORT)).items[0]?.json.key).toBe('abc1');
	});
});
