import { readdirSync, readFileSync } from 'node:fs';
import {
	type INodeProperties,
	Workflow,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	NodeHelpers,
} from 'n8n-workflow';
import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node.ts';
import { belongsTo } from '../../../tools/lib/resourcePages.mts';
import { OPERATIONS } from '../../cases/load.mts';
import { formSize, type FormSize } from '../../support/formSize.mts';
import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node.ts';
import { exampleFiles } from '../../support/exampleFiles.mts';

describe('the size of a form', () => {
	/* The best forms of the field show 3 to 5 fields and at most 11 options: n8n's own nodes for Slack, Gmail and Telegram. */

	const { description } = new MessagingService();
	const sizes = OPERATIONS.map(({ id, resource, operation }): [string, FormSize] => [
		id,
		formSize(description.properties.filter((field) => belongsTo(field, resource, operation))),
	]);

	/** What the specification asks of a sender (4.14), and Simplify; what RCS shows beside that of a send to many. */
	const FIELDS: Readonly<Record<string, number>> = {
		'sender.register': 9,
		// A content takes two, and the SMS in its place three.
		'rcsCampaign.send': 12,
		'rcsMessage.send': 9,
		// Of two channels the one takes three, and the other as many.
		'message.send': 10,
	};

	test.each(sizes)('%s has at most 8 fields, 10 options, and 11 for a file', (name, size) => {
		expect(size.fields).toBeLessThanOrEqual(FIELDS[name] ?? 8);
		expect(size.options).toBeLessThanOrEqual(10);
		expect(size.optionsForFile ?? 0).toBeLessThanOrEqual(11);
	});

	/** The options of all forms, with those inside others. */
	const optionsOf = (properties: readonly INodeProperties[]): INodeProperties[] =>
		properties.flatMap((property) =>
			property.type === 'collection'
				? (property.options ?? []).filter((option): option is INodeProperties => 'type' in option)
				: [],
		);

	test('an option that is a switch is on when it is added', () => {
		const options = optionsOf(description.properties.filter(({ isNodeSetting }) => !isNodeSetting));
		const off = options.filter(
			({ type, default: preset }) => type === 'boolean' && preset !== true,
		);
		expect(off.map(({ displayName }) => displayName)).toEqual([]);
	});

	// With a precision, n8n shows 10 minutes as 10.00.
	test('a number is shown as it was typed', () => {
		for (const type of [new MessagingService(), new MessagingServiceTrigger()])
			expect(JSON.stringify(type.description.properties)).not.toContain('numberPrecision');
	});

	test('Quiet Hours act when they are added', () => {
		const quiet = optionsOf(description.properties).filter(({ name }) => name === 'quietHours');
		expect(quiet.length).toBeGreaterThan(3);
		for (const { default: preset, options = [] } of quiet) {
			const fields = options.flatMap((option) => ('values' in option ? option.values : []));
			expect(preset).toEqual({
				hours: Object.fromEntries(fields.map(({ name, default: value }) => [name, value])),
			});
			expect(preset).toMatchObject({ hours: { from: '21:00', to: '08:00' } });
		}
	});
});

