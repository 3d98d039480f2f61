import type { IDataObject } from 'n8n-workflow';
import { faultOfForm, type ServiceFault, type ServiceReply } from '../../shared/errors';
import { normaliseCampaign } from '../../shared/reply';
import { getMessageByReference, listCampaignsOfSender } from '../../shared/service';
import { CODE_REFERENCE_PRESENT, CODE_SMS_NOT_FOUND, LIMITS } from '../../shared/spec';
import { backOff, pause, type ServiceRequest } from '../../shared/transport';
import { formatServiceTime } from '../../shared/time';
import type { OperationContext } from '../dispatch/context';

/** What became of a request that must not be carried out twice. */
export type Sent =
	| { reply: ServiceReply }
	/** The service holds a message with the asked reference. */
	| { found: IDataObject }
	/** `unknown`: the service may have acted, and would not tell. `body` is what it answered. */
	| { fault: ServiceFault; unknown: boolean; body?: unknown };

export interface Guard {
	itemIndex: number;
	/** A reference in the request by which it can be asked for; '' = there is none. */
	reference: string;
	/** The whole becomes visible at once, but perhaps a moment later; and nobody promises that repeats are refused. */
	campaign: boolean;
	/** An earlier try may have sent it. */
	attempted: boolean;
	retryForMs: number;
}

/** Pauses before each question, in ms, after the service answered (with a 5xx) or not at all: then the request may still be at work. */
const PAUSES = {
	single: { answered: [0, 300], silent: [100, 500] },
	campaign: { answered: [200, 1000], silent: [300, 1200, 2500] },
} as const;

interface Answer {
	message?: IDataObject;
	fault?: ServiceFault;
}

/** A reply that names nothing of what was asked comes from something else, such as a proxy. */
export const NO_ANSWER = faultOfForm('html');
export const ANSWERS = ['error', 'id', 'data', 'result', 'task_id', '0'];

/** Asks for a message by its reference (4.4): the message, nothing when the service has none, or the fault that hides it. */
export async function lookUp(
	ctx: OperationContext,
	{ reference, item: itemIndex }: { reference: string; item: number },
): Promise<Answer> {
	const { value, fault } = await getMessageByReference(await ctx.service(itemIndex), reference);
	if (value) return value.id ? { message: value } : { fault: NO_ANSWER };
	return fault.code === CODE_SMS_NOT_FOUND ? {} : { fault };
}

/** Says that the outcome is not known, and what to do about it. */
export function notKnown(fault: ServiceFault, reference: string): ServiceFault {
	return {
		...fault,
		message: `It is not known whether the service accepted the send: ${fault.message.charAt(0).toLowerCase()}${fault.message.slice(1)}`,
		description: `${fault.description} Before you send again, ${
			reference === ''
				? 'look in the service whether it went out; the node does not send it again by itself.'
				: `ask for the reference ${reference} with SMS: Get by Reference. Retry On Fail asks first and sends only what is missing.`
		}`,
	};
}

/** What is told of a send that an earlier try of the node began. */
export const EARLIER_TRY: ServiceFault = {
	kind: 'connection',
	message: 'An earlier try may have sent it',
	description: '',
	retryable: false,
	outcome: 'unknown',
};

async function probe(
	ctx: OperationContext,
	{ reference, itemIndex: item }: Guard,
	pauses: readonly number[],
): Promise<Answer> {
	let answer: Answer = {};
	for (const ms of pauses) {
		if (ms > 0 && !(await pause(ms, ctx.signal))) break;
		answer = await lookUp(ctx, { reference, item });
		if (answer.message) break;
	}
	return answer;
}

/**
 * Sends a request that must not be carried out twice. It is repeated when the service surely did not act; after an outcome
 * that cannot be known the service is asked by reference first.
 */
