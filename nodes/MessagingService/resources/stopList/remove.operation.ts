import { ENDPOINTS } from '../../../shared/spec';
import { imperative, type Operation } from '../../dispatch/operation';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { detach } from './detach';
import { CHANGE_OPTIONS, changeForAll, CHANNELS, PHONES } from './phones';

const run = imperative(
	async (ctx) => await changeForAll(ctx, detach, ENDPOINTS.removeFromStopList),
);

/** Remove phones from the stop list, an extension (extensions notes, section 3). */
export const remove: Operation = {
	option: {
		name: 'Remove',
		value: 'remove',
		action: 'Remove phone numbers from stop list',
		description:
			'Take numbers off the stop list, so that they get messages again. Not every service offers this.',
	},
	fields: [PHONES, DEFAULT_COUNTRY, CHANNELS, CHANGE_OPTIONS],
	routing: {
		...run.routing,
		request: { method: 'POST', url: ENDPOINTS.removeFromStopList.path },
	},
	execute: run.execute,
};
