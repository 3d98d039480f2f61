import type { IDataObject } from 'n8n-workflow';
import { A, always, B, BOTH, CODE_20, LISTS, NONE, ok, statuses } from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Answers that name the campaign or the task, and say or count that some of its recipients were left out. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const made = { id: 6, sender: 'Shop', status: 'sending' };
/** The statistics of a campaign, as its details show them. */
const NO_STATISTICS = {
	scheduled: 0,
	moderation: 0,
	accepted: 0,
	sending: 0,
	sent: 0,
	delivered: 0,
	expired: 0,
	failed: 0,
	undelivered: 0,
	unknown: 0,
	read: 0,
	not_viber_user: 0,
	not_rcs_user: 0,
};
const ONE_UNKNOWN = /^It is not known.* 1 of 2 recipients.*recipient 2\]/;
const BOTH_UNKNOWN = /^It is not known.* 2 of 2 recipients/;

describe('the second recipient is not accepted, and the first one is, where', () => {
	it.each<[string, IDataObject]>([
		[
			'a list has an ID for the first alone',
			{
				messages: [
					{ id: 1, phone: A },
					{ id: null, phone: B },
				],
			},
		],
		[
			'a list has an ID for the first and none for the second',
			{ list: [{ id: 1, phone: A }, { phone: B }] },
		],
		['a map has an ID for the first alone', { phones: { [A]: 101, [B]: null } }],
		['a map has a code for the second', { phones: { [A]: 101, [B]: 21 } }],
		['a map says so in words', { phones: { [A]: 'ok', [B]: 'stop list' } }],
		['a map says so with records', { phones: { [A]: { id: 101 }, [B]: { status: 'blocked' } } }],
		[
			'valid is false',
			{
				phones: [
					{ number: A, valid: true },
					{ number: B, valid: false },
				],
			},
		],
		[
			'sent is false for it alone',
			{
				phones: [
					{ number: A, sent: true },
					{ number: B, sent: false },
				],
			},
		],
		[
			'skipped is true',
			{
				phones: [
					{ number: A, sent: true },
					{ number: B, skipped: true },
				],
			},
		],
		[
			'it is on the stop list',
			{
				phones: [
					{ number: A, valid: true },
					{ number: B, stop_list: true },
				],
			},
		],
		...[
			'is_blacklisted',
			'inStopList',
			'on_stop_list',
			'duplicate',
			'invalid_number',
			'not_allowed',
		].map((flag): [string, IDataObject] => [
			`${flag} is true`,
			{
				phones: [
					{ number: A, [flag]: false },
					{ number: B, [flag]: true },
				],
			},
		]),
		[
			'it waits by its state, and a flag refuses it',
			{
				phones: [
					{ number: A, status: 'sent' },
					{ number: B, status: 'pending', skipped: true },
				],
			},
		],
		[
			'it is named beside statistics of the others',
			{ statistics: { ...NO_STATISTICS, accepted: 1 }, rejected: [B] },
		],
	])('%s', async (_, answer) => {
		always(stub, ok({ data: { ...made, ...answer } }));
		expect((await stub.run('campaign.sendSms', BOTH)).error?.message).toMatch(ONE_UNKNOWN);
	});
});

