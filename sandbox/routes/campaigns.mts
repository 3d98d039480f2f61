import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth.mts';
import {
	judgeCampaignSender,
	judgeCampaignText,
	judgeIds,
	judgeRecipients,
	judgeTerms,
	type CampaignAccount,
	type Recipient,
} from '../judge/campaign.mts';
import { Complaints } from '../judge/complaints.mts';
import { MAX_RECIPIENTS } from '../judge/limits.mts';
import { judgeCampaignFilter, judgePaging, type Query } from '../judge/listing.mts';
import { isObject, own } from '../judge/values.mts';
import { failApi, failValidation } from '../replies.mts';
import { createCampaign, type CampaignOrder } from '../sending.mts';
import type { Service } from '../service.mts';
import { TestData } from '../testdata.mts';
import type { Campaign, Contact } from '../types.mts';
import { campaignView } from '../views.mts';

/** What the judge of campaigns is told about the caller's account. */
export function campaignAccount(service: Service, request: FastifyRequest): CampaignAccount {
	return {
		config: service.config,
		nowMs: service.clock.ms(),
		senderAllowed: (sender) =>
			service.config.senders === 'any' || service.store.senders.has(sender),
		referenceTaken: (reference) => service.store.references.has(reference),
		inContactBook:
			callerOf(request).mode === 'test'
				? (phone) => service.store.contactIdByPhone.has(phone)
				: undefined,
	};
}

