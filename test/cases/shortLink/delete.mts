import { linkUuid } from '../../../sandbox/shortLinks.mts';
import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { linkId: from('shortLink create', 'link_id') },
			after: ['shortLink update'],
			check: (items) => every(items, 1, ({ status }) => status === 'deleted'),
		},
	],
	faults: [
		{
			parameters: () => ({ linkId: linkUuid('e', 1) }),
			unrepeated: true,
			effects: ({ ledger }) => [
				// What is removed for ever was deleted once too often.
				ledger.changes.filter(({ kind }) => kind === 'deleteLink' || kind === 'removeLink').length,
			],
		},
	],
	inputs: [
		{
			fields: { linkId: KINDS.uuid },
			plain: ({ linkId }) => ({
				method: 'DELETE',
				path: `/api/short-url/links/${segment(linkId)}`,
			}),
		},
	],
};
