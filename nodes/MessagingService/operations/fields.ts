import type { INodeProperties } from 'n8n-workflow';
import { bool, collection, field, number } from '../../shared/fields';
import {
	DEFAULT_IN_FLIGHT,
	DEFAULT_RETRY_SECONDS,
	DEFAULT_TIMEOUT_SECONDS,
} from '../../shared/transport';

const RAW_OUTPUT = bool(
	'rawOutput: Raw Output: Whether to return the reply as the service sent it',
);
const COMMON = [
	number(
		'maxInFlight: Requests in Flight: How many requests may run at a time',
		DEFAULT_IN_FLIGHT,
		1,
		1000,
	),
	number(
		'retryFor: Retry For (Seconds): How long a request is repeated when the service is busy or out of reach; 0 turns it off',
		DEFAULT_RETRY_SECONDS,
		0,
	),
	number(
		'timeout: Timeout (Seconds): How long to wait for the service to answer',
		DEFAULT_TIMEOUT_SECONDS,
		1,
		86_400,
	),
];

/** The Options collection of an operation: its own options and those that all have, in alphabetical order. */
export const optionsField = (own: INodeProperties[] = [], raw = true): INodeProperties =>
	collection(
		'options',
		'option',
		[...own, ...(raw ? [RAW_OUTPUT] : []), ...COMMON].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	);

/** The Simplify switch of operations with more than ten output fields; `fields` names what stays. */
export const simplifyField = (fields: string): INodeProperties =>
	bool(
		`simplify: Simplify: Whether to return a simplified version of the response (${fields}) instead of all fields`,
		true,
	);

/** The choice of contact lists, by name where the service lists them (extension), by id always. */
export const contactListsField = (description: string): INodeProperties =>
	field(
		'multiOptions',
		`groups: Contact List Names or IDs: ${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		{ typeOptions: { loadOptionsMethod: 'getContactLists' }, default: [] },
	);
