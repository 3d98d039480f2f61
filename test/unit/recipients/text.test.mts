import fc from 'fast-check';
import {
	analyseText,
	joinedFields,
	PLAIN_CHARACTERS,
	textHint,
} from '../../../nodes/shared/text/index.ts';
import { fill } from '../../support/fill.mts';

const DEFAULT =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

describe('the GSM-7 alphabet', () => {
	test('has 127 characters of one unit (128 places, one of them the escape) and 10 of two', () => {
		expect(Array.from(DEFAULT)).toHaveLength(127);
		expect(analyseText(DEFAULT)).toMatchObject({
			encoding: 'GSM-7',
			units: 127,
			characters: 127,
			segments: 1,
			culprits: [],
		});
		expect(analyseText(EXTENSION)).toMatchObject({
			encoding: 'GSM-7',
			units: 20,
			characters: 10,
			segments: 1,
		});
		for (const character of EXTENSION) expect(analyseText(character).units).toBe(2);
	});
	test('holds no other character of the Basic Multilingual Plane', () => {
		const inside = new Set([...DEFAULT, ...EXTENSION]);
		const wrong = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).filter(
			(character) => (analyseText(character).encoding === 'GSM-7') !== inside.has(character),
		);
		expect(wrong).toEqual([]);
	});
	test('every plain replacement lies inside it, every replaced character outside', () => {
		for (const [character, plain] of PLAIN_CHARACTERS) {
			expect([character, analyseText(character).encoding]).toEqual([character, 'UCS-2']);
			expect([plain, analyseText(plain).culprits]).toEqual([plain, []]);
		}
	});
});

describe('segments', () => {
	test('culprits are distinct, whole characters in order', () => {
		expect(analyseText('a’b😀’я')).toMatchObject({
			encoding: 'UCS-2',
			culprits: ['’', '😀', 'я'],
			characters: 6,
			units: 7,
		});
	});
	test('agree with a packing done part by part', () => {
		const unit = fc.oneof(
			fc.constantFrom('a', '€', 'я', '😀', '\n'),
			fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
		);
		fc.assert(
			fc.property(fc.array(unit, { maxLength: 700 }), (characters) => {
				const text = characters.join('');
				const result = analyseText(text);
				const gsm = [...text].every(
					(character) => DEFAULT.includes(character) || EXTENSION.includes(character),
				);
				const size = (character: string) =>
					gsm ? (EXTENSION.includes(character) ? 2 : 1) : character.length;
				const units = [...text].reduce((sum, character) => sum + size(character), 0);
				const [single, part] = gsm ? [160, 153] : [70, 67];
				const parts: number[] = [];
				for (const character of text) {
					const last = parts.at(-1);
					if (last === undefined || last + size(character) > part) parts.push(size(character));
					else parts[parts.length - 1] = last + size(character);
				}
				expect(result.units).toBe(units);
				expect(result.segments).toBe(units === 0 ? 0 : units <= single ? 1 : parts.length);
			}),
			{ numRuns: 300 },
		);
	});
});

const A100 = 'a'.repeat(100);
/** What a hint says of a text: the character that costs, what it costs, and what to write instead. */
test.each<[string, string | undefined]>([
	[
		`It’s ${'a'.repeat(140)}`,
		"The character ’ makes this text 3 segments instead of 1: replace it to pay for 1 of 3. Write ' for ’ (U+2019).",
	],
	[
		`😀 – ${'a'.repeat(140)}`,
		'The characters 😀 – make this text 3 segments instead of 1: remove them to pay for 1 of 3.',
	],
	[
		`\t${A100}`,
		'The character tab makes this text 2 segments instead of 1: replace it to pay for 1 of 2.',
	],
	[
		`😀${'a'.repeat(160)}`,
		'The character 😀 makes this text 3 segments instead of 1: remove it to pay for 1 of 3.',
	],
	// Nothing is saved, or too much would have to go.
	...['It’s', 'a'.repeat(200), 'привіт, як справи'.repeat(10), ''].map(
		(text): [string, undefined] => [text, undefined],
	),
	...[`Ї ${A100}`, `😀’–“${A100}`, `’Ї${A100}`].map((text): [string, undefined] => [
		text,
		undefined,
	]),
	// The dots in the place of one character take as many segments, or all that is left is nothing.
	['…'.repeat(71), undefined],
	['😀'.repeat(40), undefined],
])('the hint of %j', (text, hint) => {
	expect(textHint(text)).toBe(hint);
});
test.each([
	[`\u00a0${A100}`, 'no-break space'],
	[`\u200b${A100}`, 'U+200B'],
	[`\u00ad${A100}`, 'U+00AD'],
	[`😀’–${A100}`, 'remove them'],
])('the hint of %j names %s', (text, words) => {
	expect(textHint(text)).toContain(words);
});

