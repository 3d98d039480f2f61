import type { INodeParameters } from 'n8n-workflow';
import { OPERATIONS as CASES } from '../cases/load.mts';
import { stageOfTests } from './stage.mts';

/*
 * An ID that the account does not have, as people paste it from another account or find it in an old row: the error names it and says that
 * it was not found. A service without an extension answers with 404, too, so that the one must not be taken for the other.
 */

const stage = stageOfTests();

const ID = '99999999';
const UUID = '99999999-9999-4999-8999-999999999999';
const listed = (value: string) => ({ __rl: true, mode: 'id', value });
const CONTACT = { contactBy: 'id', contact: ID };
const VERIFICATION = { verificationId: UUID };

const OPERATIONS: ReadonlyArray<readonly [name: string, parameters: INodeParameters]> = [
	['bulkTask.get', { taskId: ID }],
	['campaign.get', { campaignId: listed(ID) }],
	['campaign.getStatistics', { campaignId: listed(ID) }],
	['campaign.stop', { smsCampaignId: listed(ID) }],
	['contact.delete', CONTACT],
	['contact.get', CONTACT],
	['contact.update', { contactId: ID, phone: '380671112299' }],
	['contactField.delete', { fieldId: ID }],
	['contactField.update', { fieldId: ID, updateFields: { name: 'City' } }],
	['contactList.delete', { contactList: listed(ID) }],
	['contactList.get', { contactList: listed(ID) }],
	['contactList.update', { contactList: listed(ID), updateFields: { name: 'Friends' } }],
	['message.get', { identifyBy: 'id', messageId: ID }],
	['message.get', { identifyBy: 'reference', reference: 'order-1' }],
	['rcsCampaign.get', { campaignId: listed(ID) }],
	['rcsCampaign.renew', { rcsCampaignId: listed(ID) }],
	['rcsCampaign.stop', { rcsCampaignId: listed(ID) }],
	['report.delete', { fileKey: ID }],
	['report.download', { fileKey: ID }],
	['shortLink.delete', { linkId: UUID }],
	['shortLink.update', { linkId: UUID, updateFields: { name: 'Sale' } }],
	['sms.get', { messageId: ID }],
	['sms.getByReference', { reference: 'order-1' }],
	['verification.cancel', VERIFICATION],
	['verification.checkCode', { ...VERIFICATION, code: '1234' }],
	['verification.get', VERIFICATION],
	['verification.resendCode', VERIFICATION],
	['verificationTemplate.delete', { template: ID }],
	['verificationTemplate.get', { template: ID }],
];

/** What is gone is as it was wanted. */
const DELETED = [
	'contact.delete',
	'contactField.delete',
	'contactList.delete',
	'report.delete',
	'verificationTemplate.delete',
];

const isDelete = ([name]: (typeof OPERATIONS)[number]): boolean => DELETED.includes(name);

it.each(OPERATIONS.filter((one) => !isDelete(one)))(
	'%s says that it was not found',
	async (name, parameters) => {
		const { error } = await stage.act(name, { options: {}, ...parameters });
		expect(error?.message).toMatch(/not found/);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/does not offer/);
	},
);

it.each(OPERATIONS.filter(isDelete))(
	'%s ends as for one that is there',
	async (name, parameters) => {
		const { error, items } = await stage.act(name, { options: {}, ...parameters });
		expect([error?.message, items[0]?.json.status]).toEqual([undefined, 'deleted']);
	},
);

/** What a service that has none of the extensions does not offer, by resource or operation. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
	contact: 'the contacts of the Contact Book',
	contactField: 'the custom fields of contacts',
	contactList: 'the lists of the Contact Book',
	rcsCampaign: 'RCS',
	rcsMessage: 'RCS',
	shortLink: 'short links',
	stopList: 'a stop list',
	verification: 'one-time passwords',
	verificationTemplate: 'one-time passwords',
	'account.getBalance': 'the balance',
	'account.getPricesByCountry': 'prices by country',
	'account.getTariffs': 'a list of tariffs',
	'campaign.getMessages': 'a list of messages',
	'campaign.getPrice': 'the price of a campaign',
	'contactList.addContacts': 'the contacts of the Contact Book',
	'contactList.removeContacts': 'the contacts of the Contact Book',
	'contactList.setMembers': 'the contacts of the Contact Book',
	'message.get': 'a list of messages',
	'message.send': 'messages by several channels',
	'report.delete': 'a way to delete reports',
	'report.getAll': 'a list of reports',
	'report.request': 'report requests',
	'sender.getAllRegistered': 'the senders of the account',
	'sender.registerNatural': 'the registration of senders for natural persons',
	'sms.getAllReceived': 'the replies to messages',
};

/** What is to be asked for, if not as in the cases. */
const ASKED: Readonly<Record<string, INodeParameters>> = {
	...Object.fromEntries(OPERATIONS),
	'campaign.getMessages': {},
	'contact.create': { phone: '380671112299' },
	'contact.upsert': { phone: '380671112299' },
	'report.request': { selectBy: 'messageIds', messageIds: ID, wait: false },
	'stopList.add': { phones: '380671112299' },
};

/** Of these the campaign itself is found by what every service has. */
const OF_CAMPAIGNS = ['campaign.getStatistics', 'campaign.stop'];
const EXTENSIONS = CASES.filter(({ id, cases }) => cases.isExtension && !OF_CAMPAIGNS.includes(id));

it.each(EXTENSIONS)(
	'$id says that the service does not offer it',
	async ({ id, resource, cases: { runs } }) => {
		stage.sandbox.config.dialect.extensions = false;
		const parameters = { options: {}, ...(ASKED[id] ?? (runs[0].parameters as INodeParameters)) };
		const { error } = await stage.act(id, parameters);
		const what = NOT_OFFERED[id] ?? NOT_OFFERED[resource];
		expect(error?.message).toBe(`The service does not offer ${what} [item 1]`);
		expect(error?.description).toMatch(/\w/);
	},
);
