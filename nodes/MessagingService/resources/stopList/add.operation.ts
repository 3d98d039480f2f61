import { ENDPOINTS } from '../../../shared/spec';
import { imperative, type Operation } from '../../dispatch/operation';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { attach } from './attach';
import { CHANGE_OPTIONS, changeForAll, CHANNELS, PHONES } from './phones';

const run = imperative(async (ctx) => await changeForAll(ctx, attach, ENDPOINTS.addToStopList));

/** Add phones to the stop list, an extension (extensions notes, section 3). */
export const add: Operation = {
	option: {
		name: 'Add',
		value: 'add',
		action: 'Add phone numbers to stop list',
		description:
			'Put numbers on the stop list, so that they get no more messages. Not every service offers this.',
	},
	fields: [PHONES, DEFAULT_COUNTRY, CHANNELS, CHANGE_OPTIONS],
	routing: {
		...run.routing,
		request: { method: 'POST', url: ENDPOINTS.addToStopList.path },
	},
	execute: run.execute,
};
