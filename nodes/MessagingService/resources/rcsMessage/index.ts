import type { Resource } from '../../dispatch/operation';
import { send } from './send.operation';

export const rcsMessage: Resource = {
	option: {
		name: 'RCS Message',
		value: 'rcsMessage',
		description: 'Send single RCS messages: texts, cards and carousels',
	},
	operations: [send],
};
