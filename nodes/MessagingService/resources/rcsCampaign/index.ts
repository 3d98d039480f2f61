import type { Resource } from '../../dispatch/operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { renew } from './renew.operation';
import { stop } from './stop.operation';

export const rcsCampaign: Resource = {
	option: {
		name: 'RCS Campaign',
		value: 'rcsCampaign',
		description: 'Follow RCS campaigns, resume one that is paused, or stop one for good',
	},
	operations: [get, getAll, renew, stop],
};
