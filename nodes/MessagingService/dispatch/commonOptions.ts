import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_RETRY_SECONDS } from '../../shared/transport';

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

/** The collection at the end of a form, with its options in alphabetical order. */
export const optionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options,
});

/** The options of an operation that has none of its own. */
export const COMMON_OPTIONS: INodeProperties = optionsField([RETRY_FOR]);

/**
 * Shows fields only where the conditions hold beside their own. Does what updateDisplayOptions of n8n-workflow does, without the deep
 * copies that cost n8n's start 7 ms.
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
