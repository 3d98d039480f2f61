import { parseTime } from '../clock.mts';
import { CODE_TEXTS, written } from '../dialect.mts';
import { failLegacy, failUnsupported, legacyError, ok } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import { judgeLegacyCommon, judgeRecipients, judgeSingle } from '../judge/legacy.mts';
import type { LegacyAccount, LegacyCommon, LegacyRecipient } from '../judge/legacy.mts';
import { CLIENT_REFERENCE, ID, MAX_STATUS_IDS } from '../judge/limits.mts';
import { isId, isObject, own } from '../judge/values.mts';
import { outcomeOf } from '../lifecycle.mts';
import { isStopListed } from '../phones.mts';
import { priceOf } from '../prices.mts';
import { findByReference, isShown, referenceTaken } from '../references.mts';
import { legacyMessage, newTask, takeForTask, takeMessage } from '../sending.mts';
import type { Service } from '../service.mts';
import { TestData } from '../testData.mts';
import type { Message } from '../types.mts';
import { messageView, receivedView, taskView } from '../views.mts';

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
		takeMessage(service, message);
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

/** The codes of a price that are others than those of a send (extensions notes, section 13): phone, sender, tariff. */
const PRICE_CODES: Readonly<Record<number, number>> = { 21: 1, 25: 7, 32: 7, 6: 15, 9: 15 };

/** What SMS would cost, judged as a send of them; an extension (extensions notes, section 6). */
export const priceSms: AccountRoute = {
	extension: true,
	method: ['PUT', 'POST'],
	path: '/rest/sms/price',
	answer({ service, body }) {
		const { dialect, currency } = service.config;
		const fail = (code: number) => failLegacy(service, PRICE_CODES[code] ?? code);
		const destination = isObject(body) ? String(own(body, 'destination')) : '';
		if (!isObject(body) || !['phone', 'phones', 'individual'].includes(destination))
			return fail(24);
		const individual = destination === 'individual';
		const common = judgeLegacyCommon(body, accountOf(service), individual);
		if (common.value === undefined) return fail(common.code);
		const { value } = common;
		const judged =
			destination === 'phone'
				? { code: 0, value: [judgeSingle(body, accountOf(service), value)] }
				: judgeRecipients(body, accountOf(service), value, individual);
		if (judged.value === undefined) return fail(judged.code);
		const wrong = judged.value.find(({ error }) => error !== 0);
		if (wrong) return fail(wrong.error);
		const total = judged.value.reduce((sum, one) => {
			const text = one.body || value.body;
			const { msisdn } = one;
			return sum + priceOf({ channel: 'sms', rcs: null, text, msisdn, tariff: value.tariff }).price;
		}, 0);
		return ok({
			...legacyError(service, 0),
			totalprice: written.number(dialect, Number(total.toFixed(4))),
			currency,
		});
	},
};

/** The status of an SMS (specification 4.3). On the same path the documentation shows the status of a task (4.5). */
export const getSms: AccountRoute = {
	method: 'GET',
	path: '/rest/sms/:id',
	answer(call) {
		const { service, caller, params, url } = call;
		const { id = '' } = params;
		if (!ID.test(id)) return failLegacy(service, 24);
		if (caller.testKey)
			return ok(messageView(service, new TestData(service, url).message({ id: Number(id) })));
		const { taskPath } = service.config.dialect;
		const isTask = taskPath !== 'task' && service.store.tasks.has(Number(id));
		const message = service.store.messages.get(Number(id));
		if (message && isShown(service, message)) return ok(messageView(service, message));
		return isTask ? answerTask(call) : failLegacy(service, 20);
	},
};

/** The status of an SMS by its external reference (specification 4.4). */
export const getSmsByReference: AccountRoute = {
	method: 'GET',
	path: '/rest/sms/reference/:reference',
	answer({ service, caller, params, url }) {
		const { reference = '' } = params;
		if (reference === '') return failLegacy(service, 22);
		// Clients of the service send references with _ and - (wire notes), whatever this service takes by now.
		if (!CLIENT_REFERENCE.test(reference)) return failLegacy(service, 27);
		if (caller.testKey)
			return ok(messageView(service, new TestData(service, url).message({ reference })));
		const message = findByReference(service, reference);
		return message ? ok(messageView(service, message)) : failLegacy(service, 20);
	},
};

/** Answers with the bulk task that the path names. */
function answerTask({ service, caller, params, url }: AccountCall): Answer {
	const { id = '' } = params;
	if (!ID.test(id)) return failLegacy(service, 29);
	const task = caller.testKey
		? new TestData(service, url).task(Number(id))
		: service.store.tasks.get(Number(id));
	return task ? ok(taskView(service, task)) : failLegacy(service, 30);
}

/** The status of a bulk task (specification 4.5), on the paths that the public clients use; one of them writes task_id. */
export const getTask: AccountRoute = {
	method: 'GET',
	path: ['/rest/sms/task/:id', '/rest/sms/task_id/:id'],
	answer(call) {
		const { service, url } = call;
		return service.config.dialect.taskPath === 'sms'
			? failUnsupported(service, url)
			: answerTask(call);
	},
};

/** The statuses of up to 100 messages; an extension (extensions notes, section 1). */
export const getMessageStatuses: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/rest/sms/getStatus',
	answer({ service, caller, body, rawText }) {
		const ids = isObject(body) ? own(body, 'ids') : undefined;
		if (!Array.isArray(ids) || ids.length === 0) return failLegacy(service, 24);
		if (ids.length > MAX_STATUS_IDS) return failLegacy(service, 12);
		if (!ids.every(isId)) return failLegacy(service, 24);
		const found = ids.flatMap((id) => {
			if (caller.testKey) return [new TestData(service, rawText).message({ id: Number(id) })];
			const message = service.store.messages.get(Number(id));
			return message && isShown(service, message) ? [message] : [];
		});
		const result = found.map((message) => {
			const { id, reference, msisdn, time_sent, time_dr, status, price, currency } = messageView(
				service,
				message,
			);
			const external_id = reference;
			const number = written.number(service.config.dialect, Number(price));
			return { id, external_id, msisdn, time_sent, time_dr, status, price: number, currency };
		});
		return ok({ ...legacyError(service, 0), result });
	},
};

/** Characters of a sender that is asked for. */
const SENDER = { min: 3, max: 15 };

/** The replies of a period, without pages; an extension (extensions notes, section 2). The period stands in the query or in the body. */
export const listReceived: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/rest/sms/2wayIncoming',
	answer({ service, caller, query, body }) {
		const { config, store } = service;
		if (config.dialect.received === 'refuse' && !config.twoWay) return failLegacy(service, 35);
		const { start_date, end_date, sender }: Record<string, unknown> = {
			...query,
			...(isObject(body) ? body : {}),
		};
		const time = (value: unknown) =>
			typeof value === 'string' ? parseTime(value, config) : undefined;
		const [from, to] = [time(start_date), time(end_date)];
		if (from === undefined || to === undefined || from > to) return failLegacy(service, 24);
		if (
			sender !== undefined &&
			(typeof sender !== 'string' || sender.length < SENDER.min || sender.length > SENDER.max)
		)
			return failLegacy(service, 25);
		const found = caller.testKey
			? []
			: store.received.filter(
					(received) =>
						received.receivedMs >= from &&
						received.receivedMs < to + 1000 &&
						(sender === undefined || received.sender === sender),
				);
		return ok({
			...legacyError(service, 0),
			result: found.map((received) => receivedView(service, received)),
			total_count: written.number(config.dialect, found.length),
		});
	},
};
