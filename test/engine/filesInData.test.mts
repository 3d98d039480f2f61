import type { IDataObject, IWorkflowSettings } from 'n8n-workflow';
import { asked, jsonOf, openStage } from './stage.mts';
import type { Stage } from './stage.mts';

// In its newer execution logic n8n keeps the files of an item in the item's data.

let stage: Stage;
beforeAll(async () => (stage = await openStage({ config: { senders: 'any' } })));
beforeEach(async () => await stage.fresh());
afterAll(async () => await stage.close());

const SEND = {
	recipientSource: 'file',
	phoneField: 'phone',
	sender: 'Shop',
	text: 'Dear {name}',
};
const itemWith = async (field: string): Promise<IDataObject> => {
	const csv = 'phone,name\n380991112233,Ann\n380991112234,Bob\n';
	const file = await stage.engine.storeBinary(Buffer.from(csv), 'list.csv');
	return { order: 7, _files: { [field]: file, note: 'no file' } } as unknown as IDataObject;
};

const settings = { binaryMode: 'combined' } as const;

it('a file of recipients is found there', async () => {
	const items = [await itemWith('data')];
	const run = await stage.act('campaign.sendPersonalizedSms', SEND, { items, settings });
	expect(run.error).toBeUndefined();
	expect(jsonOf(run)).toMatchObject([{ recipients: 2, accepted: 2 }]);
});

it('an error names the fields that have files', async () => {
	const items = [await itemWith('customers')];
	const run = await stage.act('campaign.sendPersonalizedSms', SEND, { items, settings });
	expect(run.error?.description).toBe('It has files in: customers.');
});

it.each<[string, IWorkflowSettings]>([
	['as ever', {}],
	['apart, as the workflow says', { binaryMode: 'separate' }],
])('data of that name are no file where n8n keeps files %s', async (_, others) => {
	const items = [await itemWith('data')];
	const run = await stage.act('campaign.sendPersonalizedSms', SEND, { items, settings: others });
	expect([run.error?.message, asked(stage)]).toEqual([
		expect.stringContaining('has no file in the field "data"'),
		[],
	]);
});
