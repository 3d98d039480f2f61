import type { IDataObject } from 'n8n-workflow';
import { asked, jsonOf, openStage } from './stage.mts';
import type { Stage } from './stage.mts';

/*
 * What n8n's declarative engine does with values that expressions give, seen from outside: no value may reach the service
 * unchecked, and none may get lost on its way.
 */

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});
beforeEach(async () => {
	await stage.fresh();
	stage.sandbox.config.mode = 'live';
	stage.sandbox.config.dialect.extensions = true;
});
afterAll(async () => await stage.close());

const bodies = (): unknown[] => stage.sandbox.requests.map(({ body }) => body);

describe('a value from an expression', () => {
	it.each([
		['campaign.getAll', 'searchValue', 'Search For is a list'],
		['campaign.getAll', 'from', 'Created After is not a date'],
		['sender.getAll', 'sender', 'Sender is a list'],
	])('that is an empty list is refused by %s in %s', async (operation, filter, message) => {
		const run = await stage.act(operation, { filters: { [filter]: '={{ [] }}' } });
		expect([run.error?.message.startsWith(message), asked(stage)]).toEqual([true, []]);
	});

	it('may be a resource locator wherever one value is wanted', async () => {
		const locator = '={{ ({ __rl: true, mode: "id", value: "5001" }) }}';
		const run = await stage.act('contact.update', { contactId: locator, phone: '380671112299' });
		expect(run.error).toBeUndefined();
		expect(asked(stage)).toEqual(['PUT /api/contacts/5001']);
	});

	it.each([
		['type', { type: '={{ null }}' }],
		['order', { options: { sort: '={{ null }}', way: '={{ undefined }}' } }],
	])('that gives nothing leaves the default of the field: %s', async (_, parameters) => {
		const run = await stage.act('campaign.getAll', { limit: 1, ...parameters });
		expect(run.error).toBeUndefined();
		const query = new URLSearchParams(String(stage.sandbox.requests.at(-1)?.query));
		expect(Object.fromEntries(query)).toMatchObject({
			'filter[type]': 'sms',
			sort: 'id',
			way: 'asc',
		});
	});

	it('may choose between fields, and then only the chosen ones are sent', async () => {
		const run = await stage.act(
			'report.request',
			{
				selectBy: '={{ $json.by }}',
				timeFrom: '2026-11-01T00:00:00Z',
				timeTo: '2026-11-02T00:00:00Z',
				messageIds: '={{ $json.ids }}',
				wait: false,
			},
			{ items: [{ by: 'period' }, { by: 'messageIds', ids: [1, 2] }] as IDataObject[] },
		);
		expect(run.error).toBeUndefined();
		const sent = bodies().map((body) => Object.keys(body as object).sort());
		expect(sent).toEqual(
			expect.arrayContaining([['message_id'], ['message_type', 'time_in_from', 'time_in_to']]),
		);
	});
});

it('a record is one item, whatever holds it', async () => {
	const run = await stage.act('contact.update', { contactId: '5001', phone: '380671112299' });
	expect(jsonOf(run)).toHaveLength(1);
});
