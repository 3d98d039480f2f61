/** A request that the service takes: `{name}` in the path stands for a value. */
export interface Endpoint {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	readonly path: string;
	/** Where some services serve it instead (wire notes). */
	readonly otherPath?: string;
}

/**
 * Every endpoint of the specification (section 4), and those beyond it that the node uses. A path that begins with /rest goes
 * to {rest_url}, one that begins with /api to {base_url} (section 1). No path stands anywhere else.
 */
export const ENDPOINTS = {
	/** 4.1 */
	logIn: { method: 'POST', path: '/api/auth/login' },
	/** 4.2 */
	refreshToken: { method: 'POST', path: '/api/auth/refresh' },
	/** 4.3 */
	getMessage: { method: 'GET', path: '/rest/sms/{id}' },
	/** 4.4 */
	getMessageByReference: { method: 'GET', path: '/rest/sms/reference/{reference}' },
	/** 4.5; the path of the specification is also that of a message (wire notes, "Task status path"). */
	getTask: { method: 'GET', path: '/rest/sms/{task_id}', otherPath: '/rest/sms/task/{task_id}' },
	/** 4.6, in its three modes. */
	createSms: { method: 'POST', path: '/rest/sms/create' },
	/** 4.7 */
	sendCampaign: { method: 'POST', path: '/api/campaigns/sms/send' },
	/** 4.8 */
	sendPersonalizedCampaign: { method: 'POST', path: '/api/campaigns/sms/send-individual' },
	/** 4.9 */
	sendCampaignToContactLists: { method: 'POST', path: '/api/campaigns/sms/send-groups' },
	/** An extension (extensions notes, section 1): one message by one or two channels. */
	sendMessage: { method: 'POST', path: '/api/messages/send' },
	/** Extensions (extensions notes, section 5): RCS. */
	sendRcsCampaign: { method: 'POST', path: '/api/campaigns/rcs/send' },
	sendRcsMessage: { method: 'POST', path: '/api/messages/rcs/send' },
	sendRcsCampaignToContactLists: { method: 'POST', path: '/api/campaigns/rcs/send-groups' },
	/** 4.10; clients use the plural as well (wire notes, "Campaign list"). */
	listCampaigns: { method: 'GET', path: '/api/campaign', otherPath: '/api/campaigns' },
	/** 4.11 */
	stopCampaign: { method: 'PUT', path: '/api/campaigns/{id}/stop' },
	/** An extension (extensions notes, section 12): stops an SMS campaign. */
	stopSmsCampaign: { method: 'PATCH', path: '/api/campaigns/{id}/stop' },
	/** An extension (extensions notes, section 1): a campaign with its messages counted by status. */
	getCampaignDetail: { method: 'GET', path: '/api/campaigns/{id}/detail' },
	/** An extension (extensions notes, section 6): what an SMS campaign would cost. */
	getCampaignPrice: { method: 'POST', path: '/api/campaigns/price' },
	/** 4.12 */
	renewCampaign: { method: 'PUT', path: '/api/campaigns/{id}/renew' },
	/** 4.13 */
	listApplications: { method: 'GET', path: '/api/senders/requests/sms' },
	/** 4.14 */
	registerSender: { method: 'POST', path: '/api/senders/requests/legal' },
	/** An extension (extensions notes, section 9): registers a sender for a natural person. */
	registerNaturalSender: { method: 'POST', path: '/api/senders/requests/natural' },
	/** An extension (extensions notes, section 9): the senders of the account. */
	listSenders: { method: 'GET', path: '/api/senders' },
	/** 4.15 */
	updateContact: { method: 'PUT', path: '/api/contacts/{id}' },
	/** 4.16 */
	downloadReport: {
		method: 'GET',
		path: '/rest/stat/file/id/{file_key}/format/{file_format}',
	},
	/** An extension (extensions notes, section 6); the legacy interface has one of its own. */
	getBalance: {
		method: 'GET',
		path: '/api/accounts/balance',
		otherPath: '/rest/common/balance',
	},
	/** Extensions (extensions notes, section 6): the tariffs of the account, and what an SMS costs; without a tariff its path ends before. */
	listTariffs: { method: 'GET', path: '/api/accounts/tariff' },
	listPrices: { method: 'GET', path: '/rest/sms/prices/{tariff}' },
	/** Extensions (extensions notes, section 4): the Contact Book. */
	createContact: { method: 'POST', path: '/api/contacts' },
	searchContacts: { method: 'GET', path: '/api/contacts/search' },
	deleteContact: { method: 'DELETE', path: '/api/contacts/{id}' },
	/** Extensions (extensions notes, section 4): the lists of the Contact Book. */
	listContactLists: { method: 'GET', path: '/api/groups' },
	searchContactLists: { method: 'GET', path: '/api/groups/search' },
	createContactList: { method: 'POST', path: '/api/groups' },
	updateContactList: { method: 'PUT', path: '/api/groups/{id}' },
	deleteContactList: { method: 'DELETE', path: '/api/groups/{id}' },
	attachContacts: { method: 'POST', path: '/api/groups/attach' },
	detachContacts: { method: 'POST', path: '/api/groups/detach' },
	/** Extensions (extensions notes, section 4): the fields of contacts. */
	listContactFields: { method: 'GET', path: '/api/contacts/fields' },
	createContactField: { method: 'POST', path: '/api/contacts/fields' },
	updateContactField: { method: 'PATCH', path: '/api/contacts/fields/{id}' },
	deleteContactFields: { method: 'POST', path: '/api/contacts/fields/delete' },
	/** An extension (extensions notes, section 1): the messages that filters describe. */
	listMessages: { method: 'GET', path: '/api/messages' },
	/** An extension (extensions notes, section 1): the statuses of up to 100 messages by their IDs. */
	getMessageStatuses: { method: 'POST', path: '/rest/sms/getStatus' },
	/** An extension (extensions notes, section 2): the replies to 2WAY messages, of a period and without pages. */
	listReceived: { method: 'GET', path: '/rest/sms/2wayIncoming' },
	/** Extensions (extensions notes, section 3): the stop list, whose phones get no messages of a channel. */
	addToStopList: { method: 'POST', path: '/api/stoplist/attach' },
	removeFromStopList: { method: 'POST', path: '/api/stoplist/detach' },
	listStopList: { method: 'GET', path: '/api/stoplist' },
	searchStopList: {
		method: 'GET',
		path: '/api/stoplist/search',
		otherPath: '/api/stoplists/search',
	},
	/** Extensions (extensions notes, section 7): short links, whose clicks the service counts. */
	listDomains: { method: 'GET', path: '/api/short-url/domains' },
	listLinks: { method: 'GET', path: '/api/short-url/links' },
	createLink: { method: 'POST', path: '/api/short-url/links' },
	updateLink: { method: 'PUT', path: '/api/short-url/links/{id}' },
	deleteLink: { method: 'DELETE', path: '/api/short-url/links/{id}' },
	listClicks: { method: 'GET', path: '/api/short-url/clicks' },
	/** Extensions (extensions notes, section 8): one-time passwords. */
	sendCode: { method: 'POST', path: '/api/2fa/authentications/otp' },
	checkCode: { method: 'POST', path: '/api/2fa/authentications/otp/{id}/verify' },
	resendCode: { method: 'POST', path: '/api/2fa/authentications/otp/{id}/resend' },
	cancelVerification: { method: 'POST', path: '/api/2fa/authentications/{id}/cancel' },
	getVerification: { method: 'GET', path: '/api/2fa/authentications/{id}' },
	listVerifications: { method: 'GET', path: '/api/2fa/authentications' },
	listTemplates: { method: 'GET', path: '/api/2fa/authentications/templates' },
	createTemplate: { method: 'POST', path: '/api/2fa/authentications/templates' },
	getTemplate: { method: 'GET', path: '/api/2fa/authentications/templates/{id}' },
	deleteTemplate: { method: 'DELETE', path: '/api/2fa/authentications/templates/{id}' },
	/** Extensions (extensions notes, section 10): have a report file made, list them, delete one. */
	requestReport: { method: 'POST', path: '/rest/stat/create' },
	listReports: { method: 'GET', path: '/rest/stat/list' },
	deleteReport: { method: 'DELETE', path: '/rest/stat/file/{key}' },
} as const satisfies Record<string, Endpoint>;

/** Puts values, URL-encoded, in place of each `{name}` of a path. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) =>
		// A lone surrogate cannot be encoded.
		encodeURIComponent((values[name] ?? '').replace(/\p{Surrogate}/gu, '\uFFFD')),
	);
}
