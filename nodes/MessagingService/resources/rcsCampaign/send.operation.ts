import { rcsCampaignEndpoint } from '../../sending/endpoints';
import type { Operation } from '../../dispatch/operation';
import { sendOperation } from '../../sending/send';
import { QUIET_HOURS, sendRcsToManyFields, START_AT } from '../../sending/fields';

/** Create an RCS campaign, an extension (extensions notes, section 5). */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send RCS campaign',
		description:
			'For one text, card or carousel to many: send it by RCS to all of them as one campaign, now or at a given time, with an SMS for phones without RCS. Not every service offers this.',
		builderHint: {
			propertyHint:
				'The choice for pictures, cards and buttons to a list. All input items become one request: no loop.',
		},
	},
	fields: sendRcsToManyFields([QUIET_HOURS, START_AT]),
	...sendOperation(rcsCampaignEndpoint),
};
