import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { openEveryday, receivedBy, sendTo, SOURCES, type Source } from './everydaySupport.mts';
import { jsonOf, type Stage } from './sendsSupport.mts';

/*
 * Ordinary mistakes, from public reports of people who do this job and from a newcomer in the editor. A row gives what the form and the
 * input hold, and what is right: for each person the text that goes out, or why nothing does.
 */

let stage: Stage;
beforeAll(async () => {
	stage = await openEveryday();
});
beforeEach(() => stage.sandbox.reset());
afterAll(async () => await stage.close());

const PHONES = ['380991112201', '380991112202', '380991112203'];
const [A = '', B = ''] = PHONES;
const named = (...names: unknown[]): IDataObject[] =>
	names.map((name, index) => ({ phone: PHONES[index], name }) as IDataObject);

/** What becomes of a person: the text, or the reason of the refusal. */
type Right = string | RegExp;
interface Row {
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
const ROUNDED = /ends in five zeros: a spreadsheet may have rounded it/;

const hi = (text: string): INodeParameters => ({ text });

const ROWS: Row[] = [
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
	...(['380991000000', '380672000000', '48512300000'] as const).map(
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
	...(['\ufe0f', '\u200e', '\u2060'] as const).map(
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
			['Validity \\(Hours\\)', { validity: '={{ $json.hours }}' }],
			['Tariff', { tariff: "={{ '' }}" }],
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
];

const CASES = ROWS.flatMap((row) =>
	(row.only ?? SOURCES).flatMap((source) =>
		[false, true].map((dryRun) => ({
			...row,
			from: source,
			dryRun,
			title: `${row.what} (${row.source}; ${source}${dryRun ? ', Dry Run' : ''})`,
		})),
	),
);

describe('with Invalid Recipients: Leave Out', () => {
	it.each(CASES)('$title', async (one) => {
		const { people, form, right, from, dryRun } = one;
		const options = { invalidRecipients: 'skip', ...(form.options as object | undefined) };
		const run = await sendTo(stage, from, people, { ...form, options } as INodeParameters, dryRun);
		const received = receivedBy(stage).map(({ phone, text }) => `${phone} ${text}`);
		if (right instanceof RegExp) {
			// Where all of several are refused, the error names them one by one.
			const message = (run.error?.message ?? '').replace(/^Nothing was sent: .*?\] /, '');
			expect(message).toMatch(right);
			expect(received).toEqual([]);
			return;
		}
		expect(run.error?.message).toBeUndefined();
		const texts = right.filter((text) => typeof text === 'string');
		expect(received.map((line) => line.replace(/^\d+ /, '')).sort()).toEqual(
			dryRun ? [] : [...texts].sort(),
		);
		if (from === 'file') return;
		const rows = jsonOf(run);
		expect(rows).toHaveLength(people.length);
		for (const [index, expected] of right.entries()) {
			const { status, text, reason } = rows[index] ?? {};
			if (typeof expected === 'string')
				expect([status, text]).toEqual([dryRun ? 'dry run' : 'accepted', expected]);
			else {
				expect(['refused', 'merged']).toContain(status);
				expect(reason).toMatch(expected);
			}
		}
	});
});

describe('with Invalid Recipients: Stop', () => {
	const refuses = (one: Right): boolean =>
		typeof one !== 'string' && !one.source.includes('same number');
	const refusing = CASES.filter(({ right }) => right instanceof RegExp || right.some(refuses));
	it.each(refusing)('$title sends nothing', async ({ people, form, from, dryRun }) => {
		const run = await sendTo(stage, from, people, form, dryRun);
		expect(run.error?.message).toBeDefined();
		expect(receivedBy(stage)).toEqual([]);
	});
});

describe('a file', () => {
	const sendFile = async (content: string, dryRun: boolean) => {
		const data = await stage.engine.storeBinary(Buffer.from(content), 'people.csv');
		return await stage.engine.run({
			credential: stage.credential,
			parameters: {
				resource: 'campaign',
				operation: 'sendPersonalizedSms',
				sender: 'Shop',
				phoneField: 'phone',
				recipientSource: 'file',
				text: 'Hi {name}',
				dryRun,
			},
			items: [{ json: {}, binary: { data } }],
		});
	};
	it.each([
		['', /./],
		[' \n', /./],
		['<!doctype html><html><body>Sign in</body></html>', /./],
		['name\nAnn\n', /has no column "phone"/],
	])(
		'that is no list of recipients is refused alike by Dry Run and by the send: %j',
		async (content, why) => {
			const [sent, dry] = [await sendFile(content, false), await sendFile(content, true)];
			expect(sent.error?.message).toMatch(why);
			expect(dry.error?.message).toBe(sent.error?.message);
			expect(receivedBy(stage)).toEqual([]);
		},
	);
	it('may have an empty cell more on each row', async () => {
		const run = await sendFile(`phone,name\n${A},Ann,\n${B},Bo,\n`, false);
		expect(run.error).toBeUndefined();
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(['Hi Ann', 'Hi Bo']);
	});
});

test('an item without fields sends nothing, and a hint says so', async () => {
	const run = await sendTo(stage, 'items', [{}], { text: 'Hi' });
	expect(run.error).toBeUndefined();
	expect(run.items).toEqual([]);
	expect(run.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^An item without fields has nobody to send to/),
	]);
});

