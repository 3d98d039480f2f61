import type { INodeProperties } from 'n8n-workflow';
import { simplifyField } from '../../operations/fields';
import { wantsRaw, type Item } from '../../operations/item';
import type { DownloadSettings } from './file';

/** Records that come out as items unless the user says otherwise: more could exhaust the instance. */
const RECORDS = 10_000;

/** How a report comes out; `show` says when. */
export function outputFields(show: Record<string, boolean[]> = {}): INodeProperties[] {
	const shown = (field: INodeProperties, when: Record<string, Array<boolean | string>>): INodeProperties => ({
		...field,
		displayOptions: { show: { ...show, ...when } },
	});
	return [
		shown(
			{
				displayName: 'File Format',
				name: 'format',
				type: 'options',
				options: [
					{ name: 'CSV', value: 'csv', description: 'Only for reports of one message type' },
					{ name: 'JSON', value: 'json' },
					{ name: 'XML', value: 'xml' },
				],
				default: 'json',
			},
			{},
		),
		shown(
			{
				displayName: 'Return As',
				name: 'returnAs',
				type: 'options',
				options: [
					{ name: 'File', value: 'file', description: 'One item with the file, of any size' },
					{ name: 'Items', value: 'items', description: 'One item for each record' },
				],
				default: 'items',
			},
			{},
		),
		shown(
			{
				displayName: 'Maximum Records',
				name: 'maxRecords',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 10000,
				description: 'How many records to return at most',
				hint: 'Large reports can exhaust the memory of n8n: return those as a file',
			},
			{ returnAs: ['items'] },
		),
		shown(simplifyField('ID, type, phone, sender, status, price and times'), { returnAs: ['items'] }),
		shown(
			{
				displayName: 'Output Data Field Name',
				name: 'binaryPropertyName',
				type: 'string',
				required: true,
				default: 'data',
				hint: 'The name of the output field to put the file in',
			},
			{ returnAs: ['file'] },
		),
	];
}

export const FILE_NAME_OPTION: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. november.json',
	description: 'Name of the file; by default report, its key and the format',
};

/** The settings of the fields above for one item. */
export function downloadSettings(item: Item, key: string): DownloadSettings {
	const format = item.parameter<DownloadSettings['format']>('format', 'json');
	return {
		key,
		format,
		as: item.parameter<DownloadSettings['as']>('returnAs', 'items'),
		limit: item.parameter('maxRecords', RECORDS),
		simplify: item.parameter('simplify', true),
		raw: wantsRaw(item),
		property: item.parameter('binaryPropertyName', 'data') || 'data',
		fileName: item.parameter('options.fileName', '') || `report-${key}.${format}`,
	};
}
