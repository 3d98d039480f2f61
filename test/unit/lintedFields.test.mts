import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node.ts';
import { FAULTS, NOT_ABOUT_PARAMETERS, type Fault } from './lintFaults.mts';

/*
 * n8n's own lint reads parameters only where they are literal objects. Here each of its rules about parameters is broken once
 * in a copy of one of our files, which must then be refused; and what the lint cannot see, since spread and computed values
 * come together only at run time, is written out as literals and must pass.
 */

interface Judged {
	rule: string;
	message: string;
	line: number;
}

/** The copy with the fault, as the text of the file that it is a copy of. The file on the disk stays as it is. */
function planted({ file, from, to }: Fault): { file: string; text: string } {
	const text = readFileSync(file, 'utf8');
	if (text.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
	return { file, text: text.replace(from, () => to) };
}

/** A value as the text of a TypeScript literal; functions, which only routes hold, are left out. */
function literal(value: unknown): string {
	if (Array.isArray(value))
		return `[${value
			.filter((entry) => typeof entry !== 'function')
			.map(literal)
			.join(', ')}]`;
	if (typeof value === 'object' && value !== null)
		return `{ ${Object.entries(value)
			.filter(([, inner]) => inner !== undefined && typeof inner !== 'function')
			.map(
				([key, inner]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : literal(key)}: ${literal(inner)}`,
			)
			.join(',\n')} }`;
	return typeof value === 'string'
		? `'${value.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`
		: String(value);
}

const written = (properties: INodeProperties[]): string =>
	`import type { INodeProperties } from 'n8n-workflow';\nexport const properties: INodeProperties[] = ${literal(properties)};\n`;

const descriptions = [
	{
		file: 'nodes/MessagingService/MessagingService.description.ts',
		text: written(new MessagingService().description.properties),
	},
	{
		file: 'nodes/MessagingServiceTrigger/MessagingServiceTrigger.description.ts',
		text: written(new MessagingServiceTrigger().description.properties),
	},
];
/** A fault that comes together at run time only: the text of the sends with one text for all. */
const faulty = {
	file: 'nodes/MessagingService/MessagingService.description.ts',
	text: (descriptions[0]?.text ?? '').replaceAll(
		'the same for all recipients',
		'the same  for all recipients',
	),
};
const sources = [...new Set(FAULTS.map(({ file }) => file))].map((file) => ({
	file,
	text: readFileSync(file, 'utf8'),
}));

let rules: string[] = [];
/** What the lint found in the text of a file. */
const found = new Map<string, Judged[]>();

beforeAll(() => {
	const texts = [...descriptions, faulty, ...sources, ...FAULTS.map(planted)];
	const answer = JSON.parse(
		execFileSync(process.execPath, ['test/unit/n8nLint.mjs'], {
			input: JSON.stringify(texts),
			encoding: 'utf8',
			maxBuffer: 64 * 1024 * 1024,
		}),
	) as { rules: string[]; found: Judged[][] };
	rules = answer.rules;
	for (const [at, { text }] of texts.entries()) found.set(text, answer.found[at] ?? []);
});

test('every rule of n8n about parameters has its fault', () => {
	const known = new Set([...FAULTS.map(({ rule }) => rule), ...NOT_ABOUT_PARAMETERS]);
	expect(rules.filter((rule) => !known.has(rule))).toEqual([]);
	expect([...known].filter((rule) => !rules.includes(rule))).toEqual([]);
	expect(rules.filter((rule) => rule.startsWith('n8n-nodes-base/node-param-')).length).toBe(
		FAULTS.filter(({ rule }) => rule.startsWith('n8n-nodes-base/node-param-')).length,
	);
});

test.each(FAULTS.map((fault): [string, Fault] => [fault.rule, fault]))(
	'%s refuses its fault',
	(rule, fault) => {
		expect(found.get(planted(fault).text)?.map((one) => one.rule)).toContain(rule);
	},
);

/** Without rules of other things: those of names read a text that is no file for what it is not. */
const aboutParameters = (text: string): Judged[] =>
	(found.get(text) ?? []).filter(
		// A text that cannot be read would pass every rule.
		({ rule }) => rule === 'unreadable' || FAULTS.some((fault) => fault.rule === rule),
	);