describe('templates', () => {
	test('are filled from fields, paths and fallbacks', () => {
		const record = {
			name: 'Ada',
			'first name': 'A',
			address: { city: 'Kyiv' },
			'a.b': 1,
			blank: ' ',
			none: null,
			zero: 0,
			yes: false,
		};
		const cases: Array<[string, string]> = [
			['Hi {name}!', 'Hi Ada!'],
			['Hi {{name}}!', 'Hi Ada!'],
			['Hi {{ $json.name }}!', 'Hi Ada!'],
			['Hi { $json["name"] }!', 'Hi Ada!'],
			['{name|friend}{ $json.none|friend }', 'Adafriend'],
			['{ first name }', 'A'],
			['{address.city}', 'Kyiv'],
			['{{ $json.address.city }}', 'Kyiv'],
			['{a.b}', '1'],
			['{zero}{yes}', '0false'],
			['{blank|friend}', 'friend'],
			['{none|friend}', 'friend'],
			['{absent|friend}', 'friend'],
			['{absent|}', ''],
			['{name|friend}', 'Ada'],
			['\\{name\\}', '{name}'],
			['a \\} smile :\\{', 'a } smile :{'],
			['', ''],
		];
		for (const [template, text] of cases)
			expect([template, fill(template, record)]).toEqual([template, { ok: true, value: text }]);
	});
	test.each([
		'{}',
		'{ }',
		'}',
		'a { b',
		'{a{b}}',
		'{{ $now }}',
		'{{ $json.a || 1 }}',
		"{{ $('X').item.json.a }}",
	])('braces that name no field are refused: %s', (source) => {
		const checked = fill(source, { a: 1, b: 2 });
		expect(checked).toMatchObject({
			ok: false,
			refusal: {
				field: 'Text',
				message: expect.stringMatching(/^Text holds .*, which names no field$/),
			},
		});
	});
	test('an expression of n8n is left to n8n, but for plain fields', () => {
		const isExpression = true;
		const record = { name: 'Ann', empty: '' };
		expect(fill('{{ $json.name }} {name} {{ $now }}', record, { isExpression })).toEqual({
			ok: true,
			value: 'Ann Ann <{{ $now }}>',
		});
		expect(fill('Hi {{ $json.empty }}', record, { isExpression })).toMatchObject({
			ok: false,
			refusal: { message: 'Text needs the field "empty", which is empty here' },
		});
	});
	test.each<[string, string[]]>([
		['"Hi " + $json.name', ['$json.name']],
		["'Hi ' + $json.name.trim() + '!'", ['$json.name.trim()']],
		['$json.name.split(" ")[0]', ['$json.name.split(" ")[0]']],
		[
			'$json["first name"] + ` ${ $json.a } and ${$json.b.c}`',
			['$json["first name"]', '$json.a', '$json.b.c'],
		],
		["$('CRM').item.json.name", ["$('CRM').item.json.name"]],
		[
			"$node['CRM'].json.name + $input.first().json.x",
			["$node['CRM'].json.name", '$input.first().json.x'],
		],
		['"Hi " + ($json.name || "there")', []],
		['"Hi " + ($json.title || "") + $json.name', ['$json.name']],
		['$now.toFormat("dd.MM") + $json.name', ['$json.name']],
		['`Hi ${ $json.name ?? "there" }, ${$json.city}`', ['$json.city']],
	])('code joins fields: %s', (code, fields) => {
		expect(joinedFields(code)).toEqual(fields);
	});
	test.each([
		'$json.name || "there"',
		'$json.name ?? "there"',
		'"Hi " + $json.name || "Hi"',
		'$json.name ? "Hi " + $json.name : "Hi"',
		'$if($json.name, $json.name, "there")',
		'$json.price * 2',
		'$json.a === "" ? 1 : 2',
		'!$json.name + "x"',
		'(() => { return "x" + $json.name })()',
		'{ a: $json.name }',
		'[$json.name, "x"].join(" ")',
		'$jmespath($json, "a")',
		'',
	])('other code is the user’s own: %s', (code) => {
		expect(joinedFields(code)).toEqual([]);
	});
	test('the service fills what it knows alone, as it calls that', () => {
		const ofService = (place: string) => ({ 1: '1', City: '22' })[place.trim()];
		const right = { ok: true, value: 'Hi {1}, {22}' };
		for (const source of ['Hi {1}, {City}', 'Hi {{1}}, {{ City }}'])
			expect(fill(source, {}, { ofService })).toEqual(right);
		for (const source of ['{name}', '{2}', '{{ $json.a }}', '{1|x}'])
			expect(fill(source, { a: 1, name: 'x' }, { ofService })).toMatchObject({ ok: false });
	});
	test('refuse fields that are not there, are empty, or hold no single value', () => {
		expect(fill('Hi {nme}', { name: 'Ada' })).toMatchObject({
			ok: false,
			refusal: {
				field: 'Text',
				message: 'Text names the field "nme", which is not there',
				description: 'The recipient has: name. Correct the name. \\{ stands for a brace.',
			},
		});
		for (const value of ['', ' \t', null])
			expect(fill('Hi {name}', { name: value })).toMatchObject({
				ok: false,
				refusal: {
					message: 'Text needs the field "name", which is empty here',
					description: 'Fill in the field, or write {name|there} to give other words.',
				},
			});
		expect(fill('{name}', { name: '' }, { mayBeEmpty: true })).toEqual({ ok: true, value: '' });
		for (const value of [{ a: 1 }, [1], new Date(0)])
			expect(fill('{x}', { x: value })).toMatchObject({ ok: false });
		for (const name of ['constructor', '__proto__', 'toString', 'x.constructor', 'x.length.y'])
			expect(fill(`{${name}}`, { x: 'y' })).toMatchObject({ ok: false });
	});
	test('a value is never read as a template again', () => {
		const word = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
		fc.assert(
			fc.property(word, word, (value, other) => {
				expect(fill('<{a}/{b}>', { a: value, b: other })).toEqual({
					ok: true,
					value: `<${value.trim()}/${other.trim()}>`,
				});
			}),
		);
	});
});
