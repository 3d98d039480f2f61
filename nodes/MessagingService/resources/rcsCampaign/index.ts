import type { Resource } from '../../dispatch/operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { renew } from './renew.operation';
import { send } from './send.operation';
import { sendToContactLists } from './sendToContactLists.operation';
import { stop } from './stop.operation';

export const rcsCampaign: Resource = {
	option: {
		name: 'RCS Campaign',
		value: 'rcsCampaign',
		description: 'Send RCS campaigns, follow them, resume one that is paused, or stop one for good',
	},
	operations: [send, sendToContactLists, get, getAll, renew, stop],
};
