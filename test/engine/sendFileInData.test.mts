import type { IDataObject, IWorkflowSettings } from 'n8n-workflow';
import type { RunResult } from './harness.mts';
import { phoneOf, sendStageOfTests } from './sendsSupport.mts';

const stage = sendStageOfTests();

// In its newer execution logic n8n keeps the files of an item in the item's data.
describe('a file in the data of its item', () => {
	const settings = { binaryMode: 'combined' } as const;
	const send = async (field: string, more: IWorkflowSettings): Promise<RunResult> => {
		const file = await stage.engine.storeBinary(
			Buffer.from(`phone,name\n${phoneOf(0)},Ann\n${phoneOf(1)},Bo\n`),
			'list.csv',
		);
		const json = { shop: 'Blue', _files: { [field]: file, note: 'no file' } };
		return await stage.engine.run({
			credential: stage.credential,
			settings: more,
			items: [{ json: json as unknown as IDataObject }],
			parameters: {
				resource: 'campaign',
				operation: 'sendPersonalizedSms',
				recipientSource: 'file',
				phoneField: 'phone',
				sender: 'Shop',
				text: 'Hi {name} of {shop}',
			},
		});
	};

	it('is found there', async () => {
		const run = await send('data', settings);
		expect(run.items.map(({ json }) => json)).toMatchObject([{ recipients: 2, accepted: 2 }]);
	});

	it('is named where it is not in the field', async () => {
		const run = await send('customers', settings);
		expect(run.error?.description).toBe('It has files in: customers.');
	});

	it.each<[string, IWorkflowSettings]>([
		['as ever', {}],
		['apart, as the workflow says', { binaryMode: 'separate' }],
	])('is no file where n8n keeps files %s', async (_, others) => {
		const run = await send('data', others);
		expect(run.error?.message).toContain('has no file in the field "data"');
		expect(stage.stored().size).toBe(0);
	});
});
