import type { INodeProperties } from 'n8n-workflow';
import { ENCODINGS } from './encoding';

/* What the form asks where the recipients come from a file. */

/** Where the file is. */
export const BINARY_FIELD: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'binaryProperty',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the input field that holds the file',
	description:
		'The name of the field that holds the file: CSV with commas, semicolons or tabs, or one JSON object a line (NDJSON), packed with gzip or not',
	displayOptions: { show: { recipientSource: ['file'] } },
};

/** How the characters of a file are written; what else there is to know of it, it shows by itself. */
export const FILE_ENCODING: INodeProperties = {
	displayName: 'File Encoding',
	name: 'fileEncoding',
	type: 'options',
	options: [
		{ name: 'Automatic', value: 'automatic' },
		...Object.entries(ENCODINGS).map(([value, name]) => ({ name, value })),
	],
	default: 'automatic',
	description:
		'How the characters of the file are written. UTF-8 and UTF-16 are recognised; a file of another encoding is not sent until it is chosen here.',
	displayOptions: { show: { '/recipientSource': ['file'] } },
};
