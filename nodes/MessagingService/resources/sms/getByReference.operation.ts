import { required } from '../../../shared/fields';
import { normaliseMessage } from '../../../shared/reply';
import { checkReferenceLookup } from '../../../shared/validation';
import { optionsField } from '../../operations/fields';
import { endpoint } from '../../operations/item';
import type { Operation } from '../../operations/operation';

/** Get SMS status by external reference (4.4). */
export const getByReference: Operation = {
	names:
		'getByReference: Get by Reference: Get the status of an SMS by the reference it was sent with',
	action: 'Get SMS by reference',
	fields: [
		required('reference: Reference: The reference (external ID) of the SMS', 'order1042'),
		optionsField(),
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
