import { contactsOf } from '../contactBook.mts';
import { failApi, ok } from '../http/answers.mts';
import type { Call, OpenRoute } from '../http/route.mts';
import { own } from '../judge/values.mts';
import { APPLICATION_STATUSES, CAMPAIGN_STATUSES, MESSAGE_STATUSES } from '../types.mts';
import {
	describeApplication,
	describeCampaign,
	describeContact,
	describeList,
	describeMessage,
} from './describe.mts';
import { bodyOf, oneOf, queryNumber, queryText } from './values.mts';

// What is stored, and how a status is forced: messages, campaigns and applications.

/** The most records in an answer. */
const MAX_RECORDS = 10_000;

/** A page of records, the newest first. */
function newestFirst<Stored>(
	call: Call,
	records: Iterable<Stored>,
	describe: (record: Stored) => unknown,
): { total: number; data: unknown[] } {
	const limit = Math.min(queryNumber(call, 'limit', 200), MAX_RECORDS);
	const offset = queryNumber(call, 'offset', 0);
	const all = [...records].reverse();
	return { total: all.length, data: all.slice(offset, offset + limit).map(describe) };
}

export const listMessages: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/messages',
	answer(call) {
		const msisdn = queryText(call, 'msisdn');
		const reference = queryText(call, 'reference');
		const campaign = queryText(call, 'campaign');
		const found = [...call.service.store.messages.values()].filter(
			(message) =>
				(msisdn === undefined || message.msisdn === msisdn) &&
				(reference === undefined || message.reference === reference) &&
				(campaign === undefined || String(message.campaignId) === campaign),
		);
		return ok(newestFirst(call, found, describeMessage));
	},
};

export const listCampaigns: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/campaigns',
	answer: (call) => ok(newestFirst(call, call.service.store.campaigns.values(), describeCampaign)),
};

export const listApplications: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/applications',
	answer: (call) =>
		ok(newestFirst(call, call.service.store.applications.values(), describeApplication)),
};

/** So many contacts of a list are shown. */
const MAX_MEMBERS = 500;

/** The contact lists with those who are in them, by ID. */
export const listContactLists: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/lists',
	answer({ service }) {
		const data = [...service.store.groups.values()].map((group) => {
			const members = contactsOf(service, [group.id]);
			return {
				...describeList(group),
				total: members.length,
				members: members.slice(0, MAX_MEMBERS).map((contact) => describeContact(service, contact)),
			};
		});
		return ok({ total: data.length, contacts: service.store.contacts.size, data });
	},
};

export const setMessageStatus: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/messages/:id/status',
	answer(call) {
		const { store, lifecycle, clock } = call.service;
		const message = store.messages.get(Number(call.params.id));
		if (!message) return failApi(404, 'no such message');
		const status = oneOf(MESSAGE_STATUSES, own(bodyOf(call), 'status'));
		if (!status) return failApi(422, `status must be one of ${MESSAGE_STATUSES.join(', ')}`);
		lifecycle.setMessage(message, status, clock.ms());
		return ok(describeMessage(message));
	},
};

export const setCampaignStatus: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/campaigns/:id',
	answer(call) {
		const { store, lifecycle } = call.service;
		const campaign = store.campaigns.get(Number(call.params.id));
		if (!campaign) return failApi(404, 'no such campaign');
		const status = oneOf(CAMPAIGN_STATUSES, own(bodyOf(call), 'status'));
		if (!status) return failApi(422, `status must be one of ${CAMPAIGN_STATUSES.join(', ')}`);
		lifecycle.forceCampaign(campaign, status);
		return ok(describeCampaign(campaign));
	},
};

export const setApplicationStatus: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/applications/:id',
	answer(call) {
		const { store, lifecycle, clock } = call.service;
		const application = store.applications.get(Number(call.params.id));
		if (!application) return failApi(404, 'no such application');
		const status = oneOf(APPLICATION_STATUSES, own(bodyOf(call), 'status'));
		if (!status) return failApi(422, `status must be one of ${APPLICATION_STATUSES.join(', ')}`);
		const reason = own(bodyOf(call), 'rejection_reason');
		const text = typeof reason === 'string' ? reason : null;
		lifecycle.setApplication(application, status, clock.ms(), text);
		return ok(describeApplication(application));
	},
};
