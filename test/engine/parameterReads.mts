import { acceptErrorsOfEveryRealm } from './support/environment.mts';
import { ExecuteContext } from 'n8n-core';
import type { INode } from 'n8n-workflow';

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
const TEMPLATES = [
	'sender',
	'defaultCountry',
	'text',
	'message',
	'contentText',
	'contentCard',
	'smsSender',
	'smsText',
	'agent',
	'viberSender',
	'viberText',
	'viberExtras',
];

let current = new Set<string>();

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

/** Notes from now on which parameters our code reads. */
export function watchReads(): {
	/** What is read from now on goes into a new set. */
	next(): Set<string>;
	end(): void;
} {
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
	return {
		next: () => (current = new Set()),
		end() {
			reader._getNodeParameter = original;
			nodes.getNode = originalNode;
		},
	};
}
