import type { Resource } from '../../dispatch/operation';
import { get } from './get.operation';
import { getByReference } from './getByReference.operation';
import { getAllReceived } from './getAllReceived.operation';
import { send } from './send.operation';
import { sendAndWait } from './sendAndWait.operation';
import { sendBulk } from './sendBulk.operation';
import { sendIndividual } from './sendIndividual.operation';
import { waitForDelivery } from './waitForDelivery.operation';

export const sms: Resource = {
	option: {
		name: 'SMS',
		value: 'sms',
		description: 'Send single messages or lists of messages, and follow their delivery',
	},
	operations: [
		send,
		sendAndWait,
		sendBulk,
		sendIndividual,
		waitForDelivery,
		get,
		getByReference,
		getAllReceived,
	],
};
