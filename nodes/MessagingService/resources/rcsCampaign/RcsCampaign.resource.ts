import type { Resource } from '../../operations/operation';
import { renew } from './renew.operation';
import { stop } from './stop.operation';

export const rcsCampaign: Resource = {
	names: 'rcsCampaign: RCS Campaign: Running RCS campaigns',
	operations: [stop, renew],
};
