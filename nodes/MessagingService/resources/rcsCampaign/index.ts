import type { Resource } from '../../operations/operation';
import { renew } from './renew.operation';
import { stop } from './stop.operation';

export const rcsCampaign: Resource = {
	option: {
		name: 'RCS Campaign',
		value: 'rcsCampaign',
		description: 'Stop or resume a running RCS campaign',
	},
	operations: [stop, renew],
};