test('a second reminder to one number at another time is sent, and an empty hour is refused', async () => {
	const twice = [
		{ phone: A, day: '2026-12-10', hour: '09:00' },
		{ phone: A, day: '2026-12-10', hour: '21:00' },
	];
	const form = {
		text: 'Take your pill',
		options: { startAt: '={{ $json.day }} {{ $json.hour }}' },
	};
	const run = await sendTo(stage, 'items', twice, form);
	expect(run.error).toBeUndefined();
	expect(
		receivedBy(stage)
			.map(({ startAt }) => startAt)
			.sort(),
	).toEqual(['2026-12-10 07:00:00', '2026-12-10 19:00:00']);
	stage.sandbox.reset();
	const empty = await sendTo(stage, 'items', [{ phone: A, day: '2026-12-10', hour: '' }], form);
	expect(empty.error?.message).toMatch(
		/^Start At needs the field "hour", which is empty here \[item 0\]/,
	);
	expect(receivedBy(stage)).toEqual([]);
});

test('a time that does not look at the item is the same for all', async () => {
	const people = Array.from({ length: 300 }, (_, index) => ({ phone: `3809911${30_000 + index}` }));
	const startAt = "={{ '2026-12-1' + Math.floor(Math.random() * 9) }}";
	const run = await sendTo(stage, 'items', people, { text: 'Hi', options: { startAt } });
	expect(run.error).toBeUndefined();
	expect(new Set(receivedBy(stage).map(({ startAt: at }) => at)).size).toBe(1);
});

test('nobody reached is a failure, also where others are in Leave Out Numbers', async () => {
	const options = { invalidRecipients: 'skip', leaveOutNumbers: A };
	for (const dryRun of [true, false]) {
		const people = [{ phone: A }, { phone: '12' }];
		const run = await sendTo(stage, 'items', people, { text: 'Hi', options }, dryRun);
		expect(run.error?.message).toMatch(/^Nothing was sent: 1 of 2 recipients cannot be used/);
	}
});

test('a time and terms for each recipient make a campaign for each set, and a hint says how many', async () => {
	const people = [
		{ phone: A, at: '2026-12-10 09:00' },
		{ phone: B, at: '2026-12-14T17:00:00' },
		{ phone: PHONES[2], at: '2026-12-10T07:00:00Z' },
	];
	const run = await sendTo(stage, 'items', people, {
		text: 'Hi',
		options: { startAt: '={{ $json.at }}' },
	});
	expect(run.error).toBeUndefined();
	expect(receivedBy(stage).map(({ phone, startAt }) => [phone, startAt])).toEqual([
		[A, '2026-12-10 07:00:00'],
		[B, '2026-12-14 15:00:00'],
		[PHONES[2], '2026-12-10 07:00:00'],
	]);
	expect(run.hints.map(({ message }) => message)).toContain('2 campaigns, one for each Start At.');
	expect(jsonOf(run).map(({ start_at }) => start_at)).toEqual([
		expect.stringMatching(/^2026-12-10T07:00:00/),
		expect.stringMatching(/^2026-12-14T15:00:00/),
		expect.stringMatching(/^2026-12-10T07:00:00/),
	]);
});
