import { segment } from '../property/plain.mts';
import { KINDS } from '../property/values.mts';
import type { Inputs } from './case.mts';

/** The input of an operation on one verification. @param path with `*` in the place of its ID, below /api/2fa/authentications/ */
export const ofVerification = (method: 'GET' | 'POST', path: string): Inputs => ({
	fields: { verificationId: KINDS.uuid },
	plain: ({ verificationId }) => ({
		method,
		path: `/api/2fa/authentications/${path.replace('*', segment(verificationId))}`,
	}),
});

/** The same for one template. */
export const ofTemplate = (method: 'GET' | 'DELETE'): Inputs => ({
	fields: {
		template: {
			...KINDS.id,
			good: KINDS.whole(1, 999_999_999).good,
			limits: ['1', 1, 999_999_999],
		},
	},
	plain: ({ template }) => ({
		method,
		path: `/api/2fa/authentications/templates/${segment(template)}`,
	}),
});
