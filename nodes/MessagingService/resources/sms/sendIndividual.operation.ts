import { individualEndpoint } from '../../sending/requests';
import type { Operation } from '../../dispatch/operation';
import { sendOperation } from '../../sending/send';
import {
	LEGACY_SENDER,
	PERSONAL_TEXT,
	QUIET_HOURS_WITHOUT_START,
	TWO_WAY,
	sendToManyFields,
} from '../../sending/fields';

/** Send a text of its own to each number (4.6, mode individual). */
export const sendIndividual: Operation = {
	option: {
		name: 'Send Individual',
		value: 'sendIndividual',
		action: 'Send personal SMS texts to many numbers',
		description: 'Send a text and a sender of its own to each of many numbers',
	},
	fields: sendToManyFields(LEGACY_SENDER, PERSONAL_TEXT, [QUIET_HOURS_WITHOUT_START, TWO_WAY]),
	...sendOperation(individualEndpoint),
};
