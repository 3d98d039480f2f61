import type { IDataObject } from 'n8n-workflow';
import { hi, PHONES, type Row } from './everydayRows.mts';

/* Inputs of everydayTexts.test.mts: what stands in the texts that go out. */

const [A = '', B = ''] = PHONES;
const named = (...names: unknown[]): IDataObject[] =>
	names.map((name, index) => ({ phone: PHONES[index], name }) as IDataObject);
const escaped = (text: string): string => text.replace(/[$()[\]{}.*+?|/\\^]/g, '\\$&');
const holds = (value: string): RegExp =>
	new RegExp(`^Text names the field "name", which holds "${escaped(value)}" here$`);
const wrote = (word: string): RegExp =>
	new RegExp(
		`^Text holds "${escaped(word)}", which an expression put there(?: \\[item 1\\]|$|\\. )`,
	);

export const TEXT_ROWS: Row[] = [
	// What nobody means is refused if it is all that a field holds.
	...(
		[
			'\\n',
			'\\r\\n',
			'&amp;',
			'&#8217;',
			'&nbsp;',
			'<br>',
			'<br />',
			'#N/A',
			'#REF!',
			'#DIV/0!',
			'#NAME?',
			'null',
			'None',
			'[object Promise]',
			'[object Object]',
		] as const
	).map(
		(value): Row => ({
			what: `the value ${value}`,
			source: 'woocommerce 50540',
			people: named(value, 'Bo', ` ${value} `),
			form: hi('Hi {name}!'),
			right: [holds(value), 'Hi Bo!', holds(value)],
			...(value !== '&amp;' && value !== 'null' && { only: ['items'] }),
		}),
	),
	{
		what: 'such a value in place of a fallback',
		source: 'woocommerce 50540',
		people: named('null', ''),
		form: hi('Hi {name|there}!'),
		right: [holds('null'), 'Hi there!'],
	},
	{
		what: 'such a value of an expression, with a function or without',
		source: 'woocommerce 50540',
		people: named('#N/A', 'Bo'),
		form: hi('=Hi {{ $json.name.trim() }}!'),
		right: [wrote('#N/A'), 'Hi Bo!'],
		only: ['items'],
	},
	{
		what: 'names and words that look like such a value',
		source: 'a surname',
		people: named('Null', 'NULL', 'Nan'),
		form: hi('Hi {name}!'),
		right: ['Hi Null!', 'Hi NULL!', 'Hi Nan!'],
	},
	{
		what: 'other values with the same signs',
		source: 'made by us',
		people: named('#1', 'None of us', 'R&D; <3'),
		form: hi('Hi {name}!'),
		right: ['Hi #1!', 'Hi None of us!', 'Hi R&D; <3!'],
	},
	// Line breaks and blanks cost.
	{
		what: 'line breaks of Windows and of old Macintoshes',
		source: 'notifications-utils 624',
		people: named('Ann\r\nLee', 'Bo\rLee', 'Cy\nLee'),
		form: hi('Hi {name},\r\nwelcome\rback\n'),
		right: ['Ann', 'Bo', 'Cy'].map((name) => `Hi ${name}\nLee,\nwelcome\nback`),
	},
	{
		what: 'blanks and line breaks at both ends',
		source: 'notifications-utils 624',
		people: [{ phone: A, name: 'Ann', end: '' }],
		form: hi('\n\u00a0 Hi {name} {end|} \r\n\t\n'),
		right: ['Hi Ann'],
	},
	{
		what: 'a line break at the end of a full segment',
		source: 'notifications-utils 624',
		people: named('Ann'),
		form: hi(`${'x'.repeat(156)} {name}\r\n`),
		right: [`${'x'.repeat(156)} Ann`],
	},
	// Columns as other nodes deliver them.
	...(
		[
			'Total ($)',
			'US$ price',
			'USD$',
			'How many of our products did you buy in the last twelve months, counted by the invoices that you have got from us by now?',
		] as const
	).map(
		(column): Row => ({
			what: `the column ${column}`,
			source: 'a newcomer in the editor',
			people: [{ phone: A, [column]: '5' }],
			form: hi(`You paid {${column}}.`),
			right: ['You paid 5.'],
		}),
	),
	{
		what: 'a column with a line break in its name',
		source: 'a newcomer in the editor',
		people: [{ phone: A, 'Total\n(EUR)': '5' }],
		form: hi('You paid {Total (EUR)}.'),
		right: ['You paid 5.'],
	},
	{
		what: 'an expression in a fixed text still',
		source: 'n8n 18181',
		people: named('Ann'),
		form: hi('Hi {{ Math.round($json.name) }} {$now}'),
		right: /^Text holds \{\{ Math\.round\(\$json\.name\) \}\}, which names no field/,
	},
	{
		what: "a row of Google Sheets that holds nothing but the row's number",
		source: 'a newcomer in the editor',
		people: [
			{ row_number: 2, phone: A, name: 'Ann' },
			{ row_number: 4, phone: B, name: '' },
		],
		form: hi('Hi {name} of {row_number}'),
		right: ['Hi Ann of 2', /^Text needs the field "name", which is empty here$/],
	},
	// A field that some items lack is an empty one.
	{
		what: 'a field that the first lacks',
		source: 'postmangovsg 200',
		people: [{ phone: A }, { phone: B, name: 'Bo' }, { phone: PHONES[2], name: null }],
		form: hi('Hi {name}'),
		right: [
			/^Text needs the field "name", which is empty here$/,
			'Hi Bo',
			/^Text needs the field "name", which is empty here$/,
		],
	},
	{
		what: 'a field that the first lacks, in an expression',
		source: 'postmangovsg 200',
		people: [{ phone: A }, { phone: B, name: 'Bo' }],
		form: hi('=Hi {{ $json.name }}'),
		right: [/^Text needs the field "name", which is empty here$/, 'Hi Bo'],
		only: ['items'],
	},
	// What an expression comes to.
	...(
		[
			['{{ $json.name * 2 }}', 'NaN'],
			['{{ ($json.name * 2).toFixed(2) }}', 'NaN'],
			['{{ new Date($json.name) }}', 'Invalid Date'],
			['{{ DateTime.fromISO($json.name).toFormat("dd") }}', 'Invalid DateTime'],
			['{{ new Map() }}', '[object Map]'],
		] as const
	).map(
		([code, word]): Row => ({
			what: `an expression that comes to ${word}: ${code}`,
			source: 'a newcomer in the editor',
			people: named('Ann'),
			form: hi(`=Total ${code} EUR`),
			right: wrote(word),
			only: ['items'],
		}),
	),
	{
		what: 'an expression that comes to NaN beside a token with these letters',
		source: 'made by us',
		people: [{ phone: A, name: 'n/a', token: 'aNaNb' }],
		form: hi('=Total {{ ($json.name * 1.2).toFixed(2) }} EUR'),
		right: wrote('NaN'),
		only: ['items'],
	},
	...(['$json.a ?? $json.b', '[].at(0)', '$json.name.match(/x/)'] as const).map(
		(code): Row => ({
			what: `an expression that comes to nothing: ${code}`,
			source: 'a newcomer in the editor',
			people: named('Ann'),
			form: hi(`=Hi {{ ${code} }}, welcome`),
			right: new RegExp(`^Text needs ${escaped(code)}, which is empty here(?: \\[item 1\\]$|\\. )`),
			only: ['items'],
		}),
	),
	{
		what: 'words for nothing that somebody typed',
		source: 'a talk',
		people: named('Ann', 'Bo'),
		form: hi('=undefined, null, None and NaN: {{ $json.name.toUpperCase() }}'),
		right: ['undefined, null, None and NaN: ANN', 'undefined, null, None and NaN: BO'],
		only: ['items'],
	},
];
