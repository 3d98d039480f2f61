import { isBlank } from '../../../nodes/shared/text/index.ts';
import { NEW_PHONE } from '../../faults/seed.mts';
import { bare, given, segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { contactId: '5001', phone: '+380 99 700 10 50' },
			check: (items) => every(items, 1, ({ phone }) => String(phone) === '380997001050'),
		},
	],
	faults: [
		{
			parameters: () => ({ contactId: '5015', phone: '={{ $json.phone }}' }),
			items: [{ phone: NEW_PHONE }],
			idempotent: true,
			effects: ({ store }) => [store.contacts.get(5015)?.phone === NEW_PHONE ? 1 : 0],
		},
	],
	inputs: [
		{
			fields: {
				// Without an ID the contact is looked for by its number.
				contactId: { ...KINDS.id, edge: KINDS.id.edge.filter((value) => !isBlank(value)) },
				phone: KINDS.phone,
				'updateFields.groups': KINDS.groups,
				'updateFields.fields.field': KINDS.contactFields,
			},
			plain: (values) => ({
				method: 'PUT',
				path: `/api/contacts/${segment(values.contactId)}`,
				body: given({
					phone: bare(values.phone),
					groups: values['updateFields.groups'],
					fields: values['updateFields.fields.field'],
				}),
			}),
		},
	],
};
