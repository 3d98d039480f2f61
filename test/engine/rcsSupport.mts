import type { INodeParameters } from 'n8n-workflow';
import type { Send } from './sendsSupport.mts';

// Sends of RCS that tests begin with.

export const agent = 'Sandbox Agent';
const text = { content: 'text', contentText: 'Sale' };
export const sms = { fallBackToSms: true, smsSender: 'Shop', smsText: 'Sale by SMS' };
export const campaign: Send = {
	resource: 'rcsCampaign',
	operation: 'send',
	parameters: { sender: agent, ...text },
};
export const lists: Send = {
	resource: 'rcsCampaign',
	operation: 'sendToContactLists',
	parameters: { sender: agent, groups: [201], ...text },
};
export const single: Send = {
	resource: 'rcsMessage',
	operation: 'send',
	parameters: {
		sender: agent,
		phone: '={{ $json.phone }}',
		content: 'text',
		contentText: 'Hi {name}',
	},
};
export const withParameters = (send: Send, parameters: object): Send => ({
	...send,
	parameters: { ...send.parameters, ...parameters } as INodeParameters,
});
