import { failApi, failValidation, ok, okRecord } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { UUID } from '../judge/limits.mts';
import { judgeDays, judgeOneOf, judgePaging, single } from '../judge/listing.mts';
import { judgeCode, judgeCodeOrder } from '../judge/verification.mts';
import type { CodeOrder } from '../judge/verification.mts';
import { isObject } from '../judge/values.mts';
import { isStopListed } from '../phones.mts';
import { countryCodeOf } from '../prices.mts';
import type { Service } from '../service.mts';
import { VERIFICATION_STATUSES } from '../types.mts';
import type { Verification } from '../types.mts';
import {
	codeOf,
	messagesView,
	newVerification,
	sendCode,
	settled,
	verificationId,
	verificationView,
} from '../verifications.mts';
import { DUPLICATE, isDuplicate, remember } from './orders.mts';

// One-time passwords, an extension (extensions notes, sections 8 and 13).

/** Refuses in the words of this part of the service. */
const fail = (status: 404 | 422, words: string): Answer => ({
	status,
	body: { message: 'TwoFA Service error.', errors: [words] },
});

const NOT_FOUND = fail(404, 'Authentication not found');

/** The verification that a path names; undefined if there is none. */
function named({ service, params, caller }: AccountCall): Verification | undefined {
	const { id = '' } = params;
	if (!UUID.test(id)) return undefined;
	if (caller.testKey) return newVerification(service, { id });
	const found = service.store.verifications.get(id);
	return found && settled(service, found);
}

/** Why a code is not sent, in the words of the service; undefined if it is. */
function refusalOf(service: Service, order: CodeOrder): string | undefined {
	const { store, config } = service;
	const { recipient, channel, sender } = order;
	const template = store.codeTemplates.get(order.templateId);
	const allowed = template?.countries ?? [];
	if (!template || template.status !== 'approved') return 'Template is not available.';
	if (allowed.length > 0 && !allowed.includes(countryCodeOf(recipient) ?? ''))
		return 'The recipients phone number is located in a country that is not on the list.';
	if (channel === 'sms' && config.senders !== 'any' && !store.senders.has(sender))
		return 'The sender is not available.';
	if (isStopListed(service, recipient, channel)) return 'Exists on the stop list';
	if (config.balance <= 0) return 'Insufficient funds';
	const isPending = [...store.verifications.values()].some(
		(one) => one.recipient === recipient && settled(service, one).status === 'pending',
	);
	return isPending ? 'Authentication limit with status pending' : undefined;
}

/** Sends a code. */
export const sendOtp: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/2fa/authentications/otp',
	answer(call) {
		const { service, caller, body } = call;
		if (caller.mode === 'demo') return failApi(403, 'Codes are not available in DEMO mode');
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		if (isDuplicate(call)) return DUPLICATE;
		const complaints = new Complaints();
		const order = judgeCodeOrder(body, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const { templateId, ...fields } = order;
		if (caller.testKey)
			return okRecord(service, verificationView(service, newVerification(service, fields)), 201);
		const refusal = refusalOf(service, order);
		if (refusal !== undefined) return fail(422, refusal);
		remember(call);
		const verification = newVerification(service, {
			...fields,
			id: verificationId(service.store.nextId('verification', 1)),
			text: service.store.codeTemplates.get(templateId)?.text ?? '',
			sendings: 0,
		});
		service.store.verifications.set(verification.id, verification);
		sendCode(service, verification);
		service.ledger.change('sendCode', verification.id);
		return okRecord(service, verificationView(service, verification), 201);
	},
};

/** Checks a code. A wrong one is answered like an ID that is unknown, and costs a try. */
export const verifyOtp: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/2fa/authentications/otp/:id/verify',
	answer(call) {
		const { service, caller, body } = call;
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		if (isDuplicate(call)) return DUPLICATE;
		const complaints = new Complaints();
		const code = judgeCode(body, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const found = named(call);
		if (!found) return NOT_FOUND;
		if (found.status !== 'pending')
			return fail(422, `Authentication ${found.status === 'expired' ? '' : 'failed '}status`);
		remember(call);
		const finish = (status: Verification['status']) =>
			Object.assign(found, { status, finishedMs: service.clock.ms() });
		if (!caller.testKey) service.ledger.change('checkCode', found.id);
		if (caller.testKey || code === codeOf(found)) {
			finish('verified');
			return okRecord(service, verificationView(service, found));
		}
		found.tries++;
		if (found.tries >= found.maxTries) finish('failed');
		return fail(404, 'The code does not match the expected value');
	},
};

/** Changes a verification that is pending. */
function change(call: AccountCall, make: (found: Verification) => void): Answer {
	const { service, caller } = call;
	if (isDuplicate(call)) return DUPLICATE;
	const found = named(call);
	if (!found) return NOT_FOUND;
	if (found.status !== 'pending') return fail(422, `Authentication ${found.status} status`);
	if (!caller.testKey) {
		remember(call);
		make(found);
	}
	return okRecord(service, verificationView(service, found));
}

/** Sends another code, which voids the one before. */
export const resendOtp: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/2fa/authentications/otp/:id/resend',
	answer: (call) =>
		change(call, (found) => {
			sendCode(call.service, found);
			call.service.ledger.change('resendCode', found.id);
		}),
};

/** Ends a verification. */
export const cancelOtp: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/2fa/authentications/:id/cancel',
	answer: (call) =>
		change(call, (found) => {
			Object.assign(found, { status: 'canceled', finishedMs: call.service.clock.ms() });
			call.service.ledger.change('cancelCode', found.id);
		}),
};

/** Shows a verification with its messages. */
export const getOtp: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/2fa/authentications/:id',
	answer(call) {
		const { service } = call;
		const found = named(call);
		return found
			? okRecord(service, {
					...verificationView(service, found),
					messages: messagesView(service, found),
				})
			: NOT_FOUND;
	},
};

const SORTS = ['id', 'status', 'channel', 'recipient', 'created_at', 'finished_at', 'country_code'];

/** A page of the verifications of some days. */
export const listOtp: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/2fa/authentications',
	answer({ service, query }) {
		const complaints = new Complaints();
		const { dialect, timeZone } = service.config;
		const { sort, descending, offset, limit } = judgePaging(query, SORTS, dialect, complaints);
		const days = ['filter[from]', 'filter[to]'] as const;
		const { fromMs, toMs } = judgeDays(query, days, timeZone, complaints);
		const status = judgeOneOf(query, 'filter[status]', VERIFICATION_STATUSES, complaints);
		const channel = judgeOneOf(query, 'filter[channel]', ['sms', 'viber'], complaints);
		const recipient = single(query, 'filter[recipient]', complaints);
		const country = single(query, 'filter[country_code]', complaints);
		if (complaints.any) return failValidation(service, complaints);
		const found = [...service.store.verifications.values()]
			.filter(
				(one) =>
					one.createdMs >= fromMs &&
					one.createdMs <= toMs &&
					(status === undefined || settled(service, one).status === status) &&
					(channel === undefined || one.channel === channel) &&
					(recipient === undefined || one.recipient === recipient) &&
					(country === undefined || countryCodeOf(one.recipient) === country),
			)
			.map((one) => verificationView(service, one));
		// IDs are random, and say nothing of time.
		if (sort !== 'id')
			found.sort((one, other) => (String(one[sort]) < String(other[sort]) ? -1 : 1));
		if (descending) found.reverse();
		return ok({ data: { list: found.slice(offset, offset + limit), total: found.length } });
	},
};
