import { ENDPOINTS } from '../../../shared/spec';
import type { Operation } from '../../dispatch/operation';
import { detach } from './detach';
import { changeOperation } from './phones';

/** Remove phones from the stop list, an extension (extensions notes, section 3). */
export const remove: Operation = {
	option: {
		name: 'Remove',
		value: 'remove',
		action: 'Remove phone numbers from stop list',
		description:
			'Take numbers off the stop list, so that they get messages again. Not every service offers this.',
	},
	...changeOperation(ENDPOINTS.removeFromStopList, { make: detach, done: 'removed from' }),
};