describe('nobody is accepted where the answer counts one as left out:', () => {
	it.each<[string, IDataObject]>([
		['in a summary', { data: made, summary: { total: 2, accepted: 1, rejected: 1 } }],
		['in its meta', { data: made, meta: { accepted: 1, rejected: 1 } }],
		[
			'in the statistics of the campaign',
			{ data: { ...made, statistics: { sent: 0, rejected: 1 } } },
		],
		['as blacklisted', { data: { ...made, blacklisted: 1 } }],
		['as on the stop list', { data: { ...made, in_stop_list: 1 } }],
		['as filtered', { data: { ...made, filtered: 1 } }],
		['as unsubscribed', { data: { ...made, unsubscribed: 1 } }],
		['as an error', { data: { ...made, errors_count: 1 } }],
		['by its recipients', { data: { ...made, recipients: 1 } }],
		['as not sent, when it has begun', { data: { ...made, sent: 1, not_sent: 1 } }],
		['as not accepted, with nothing beside', { data: { ...made, accepted: 0 } }],
		['as accepted, of which each is sent', { data: { ...made, accepted: 1, sent: 1 } }],
		['as skipped', { data: { ...made, summary: { accepted: 1, skipped: 1 } } }],
		[
			'by statistics of fewer',
			{ data: { ...made, statistics: { ...NO_STATISTICS, accepted: 1 } } },
		],
		[
			'beside statistics',
			{
				data: { ...made, statistics: { ...NO_STATISTICS, sent: 1, delivered: 1, blacklisted: 1 } },
			},
		],
		[
			'as accepted, of which each is sent and delivered',
			{ data: { ...made, summary: { accepted: 1, sent: 1, delivered: 1 } } },
		],
		...[
			{ blocked: 1 },
			{ ignored: 1 },
			{ wrong: 1 },
			{ blacklist: 1 },
			{ not_accepted: 1 },
			{ not_accepted: 2 },
			{ unsent: 1 },
			{ dropped: 1 },
			{ duplicate: 1 },
			{ total_failed: 1 },
			{ failed_total: 1 },
			{ count_rejected: 1 },
			{ phones_blocked: 1 },
			{ success_count: 1 },
			{ total_success: 1 },
			{ blocked_numbers: ['***33'] },
			{ wrong_numbers: ['***33'] },
			{ bad_phones: ['***33'] },
			{ numbers_skipped: ['***33'] },
		].map((mark): [string, IDataObject] => [
			`under another name: ${JSON.stringify(mark)}`,
			{ data: { ...made, ...mark } },
		]),
	])('%s', async (_, answer) => {
		always(stub, ok(answer));
		expect((await stub.run('campaign.sendSms', BOTH)).error?.message).toMatch(BOTH_UNKNOWN);
	});

	it('in a summary beside a task', async () => {
		const summary = { total: 2, accepted: 1, rejected: 1 };
		always(stub, ok({ error: 0, task_id: 7, summary }), CODE_20);
		expect((await stub.run('sms.sendBulk', BOTH)).error?.message).toMatch(BOTH_UNKNOWN);
	});
});

describe('both are accepted where the answer', () => {
	it.each<[string, IDataObject]>([
		['counts nobody yet', { sent: 0, delivered: 0, accepted: 0, rejected: 0 }],
		['counts nobody yet by state', { statistics: { new: 0, accepted: 0, sent: 0, failed: 0 } }],
		['has sent to nobody yet', { sent: 0, delivered: 0, not_sent: 2 }],
		['has them all in its queue', { total: 2, queued: 2, accepted: 0 }],
		[
			'lists them with a price each',
			{
				phones: [
					{ number: A, price: 0.05 },
					{ number: B, price: 0.06 },
				],
			},
		],
		['has a map of their prices', { prices: { [A]: 0.05, [B]: 0.06 } }],
		['has a map of their segments', { segments: { [A]: 1, [B]: 2 } }],
		[
			'lists them, and none is sent yet',
			{
				phones: [
					{ number: A, sent: false },
					{ number: B, sent: false },
				],
			},
		],
		[
			'lists them in states of the way',
			{
				phones: [
					{ number: A, status: 'new' },
					{ number: B, status: 'sent' },
				],
			},
		],
		[
			'lists them, none on the stop list',
			{
				phones: [
					{ number: A, stop_list: false },
					{ number: B, stop_list: false },
				],
			},
		],
		['has an ID for each', { phones: { [A]: 101, [B]: 102 } }],
		['counts none as left out', { blocked: 0, total_failed: 0, dropped: 0, wrong_numbers: [] }],
		['has delivered to nobody yet', { total: 2, total_sent: 0, total_delivered: 0, unsent: 2 }],
		['says that it is a success', { success: 1, created: 1, successful: true }],
		['counts new contacts', { contacts_added: 0, added: 1 }],
		['has done nothing yet', { success_count: 0, created_count: 0 }],
		['counts the successes', { success_count: 2, added: 2, total_failed: 0 }],
		['counts states as totals', { total_sent: 1, total_failed: 1 }],
		['counts messages by state', { messages_sent: 1, messages_failed: 1 }],
		['repeats its options', { ignore_duplicates: 1, check_stop_list: 1, skip: 1, filter: 1 }],
	])('%s', async (_, answer) => {
		always(stub, ok({ data: { ...made, ...answer } }));
		const run = await stub.run('campaign.sendSms', BOTH);
		expect(run.error?.message).toBeUndefined();
		expect(statuses(run)).toEqual(['accepted', 'accepted']);
	});

	it('has a task with both in its queue', async () => {
		const answer = { error: 0, task_id: 7, total: 2, queued: 2, accepted: 0, sent: 0 };
		always(stub, ok(answer), CODE_20);
		const run = await stub.run('sms.sendBulk', { ...BOTH, ...NONE });
		expect(run.error?.message).toBeUndefined();
		expect(statuses(run)).toEqual(['accepted', 'accepted']);
	});
});

