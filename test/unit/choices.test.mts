import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { knowFields, wrongField } from '../../nodes/MessagingService/dispatch/choices.ts';
import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import { fakeFunctions } from './fakeFunctions.mts';

const number = (name: string, minValue?: number, maxValue?: number): INodeProperties => ({
	displayName: name.toUpperCase(),
	name,
	type: 'number',
	default: 1,
	typeOptions: {
		...(minValue === undefined ? {} : { minValue }),
		...(maxValue === undefined ? {} : { maxValue }),
	},
});
const FIELDS: INodeProperties[] = [
	{
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		default: 'a',
		options: [
			{ name: 'A', value: 'a' },
			{ name: 'B', value: 'b' },
		],
	},
	{ displayName: 'Text', name: 'text', type: 'string', default: '' },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			number('count', 1, 10),
			number('time', 0),
			number('limit', 1),
			{ displayName: 'Plain', name: 'plain', type: 'number', default: 0 },
			{ displayName: 'Dry Run', name: 'dryRun', type: 'boolean', default: false },
		],
	},
];
knowFields('test', 'choices', FIELDS);

function refusal(parameters: object): unknown {
	const { functions } = fakeFunctions({
		parameters: { resource: 'test', operation: 'choices', ...parameters } as INodeParameters,
	});
	return wrongField(fromExecute(functions), 0)?.refusal;
}

it.each<[object]>([
	[{}],
	[{ kind: '' }],
	[{ kind: 'b', text: 'c' }],
	[{ options: { count: '10' } }],
	[{ options: { count: 1 } }],
	[{ options: { time: 0.5 } }],
	[{ options: { time: 0 } }],
	[{ options: { limit: 1_000_000 } }],
	[{ options: { plain: 2.5 } }],
	[{ options: { dryRun: true } }],
	[{ options: { dryRun: false } }],
])('%j is offered', (parameters) => {
	expect(refusal(parameters)).toBeUndefined();
});

it.each<[object, string, string]>([
	[{ kind: 'c' }, 'Kind is "c", which is not one of its choices', 'Use one of: a, b.'],
	[{ kind: 5 }, 'Kind is 5, which is not one of its choices', 'Use one of: a, b.'],
	[{ kind: ['a'] }, 'Kind is a list, which is not one of its choices', 'Use one of: a, b.'],
	[
		{ options: { count: 11 } },
		'COUNT is 11, which it does not accept',
		'Use a whole number from 1 to 10.',
	],
	[
		{ options: { count: 0 } },
		'COUNT is 0, which it does not accept',
		'Use a whole number from 1 to 10.',
	],
	[
		{ options: { count: 1.5 } },
		'COUNT is 1.5, which it does not accept',
		'Use a whole number from 1 to 10.',
	],
	[{ options: { count: ' ' } }, 'COUNT is empty', 'Correct it, or take it out of Options.'],
	[
		{ options: { limit: 'x' } },
		'LIMIT is "x", which it does not accept',
		'Use a whole number from 1.',
	],
	[
		{ options: { limit: true } },
		'LIMIT is the value true, which it does not accept',
		'Use a whole number from 1.',
	],
	[
		{ options: { dryRun: 'true' } },
		'Dry Run is "true", which is neither true nor false',
		'Write the expression without text around {{ }}.',
	],
	[
		{ options: { dryRun: 1 } },
		'Dry Run is 1, which is neither true nor false',
		'Write the expression without text around {{ }}.',
	],
	[{ options: { time: -1 } }, 'TIME is -1, which it does not accept', 'Use a number from 0.'],
	[
		{ options: { time: Infinity } },
		'TIME is a number that is negative, too long or has a fraction, which it does not accept',
		'Use a number from 0.',
	],
])('%j is refused', (parameters, message, description) => {
	expect(refusal(parameters)).toMatchObject({ message, description });
});

it('nothing is known of another operation', () => {
	expect(refusal({ operation: 'other', kind: 'c' })).toBeUndefined();
});
