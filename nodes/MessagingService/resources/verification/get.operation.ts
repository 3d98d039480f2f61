import { findVerification } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { foundReply } from '../../dispatch/declared';
import { getOne, nameIn } from '../builders';
import { VERIFICATION_ID, VERIFICATIONS } from './verifications';

const endpoint = ENDPOINTS.getVerification;

/** Get a verification, an extension (extensions notes, section 8). */
export const get = getOne({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get verification',
		description: 'Get the status of a verification. Not every service offers this.',
	},
	endpoint,
	...VERIFICATIONS,
	fields: [VERIFICATION_ID],
	async ask({ service }, request) {
		const { record, fault } = await findVerification(service, nameIn(endpoint, request));
		return record ? { reply: foundReply(record) } : { fault };
	},
});
