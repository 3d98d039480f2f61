/**
 * What people and models ask for, in their own words. n8n's search takes a phrase word by word and ranks by the longest
 * word that a node's name or alias holds; a name counts half as much again as an alias. So a phrase whose only words are
 * "send" and "sms" belongs to nodes whose names begin with them, whatever another node says of itself.
 */
export const PHRASES = [
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
export const PLACES = 3;

/** Phrases whose words begin the names of other nodes, with the place of this one where it is found at all. */
export const OF_OTHERS: ReadonlyArray<{ phrase: string; place: number | undefined }> = [
	{ phrase: 'text message', place: 5 },
	{ phrase: 'sms campaign', place: 4 },
	{ phrase: 'send sms', place: undefined },
	{ phrase: 'opt out', place: undefined },
];
