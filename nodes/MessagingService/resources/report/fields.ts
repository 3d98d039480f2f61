import type { IHttpRequestMethods, INodeProperties } from 'n8n-workflow';
import { choice, number, required, shown, text } from '../../../shared/fields';
import { createLimiter } from '../../../shared/transport';
import { simplifyField } from '../../operations/fields';
import { eachItem, wantsRaw, type Item, type Job } from '../../operations/item';
import { imperative, type Operation } from '../../operations/operation';
import type { DownloadSettings } from './file';

/** Records that come out as items unless the user says otherwise: more could exhaust the instance. */
const RECORDS = 10_000;
/** Reports that one node run reads at a time: each may be large. */
const AT_A_TIME = 2;

/** How a report comes out; `show` says when. */
export const outputFields = (show: Record<string, boolean[]> = {}): INodeProperties[] =>
	shown(
		show,
		choice(
			'format: File Format',
			['csv: CSV: Only for reports of one message type', 'json: JSON', 'xml: XML'],
			{ default: 'json' },
		),
		choice(
			'returnAs',
			['file: File: One item with the file, of any size', 'items: Items: One item for each record'],
			{ default: 'items' },
		),
		...shown(
			{ returnAs: ['items'] },
			{
				...number('maxRecords: Maximum Records: How many records to return at most', RECORDS),
				hint: 'Large reports can exhaust the memory of n8n: return those as a file',
			},
			simplifyField('ID, type, phone, sender, status, price and times'),
		),
		...shown(
			{ returnAs: ['file'] },
			required('binaryPropertyName: Output Data Field Name', '', {
				default: 'data',
				hint: 'The name of the output field to put the file in',
			}),
		),
	);

export const FILE_NAME_OPTION = text(
	'fileName: File Name: Name of the file; by default report, its key and the format',
	'november.json',
);

/** The settings of the fields above for one item. */
export function downloadSettings(item: Item, key: string): DownloadSettings {
	const format = item.parameter<DownloadSettings['format'] | ''>('format', '') || 'json';
	return {
		key,
		format,
		asFile: item.parameter<string>('returnAs', 'items') === 'file',
		limit: Number(item.parameter('maxRecords', RECORDS)) || RECORDS,
		simplify: item.parameter('simplify', true),
		raw: wantsRaw(item),
		property: item.parameter('binaryPropertyName', 'data') || 'data',
		fileName: item.parameter('options.fileName', '') || `report-${key}.${format}`,
	};
}

/** Takes the request that an operation begins with and what is done for an item; returns both dispatches, a few items at a time. */
export function reportOperation(
	method: IHttpRequestMethods,
	url: string,
	job: Job,
): Required<Pick<Operation, 'routing' | 'execute'>> {
	const { routing, execute } = imperative(async (ctx) => {
		const limit = createLimiter(AT_A_TIME);
		return await eachItem(ctx, async (item) => await limit(async () => await job(item)));
	});
	return { routing: { request: { method, url }, ...routing }, execute };
}
