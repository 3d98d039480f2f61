import { individualEndpoint } from '../../sending/endpoints';
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
		action: 'Send legacy SMS with personal texts to many numbers',
		description:
			'For personal texts by the legacy interface, to many who can answer (2WAY), or for a message ID of each. Otherwise take Campaign: Send Personalized SMS.',
	},
	fields: sendToManyFields(LEGACY_SENDER, PERSONAL_TEXT, [QUIET_HOURS_WITHOUT_START, TWO_WAY]),
	...sendOperation(individualEndpoint),
};
