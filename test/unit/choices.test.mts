import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { knowFields, wrongField } from '../../nodes/MessagingService/dispatch/choices.ts';
import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import { fakeFunctions } from './fakeFunctions.mts';

const field = (name: string, more: Partial<INodeProperties>): INodeProperties => ({
	displayName: name,
	name,
	type: 'number',
	default: 1,
	...more,
});
const FIELDS: INodeProperties[] = [
	field('kind', { type: 'options', options: ['a', 'b'].map((value) => ({ name: value, value })) }),
	field('text', { type: 'string' }),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			field('count', { typeOptions: { minValue: 1, maxValue: 10 } }),
			field('time', { typeOptions: { minValue: 0 } }),
			field('limit', { typeOptions: { minValue: 1 } }),
			field('plain', {}),
			field('dryRun', { type: 'boolean' }),
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

it.each<[name: string, ...values: unknown[]]>([
	['count', '10', 1],
	['time', 0.5, 0],
	['limit', 1_000_000],
	['plain', 2.5],
	['dryRun', true, false],
])('%s is offered with %j', (name, ...values) => {
	for (const value of values) expect(refusal({ options: { [name]: value } })).toBeUndefined();
});

it.each([{}, { kind: '' }, { kind: 'b', text: 'c' }, { operation: 'other', kind: 'c' }])(
	'%j is offered',
	(parameters) => expect(refusal(parameters)).toBeUndefined(),
);

const [FROM_1_TO_10, FROM_1] = ['Use a whole number from 1 to 10.', 'Use a whole number from 1.'];
const PLAIN = 'Write the expression without text around {{ }}.';
it.each<[name: string, value: unknown, message: string, description: string]>([
	['kind', 'c', 'kind is "c", which is not one of its choices', 'Use one of: a, b.'],
	['kind', 5, 'kind is 5, which is not one of its choices', 'Use one of: a, b.'],
	['kind', ['a'], 'kind is a list, which is not one of its choices', 'Use one of: a, b.'],
	['count', 11, 'count is 11, which it does not accept', FROM_1_TO_10],
	['count', 0, 'count is 0, which it does not accept', FROM_1_TO_10],
	['count', 1.5, 'count is 1.5, which it does not accept', FROM_1_TO_10],
	['count', ' ', 'count is empty', 'Correct it, or take it out of Options.'],
	['limit', 'x', 'limit is "x", which it does not accept', FROM_1],
	['limit', true, 'limit is the value true, which it does not accept', FROM_1],
	['dryRun', 'true', 'dryRun is "true", which is neither true nor false', PLAIN],
	['dryRun', 1, 'dryRun is 1, which is neither true nor false', PLAIN],
	['time', -1, 'time is -1, which it does not accept', 'Use a number from 0.'],
	[
		'time',
		Infinity,
		'time is a number that is negative, too long or has a fraction, which it does not accept',
		'Use a number from 0.',
	],
])('%s is refused with %j', (name, value, message, description) => {
	const parameters = name === 'kind' ? { kind: value } : { options: { [name]: value } };
	expect(refusal(parameters)).toMatchObject({ message, description });
});
