import type { Resource } from '../../operations/operation';
import { renew } from './renew.operation';
import { stop } from './stop.operation';

export const rcsCampaign: Resource = {
	value: 'rcsCampaign',
	name: 'RCS Campaign',
	description: 'Running RCS campaigns',
	operations: [stop, renew],
};
