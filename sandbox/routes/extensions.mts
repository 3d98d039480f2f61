import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth.mts';
import { stamp } from '../clock.mts';
import { written } from '../dialect.mts';
import {
	RCS_MAX,
	judgeAgent,
	judgeCampaignSender,
	judgeCampaignText,
	judgeRecipients,
	judgeTerms,
	type CampaignTerms,
} from '../judge/campaign.mts';
import { Complaints } from '../judge/complaints.mts';
import { ID } from '../judge/limits.mts';
import { judgePaging, type Query } from '../judge/listing.mts';
import { isObject, own, readInteger, readPhone } from '../judge/values.mts';
import { failApi, failLegacy, failValidation } from '../replies.mts';
import { createCampaign, priceOf } from '../sending.mts';
import type { Service } from '../service.mts';
import { countStatistics } from '../store.mts';
import { contactView, groupView } from '../views.mts';
import {
	answerCampaign,
	campaignAccount,
	campaignBody,
	contactsOf,
	fillPlaceholders,
	judgeGroups,
} from './campaigns.mts';

interface RcsOrder {
	sender: string;
	text: string;
	terms: CampaignTerms;
	alternative: { text: string; sender: string } | null;
}

/** What the RCS creations share: sender, options (text or cards), alternative_channel, validity or validity_seconds. */
function judgeRcs(
	service: Service,
	request: FastifyRequest,
	body: Record<string, unknown>,
	complaints: Complaints,
): RcsOrder {
	const account = campaignAccount(service, request);
	const sender = judgeAgent(own(body, 'sender'), complaints);
	const options = own(body, 'options');
	const cards = isObject(options) ? own(options, 'cards') : undefined;
	let text = '';
	if (!isObject(options))
		complaints.add('options', 'The options field must be an object with text or cards.');
	else if (Array.isArray(cards) && cards.length > 0 && cards.every(isObject))
		text = cards
			.map((card) =>
				`${String(own(card, 'title') ?? '')} ${String(own(card, 'text') ?? '')}`.trim(),
			)
			.join('\n');
	else if (typeof own(options, 'text') === 'string' && own(options, 'text') !== '')
		text = String(own(options, 'text'));
	else complaints.add('options.text', 'The text is required.');
	const channel = own(body, 'alternative_channel');
	const sms = isObject(channel) ? own(channel, 'sms') : undefined;
	let alternative: RcsOrder['alternative'] = null;
	if (channel !== undefined) {
		if (isObject(sms)) {
			alternative = {
				text: judgeCampaignText(own(sms, 'text'), 'alternative_channel.sms.text', complaints),
				sender: judgeCampaignSender(
					own(sms, 'sender'),
					'alternative_channel.sms.sender',
					account,
					complaints,
				),
			};
		} else complaints.add('alternative_channel', 'The alternative channel must hold sms.');
	}
	const terms = judgeTerms(body, account, complaints);
	const seconds = own(body, 'validity_seconds');
	if (seconds !== undefined) {
		const value = readInteger(seconds, false);
		if (value === undefined || value < 30 || value > 86_400)
			complaints.add('validity_seconds', 'The validity must be an integer between 30 and 86400.');
		else terms.validityHours = value / 3600;
	}
	return { sender, text, terms, alternative };
}

function registerRcsCreation(app: FastifyInstance, service: Service): void {
	app.post('/api/campaigns/rcs/send', async (request, reply) => {
		const body = await campaignBody(service, request, reply);
		if (!body) return reply;
		const complaints = new Complaints();
		const order = judgeRcs(service, request, body, complaints);
		const recipients = judgeRecipients(
			body,
			{ list: 'phones', phone: 'number', common: order, max: RCS_MAX },
			campaignAccount(service, request),
			complaints,
		);
		if (complaints.any) return failValidation(service, reply, complaints);
		return answerCampaign(service, request, reply, { type: 'rcs', recipients, ...order });
	});

	app.post('/api/campaigns/rcs/send-groups', async (request, reply) => {
		const body = await campaignBody(service, request, reply);
		if (!body) return reply;
		const complaints = new Complaints();
		const order = judgeRcs(service, request, body, complaints);
		const contacts = judgeGroups(service, request, body, RCS_MAX, complaints);
		if (complaints.any) return failValidation(service, reply, complaints);
		const recipients = contacts.map((contact) => ({
			phone: contact.phone,
			reference: null,
			sender: order.sender,
			text: fillPlaceholders(order.text, contact),
		}));
		return answerCampaign(service, request, reply, { type: 'rcs', recipients, ...order });
	});

	app.post('/api/messages/rcs/send', async (request, reply) => {
		const body = await campaignBody(service, request, reply);
		if (!body) return reply;
		const complaints = new Complaints();
		const order = judgeRcs(service, request, body, complaints);
		const phone = own(body, 'phone');
		const recipients = judgeRecipients(
			{ phones: isObject(phone) ? [phone] : [] },
			{ list: 'phones', phone: 'number', common: order },
			campaignAccount(service, request),
			complaints,
		);
		if (complaints.any) return failValidation(service, reply, complaints);
		const campaign = createCampaign(
			service,
			{ type: 'rcs', recipients, ...order },
			!callerOf(request).testKey,
		);
		const id = campaign.messageIds[0] ?? service.random.integer(1_000_000_000, 9_999_999_999);
		return reply.send({
			data: {
				id,
				phone: recipients[0]?.phone,
				reference_id: recipients[0]?.reference ?? null,
				sender: order.sender,
				status: 'new',
				message_type: 'rcs',
			},
		});
	});
}

