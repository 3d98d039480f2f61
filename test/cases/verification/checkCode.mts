import { verificationId } from '../../../sandbox/verifications.mts';
import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

/** The code of the sandbox for 380997001234, sent again once. */
const SENT_AGAIN = '432101';
/** That of the verification which every sandbox begins with. */
const CODE = '042211';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {
				verificationId: from('verification sendCode', 'verification_id'),
				code: SENT_AGAIN,
			},
			after: ['verification resendCode', 'verification getAll'],
			check: (items) => every(items, 1, (item) => item.verified === true && item.reason === null),
		},
	],
	faults: [
		{
			parameters: () => ({ verificationId: verificationId(1), code: CODE }),
			repeatable: true,
			unrepeated: true,
			once: true,
			// A 404 says that the code is wrong, which is data.
			effects: ({ ledger, faults }) => [
				faults.list().some(({ status, times }) => status === 404 && times === 1)
					? 1
					: ledger.changes.filter(({ kind }) => kind === 'checkCode').length,
			],
		},
	],
	inputs: [
		{
			// A wrong code is answered like an ID that is not known.
			fixed: { code: CODE },
			fields: { verificationId: KINDS.uuid },
			plain: (values) => ({
				method: 'POST',
				path: `/api/2fa/authentications/otp/${segment(values.verificationId)}/verify`,
				body: { access_code: CODE },
			}),
		},
	],
};