/** Answers when a campaign cannot be created at all: DEMO, a duplicate, a body that is no object. Returns the body otherwise. */
export async function campaignBody(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<Record<string, unknown> | undefined> {
	if (callerOf(request).mode === 'demo') {
		await failApi(reply, 403, 'Creating campaigns is not available in DEMO mode');
		return undefined;
	}
	if (!isObject(request.body)) {
		await failApi(reply, 400, 'The request body is not a JSON object');
		return undefined;
	}
	if (
		service.config.dialect.duplicates === 'refuse' &&
		service.recent.has(fingerprint(service, request))
	) {
		await reply.code(429).send({ message: 'Too many duplicate request detected' });
		return undefined;
	}
	return request.body;
}

function fingerprint(service: Service, request: FastifyRequest): string {
	const oldest = service.clock.ms() - service.config.duplicateSeconds * 1000;
	for (const [hash, at] of service.recent) {
		if (at > oldest) break;
		service.recent.delete(hash);
	}
	return createHash('sha1')
		.update(callerOf(request).key)
		.update(request.url)
		.update(request.rawText)
		.digest('base64');
}

/** Creates the campaign and answers with it. */
export async function answerCampaign(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	order: CampaignOrder,
	typeKey?: string,
): Promise<void> {
	const keep = !callerOf(request).testKey;
	if (keep) service.recent.set(fingerprint(service, request), service.clock.ms());
	await reply.send({
		data: campaignView(service, createCampaign(service, order, keep), { typeKey }),
	});
}

/** Fills `{field_id}` from a contact; a field the contact lacks becomes empty. */
export function fillPlaceholders(text: string, contact: Contact): string {
	return text.replace(/\{(\d{1,15})\}/g, (_, id: string) => contact.fields.get(Number(id)) ?? '');
}

/** The contacts of lists, each once. */
export function contactsOf(service: Service, groups: readonly number[]): Contact[] {
	return [...service.store.contacts.values()].filter((contact) =>
		contact.groupIds.some((id) => groups.includes(id)),
	);
}

/** Judges the lists of a campaign: they exist, hold someone, not too many, and verified numbers only in TEST mode. */
export function judgeGroups(
	service: Service,
	request: FastifyRequest,
	body: Record<string, unknown>,
	max: number,
	complaints: Complaints,
): Contact[] {
	const groups = judgeIds(
		own(body, 'groups'),
		'groups',
		(id) => service.store.groups.has(id),
		complaints,
		false,
	);
	const contacts = contactsOf(service, groups);
	if (groups.length > 0 && contacts.length === 0)
		complaints.add('groups', 'The lists hold no contacts.');
	if (contacts.length > max) complaints.add('groups', `The lists hold more than ${max} contacts.`);
	if (
		callerOf(request).mode === 'test' &&
		contacts.some((contact) => !service.store.verified.has(contact.phone))
	)
		complaints.add('groups', 'In test mode the lists may hold verified numbers only.');
	return contacts;
}

function registerSending(app: FastifyInstance, service: Service): void {
	app.post('/api/campaigns/sms/send', async (request, reply) => {
		const body = await campaignBody(service, request, reply);
		if (!body) return reply;
		const complaints = new Complaints();
		const account = campaignAccount(service, request);
		const sender = judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
		const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
		const recipients = judgeRecipients(
			body,
			{ list: 'phones', phone: 'number', common: { sender, text } },
			account,
			complaints,
		);
		const terms = judgeTerms(body, account, complaints);
		if (complaints.any) return failValidation(service, reply, complaints);
		return answerCampaign(service, request, reply, { type: 'sms', sender, recipients, terms });
	});

	app.post('/api/campaigns/sms/send-individual', async (request, reply) => {
		const body = await campaignBody(service, request, reply);
		if (!body) return reply;
		const complaints = new Complaints();
		const account = campaignAccount(service, request);
		const recipients = judgeRecipients(
			body,
			{ list: 'messages', phone: 'phone', common: null },
			account,
			complaints,
		);
		// The table of 4.8 names the start start_code, its sample start_at.
		const terms = judgeTerms(body, account, complaints, ['start_code', 'start_at']);
		if (complaints.any) return failValidation(service, reply, complaints);
		return answerCampaign(
			service,
			request,
			reply,
			{ type: 'sms', sender: recipients[0]?.sender ?? '', recipients, terms },
			service.config.dialect.messageType,
		);
	});

	app.post('/api/campaigns/sms/send-groups', async (request, reply) => {
		const body = await campaignBody(service, request, reply);
		if (!body) return reply;
		const complaints = new Complaints();
		const account = campaignAccount(service, request);
		const contacts = judgeGroups(service, request, body, MAX_RECIPIENTS, complaints);
		const sender = judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
		const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
		const terms = judgeTerms(body, account, complaints);
		if (complaints.any) return failValidation(service, reply, complaints);
		const recipients: Recipient[] = contacts.map((contact) => ({
			phone: contact.phone,
			reference: null,
			sender,
			text: fillPlaceholders(text, contact),
		}));
		return answerCampaign(
			service,
			request,
			reply,
			{ type: 'sms', sender, recipients, terms },
			service.config.dialect.messageType,
		);
	});
}

const COMPARE: Readonly<Record<string, (a: Campaign, b: Campaign) => number>> = {
	sender: (a, b) => (a.sender < b.sender ? -1 : a.sender > b.sender ? 1 : 0),
	type: (a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0),
	status: (a, b) => (a.status < b.status ? -1 : a.status > b.status ? 1 : 0),
	date: (a, b) => a.createdMs - b.createdMs,
	id: () => 0,
};

function listCampaigns(
	service: Service,
	request: FastifyRequest,
	complaints: Complaints,
): { page: Campaign[]; total: number; offset: number; limit: number } {
	const query = request.query as Query;
	const paging = judgePaging(query, ['id', 'sender', 'type', 'date', 'status'], complaints);
	const filter = judgeCampaignFilter(
		query,
		service.clock.ms(),
		service.config.timeZone,
		complaints,
	);
	if (complaints.any) return { page: [], total: 0, offset: 0, limit: 0 };
	let found: Campaign[] = [];
	if (callerOf(request).testKey) {
		const data = new TestData(service, request.url);
		found = Array.from({ length: data.random.integer(1, 5) }, () =>
			data.campaign({ type: filter.type }),
		);
	} else {
		const needle = filter.value?.toLowerCase();
		for (const campaign of service.store.campaigns.values()) {
			if (
				campaign.type !== filter.type ||
				campaign.createdMs < filter.fromMs ||
				campaign.createdMs > filter.toMs
			)
				continue;
			if (
				needle !== undefined &&
				!(filter.field === 'taskname'
					? String(campaign.id) === needle
					: campaign.sender.toLowerCase().includes(needle))
			)
				continue;
			found.push(campaign);
		}
	}
	const compare = COMPARE[paging.sort] ?? COMPARE.id;
	if (compare && (paging.sort !== 'id' || !ascending(found)))
		found.sort((a, b) => compare(a, b) || a.id - b.id);
	if (paging.descending) found.reverse();
	return {
		page: found.slice(paging.offset, paging.offset + paging.limit),
		total: found.length,
		offset: paging.offset,
		limit: paging.limit,
	};
}

/** Ids ascend with the insertion nearly always: then there is nothing to sort. */
function ascending(campaigns: Campaign[]): boolean {
	let last = -1;
	for (const { id } of campaigns) {
		if (id < last) return false;
		last = id;
	}
	return true;
}

/** SMS campaigns (4.7, 4.8, 4.9) and the list of campaigns (4.10). */
export function registerCampaigns(app: FastifyInstance, service: Service): void {
	registerSending(app, service);
	for (const name of ['campaign', 'campaigns'] as const) {
		app.get(`/api/${name}`, async (request, reply) => {
			const { campaignPath } = service.config.dialect;
			if (campaignPath !== 'both' && campaignPath !== name) return failApi(reply, 404, 'Not found');
			const complaints = new Complaints();
			const { page, total, offset, limit } = listCampaigns(service, request, complaints);
			if (complaints.any) return failValidation(service, reply, complaints);
			return reply.send({
				data: page.map((campaign) => campaignView(service, campaign)),
				meta: { page: { total, limit, offset } },
			});
		});
	}
}
