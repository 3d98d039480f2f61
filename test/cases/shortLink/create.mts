import { linkUuid } from '../../../sandbox/shortLinks.mts';
import { bare } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

const address = 'https://shop.example.com/sale';
const domain = { __rl: true, mode: 'id', value: linkUuid('d', 1) };

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { address, domain },
			check: (items) =>
				every(
					items,
					1,
					({ status, original_link }) => status === 'active' && original_link === address,
				),
		},
	],
	faults: [
		{
			repeatable: true,
			unrepeated: true,
			once: true,
			effects: ({ ledger }) => [ledger.changes.filter(({ kind }) => kind === 'addLink').length],
		},
	],
	inputs: [
		{
			fields: { address: KINDS.address },
			fixed: { domain: linkUuid('d', 1) },
			plain: (values) => ({
				method: 'POST',
				path: '/api/short-url/links',
				body: { domain_id: linkUuid('d', 1), link: bare(values.address) },
			}),
		},
	],
};
