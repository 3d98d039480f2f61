import { STOPPABLE_CAMPAIGN_STATUSES } from '../../../shared/spec';
import type { Operation } from '../../operations/operation';
import { changeFields, changeRoute } from './change';

/** Cancel an RCS campaign (4.11). */
export const stop: Operation = {
	names: 'stop: Stop: Stop an RCS campaign for good',
	action: 'Stop RCS campaign',
	fields: changeFields('searchStoppableCampaigns'),
	routing: changeRoute({
		path: '/api/campaigns/{id}/stop',
		done: 'stopped',
		from: STOPPABLE_CAMPAIGN_STATUSES,
		to: ['stopped'],
		rule: `Only a campaign that is in moderation, planned, sending or paused can be stopped; stopped and done are final.`,
	}),
};
