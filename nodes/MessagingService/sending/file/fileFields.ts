import type { INodeProperties } from 'n8n-workflow';

/* What the form asks where the recipients come from a file. */

/** Conditions under which an option shows. */
const FOR_FILES: INodeProperties['displayOptions'] = { show: { '/recipientSource': ['file'] } };

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

/** Options of reading a file, in alphabetical order. */
export const FILE_ENCODING: INodeProperties = {
	displayName: 'File Encoding',
	name: 'fileEncoding',
	type: 'options',
	options: [
		{ name: 'Automatic', value: 'automatic' },
		{ name: 'UTF-16 BE', value: 'utf-16be' },
		{ name: 'UTF-16 LE', value: 'utf-16le' },
		{ name: 'UTF-8', value: 'utf-8' },
		{ name: 'Windows-1251 (Cyrillic)', value: 'windows-1251' },
		{ name: 'Windows-1252 (Western)', value: 'windows-1252' },
	],
	default: 'automatic',
	description: 'How the characters of the file are written',
	displayOptions: FOR_FILES,
};

export const FILE_FORMAT: INodeProperties = {
	displayName: 'File Format',
	name: 'fileFormat',
	type: 'options',
	options: [
		{ name: 'Automatic', value: 'automatic' },
		{ name: 'CSV', value: 'csv', description: 'With commas, semicolons or tabs' },
		{ name: 'NDJSON', value: 'ndjson', description: 'One JSON object a line' },
	],
	default: 'automatic',
	description: 'How the rows of the file are written',
	displayOptions: FOR_FILES,
};

export const FIRST_ROW: INodeProperties = {
	displayName: 'First Row',
	name: 'firstRow',
	type: 'options',
	options: [
		{
			name: 'Is a Recipient',
			value: 'data',
			description: 'The columns are named 1, 2, 3 and so on',
		},
		{ name: 'Names the Columns', value: 'names' },
	],
	default: 'names',
	description: 'What the first row of a CSV file holds',
	displayOptions: FOR_FILES,
};