function registerAccount(app: FastifyInstance, service: Service): void {
	const { config } = service;
	app.get('/rest/common/balance', async (_request, reply) =>
		reply.send({
			error: written.code(config.dialect, 0),
			errorDescription: 'No errors',
			amount: written.number(config.dialect, config.balance),
			currency: config.currency,
			limit: written.number(config.dialect, 0),
		}),
	);
	app.get('/api/accounts/balance', async (_request, reply) =>
		reply.send({
			data: {
				balance: written.number(config.dialect, config.balance),
				currency: config.currency,
				credit: 0,
			},
		}),
	);

	app.post('/api/campaigns/price', async (request, reply) => {
		if (!isObject(request.body))
			return failApi(reply, 400, 'The request body is not a JSON object');
		const { body } = request;
		const complaints = new Complaints();
		const account = campaignAccount(service, request);
		judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
		const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
		const { tariff } = judgeTerms(body, account, complaints);
		let texts: string[] = [];
		const messages = own(body, 'messages');
		if (messages === undefined)
			texts = judgeGroups(service, request, body, Infinity, complaints).map((contact) =>
				fillPlaceholders(text, contact),
			);
		else if (
			Array.isArray(messages) &&
			messages.length > 0 &&
			messages.every((entry) => isObject(entry) && readPhone(own(entry, 'phone')) !== undefined)
		)
			texts = messages.map(() => text);
		else complaints.add('messages', 'The messages field must be a list of phones.');
		if (complaints.any) return failValidation(service, reply, complaints);
		const price = texts.reduce((total, filled) => total + priceOf(filled, tariff).price, 0);
		return reply.send({
			data: {
				price: written.number(config.dialect, Number(price.toFixed(4))),
				currency: config.currency,
			},
		});
	});

	app.get<{ Params: { id: string } }>('/api/campaigns/:id/detail', async (request, reply) => {
		const campaign = ID.test(request.params.id)
			? service.store.campaigns.get(Number(request.params.id))
			: undefined;
		if (!campaign) return failApi(reply, 404, 'Campaign not found');
		return reply.send({
			data: {
				id: written.number(config.dialect, campaign.id),
				name: campaign.name,
				status: campaign.status,
				...countStatistics(campaign.counters),
				statuses: Object.fromEntries(
					Object.entries(campaign.counters)
						.filter(([, value]) => value > 0)
						.map(([status, value]) => [status.toUpperCase(), value]),
				),
				total_messages: campaign.total,
				total_phones: campaign.total,
				total_price: written.number(config.dialect, campaign.price),
				currency: config.currency,
				created_at: stamp(campaign.createdMs, config.timeZone),
			},
		});
	});
}

function registerContactBook(app: FastifyInstance, service: Service): void {
	const { store } = service;
	const page = async (
		request: FastifyRequest,
		reply: FastifyReply,
		answer: (offset: number, limit: number) => unknown,
	): Promise<unknown> => {
		const complaints = new Complaints();
		const paging = judgePaging(request.query as Query, ['id'], complaints);
		if (complaints.any) return failValidation(service, reply, complaints);
		return reply.send(answer(paging.offset, paging.limit));
	};
	app.get('/api/groups', async (request, reply) =>
		page(request, reply, (offset, limit) => ({
			data: [...store.groups.values()].slice(offset, offset + limit).map((group) => ({
				...groupView(service, group),
				items: contactsOf(service, [group.id]).length,
				stop_list_count: 0,
			})),
			total: store.groups.size,
		})),
	);
	app.get('/api/contacts/search', async (request, reply) =>
		page(request, reply, (offset, limit) => ({
			data: [...store.contacts.values()]
				.slice(offset, offset + limit)
				.map((contact) => contactView(service, contact, true)),
			meta: { page: { total: store.contacts.size, offset, limit } },
		})),
	);
}

/** What the specification names but does not show; a service may lack it, and then the answer is 404. */
export function registerExtensions(app: FastifyInstance, service: Service): void {
	app.register(async (scope) => {
		scope.addHook('preHandler', async (request, reply) => {
			if (service.config.dialect.extensions) return undefined;
			return request.url.startsWith('/rest')
				? failLegacy(service, request, reply, 4, 404)
				: failApi(reply, 404, 'Not found');
		});
		registerRcsCreation(scope, service);
		registerAccount(scope, service);
		registerContactBook(scope, service);
	});
}
