import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth.mts';
import { CODE_TEXTS, written } from '../dialect.mts';
import {
	judgeLegacyCommon,
	judgeRecipients,
	judgeSingle,
	type LegacyAccount,
	type LegacyCommon,
	type LegacyRecipient,
} from '../judge/legacy.mts';
import { ID, REFERENCE_LOOKUP } from '../judge/limits.mts';
import { isObject, own } from '../judge/values.mts';
import { outcomeOf } from '../lifecycle.mts';
import { failLegacy } from '../replies.mts';
import { legacyMessage, newTask, takeForTask, takeLegacy } from '../sending.mts';
import type { Service } from '../service.mts';
import { TestData } from '../testdata.mts';
import type { Message } from '../types.mts';
import { messageView, taskView } from '../views.mts';

function accountOf(service: Service): LegacyAccount {
	return {
		config: service.config,
		senderAllowed: (sender) =>
			service.config.senders === 'any' || service.store.senders.has(sender),
		referenceTaken: (reference) => service.store.references.has(reference),
		routable: (msisdn) => outcomeOf(msisdn) !== 'rejected',
	};
}

function itemView(
	service: Service,
	recipient: LegacyRecipient,
	message: Message | null,
): Record<string, unknown> {
	const { dialect } = service.config;
	const view: Record<string, unknown> = { reference: recipient.reference ?? '' };
	if (message) view.id = written.number(dialect, message.id);
	view.error = written.code(dialect, recipient.error);
	if (recipient.error !== 0) view.errorDescription = CODE_TEXTS[recipient.error];
	view.price = written.number(dialect, message?.price ?? 0);
	view.currency = service.config.currency;
	return view;
}

async function createSingle(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	body: Record<string, unknown>,
	common: LegacyCommon,
): Promise<void> {
	const recipient = judgeSingle(body, accountOf(service), common);
	if (recipient.error !== 0)
		return failLegacy(service, request, reply, recipient.error, undefined, true);
	const message = legacyMessage(service, recipient, common, null);
	if (!callerOf(request).testKey) {
		if (service.config.balance < message.price) return failLegacy(service, request, reply, 8);
		takeLegacy(service, message);
	}
	const { createReply } = service.config.dialect;
	const view = itemView(service, recipient, message);
	await reply.send({
		...(createReply === 'nested' ? {} : view),
		...(createReply === 'flat' ? {} : { result: view }),
	});
}

async function createMany(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	body: Record<string, unknown>,
	common: LegacyCommon,
	individual: boolean,
): Promise<void> {
	const { dialect } = service.config;
	const caller = callerOf(request);
	// Both modes create a campaign (2.3), which a DEMO account may not (section 8).
	if (caller.mode === 'demo') return failLegacy(service, request, reply, 4);
	const verdict = judgeRecipients(body, accountOf(service), common, individual);
	if (verdict.value === undefined) return failLegacy(service, request, reply, verdict.code);
	const recipients = verdict.value;
	if (caller.mode === 'test') {
		for (const recipient of recipients)
			if (recipient.error === 0 && !service.store.contactIdByPhone.has(recipient.msisdn))
				recipient.error = 33;
	}
	const task = newTask(service, common);
	const messages = recipients.map((recipient) =>
		recipient.error === 0 ? legacyMessage(service, recipient, common, task.id) : null,
	);
	const price = messages.reduce((total, message) => total + (message?.price ?? 0), 0);
	if (!caller.testKey) {
		if (service.config.balance < price) return failLegacy(service, request, reply, 8);
		if (common.body === '') task.body = recipients[0]?.body ?? '';
		if (common.originator === '') task.originator = recipients[0]?.originator ?? '';
		service.store.tasks.set(task.id, task);
		for (const message of messages) if (message) takeForTask(service, task, message);
	}
	await reply.send({
		...(individual && !dialect.individualTaskId
			? {}
			: { task_id: written.number(dialect, task.id) }),
		result: recipients.map((recipient, index) =>
			itemView(service, recipient, messages[index] ?? null),
		),
		[dialect.totalPrice]: written.number(dialect, Number(price.toFixed(4))),
		currency: service.config.currency,
		error: written.code(dialect, 0),
	});
}

async function sendTask(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	text: string,
): Promise<void> {
	if (!ID.test(text)) return failLegacy(service, request, reply, 29);
	const id = Number(text);
	const task = callerOf(request).testKey
		? new TestData(service, request.url).task(id)
		: service.store.tasks.get(id);
	if (!task) return failLegacy(service, request, reply, 30);
	await reply.send(taskView(service, task));
}

/** SMS of the legacy interface: create (4.6), status (4.3, 4.4) and task status (4.5). */
export function registerSms(app: FastifyInstance, service: Service): void {
	app.route({
		method: ['PUT', 'POST'],
		url: '/rest/sms/create',
		handler: async (request, reply) => {
			const { body } = request;
			const destination = isObject(body) ? own(body, 'destination') : undefined;
			if (
				!isObject(body) ||
				(destination !== 'phone' && destination !== 'phones' && destination !== 'individual')
			)
				return failLegacy(service, request, reply, 24);
			const individual = destination === 'individual';
			const common = judgeLegacyCommon(body, accountOf(service), individual);
			if (common.value === undefined)
				return failLegacy(service, request, reply, common.code, undefined, destination === 'phone');
			if (destination === 'phone') return createSingle(service, request, reply, body, common.value);
			return createMany(service, request, reply, body, common.value, individual);
		},
	});

	app.get<{ Params: { reference: string } }>(
		'/rest/sms/reference/:reference',
		async (request, reply) => {
			const { reference } = request.params;
			if (reference === '') return failLegacy(service, request, reply, 22);
			if (!REFERENCE_LOOKUP.test(reference)) return failLegacy(service, request, reply, 27);
			if (callerOf(request).testKey)
				return reply.send(
					messageView(service, new TestData(service, request.url).message({ reference })),
				);
			const message = service.store.messages.get(service.store.references.get(reference) ?? -1);
			if (!message) return failLegacy(service, request, reply, 20);
			return reply.send(messageView(service, message));
		},
	);

	app.get<{ Params: { id: string } }>('/rest/sms/:id', async (request, reply) => {
		const { id: text } = request.params;
		if (!ID.test(text)) return failLegacy(service, request, reply, 24);
		const id = Number(text);
		if (callerOf(request).testKey)
			return reply.send(messageView(service, new TestData(service, request.url).message({ id })));
		const message = service.store.messages.get(id);
		if (message) return reply.send(messageView(service, message));
		if (service.config.dialect.taskPath !== 'task' && service.store.tasks.has(id))
			return sendTask(service, request, reply, text);
		return failLegacy(service, request, reply, 20);
	});

	// The path that the public clients use; one of them writes task_id.
	for (const name of ['task', 'task_id']) {
		app.get<{ Params: { id: string } }>(`/rest/sms/${name}/:id`, async (request, reply) => {
			if (service.config.dialect.taskPath === 'sms')
				return failLegacy(service, request, reply, 4, 404);
			return sendTask(service, request, reply, request.params.id);
		});
	}
}
