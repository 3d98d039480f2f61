import { individualEndpoint } from '../../sending/requests';
import type { Operation } from '../../dispatch/operation';
import { FILE_ENCODING } from '../../sending/file/fileFields';
import { sendOperation } from '../../sending/send';
import {
	DRY_RUN,
	LEGACY_SENDER,
	PERSONAL_TEXT,
	QUIET_HOURS_WITHOUT_START,
	RECIPIENT_FIELDS,
	sendOptions,
	SUMMARY_ONLY,
	TWO_WAY,
} from '../../sending/fields';

/** Send a text of its own to each number (4.6, mode individual). */
export const sendIndividual: Operation = {
	option: {
		name: 'Send Individual',
		value: 'sendIndividual',
		action: 'Send personal SMS texts to many numbers',
		description: 'Send a text and a sender of its own to each of many numbers',
	},
	fields: [
		LEGACY_SENDER,
		...RECIPIENT_FIELDS,
		PERSONAL_TEXT,
		DRY_RUN,
		SUMMARY_ONLY,
		sendOptions([FILE_ENCODING, QUIET_HOURS_WITHOUT_START, TWO_WAY]),
	],
	...sendOperation(individualEndpoint),
};
