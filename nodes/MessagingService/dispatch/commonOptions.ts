import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_RETRY_SECONDS, DEFAULT_TIMEOUT_SECONDS, WIDEST } from '../../shared/transport';

/** The reply as it came, instead of the record that the node makes of it. */
export const RAW_OUTPUT: INodeProperties = {
	displayName: 'Raw Output',
	name: 'rawOutput',
	type: 'boolean',
	default: false,
	description:
		"Whether to return the service's own answer, unchanged, instead of the node's usual columns",
};

/** The same where an operation has Simplify, too. */
export const RAW_OUTPUT_BESIDE_SIMPLIFY: INodeProperties = {
	...RAW_OUTPUT,
	description: `${RAW_OUTPUT.description}. Simplify has no effect on it.`,
};

/** The records of a list as they came. */
export const RAW_RECORDS: INodeProperties = {
	displayName: 'Raw Output',
	name: 'rawOutput',
	type: 'boolean',
	default: false,
	description:
		"Whether to return each record as the service's own answer holds it, unchanged, with the <code>meta</code> of its page (total, limit and offset) beside it, instead of the node's usual columns",
};

/** The same where an operation has Simplify, too. */
export const RAW_RECORDS_BESIDE_SIMPLIFY: INodeProperties = {
	...RAW_RECORDS,
	description: `${RAW_RECORDS.description}. Simplify has no effect on it.`,
};

/** How many requests of one node run may be on their way at the same time. */
export const REQUESTS_IN_FLIGHT: INodeProperties = {
	displayName: 'Requests at a Time',
	name: 'maxInFlight',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1000 },
	default: 0,
	description: `How many requests may wait for their reply at the same time, from 1 to 1,000. With 0 it is automatic: as many as the service takes, 10 at first and ${WIDEST} at most.`,
};

/** How long a request that the service could not take is repeated. */
export const RETRY_FOR: INodeProperties = {
	displayName: 'Retry For (Seconds)',
	name: 'retryFor',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_RETRY_SECONDS,
	description:
		'How many seconds a request is repeated while the service is busy or out of reach. With 0 it is made only once. What could be sent twice is never repeated.',
};

/** How long one reply is waited for. */
export const TIMEOUT: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 86_400 },
	default: DEFAULT_TIMEOUT_SECONDS,
	description:
		'How many seconds to wait for the service to answer one request, from 1 to 86,400 (a day)',
};

/** The options of every operation that returns what the service replied, in alphabetical order. */
export const COMMON_OPTIONS: INodeProperties[] = [
	RAW_OUTPUT,
	REQUESTS_IN_FLIGHT,
	RETRY_FOR,
	TIMEOUT,
];

/**
 * Takes conditions and fields; returns the fields, shown only where the conditions hold beside their own. It does what
 * updateDisplayOptions of n8n-workflow does, without the deep copies that cost n8n's start 7 ms.
 */
export function shownWhere(
	show: Record<string, Array<string | boolean>>,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...show, ...field.displayOptions?.show },
		},
	}));
}
