import type { INodeProperties } from 'n8n-workflow';
import { MESSAGE_STATUSES } from '../../../shared/spec';
import type { Item } from '../../dispatch/item';
import { onlyWithStatus, statusJudge } from '../../listing/fields';
import type { ReportFormat } from './readers';

/** Records that come out as items unless the user says otherwise: more could exhaust the instance. */
const RECORDS = 10_000;

/** The report that is meant. */
export const FILE_KEY: INodeProperties = {
	displayName: 'File Key',
	name: 'fileKey',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 3941ffacdd698b404e',
	description:
		'The key of the report, as Report: Request returns it, or as your account shows it for a report that was requested there',
};

/** The format of a file. */
const FILE_FORMAT: INodeProperties = {
	displayName: 'File Format',
	name: 'format',
	type: 'options',
	options: [
		{
			name: 'CSV',
			value: 'csv',
			description: 'A table. The service makes it only for reports of one message type.',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Records with all their fields, of any mixture of message types',
		},
		{
			name: 'XML',
			value: 'xml',
			description: 'Records with all their fields, of any mixture of message types',
		},
	],
	default: 'json',
	description: 'The format in which the service gives the report',
	displayOptions: { show: { returnAs: ['file'] } },
};

/** The same for items, which are the same in any format. */
export const READ_FORMAT: INodeProperties = {
	...FILE_FORMAT,
	description:
		'The format in which the service is asked for the records. Choose another one only if its JSON cannot be read.',
	displayOptions: { show: { '/returnAs': ['items'] } },
};

/** How a report comes out. */
export const OUTPUT_FIELDS: INodeProperties[] = [
	{
		displayName: 'Return As',
		name: 'returnAs',
		type: 'options',
		options: [
			{ name: 'File', value: 'file', description: 'One item with the file, of any size' },
			{
				name: 'Items',
				value: 'items',
				description: 'One item for each record, with the same fields whatever the format',
			},
		],
		default: 'items',
		description: 'Whether the records come out as items or as a file',
	},
	FILE_FORMAT,
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description:
			'Whether to return a simplified version of the response (ID, type, phone, sender, status, price and times) instead of the record as the service wrote it',
		displayOptions: { show: { returnAs: ['items'] } },
	},
	{
		displayName: 'Output Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output field to put the file in',
		displayOptions: { show: { returnAs: ['file'] } },
	},
];

/** How many records come out as items. */
export const MAXIMUM_RECORDS: INodeProperties = {
	displayName: 'Maximum Records',
	name: 'maxRecords',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: RECORDS,
	description:
		'How many records to return at most as items. Those after them are not read: large reports can exhaust the memory of n8n, return those as a file.',
	displayOptions: { show: { '/returnAs': ['items'] } },
};

/** Which records come out as items. A status that services write in two ways stands there once. */
export const ONLY_WITH_STATUS: INodeProperties = {
	...onlyWithStatus(
		[...new Set(Object.keys(MESSAGE_STATUSES).map((status) => status.replace(/-/g, '_')))],
		'Which messages to return, by their status. The service has no such filter: the node reads the whole report and keeps these.',
	),
	displayOptions: { show: { '/returnAs': ['items'] } },
};

/** What becomes of a report that holds no message. */
export const EMPTY_REPORT: INodeProperties = {
	displayName: 'If the Report Is Empty',
	name: 'emptyReport',
	type: 'options',
	options: [
		{
			name: 'Return No Items',
			value: 'noItems',
			description: 'The nodes that follow do not run',
		},
		{ name: 'Stop With an Error', value: 'error', description: 'The node says why nothing came' },
	],
	default: 'noItems',
	description: 'What to do if there were no messages, for example on a quiet day',
};

export const FILE_NAME_OPTION: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. november.json',
	description:
		'The name of the file. By default it consists of "report", the key of the report and the format.',
	displayOptions: { show: { '/returnAs': ['file'] } },
};

/** How one report comes out. */
export type DownloadSettings = ReturnType<typeof downloadSettings>;

/** The settings of the fields above for one item. The form of a request has no format for items: they come by JSON. */
export function downloadSettings(item: Item, key: string, isRequest = false) {
	const asFile = item.parameter<string>('returnAs', 'items') === 'file';
	// Each of both has a field of its own, and what the form hides says nothing.
	const asked = item.parameter<ReportFormat | ''>(asFile ? 'format' : 'options.format', '');
	const format = asked || 'json';
	const other = format === 'json' ? 'another' : 'JSON as';
	return {
		key,
		format,
		/** How to get a report whose records cannot be read. */
		otherWay: isRequest
			? 'return it as a file, or in another File Format.'
			: `choose ${other} File Format, or return the report as a file.`,
		/** As a file, or as one item a record. */
		asFile,
		/** Records as items at most. */
		limit: Number(item.parameter('options.maxRecords', RECORDS)) || RECORDS,
		/** Which statuses are wanted; undefined for all. */
		isWanted: statusJudge(item.parameter<unknown>('options.statuses', [])),
		/** Whether records come out as rows of ours, or as the service wrote them. */
		simplify: item.parameter('simplify', true),
		/** Whether a report without messages gives no items, and is no fault. */
		emptyIsNothing: item.parameter<string>('options.emptyReport', 'noItems') !== 'error',
		/** Name of the output's binary property, and of the file. */
		property: item.parameter('binaryPropertyName', 'data') || 'data',
		fileName: item.parameter('options.fileName', '') || `report-${key}.${format}`,
	};
}
