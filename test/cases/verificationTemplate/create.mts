import { bare } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {
				name: 'Log-in',
				templateText: 'Log in with {code2fa}',
				options: { countries: 'UA, Poland' },
			},
			check: (items) =>
				every(
					items,
					1,
					({ status, countries }) => status === 'requested' && countries === 'UA, PL',
				),
		},
	],
	faults: [
		{
			idempotent: true,
			effects: ({ store }) => [
				[...store.codeTemplates.values()].filter(({ name }) => name === 'Log-in').length,
			],
		},
	],
	inputs: [
		{
			fields: { name: KINDS.line(3, 50) },
			fixed: { templateText: 'Your code is {code2fa}' },
			plain: (values) => ({
				method: 'POST',
				path: '/api/2fa/authentications/templates',
				body: { name: bare(values.name), text: 'Your code is {code2fa}' },
			}),
		},
	],
};
