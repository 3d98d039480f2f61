import type { Resource } from '../../dispatch/operation';
import { get } from './get.operation';
import { send } from './send.operation';

export const message: Resource = {
	option: {
		name: 'Message',
		value: 'message',
		description: 'Messages of any channel: SMS, RCS or Viber',
	},
	operations: [get, send],
};
