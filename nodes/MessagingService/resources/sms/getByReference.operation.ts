import { normaliseMessage } from '../../../shared/reply';
import { checkReferenceLookup } from '../../../shared/validation';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { endpoint } from '../../operations/item';
import type { Operation } from '../../operations/operation';

/** Get SMS status by external reference (4.4). */
export const getByReference: Operation = {
	option: {
		name: 'Get by Reference',
		value: 'getByReference',
		action: 'Get SMS by reference',
		description: 'Get the status of an SMS by the reference it was sent with',
	},
	fields: [
		{
			displayName: 'Reference',
			name: 'reference',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. order1042',
			description:
				'The reference (external ID) that the SMS was sent with, up to 32 characters. All operations that send return it.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: COMMON_OPTIONS,
		},
	],
	routing: endpoint({
		method: 'GET',
		path: '/rest/sms/reference/{reference}',
		values: (item) => ({
			path: { reference: item.check(checkReferenceLookup(item.parameter('reference', ''))) },
		}),
		output: (body, item) => normaliseMessage(body, item.zone),
	}),
};
