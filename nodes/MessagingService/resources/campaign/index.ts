import type { Resource } from '../../dispatch/operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getMessages } from './getMessages.operation';
import { getPrice } from './getPrice.operation';
import { getStatistics } from './getStatistics.operation';
import { sendPersonalizedSms } from './sendPersonalizedSms.operation';
import { sendSms } from './sendSms.operation';
import { sendSmsToContactLists } from './sendSmsToContactLists.operation';
import { stop } from './stop.operation';

export const campaign: Resource = {
	option: {
		name: 'Campaign',
		value: 'campaign',
		description: 'Send SMS campaigns, and follow them',
	},
	operations: [
		sendSms,
		sendPersonalizedSms,
		sendSmsToContactLists,
		get,
		getAll,
		getMessages,
		getPrice,
		getStatistics,
		stop,
	],
};
