import { ENDPOINTS } from '../../../shared/spec';
import { changeOne, nameIn } from '../builders';
import { CHANGES, explainState, VERIFICATION_ID } from './verifications';

const endpoint = ENDPOINTS.resendCode;

/** Send another code, which voids the one before; an extension (extensions notes, section 8). Nothing shows whether one went out. */
export const resendCode = changeOne({
	option: {
		name: 'Resend Code',
		value: 'resendCode',
		action: 'Resend code of verification',
		description:
			'Send another code; the one before is void. It is one more message to pay for. Not every service offers this.',
	},
	endpoint,
	...CHANGES,
	kind: 'once',
	fields: [VERIFICATION_ID],
	concerns: ({ path }) => [path],
	what: () => 'another code was sent',
	cure: 'If one was, it is on its way, and the one before is void.',
	explain: async (item, request, refusal) =>
		await explainState(
			item,
			nameIn(endpoint, request),
			{ done: 'sent again', cure: 'Send another code with Verification: Send Code.' },
			refusal,
		),
});
