import { ENDPOINTS } from '../../../shared/spec';
import type { Operation } from '../../dispatch/operation';
import { attach } from './attach';
import { changeOperation } from './phones';

/** Add phones to the stop list, an extension (extensions notes, section 3). */
export const add: Operation = {
	option: {
		name: 'Add',
		value: 'add',
		action: 'Add phone numbers to stop list',
		description:
			'Put numbers on the stop list, so that they get no more messages. Not every service offers this.',
	},
	...changeOperation(ENDPOINTS.addToStopList, { make: attach, done: 'added to' }),
};
