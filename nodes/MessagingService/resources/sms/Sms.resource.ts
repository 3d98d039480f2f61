import type { Resource } from '../../operations/operation';
import { get } from './get.operation';

export const sms: Resource = {
	value: 'sms',
	name: 'SMS',
	description: 'Single messages and lists of messages',
	operations: [get],
};
