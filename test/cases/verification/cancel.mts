import { verificationId } from '../../../sandbox/verifications.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { ofVerification } from '../verifications.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { verificationId: from('verification sendCode to cancel', 'verification_id') },
			check: (items) => every(items, 1, ({ status }) => status === 'canceled'),
		},
	],
	faults: [
		{
			parameters: () => ({ verificationId: verificationId(1) }),
			idempotent: true,
			effects: ({ ledger }) => [ledger.changes.filter(({ kind }) => kind === 'cancelCode').length],
		},
	],
	inputs: [ofVerification('POST', '*/cancel')],
};