describe('what users stumbled over', () => {
	/* What users read is checked here for what they stumbled over: order, names that are cut, words of the service without a meaning. */

	const { properties } = new MessagingService().description;
	const isOf = (
		{ displayOptions }: INodeProperties,
		resource: string,
		operation: string,
	): boolean =>
		displayOptions?.show?.resource?.includes(resource) === true &&
		displayOptions.show.operation?.includes(operation) === true;

	/** The fields of an operation that the form shows, in their order. */
	const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
		properties.filter(
			(field) =>
				isOf(field, resource, operation) && field.type !== 'hidden' && field.type !== 'notice',
		);

	const SENDS: ReadonlyArray<[resource: string, operation: string]> = [
		['sms', 'send'],
		['sms', 'sendAndWait'],
		['sms', 'sendBulk'],
		['sms', 'sendIndividual'],
		['campaign', 'sendSms'],
		['campaign', 'sendPersonalizedSms'],
		['rcsCampaign', 'send'],
		['rcsMessage', 'send'],
		['campaign', 'sendSmsToContactLists'],
		['rcsCampaign', 'sendToContactLists'],
	];

	test.each(SENDS)('%s: %s asks for the sender, who gets it, the text, the options', (...names) => {
		const labels = [...new Set(fieldsOf(...names).map(({ displayName }) => displayName))];
		const places = [
			labels.findIndex((label) => /^(?:Agent|Sender)$/.test(label)),
			labels.findIndex((label) => /^(?:Phone Number|Recipients From|Contact List)/.test(label)),
			labels.findIndex((label) => /^(?:Content|Text)$/.test(label)),
			labels.indexOf('Options'),
		];
		expect(places[0]).toBe(0);
		expect(places).toEqual([...places].sort((a, b) => a - b));
		expect(places).not.toContain(-1);
	});

	test('Simplify always returns fewer fields, and a summary of a send is called Summary Only', () => {
		const simplifying = properties.filter(({ name }) => name === 'simplify');
		const sends = simplifying.filter((field) =>
			SENDS.some(([resource, operation]) => isOf(field, resource, operation)),
		);
		expect(sends.length).toBeGreaterThan(3);
		for (const field of simplifying) {
			if (sends.includes(field)) {
				expect([field.displayName, field.default]).toEqual(['Summary Only', false]);
			} else {
				expect([field.displayName, field.default]).toEqual(['Simplify', true]);
				expect(field.description).toMatch(
					/^Whether to return a simplified version of the response /,
				);
			}
		}
	});
});

describe('what stands under the node', () => {
	/** What stands under the node on the canvas. */
	function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
		const node: INode = {
			id: '1',
			name: 'Node',
			type: type.description.name,
			typeVersion: 1,
			position: [0, 0],
			parameters,
		};
		const nodeTypes: INodeTypes = {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		};
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		return workflow.expression.getSimpleParameterValue(
			node,
			type.description.subtitle,
			'internal',
			{},
		);
	}

	const choices = (
		type: INodeType,
		name: string,
		resource?: unknown,
	): Array<{ name: string; value: string }> =>
		type.description.properties
			.filter(
				(property) =>
					property.name === name &&
					(resource === undefined ||
						property.displayOptions?.show?.resource?.includes(String(resource))),
			)
			.flatMap(({ options }) => (options ?? []) as Array<{ name: string; value: string }>);

	const node = new MessagingService();
	const trigger = new MessagingServiceTrigger();

	test.each(
		choices(node, 'resource').flatMap((resource) =>
			choices(node, 'operation', resource.value).map((operation) => [
				`${operation.name}: ${resource.name}`,
				resource.value,
				operation.value,
			]),
		),
	)('the node reads "%s"', (words, resource, operation) => {
		// Title case of n8n's: "By" and "For", too, begin with a capital.
		expect(String(subtitleOf(node, { resource, operation })).toLowerCase()).toBe(
			words.toLowerCase(),
		);
	});

	test('a node that sends nothing says so', () => {
		const parameters = { resource: 'sms', operation: 'send', dryRun: true };
		expect(subtitleOf(node, parameters)).toBe('Dry Run – Send: SMS');
	});

	test.each(choices(trigger, 'event').map(({ name, value }) => [name, value]))(
		'the trigger reads "%s"',
		(words, event) => {
			expect(`Sender ${words}`.endsWith(` ${String(subtitleOf(trigger, { event }))}`)).toBe(true);
		},
	);
});

const { description } = new MessagingService();

/** What n8n leaves of a node's parameters when it makes a workflow of what is stored: it drops what it takes for not shown. */
function kept(parameters: INodeParameters): INodeParameters {
	const node = { typeVersion: 1, parameters } as INode;
	return (
		NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			node,
			description,
		) ?? {}
	);
}

