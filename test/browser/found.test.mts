import { loadCatalogue, type Catalogue } from './catalogue.mts';

/**
 * What people and models ask for, in their own words. n8n's search takes a phrase word by word and ranks by the longest
 * word that a node's name or alias holds; a name counts half as much again as an alias. So a phrase whose only words are
 * "send" and "sms" belongs to nodes whose names begin with them, whatever another node says of itself.
 */
const PHRASES = [
	'text my customers when an order ships',
	'notify customers by sms',
	'rcs',
	'bulk sms',
	'sms campaigns',
	'text messaging',
	'send text messages',
	'sms reminder before an appointment',
	'appointment reminders by text',
	'check if an sms was delivered',
	'sms delivery report',
	'when an sms is delivered',
	'delivery status of a text',
	'send one-time password by sms',
	'sms notifications',
	'sms alerts',
	'unsubscribe a phone number from sms',
	'sender id',
	'sms broadcast',
	'mass texting',
];
/** A node that is found is among the first so many. */
const PLACES = 3;
const NODE = 'n8n-nodes-messaging-service.messagingService';
const TRIGGER = `${NODE}Trigger`;

describe('in n8n’s own search of its assistant and its MCP server, among all of n8n’s nodes', () => {
	let catalogue: Catalogue;
	beforeAll(async () => {
		catalogue = await loadCatalogue();
	});

	test('the catalogue is n8n’s whole one', () => {
		expect(catalogue.size).toBeGreaterThan(800);
	});

	test('there are 20 phrases', () => {
		expect(new Set(PHRASES).size).toBe(20);
	});

	test.each(PHRASES)('“%s” finds the node among the first three', (phrase) => {
		expect(catalogue.search(phrase).slice(0, PLACES)).toContain(NODE);
	});

	test('a model reads how to use each of the two nodes', () => {
		expect(catalogue.hintOf(NODE)).toMatch(/"sendPersonalizedSms"/);
		expect(catalogue.hintOf(TRIGGER)).toMatch(/no public address/);
	});
});
