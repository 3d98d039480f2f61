import { verificationId } from '../../../sandbox/verifications.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { ofVerification } from '../verifications.mts';

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
	inputs: [ofVerification('GET', '*')],
};
