import { execFileSync } from 'node:child_process';
import type { INodeProperties } from 'n8n-workflow';

import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node.ts';

/*
 * n8n's own lint reads parameters only where they are literal objects. What comes together at run time, by spread and computed values,
 * is written out here as literals, and must pass its rules about parameters.
 */

interface Judged {
	/** Or that the text cannot be read: it would pass every rule. */
	rule: string;
	message: string;
	line: number;
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
/** What n8n's lint says of each text about its parameters. */
function lint(texts: ReadonlyArray<{ file: string; text: string }>): Judged[][] {
	const answer = execFileSync(process.execPath, ['test/unit/house/n8nLint.mjs'], {
		input: JSON.stringify(texts),
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	const { found } = JSON.parse(answer) as { found: Judged[][] };
	return found;
}

test('the descriptions as n8n gets them pass its lint, and one with a fault does not', () => {
	const last = descriptions.at(-1) ?? { file: '', text: '' };
	const text = last.text.replace(/(?<=description: '\w+ )/, ' ');
	const [faulty = [], ...found] = lint([{ ...last, text }, ...descriptions]);
	expect(new Set(faulty.map(({ rule }) => rule))).toEqual(
		new Set(['n8n-nodes-base/node-param-description-excess-inner-whitespace']),
	);
	expect(found).toEqual([[], []]);
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
					!/^(?:Add|Apply|Cancel|Check|Create|Delete|Download|Get|Register|Remove|Renew|Request|Resend|Search|Send|Set|Stop|Update|Wait) /.test(
						action,
					),
			),
		).toEqual([]);
	});
});