test.each(sources.map(({ file, text }) => [file, text]))('%s passes without a fault', (_, text) => {
	expect(aboutParameters(text)).toEqual([]);
});

test.each(descriptions.map(({ file, text }) => [file, text]))(
	'%s, the description as n8n gets it, passes',
	(_, text) => {
		expect(
			aboutParameters(text).map(({ rule, message, line }) => ({
				rule,
				message,
				at: text.split('\n').slice(Math.max(0, line - 4), line + 4),
			})),
		).toEqual([]);
	},
);

test('a fault of a computed text is refused in the description', () => {
	expect(aboutParameters(faulty.text).map(({ rule }) => rule)).toEqual([
		'n8n-nodes-base/node-param-description-excess-inner-whitespace',
		'n8n-nodes-base/node-param-description-excess-inner-whitespace',
	]);
});

/** Every parameter with those inside it, each with the way to it. */
function everyField(properties: INodeProperties[], path = ''): Array<[string, INodeProperties]> {
	return properties.flatMap((property): Array<[string, INodeProperties]> => {
		const { resource, operation } = property.displayOptions?.show ?? {};
		const own = [path, resource?.join(), operation?.join(), property.displayName]
			.filter(Boolean)
			.join(' > ');
		const inner = (property.options ?? []).flatMap((option) =>
			'values' in option ? option.values : 'type' in option ? [option as INodeProperties] : [],
		);
		return [[own, property], ...everyField(inner, own)];
	});
}
const fields = [
	...everyField(new MessagingService().description.properties),
	...everyField(new MessagingServiceTrigger().description.properties, 'Trigger'),
];
const wrong = (isWrong: (field: INodeProperties) => boolean): string[] =>
	fields.filter(([, field]) => isWrong(field)).map(([path]) => path);

describe("what n8n's guidelines want and its lint does not read:", () => {
	test('each parameter says what it is for, except those whose name says it all', () => {
		const plain = ['Resource', 'Operation', 'Options', 'Filters', 'Update Fields'];
		expect(
			wrong(
				({ displayName, description, hint }) =>
					(description ?? hint ?? '').length < 15 && !plain.includes(displayName),
			),
		).toEqual([]);
	});

	test('a description of several sentences ends with a period, one of a single sentence does not', () => {
		const texts = ({ description, options = [] }: INodeProperties): string[] => [
			description ?? '',
			...options.map((option) => ('value' in option ? (option.description ?? '') : '')),
		];
		expect(
			wrong((field) =>
				texts(field).some((text) => /[.?!] [A-Z{]/.test(text) !== text.endsWith('.')),
			),
		).toEqual([]);
	});

	test('a text to be typed has a sample, which begins with "e.g."', () => {
		expect(
			wrong(({ type, placeholder = '' }) => type === 'string' && !placeholder.startsWith('e.g. ')),
		).toEqual([]);
		expect(
			wrong(({ modes = [] }) =>
				modes.some(
					({ type, placeholder = '' }) =>
						!placeholder.startsWith(type === 'list' ? 'Select a ' : 'e.g. '),
				),
			),
		).toEqual([]);
	});

	test('choices and collections are in alphabetical order', () => {
		expect(
			wrong(({ options = [] }) => {
				const names = options.map((option) =>
					'displayName' in option ? option.displayName : option.name,
				);
				const sorted = [...names].sort((a, b) => a.localeCompare(b));
				return names.join() !== sorted.join();
			}),
		).toEqual([]);
	});

	test('actions begin with a verb and hold no article', () => {
		const actions = fields
			.filter(([, { name }]) => name === 'operation')
			.flatMap(([, { options = [] }]) =>
				options.map((option) => ('action' in option ? (option.action ?? '') : '')),
			);
		expect(actions.length).toBeGreaterThan(15);
		expect(
			actions.filter(
				(action) =>
					/\b(?:a|an|the)\b/i.test(action) ||
					!/^(?:Add|Apply|Download|Get|Register|Remove|Renew|Request|Search|Send|Stop|Update|Wait) /.test(
						action,
					),
			),
		).toEqual([]);
	});
});
