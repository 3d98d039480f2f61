import { createRequire } from 'node:module';
import path from 'node:path';
import {
	NodeHelpers,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { root } from '../../tools/lib/shell.mts';

/** One operation as the node describes it, and what its form must show. */
/** What n8n shows in place of the name of a resource mapper. */
const MAPPER = ['Mapping Column Mode', 'Values to Send'];

export interface Described {
	resource: INodePropertyOptions;
	operation: INodePropertyOptions;
	/** Names of the fields that are seen at first, in their order. */
	labels: string[];
	/** Names of the options that can be added, in their order, by the name of the collection. */
	options: Map<string, string[]>;
	/** The resource locators among the fields: name, and the search that fills its list ('' when it opens without a list). */
	locators: Array<[string, string]>;
	/** The fields with a fixed or loaded list of choices: name, and what its list holds. */
	choices: Array<[string, string]>;
}

function load(file: string, name: string): INodeTypeDescription {
	const require = createRequire(path.join(root(), 'package.json'));
	const types = require(path.join(root(), 'dist', 'nodes', file)) as Record<
		string,
		new () => INodeType
	>;
	const Type = types[name];
	if (!Type) throw new Error(`${file} exports no ${name}`);
	return new Type().description;
}

/** The built node's description. */
export function nodeDescription(): INodeTypeDescription {
	return load('MessagingService/MessagingService.node.js', 'MessagingService');
}

/** The built trigger's description. */
export function triggerDescription(): INodeTypeDescription {
	return load('MessagingServiceTrigger/MessagingServiceTrigger.node.js', 'MessagingServiceTrigger');
}

/** The choices of an options property. */
export function choicesOf(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option,
	);
}

/** Every operation of the description with what its form shows at first. */
export function describedOperations(description: INodeTypeDescription): Described[] {
	const { properties } = description;
	const resources = choicesOf(properties.find(({ name }) => name === 'resource'));
	return resources.flatMap((resource) => {
		const operations = properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
		);
		return choicesOf(operations).map((operation) => {
			const values = { resource: resource.value, operation: operation.value };
			const parameters =
				NodeHelpers.getNodeParameters(properties, values, true, false, null, description) ?? {};
			const shown = properties.filter(
				(property) =>
					property.type !== 'hidden' &&
					// Those stand under Settings.
					property.isNodeSetting !== true &&
					NodeHelpers.displayParameter(parameters, property, null, description),
			);
			const collections = shown.filter(({ type }) => type === 'collection');
			return {
				resource,
				operation,
				labels: shown
					.filter(({ type }) => type !== 'notice' && type !== 'callout')
					.flatMap(({ displayName, type }) => (type === 'resourceMapper' ? MAPPER : [displayName])),
				options: new Map(
					collections.map(({ displayName, options }) => [
						displayName,
						(options ?? [])
							.filter(
								(option): option is INodeProperties =>
									'displayName' in option &&
									'type' in option &&
									NodeHelpers.displayParameter(parameters, option, null, description, parameters),
							)
							.map((option) => option.displayName),
					]),
				),
				locators: shown
					.filter(({ type }) => type === 'resourceLocator')
					.map(({ name, modes }) => [
						name,
						modes?.[0]?.type === 'list' ? (modes[0].typeOptions?.searchListMethod ?? '') : '',
					]),
				choices: shown
					.filter(
						({ type, name }) =>
							['options', 'multiOptions'].includes(type) &&
							!['resource', 'operation'].includes(name),
					)
					.map(({ name, options, typeOptions }) => [name, JSON.stringify(options ?? typeOptions)]),
			};
		});
	});
}
