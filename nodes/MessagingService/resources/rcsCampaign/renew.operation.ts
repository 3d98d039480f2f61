import { RENEWABLE_CAMPAIGN_STATUS } from '../../../shared/spec';
import type { Operation } from '../../operations/operation';
import { changeFields, changeRoute } from './change';

/** Renew an RCS campaign (4.12). */
export const renew: Operation = {
	value: 'renew',
	name: 'Renew',
	action: 'Renew RCS campaign',
	description: 'Resume an RCS campaign that was paused for lack of funds',
	fields: changeFields('searchPausedCampaigns'),
	routing: changeRoute({
		path: '/api/campaigns/{id}/renew',
		done: 'renewed',
		from: [RENEWABLE_CAMPAIGN_STATUS],
		isDone: (status) => status === 'sending' || status === 'done',
		rule: 'Only a paused campaign can be renewed. A stopped campaign cannot be resumed: create a new one.',
	}),
};
