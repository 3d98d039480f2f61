import { CODE_TEXTS, written } from '../../dialect.mts';
import { failLegacy, ok, type Answer } from '../../http/answers.mts';
import type { AccountCall, AccountRoute } from '../../http/route.mts';
import {
	judgeLegacyCommon,
	judgeRecipients,
	judgeSingle,
	type LegacyAccount,
	type LegacyCommon,
	type LegacyRecipient,
} from '../../judge/legacy.mts';
import { isObject, own } from '../../judge/values.mts';
import { outcomeOf } from '../../lifecycle.mts';
import { isStopListed } from '../../phones.mts';
import { referenceTaken } from '../../references.mts';
import { legacyMessage, newTask, takeForTask, takeLegacy } from '../../sending.mts';
import type { Service } from '../../service.mts';
import type { Message } from '../../types.mts';

type Body = Record<string, unknown>;

/** What the judge is told about the account. */
function accountOf(service: Service): LegacyAccount {
	const { config, store } = service;
	return {
		config,
		senderAllowed: (sender) => config.senders === 'any' || store.senders.has(sender),
		referenceTaken: (reference) => referenceTaken(service, 'rest', reference),
		routable: (msisdn) => outcomeOf(msisdn) !== 'rejected',
	};
}

/** A recipient as the replies of 4.6 show it, with the message that was made for it. */
function recipientView(
	service: Service,
	recipient: LegacyRecipient,
	message: Message | null,
): Record<string, unknown> {
	const { dialect, currency } = service.config;
	return {
		reference: recipient.reference ?? '',
		...(message ? { id: written.restId(dialect, message.id) } : {}),
		error: written.innerCode(dialect, recipient.error),
		errorDescription: CODE_TEXTS[recipient.error],
		price: written.number(dialect, message?.price ?? 0),
		currency,
	};
}

/** Mode `phone`: one message to one recipient. */
function createSingle({ service, caller }: AccountCall, body: Body, common: LegacyCommon): Answer {
	const recipient = judgeSingle(body, accountOf(service), common);
	if (recipient.error !== 0) return failLegacy(service, recipient.error, { single: true });
	if (!caller.testKey && isStopListed(service, recipient.msisdn, 'sms'))
		return failLegacy(service, 37, { single: true });
	const message = legacyMessage(service, recipient, common, null);
	if (!caller.testKey) {
		if (service.config.balance < message.price) return failLegacy(service, 8);
		takeLegacy(service, message);
	}
	const { createReply } = service.config.dialect;
	const view = recipientView(service, recipient, message);
	return ok({
		...(createReply === 'nested' ? {} : view),
		...(createReply === 'flat' ? {} : { result: view }),
	});
}

/** The fields of 4.6 that a reply of mode `phones` has where it lists no recipients. */
function firstView(
	{ config }: Service,
	first: Message | null | undefined,
): Record<string, unknown> {
	return {
		...(first ? { id: written.restId(config.dialect, first.id) } : {}),
		reference: first?.reference ?? '',
	};
}

/** Modes `phones` and `individual`: a task of many messages, in which each recipient is judged for itself. */
function createMany(
	{ service, caller }: AccountCall,
	body: Body,
	common: LegacyCommon,
	individual: boolean,
): Answer {
	const { config, store } = service;
	const { dialect } = config;
	// Both modes create a campaign (2.3), which a DEMO account may not (section 8).
	if (caller.mode === 'demo') return failLegacy(service, 4);
	const verdict = judgeRecipients(body, accountOf(service), common, individual);
	if (verdict.value === undefined) return failLegacy(service, verdict.code);
	const recipients = verdict.value;
	if (caller.mode === 'test') {
		for (const recipient of recipients)
			if (recipient.error === 0 && !store.contactIdByPhone.has(recipient.msisdn))
				recipient.error = 33;
	}
	for (const recipient of recipients)
		if (recipient.error === 0 && !caller.testKey && isStopListed(service, recipient.msisdn, 'sms'))
			recipient.error = 37;
	const told = individual ? 'result' : dialect.bulkReply;
	// A reply without a list of its recipients has no place for the code of one.
	const refused = recipients.find(({ error }) => error !== 0);
	if (told === 'first' && refused) return failLegacy(service, refused.error);
	const task = newTask(service, common);
	const messages = recipients.map((recipient) =>
		recipient.error === 0 ? legacyMessage(service, recipient, common, task.id) : null,
	);
	const [first] = messages;
	const price = messages.reduce((total, message) => total + (message?.price ?? 0), 0);
	if (!caller.testKey) {
		if (config.balance < price) return failLegacy(service, 8);
		if (common.body === '') task.body = recipients[0]?.body ?? '';
		if (common.originator === '') task.originator = recipients[0]?.originator ?? '';
		store.tasks.set(task.id, task);
		for (const message of messages) if (message) takeForTask(service, task, message);
	}
	const results = recipients.map((recipient, index) =>
		recipientView(service, recipient, messages[index] ?? null),
	);
	const tellsTask = !individual || dialect.individualTaskId;
	return ok({
		...(tellsTask ? { task_id: written.restId(dialect, task.id) } : {}),
		...(told === 'result' ? { result: results } : {}),
		...(told === 'first' ? firstView(service, first) : {}),
		[told === 'first' ? 'price' : dialect.totalPrice]: written.number(
			dialect,
			Number(price.toFixed(4)),
		),
		currency: config.currency,
		error: written.code(dialect, 0),
	});
}

/** Sends SMS over the legacy interface, in one of three modes (specification 4.6). */
export const createSms: AccountRoute = {
	method: ['PUT', 'POST'],
	path: '/rest/sms/create',
	answer(call) {
		const { service, body } = call;
		const destination = isObject(body) ? own(body, 'destination') : undefined;
		if (
			!isObject(body) ||
			(destination !== 'phone' && destination !== 'phones' && destination !== 'individual')
		)
			return failLegacy(service, 24);
		const single = destination === 'phone';
		const individual = destination === 'individual';
		const common = judgeLegacyCommon(body, accountOf(service), individual);
		if (common.value === undefined) return failLegacy(service, common.code, { single });
		return single
			? createSingle(call, body, common.value)
			: createMany(call, body, common.value, individual);
	},
};
