import { messageById, messageByReference, queryValue } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { reference: from('campaign sendSms', 'reference') },
			check: (items) => every(items, 1, ({ message_type }) => message_type === 'sms'),
		},
	],
	faults: [{ parameters: ({ messageId }) => ({ identifyBy: 'id', messageId: String(messageId) }) }],
	// The list takes any text where it looks for one: a message is asked for, to judge an ID or a reference.
	inputs: [
		{
			fixed: { identifyBy: 'id' },
			fields: { messageId: KINDS.id },
			plain: ({ messageId }) => messageById(messageId),
			judgedBy: (path) => messageById(queryValue(path, 'filter[id]')),
		},
		{
			way: 'reference',
			fixed: { identifyBy: 'reference' },
			fields: { reference: KINDS.lookup },
			plain: ({ reference }) => messageByReference(reference),
			judgedBy: (path) => messageByReference(queryValue(path, 'filter[reference_id]')),
		},
	],
};
