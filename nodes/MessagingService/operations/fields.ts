import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_IN_FLIGHT, DEFAULT_RETRY_SECONDS, DEFAULT_TIMEOUT_SECONDS } from '../../shared/transport';

const COMMON: INodeProperties[] = [
	{
		displayName: 'Requests in Flight',
		name: 'maxInFlight',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1000 },
		default: DEFAULT_IN_FLIGHT,
		description: 'How many requests may run at a time',
	},
	{
		displayName: 'Retry For (Seconds)',
		name: 'retryFor',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_RETRY_SECONDS,
		description: 'How long a request is repeated when the service is busy or cannot be reached; 0 turns it off',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TIMEOUT_SECONDS,
		description: 'How long to wait for the service to answer',
	},
];

const RAW_OUTPUT: INodeProperties = {
	displayName: 'Raw Output',
	name: 'rawOutput',
	type: 'boolean',
	default: false,
	description: 'Whether to return the reply as the service sent it, with its own names and types',
};

/** The Options collection of an operation: its own options and those that all have, in alphabetical order. */
export function optionsField(own: INodeProperties[] = [], raw = true): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, ...(raw ? [RAW_OUTPUT] : []), ...COMMON].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/** The Simplify switch of operations with more than ten output fields; `fields` names what stays. */
export function simplifyField(fields: string): INodeProperties {
	return {
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: `Whether to return a simplified version of the response (${fields}) instead of all fields`,
	};
}

/** A required text field. */
export function requiredText(displayName: string, name: string, placeholder: string, description: string): INodeProperties {
	return { displayName, name, type: 'string', required: true, default: '', placeholder, description };
}

/** The choice of contact lists, by name where the service lists them (extension), by id always. */
export function contactListsField(description: string): INodeProperties {
	return {
		displayName: 'Contact List Names or IDs',
		name: 'groups',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getContactLists' },
		default: [],
		description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}
