import type { Resource } from '../../dispatch/operation';
import { renew } from './renew.operation';
import { stop } from './stop.operation';

export const rcsCampaign: Resource = {
	option: {
		name: 'RCS Campaign',
		value: 'rcsCampaign',
		description: 'Resume an RCS campaign that is paused, or stop one for good',
	},
	operations: [renew, stop],
};