const SENDS: Array<[string, string, INodeParameters]> = [
	['sms', 'send', {}],
	['sms', 'sendBulk', { recipientSource: 'item' }],
	['sms', 'sendIndividual', { recipientSource: 'item' }],
	['campaign', 'sendSms', { recipientSource: 'item' }],
	['campaign', 'sendPersonalizedSms', { recipientSource: 'item' }],
];

describe('what pages and notes name', () => {
	/** What stands under Options in any form. */
	const names = new Set(
		[new MessagingService(), new MessagingServiceTrigger()]
			.flatMap(({ description: { properties } }) => properties)
			.filter(({ name }) => name === 'options')
			.flatMap(({ options = [] }) =>
				options.map((option) => ('displayName' in option ? option.displayName : '')),
			),
	);
	const notes = exampleFiles().flatMap(({ nodes }) =>
		nodes.map(({ parameters }) => String((parameters as INodeParameters).content ?? '')),
	);
	const pages = ['docs', 'docs/how-to']
		.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))
		.filter((file) => file.endsWith('.md') && !file.endsWith('endpoints.md'))
		.map((file) => readFileSync(file, 'utf8'));

	it('under Options is there', () => {
		const named = [...pages, ...notes].flatMap((text) =>
			[...text.matchAll(/\bOptions → ([^→*]+?) ?(?=[→*])/g)].map(([, name = '']) => name),
		);
		expect(named.length).toBeGreaterThan(4);
		// Settings of n8n's own are called Request Options.
		expect(named.filter((name) => !names.has(name) && name !== 'Batching')).toEqual([]);
	});
});

/** What n8n stores under a name: a locator that lacks the mode it finds there cannot be opened. */
const formOf = ({ type, typeOptions, modes = [] }: INodeProperties): string =>
	JSON.stringify([
		type,
		typeOptions?.multipleValues ?? false,
		modes.map((mode) => [mode.name, mode.type]),
	]);

/** Each parameter by its place, such as options.startAt, with those that collections hold. */
const placesOf = (
	properties: readonly INodeProperties[],
	prefix = '',
): Array<[place: string, form: string]> =>
	properties.flatMap((property): Array<[string, string]> => {
		const place = prefix + property.name;
		const inner = (property.options ?? []).flatMap((option) =>
			'values' in option
				? placesOf(option.values, `${place}.${option.name}.`)
				: 'type' in option
					? placesOf([option as INodeProperties], `${place}.`)
					: [],
		);
		return [[place, formOf(property)], ...inner];
	});

describe('what n8n keeps of what a user typed', () => {
	it('fits the field of the same name in another operation', () => {
		for (const type of [new MessagingService(), new MessagingServiceTrigger()]) {
			const forms = new Map<string, Set<string>>();
			for (const [place, form] of placesOf(type.description.properties))
				forms.set(place, new Set([...(forms.get(place) ?? []), form]));
			expect(forms.size).toBeGreaterThan(10);
			expect([...forms].filter(([, all]) => all.size > 1)).toEqual([]);
		}
	});

	it.each(SENDS)("%s %s: the user's own reference, under Options", (resource, operation, more) => {
		const options = { referenceMode: 'custom', reference: '={{ $json.order }}' };
		expect(kept({ resource, operation, ...more, options }).options).toEqual(options);
	});

	it('shows no field for the value of an option: n8n would drop it', () => {
		const conditions = description.properties.flatMap(({ displayOptions = {} }) =>
			[displayOptions.show, displayOptions.hide].flatMap((rule) => Object.keys(rule ?? {})),
		);
		expect(conditions.filter((name) => name.includes('.'))).toEqual([]);
	});

	it('everything that an example says', () => {
		for (const { nodes } of exampleFiles())
			for (const { type, parameters } of nodes) {
				if (!type.endsWith('.messagingService')) continue;
				const given = parameters as INodeParameters;
				expect(kept(given)).toMatchObject(given);
			}
	});
});
