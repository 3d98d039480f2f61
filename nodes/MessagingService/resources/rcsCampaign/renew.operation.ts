import { RENEWABLE_CAMPAIGN_STATUS } from '../../../shared/spec';
import type { Operation } from '../../operations/operation';
import { changeFields, changeRoute } from './change';

/** Renew an RCS campaign (4.12). */
export const renew: Operation = {
	names: 'renew: Renew: Resume an RCS campaign that was paused for lack of funds',
	action: 'Renew RCS campaign',
	fields: changeFields('searchPausedCampaigns'),
	routing: changeRoute({
		path: '/api/campaigns/{id}/renew',
		done: 'renewed',
		from: [RENEWABLE_CAMPAIGN_STATUS],
		to: ['sending', 'done'],
		rule: 'Only a paused campaign can be renewed. A stopped campaign cannot be resumed: create a new one.',
	}),
};
