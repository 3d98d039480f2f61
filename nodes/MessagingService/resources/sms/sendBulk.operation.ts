import { bulkEndpoint } from '../../sending/endpoints';
import type { Operation } from '../../dispatch/operation';
import { sendOperation } from '../../sending/send';
import {
	COMMON_TEXT,
	LEGACY_SENDER,
	QUIET_HOURS_WITHOUT_START,
	TWO_WAY,
	sendToManyFields,
} from '../../sending/fields';

/** Send one text to many numbers (4.6, mode phones). */
export const sendBulk: Operation = {
	option: {
		name: 'Send Bulk',
		value: 'sendBulk',
		action: 'Send legacy SMS with one text to many numbers',
		description:
			'For one text by the legacy interface, to many who can answer (2WAY), or for a message ID of each. Otherwise take Campaign: Send SMS.',
	},
	fields: sendToManyFields(LEGACY_SENDER, COMMON_TEXT, [QUIET_HOURS_WITHOUT_START, TWO_WAY]),
	...sendOperation(bulkEndpoint),
};
