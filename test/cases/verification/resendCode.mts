import { verificationId } from '../../../sandbox/verifications.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { ofVerification } from '../verifications.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { verificationId: from('verification sendCode', 'verification_id') },
			check: (items) => every(items, 1, ({ status }) => status === 'pending'),
		},
	],
	faults: [
		{
			parameters: () => ({ verificationId: verificationId(1) }),
			repeatable: true,
			unrepeated: true,
			once: true,
			effects: ({ ledger }) => [ledger.changes.filter(({ kind }) => kind === 'resendCode').length],
		},
	],
	inputs: [ofVerification('POST', 'otp/*/resend')],
};