describe('both are accepted where statistics count each in one of the states', () => {
	it.each<IDataObject>([
		{ accepted: 1, sending: 1 },
		{ accepted: 1, sent: 1 },
		{ accepted: 1, scheduled: 1 },
		{ accepted: 1, delivered: 1 },
		{ sent: 1, failed: 1 },
		{ sent: 1, not_viber_user: 1 },
	])('%j', async (counted) => {
		const statistics = { ...NO_STATISTICS, ...counted };
		for (const data of [
			{ ...made, statistics },
			{ ...made, total_phones: 2, total_messages: 2, statistics },
			{ ...made, statistics: counted },
		]) {
			always(stub, ok({ data }));
			const run = await stub.run('campaign.sendSms', BOTH);
			expect(run.error?.message).toBeUndefined();
			expect(statuses(run)).toEqual(['accepted', 'accepted']);
		}
		always(stub, ok({ error: 0, task_id: 7, statistics }), CODE_20);
		expect(statuses(await stub.run('sms.sendBulk', BOTH))).toEqual(['accepted', 'accepted']);
	});

	it('and each part of a message as one', async () => {
		const statistics = { ...NO_STATISTICS, accepted: 1, sent: 2, failed: 1 };
		always(stub, ok({ data: { ...made, total_phones: 2, total_messages: 4, statistics } }));
		const run = await stub.run('campaign.sendSms', BOTH);
		expect(statuses(run)).toEqual(['accepted', 'accepted']);
	});

	it('and the counters of a task with them', async () => {
		const counters = { sent: 1, delivered: 0, expired: 0, undeliverable: 1, unknown: 0 };
		always(stub, ok({ error: 0, task_id: 7, ...counters }), CODE_20);
		expect(statuses(await stub.run('sms.sendBulk', BOTH))).toEqual(['accepted', 'accepted']);
	});
});

describe('a campaign to contact lists is accepted, and its row and a hint name the list that it leaves out:', () => {
	const lists = { ...LISTS, groups: [1, 2] };

	it.each<IDataObject>([
		{ skipped_groups: [2] },
		{ invalid_groups: ['2'] },
		{ not_found: [2] },
		{ rejected: [2] },
		{ rejected: { 2: 'It is empty' } },
		{ rejected: [{ group_id: 2 }] },
		{ groups: [1] },
		{ groups: [{ id: 1 }] },
		{
			groups: [
				{ id: 1, status: 'ok' },
				{ id: 2, status: 'skipped' },
			],
		},
		{ warnings: ['List 2 was skipped'] },
		{ message: 'List 2 was skipped' },
		{ notice: 'Группа 2 пуста и пропущена' },
	])('%j', async (mark) => {
		always(stub, ok({ data: { ...made, ...mark } }));
		const run = await stub.run('campaign.sendSmsToContactLists', lists);
		expect(statuses(run)).toEqual(['accepted']);
		expect(run.items[0]?.json.reason).toMatch(/may leave out contact list 2,/);
		expect(JSON.stringify(run.hints)).toMatch(/Campaign 6: .*contact list 2,/);
		expect(stub.count('POST')).toBe(1);
	});

	it.each<IDataObject>([
		{},
		{ groups: [1, 2] },
		{ groups: [{ id: 1 }, { id: 2 }] },
		{ list_ids: ['2', '1'] },
		{ rejected: [], skipped_groups: [], failed: 2 },
		{ statistics: { sent: 2, failed: 1 }, text: 'List 2 was skipped' },
		{ message: 'Sent to lists 1 and 2' },
		{ message: 'List 2 has 40 contacts' },
	])('and no reason where it leaves out none: %j', async (beside) => {
		always(stub, ok({ data: { ...made, ...beside } }));
		const run = await stub.run('campaign.sendSmsToContactLists', lists);
		expect(run.items.map(({ json }) => [json.status, json.reason])).toEqual([['accepted', '-']]);
	});
});