export async function sendGuarded(
	ctx: OperationContext,
	request: ServiceRequest,
	guard: Guard,
): Promise<Sent> {
	const { itemIndex, reference, campaign, attempted, retryForMs } = guard;
	const { answered, silent } = PAUSES[campaign ? 'campaign' : 'single'];
	const deadline = Date.now() + retryForMs;
	const open = (fault: ServiceFault): Sent => ({
		fault: notKnown(fault, reference),
		unknown: true,
	});
	if (attempted) {
		const { message, fault } = await probe(ctx, guard, answered);
		if (message) return { found: message };
		if (fault) return open(fault);
	}
	for (let tries = 0; ; tries++) {
		const {
			reply,
			fault = NO_ANSWER,
			body,
		} = await ctx.tryCall(request, {
			kind: 'once',
			itemIndex,
			retryForMs: Math.max(0, deadline - Date.now()),
		});
		if (reply && ANSWERS.some((key) => key in Object(reply.body))) return { reply };
		if (fault.outcome === 'rejected') return { fault, unknown: false, body };
		if (reference === '' || ctx.signal?.aborted) return open(fault);
		const answer = await probe(ctx, guard, (fault.httpStatus ?? 0) < 400 ? silent : answered);
		if (answer.message) return { found: answer.message };
		if (answer.fault || ctx.signal?.aborted) return open(answer.fault ?? fault);
		const wait = fault.retryAfterMs || backOff(tries);
		// Not there, but a late arrival cannot be ruled out: a next try asks again.
		if (!fault.retryable || Date.now() + wait > deadline) return { fault, unknown: true };
		if (!(await pause(wait, ctx.signal))) return open(fault);
	}
}

/**
 * Which recipients of a campaign the service refused (422), by index: whether for a reference that is taken, or why else.
 * Takes the reply's body; the map's keys lose their dots ("messages0reference_id"), the array's texts keep them.
 */
export function refusedRecipients(body: unknown): {
	taken: Set<number>;
	other: Map<number, string>;
} {
	const taken = new Set<number>();
	const other = new Map<number, string>();
	const { errors = {} } = Object(body) as IDataObject;
	const entries = Array.isArray(errors)
		? errors.map((text) => [String(text), String(text).replace(/^\S+:\s*/, '')])
		: Object.entries(errors ?? {}).map(([key, value]) => [
				key,
				Array.isArray(value) ? value.join(' ') : String(value),
			]);
	for (const [key = '', text = ''] of entries) {
		const match = /^(?:messages|phones)\W*(\d+)\W*(\w*)/.exec(key);
		if (!match) continue;
		const index = Number(match[1]);
		if (
			match[2]?.startsWith('reference') &&
			/taken|present|exist|already|uni[qk]|duplic|used/i.test(text)
		)
			taken.add(index);
		else other.set(index, text);
	}
	return { taken, other };
}

/** Whether a fault says that the reference is known to the service already. */
export const isTaken = (fault: ServiceFault): boolean => fault.code === CODE_REFERENCE_PRESENT;

const MINUTE_MS = 60_000;

/**
 * Finds the campaign that a message belongs to: created about when the message was, by the same sender, and none of those
 * known already. Returns undefined when the list does not tell.
 */
export async function findCampaign(
	ctx: OperationContext,
	message: IDataObject,
	sender: string,
	known: ReadonlySet<unknown>,
	itemIndex: number,
): Promise<IDataObject | undefined> {
	const created = Date.parse(String(message.time_in));
	if (Number.isNaN(created)) return undefined;
	const { timeZone } = await ctx.credentials();
	const at = (shift: number) => formatServiceTime(created + shift, timeZone);
	const found = await listCampaigns(ctx, sender, itemIndex, {
		'filter[from]': at(-MINUTE_MS),
		'filter[to]': at(MINUTE_MS),
	});
	const distance = (campaign: IDataObject) =>
		Math.abs(Date.parse(String(campaign.created_at)) - created);
	const [best, next] = (found ?? [])
		.filter(({ id }) => !known.has(id))
		.sort((a, b) => distance(a) - distance(b));
	return best && (!next || distance(next) > distance(best)) ? best : undefined;
}

/** The newest SMS campaigns of a sender (4.10), or undefined when the service does not list them. */
export async function listCampaigns(
	ctx: OperationContext,
	sender: string,
	itemIndex: number,
	filter: IDataObject = {},
): Promise<IDataObject[] | undefined> {
	const service = await ctx.service(itemIndex);
	const { records, fault } = await listCampaignsOfSender(
		service,
		sender,
		LIMITS.page.limit,
		filter,
	);
	if (fault) return undefined;
	return records
		.map((record) => normaliseCampaign(record, service.timeZone))
		.filter((campaign) => campaign.sender === sender);
}
