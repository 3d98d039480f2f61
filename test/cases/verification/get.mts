import { verificationId } from '../../../sandbox/verifications.mts';
import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { verificationId: from('verification sendCode', 'verification_id') },
			after: ['verification checkCode'],
			check: (items) => every(items, 1, ({ status }) => status === 'verified'),
		},
	],
	faults: [{ parameters: () => ({ verificationId: verificationId(1) }) }],
	inputs: [
		{
			fields: { verificationId: KINDS.uuid },
			plain: (values) => ({
				method: 'GET',
				path: `/api/2fa/authentications/${segment(values.verificationId)}`,
			}),
		},
	],
};
