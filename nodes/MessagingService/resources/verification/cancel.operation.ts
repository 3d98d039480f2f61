import { ENDPOINTS } from '../../../shared/spec';
import { foundReply } from '../../dispatch/declared';
import { changeOne, nameIn } from '../builders';
import { CHANGES, explainState, readVerification, VERIFICATION_ID } from './verifications';

const endpoint = ENDPOINTS.cancelVerification;
const CANCELED = 'canceled';

/** Cancel a verification, an extension (extensions notes, section 8). */
export const cancel = changeOne({
	option: {
		name: 'Cancel',
		value: 'cancel',
		action: 'Cancel verification',
		description: 'End a verification, so that its code is void. Not every service offers this.',
	},
	endpoint,
	...CHANGES,
	fields: [VERIFICATION_ID],
	concerns: ({ path }) => [path],
	async look(item, request) {
		const { record, status, fault } = await readVerification(item, nameIn(endpoint, request));
		if (fault) throw new Error(fault.message);
		return record && status === CANCELED ? foundReply(record) : undefined;
	},
	what: (request) => `verification ${nameIn(endpoint, request)} was canceled`,
	cure: 'Look at it with Verification: Get; to cancel it again does no harm.',
	explain: async (item, request, refusal) =>
		await explainState(
			item,
			nameIn(endpoint, request),
			{ done: CANCELED, wanted: CANCELED },
			refusal,
		),
});
