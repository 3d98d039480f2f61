import { linkUuid } from '../../../sandbox/shortLinks.mts';
import { bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {
				linkId: from('shortLink create', 'link_id'),
				updateFields: { name: 'Sale', slug: 'sale26' },
			},
			check: (items) => every(items, 1, ({ name, slug }) => name === 'Sale' && slug === 'sale26'),
		},
	],
	faults: [
		{
			parameters: () => ({ linkId: linkUuid('e', 1), updateFields: { name: 'Sale' } }),
			idempotent: true,
			effects: ({ store }) => [store.links.get(linkUuid('e', 1))?.name === 'Sale' ? 1 : 0],
		},
	],
	inputs: [
		{
			fields: {
				'updateFields.name': KINDS.line(1, 50),
				'updateFields.slug': KINDS.line(1, 25),
			},
			required: ['updateFields.name'],
			fixed: { linkId: linkUuid('e', 1) },
			plain: (values) => ({
				method: 'PUT',
				path: `/api/short-url/links/${linkUuid('e', 1)}`,
				body: given({
					name: bare(values['updateFields.name']),
					slug: bare(values['updateFields.slug']),
				}),
			}),
		},
	],
};
