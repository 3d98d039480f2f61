import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Source } from './everydaySupport.mts';

/* The inputs of everyday.test.mts, each with its source. */

export const PHONES = ['380991112201', '380991112202', '380991112203'];
const [A = '', B = ''] = PHONES;
const named = (...names: unknown[]): IDataObject[] =>
	names.map((name, index) => ({ phone: PHONES[index], name }) as IDataObject);

/** What becomes of a person: the text, or the reason of the refusal. */
export type Right = string | RegExp;
export interface Row {
	what: string;
	/** Where it was reported. */
	source: string;
	people: IDataObject[];
	form: INodeParameters;
	/** For each person; or what is wrong with the form, for all. */
	right: readonly Right[] | RegExp;
	only?: Source[];
}

const EMPTY =
	/^Text needs the field "name", which is empty here$|^Text names the field "name", which is not there$/;
const UNKNOWN = (name: string): RegExp =>
	new RegExp(`^Text names the field "${name}", which is not there`);
const BRACES = /^Text holds .*, which names no field/;
const ROUNDED = /ends in [67] zeros: a spreadsheet may have rounded it/;

export const hi = (text: string): INodeParameters => ({ text });

export const ROWS: Row[] = [
	// 4: braces in the clothes of other tools.
	...(
		[
			['{name}', 'our own'],
			['{{name}}', 'n8n 18181'],
			['{{ name }}', 'Mailchimp, Handlebars'],
			['{{ $json.name }}', 'a newcomer in the editor'],
			['{{$json["name"]}}', 'older n8n expressions'],
			["{ $json['name'] }", 'made by us'],
			['{name|there}', 'our own'],
		] as const
	).map(
		([placeholder, source]): Row => ({
			what: `a fixed text with ${placeholder}`,
			source,
			people: named('Ann', 'Bo'),
			form: hi(`Hi ${placeholder}!`),
			right: ['Hi Ann!', 'Hi Bo!'],
		}),
	),
	{
		what: 'an expression with a plain field',
		source: 'n8n 18181',
		people: named('Ann', '', 'Cy'),
		form: hi('=Hi {{ $json.name }}!'),
		right: ['Hi Ann!', EMPTY, 'Hi Cy!'],
		only: ['items'],
	},
	{
		what: 'an expression that left braces of ours',
		source: 'n8n 18181',
		people: named('Ann', 'Bo'),
		form: hi("=Hi {name}, {{ 'now' }}"),
		right: ['Hi Ann, now', 'Hi Bo, now'],
	},
	...(
		[
			'{{ $now }}',
			"{{ $('CRM').item.json.name }}",
			'{}',
			'{{ $json.name || 1 }}',
			'{{ name|upcase }}',
			'{{name|there}}',
			'{',
		] as const
	).map(
		(braces): Row => ({
			what: `a fixed text with ${braces}`,
			source: 'n8n 18181',
			people: named('Ann', 'Bo'),
			form: hi(`Hi ${braces}`),
			right: BRACES,
		}),
	),
	{
		what: 'a name in other letters',
		source: 'n8n 18181',
		people: named('Ann', 'Bo'),
		form: hi('Hi {Name}'),
		right: UNKNOWN('Name'),
	},
	{
		what: 'braces that are meant',
		source: 'made by us',
		people: named('Ann'),
		form: hi('Use \\{code\\}, {name}'),
		right: ['Use {code}, Ann'],
	},
	{
		what: 'braces in a value',
		source: 'made by us',
		people: named('{phone}', '{{x}}'),
		form: hi('Hi {name}'),
		right: ['Hi {phone}', 'Hi {{x}}'],
	},
	...(['undefined', 'NaN'] as const).map(
		(slip): Row => ({
			what: `an expression that wrote ${slip}`,
			source: 'n8n 18181',
			people: named('Ann', 'Bo'),
			form: hi(`={{ "Hi " + (${slip === 'NaN' ? 'Number($json.name)' : '$json.nme'}) }}`),
			right: new RegExp(`Text holds "${slip}", which an expression put there`),
			only: ['items'],
		}),
	),
	{
		what: 'an expression with braces of ours in its code',
		source: 'n8n 18181',
		people: named('Ann', 'Bo'),
		form: hi("={{ 'Hi {name}, ' + $json.phone }}"),
		right: BRACES,
		only: ['items'],
	},
	{
		what: 'an expression that holds a brace too many beside others',
		source: 'made by us',
		people: named('Ann', 'Bo'),
		form: hi('={{ $json.name }}, your code {} is {{ $json.phone }}'),
		right: BRACES,
		only: ['items'],
	},
	{
		what: 'an object in the code of an expression',
		source: 'made by us',
		people: named('Ann'),
		form: hi("={{ 'Hi ' + ({ a: { b: 'you' } }).a.b }}"),
		right: ['Hi you'],
	},
	{
		what: 'words about what is undefined',
		source: 'an alert of an error workflow',
		people: named("Cannot read properties of undefined (reading 'id')", 'NaN'),
		form: hi('=Alert: {{ $json.name }}'),
		right: ["Alert: Cannot read properties of undefined (reading 'id')", 'Alert: NaN'],
		only: ['items'],
	},
	...(['$json?.name', '$json["name"]', '$json.other[0].name'] as const).map(
		(code): Row => ({
			what: `an expression with an empty ${code}`,
			source: 'PostHog 82920',
			people: [
				{ phone: A, name: 'Ann', other: [{ name: 'Ann' }] },
				{ phone: B, name: '', other: [{ name: '' }] },
			],
			form: hi(`=Hi {{ ${code} }}`),
			right: ['Hi Ann', /^Text needs the field ".*name", which is empty here/],
			only: ['items'],
		}),
	),
	{
		what: 'an expression that wrote an object',
		source: 'n8n 18181',
		people: named('Ann', 'Bo'),
		form: hi('=Hi {{ $json }}'),
		right: /Text holds "\[object Object\]"/,
		only: ['items'],
	},
	// 5: numbers that a spreadsheet rounded.
	...(['380991000000', '380672000000', 380990000000] as const).map(
		(phone): Row => ({
			what: `the number ${phone}`,
			source: 'notifications-admin 4124',
			people: [
				{ phone, name: 'Ann' },
				{ phone: B, name: 'Bo' },
			],
			form: hi('Hi {name}'),
			right: [ROUNDED, 'Hi Bo'],
		}),
	),
	...(['3.80991E+11', '3,80672E+11', 3.80991e11] as const).map(
		(phone): Row => ({
			what: `the number ${phone} of a spreadsheet`,
			source: 'notifications-admin 4124',
			people: [
				{ phone, name: 'Ann' },
				{ phone: B, name: 'Bo' },
			],
			form: hi('Hi {name}'),
			right: [/^Phone Number/, 'Hi Bo'],
		}),
	),
	{
		what: 'such a number with +',
		source: 'notifications-admin 4124',
		people: [{ phone: '+380991000000', name: 'Ann' }],
		form: hi('Hi {name}'),
		right: ['Hi Ann'],
	},
	// 7: empty names.
	...(['', ' ', '\t'] as const).map(
		(empty): Row => ({
			what: `the name ${JSON.stringify(empty)}`,
			source: 'postmangovsg 200',
			people: named(empty, 'Bo'),
			form: hi('Hi {name}, 20% off'),
			right: [EMPTY, 'Hi Bo, 20% off'],
		}),
	),
	{
		what: 'a field that a row lacks',
		source: 'postmangovsg 200',
		people: [{ phone: A }, { phone: B, name: 'Bo' }],
		form: hi('Hi {name}'),
		right: [EMPTY, 'Hi Bo'],
	},
	{
		what: 'an empty name with other words',
		source: 'postmangovsg 200',
		people: [{ phone: A }, { phone: B, name: ' ' }, { phone: PHONES[2], name: 'Cy' }],
		form: hi('Hi {name|there}'),
		right: ['Hi there', 'Hi there', 'Hi Cy'],
	},
	// 8: two texts for one number.
	{
		what: "two children's appointments",
		source: 'notification-admin 2708',
		people: [
			{ phone: A, name: 'Ann' },
			{ phone: A, name: 'Bo' },
			{ phone: `+${A}`, name: 'Ann' },
		],
		form: hi('Hi {name}'),
		right: ['Hi Ann', 'Hi Bo', /^The same number and text as/],
	},
	...(
		[
			[{ phone: ` 0${A.slice(3)}`, name: 'Bo' }, 'Hi Bo'],
			[{ phone: `00${A}`, name: 'ann' }, 'Hi ann'],
			[{ phone: Number(A), name: ' Ann ' }, /^The same number and text as/],
		] as const
	).map(
		([other, right]): Row => ({
			what: `a number again as ${JSON.stringify(other)}`,
			source: 'notification-admin 2708',
			people: [{ phone: A, name: 'Ann' }, { ...other }],
			form: { ...hi('Hi {name}'), defaultCountry: 'UA' },
			right: ['Hi Ann', right],
		}),
	),
	// 9: blanks and accents.
	...([' Ann', 'Ann\t', '\nAnn\r\n', '\u00a0Ann '] as const).map(
		(name): Row => ({
			what: `the name ${JSON.stringify(name)}`,
			source: 'notifications-utils 624',
			people: named(name),
			form: hi('Hi {name}!'),
			right: ['Hi Ann!'],
		}),
	),
	{
		what: 'decomposed letters',
		source: 'notifications-utils 624',
		people: named('Jose\u0301', 'Zoe\u0308'),
		form: hi('Hi {name}, a\u0300 demain'),
		right: ['Hi José, à demain', 'Hi Zoë, à demain'],
	},
	// 10: column names with marks.
	...(['\ufeffname', 'name\u200b', ' name ', '\u00adname'] as const).map(
		(column): Row => ({
			what: `the column ${JSON.stringify(column)}`,
			source: 'a newcomer in the editor',
			people: [{ phone: A, [column]: 'Ann' }],
			form: hi('Hi {name}'),
			right: ['Hi Ann'],
		}),
	),
	{
		what: 'a phone column with marks',
		source: 'a newcomer in the editor',
		people: [{ '\ufeffTe\u0301le\u0301phone\u00a0no': A, name: 'Ann' }],
		form: { ...hi('Hi {name}'), phoneField: 'Téléphone no' },
		right: ['Hi Ann'],
	},
	// 13: invisible marks in numbers.
	...(['\ufe0f', '\u200e', '\u2060', '\u202a', '\u00a0', '\u200b'] as const).map(
		(mark): Row => ({
			what: `the mark ${JSON.stringify(mark)} in a number`,
			source: 'a newcomer in the editor',
			people: [{ phone: `${mark}+38099${mark}1112201${mark}`, name: 'Ann' }],
			form: hi('Hi {name}'),
			right: ['Hi Ann'],
		}),
	),
	// The same language in Sender and Default Country.
	{
		what: 'an empty sender of a recipient',
		source: 'made by us',
		people: [
			{ phone: A, brand: '' },
			{ phone: B, brand: 'Shop' },
		],
		form: { text: 'Hi', sender: { __rl: true, mode: 'name', value: '{{ brand }}' } },
		right: [/^Sender needs the field "brand"|^Sender names the field "brand"/, 'Hi'],
	},
	{
		what: 'an empty country of a recipient',
		source: 'made by us',
		people: [
			{ phone: `+${A}`, land: '' },
			{ phone: '099 111 22 02', land: 'Ukraine' },
		],
		form: { text: 'Hi', defaultCountry: '{land}' },
		right: ['Hi', 'Hi'],
	},
	// 3: an expression that comes to nothing.
	...(
		[
			['Start At', { startAt: '={{ $json.send_at }}' }],
			['Validity \\(Hours\\)', { delivery: { how: { validity: '={{ $json.hours }}' } } }],
			['Tariff', { delivery: { how: { tariff: "={{ '' }}" } } }],
			['Start At', { startAt: '' }],
			['Invalid Recipients', { invalidRecipients: '={{ null }}' }],
		] as const
	).map(
		([name, options]): Row => ({
			what: `the option ${JSON.stringify(options)}`,
			source: 'PostHog 82920',
			people: [{ phone: A, 'send at': '2030-01-01 10:00' }],
			form: { text: 'Hi', options },
			right: new RegExp(`^${name} is empty`),
		}),
	),
	{
		what: 'an empty list of numbers to leave out',
		source: 'PostHog 82920',
		people: named('Ann'),
		form: { ...hi('Hi {name}'), options: { leaveOutNumbers: '={{ [] }}' } },
		right: ['Hi Ann'],
	},
	// 16: what is wrong for all is an error, whatever Invalid Recipients says.
	{
		what: 'a sender that is too long',
		source: 'a newcomer in the editor',
		people: named('Ann', 'Bo'),
		form: { ...hi('Hi {name}'), sender: 'A sender that is far too long' },
		right: /^Sender/,
	},
	{
		what: 'an empty text',
		source: 'a newcomer in the editor',
		people: named('Ann'),
		form: hi(' '),
		right: /^Text is empty/,
	},
	{
		what: 'a country that there is not',
		source: 'made by us',
		people: named('Ann', 'Bo'),
		form: { ...hi('Hi {name}'), defaultCountry: 'Ukrain' },
		right: /^Default Country "Ukrain" is no country/,
	},
	{
		what: 'a tariff that there is not',
		source: 'made by us',
		people: named('Ann', 'Bo'),
		form: { ...hi('Hi {name}'), options: { delivery: { how: { tariff: 77 } } } },
		right: /^Tariff (?:is )?77/,
	},
	{
		what: 'a validity that is too long',
		source: 'section 4.8',
		people: named('Ann', 'Bo'),
		form: { ...hi('Hi {name}'), options: { delivery: { how: { validity: 73 } } } },
		right: /^Validity/,
	},
	{
		what: 'a text that is too long',
		source: 'section 4.8',
		people: named('Ann', 'Bo'),
		form: hi('x'.repeat(766)),
		right: /^Text has 766 characters/,
	},
	{
		what: 'a start that has passed',
		source: 'made by us',
		people: named('Ann', 'Bo'),
		form: { ...hi('Hi {name}'), options: { startAt: '2020-01-01 09:00' } },
		right: /^Start At/,
	},
];
