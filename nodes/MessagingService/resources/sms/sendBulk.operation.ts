import { bulkEndpoint } from '../../sending/requests';
import type { Operation } from '../../dispatch/operation';
import { FILE_ENCODING } from '../../sending/file/fileFields';
import { sendOperation } from '../../sending/send';
import {
	COMMON_TEXT,
	DRY_RUN,
	LEGACY_SENDER,
	QUIET_HOURS_WITHOUT_START,
	RECIPIENT_FIELDS,
	sendOptions,
	SUMMARY_ONLY,
	TWO_WAY,
} from '../../sending/fields';

/** Send one text to many numbers (4.6, mode phones). */
export const sendBulk: Operation = {
	option: {
		name: 'Send Bulk',
		value: 'sendBulk',
		action: 'Send one SMS text to many numbers',
		description: 'Send one text to many numbers, and get a message ID for each',
	},
	fields: [
		LEGACY_SENDER,
		...RECIPIENT_FIELDS,
		COMMON_TEXT,
		DRY_RUN,
		SUMMARY_ONLY,
		sendOptions([FILE_ENCODING, QUIET_HOURS_WITHOUT_START, TWO_WAY]),
	],
	...sendOperation(bulkEndpoint),
};
