import { ENDPOINTS } from '../../../shared/spec';
import { checkReferenceLookup } from '../../../shared/validation';
import { toPath } from '../../dispatch/places';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import type { Operation } from '../../dispatch/operation';
import { messageBy } from './messages';

/** Get SMS status by external reference (4.4). */
export const getByReference: Operation = {
	option: {
		name: 'Get by Reference',
		value: 'getByReference',
		action: 'Get SMS by reference',
		description: 'Get the status of an SMS by its reference',
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
			routing: toPath('reference', 'reference', (value) => checkReferenceLookup(value)),
		},
		COMMON_OPTIONS,
	],
	routing: {
		request: { method: 'GET', url: ENDPOINTS.getMessageByReference.path },
		...messageBy('reference', 'reference'),
	},
};
