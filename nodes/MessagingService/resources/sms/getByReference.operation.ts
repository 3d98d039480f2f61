import { normaliseMessage } from '../../../shared/reply';
import { checkReferenceLookup } from '../../../shared/validation';
import { optionsField, requiredText } from '../../operations/fields';
import { endpoint } from '../../operations/item';
import type { Operation } from '../../operations/operation';

/** Get SMS status by external reference (4.4). */
export const getByReference: Operation = {
	value: 'getByReference',
	name: 'Get by Reference',
	action: 'Get SMS by reference',
	description: 'Get the status of an SMS by the reference it was sent with',
	fields: [requiredText('Reference', 'reference', 'e.g. order1042', 'The reference (external ID) of the SMS'), optionsField()],
	routing: endpoint({
		method: 'GET',
		path: '/rest/sms/reference/{reference}',
		values: (item) => ({ path: { reference: item.check(checkReferenceLookup(item.parameter('reference', ''))) } }),
		output: (body, item) => [normaliseMessage(body, item.zone)],
	}),
};
