import { checkReferenceLookup } from '../../../shared/validation';
import { toPath } from '../../dispatch/places';
import { getOne } from '../builders';
import { messageBy } from './messages';

/** Get SMS status by external reference (4.4). */
export const getByReference = getOne({
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
	],
	...messageBy('reference'),
});
