import { acceptErrorsOfEveryRealm } from './support/environment.mts';
import { ExecuteContext } from 'n8n-core';
import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { nameOf } from '../e2e/operations.mts';
import { runEveryOperation, type OperationRun } from './operationRuns.mts';
import type { Stage } from './stage.mts';

type Read = (this: unknown, name: string, ...rest: unknown[]) => unknown;

interface Reader {
	_getNodeParameter: Read;
	getNode(this: unknown): INode;
}

/** The prototype that holds a method of n8n's context. */
function ownerOf(prototype: object, method: keyof Reader): Reader {
	if (Object.hasOwn(prototype, method)) return prototype as Reader;
	const parent: unknown = Object.getPrototypeOf(prototype);
	if (typeof parent !== 'object' || parent === null)
		throw new Error('n8n reads parameters in another way now');
	return ownerOf(parent, method);
}

/** The fields that are read as they are stored, to fill their placeholders. */
const TEMPLATES = ['sender', 'defaultCountry', 'text', 'message'];

/** Names of the parameters that our code read, by the operation that ran. */
const read = new Map<string, Set<string>>();
let current = new Set<string>();
let runs: OperationRun[] = [];
let stage: Stage;

/** Notes what is read from a collection that was read whole. */
function watched(name: string, value: object): object {
	const into = current;
	return new Proxy(value, {
		get(target, key, receiver) {
			into.add(`${name}.${String(key)}`);
			return Reflect.get(target, key, receiver);
		},
		ownKeys(target) {
			into.add(`${name}.*`);
			return Reflect.ownKeys(target);
		},
	});
}

beforeAll(async () => {
	acceptErrorsOfEveryRealm();
	const reader = ownerOf(ExecuteContext.prototype, '_getNodeParameter');
	const nodes = ownerOf(ExecuteContext.prototype, 'getNode');
	const original = reader._getNodeParameter;
	const originalNode = nodes.getNode;
	nodes.getNode = function () {
		const node = originalNode.call(this);
		const into = current;
		const parameters = new Proxy(node.parameters, {
			get(target, key, receiver) {
				if (TEMPLATES.includes(String(key))) into.add(String(key));
				return Reflect.get(target, key, receiver) as unknown;
			},
		});
		return { ...node, parameters };
	};
	reader._getNodeParameter = function (name, ...rest) {
		const value = original.call(this, name, ...rest);
		// What n8n itself reads does not count; where coverage is counted, the bundle is replaced by its sources.
		if (!/service\.js|\/nodes\/(?:MessagingService|shared)\//.test(new Error().stack ?? ''))
			return value;
		current.add(name);
		return typeof value === 'object' &&
			value !== null &&
			!Array.isArray(value) &&
			!('__rl' in value)
			? watched(name, value)
			: value;
	};
	try {
		const all = await runEveryOperation((step) => read.set(nameOf(step), (current = new Set())));
		({ stage, runs } = all);
	} finally {
		reader._getNodeParameter = original;
		nodes.getNode = originalNode;
	}
});
afterAll(async () => await stage.close());

/** The fields and options that the form shows for these parameters. */
function shown(parameters: INodeParameters): string[] {
	const { description } = stage.engine.nodeType();
	const values =
		NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			null,
			description,
		) ?? {};
	const visible = (properties: INodeProperties[]): INodeProperties[] =>
		properties.filter(
			(property) =>
				!['notice', 'hidden'].includes(property.type) &&
				NodeHelpers.displayParameter(values, property, null, description, values),
		);
	// n8n itself puts these into the request, and the sandbox judges what comes: their names are a test of their own.
	const isSentByN8n = ({ routing }: INodeProperties) => routing?.send?.property !== undefined;
	return visible(description.properties).flatMap((property) => {
		const { name, type, options } = property;
		// The last is n8n's own: it adds it to every declarative node.
		if (['resource', 'operation', 'requestOptions'].includes(name)) return [];
		if (type !== 'collection') return isSentByN8n(property) ? [] : [name];
		return visible((options ?? []) as INodeProperties[]).flatMap((option) =>
			isSentByN8n(option) ? [] : [`${name}.${option.name}`],
		);
	});
}

test('no field and no option does nothing: each that the form shows is read', () => {
	const idle = runs.flatMap(({ step, parameters }) => {
		const names = read.get(nameOf(step)) ?? new Set<string>();
		return shown({ resource: step.resource, operation: step.operation, ...parameters })
			.filter((name) => !names.has(name) && !names.has(`${name.split('.')[0] ?? ''}.*`))
			.map((name) => `${nameOf(step)}: ${name}`);
	});
	expect(runs.length).toBeGreaterThan(18);
	expect(shown({ resource: 'sms', operation: 'send' })).toEqual(
		expect.arrayContaining(['phone', 'text', 'options.tariff']),
	);
	expect(read.get('sms send')?.has('options.searchMonths')).toBe(false);
	expect(idle).toEqual([]);
});
