import type { IDataObject } from 'n8n-workflow';
import { faultOfForm, isOfPath, type ServiceFault } from '../../shared/errors';
import { isId, isToAnother, isToRecipient, normaliseCampaign } from '../../shared/reply';
import {
	getMessageByReference,
	listCampaignsOfSender,
	listMessagesByReference,
	listNewestCampaigns,
	type Listed,
	type Service,
} from '../../shared/service';
import { CODE_SMS_NOT_FOUND, LIMITS } from '../../shared/spec';
import { pause } from '../../shared/transport';
import type { OperationContext } from '../dispatch/context';
import { isSenderAsListed } from './ofAnotherSend';

/*
 * What sending asks of the service: for a message by its reference, and for the campaigns of a sender. All its requests that change
 * nothing are made here.
 */

/** What the service says when it is asked whether it holds something that was sent. */
export type Finding =
	/** It does: this message. */
	| { is: 'there'; record: IDataObject }
	/** It says that it does not. */
	| { is: 'notThere' }
	/** It holds campaigns, newest first, of which one may be what was sent. None of them is proof. */
	| { is: 'candidates'; campaigns: IDataObject[] }
	/** It does not tell; the fault that kept it from telling, if there was one. */
	| { is: 'hidden'; fault?: ServiceFault };

/**
 * What a question in passing learns (cutOffSend.ts). Where the service shows a message of an earlier send, one of this send may stand
 * behind it. Hidden means that it stayed unanswered, for this reason.
 */
export type FindingInPassing =
	| Extract<Finding, { is: 'there' }>
	| { is: 'notThere'; showsOlder?: true }
	| { is: 'hidden'; fault: ServiceFault };

/** The fault of a question that was answered with a message that may have been there before. What is asked for may show later. */
export const WAS_THERE_BEFORE: ServiceFault = {
	kind: 'connection',
	message: 'The message under its reference was there before this send, or may have been',
	description: '',
	retryable: true,
	outcome: 'unknown',
};

/** What is said of an answer that names nothing of what was asked: it comes from something else, such as a proxy. */
export const NO_ANSWER = faultOfForm('html');

/** A message that is asked for. */
export interface Wanted {
	reference: string;
	/** Its number; undefined where a message to another number tells something, too. */
	phone?: string;
	/** Tells messages that prove nothing, as they may have been there before; undefined where any proves it. */
	wasThereBefore?(record: IDataObject): boolean;
}

/** Asks for a message by its reference (4.4), for an input item. */
export async function askForMessage(
	ctx: OperationContext,
	{ item, ...wanted }: Wanted & { item: number },
): Promise<Finding> {
	return await askByReference(await ctx.service(item), wanted);
}

/**
 * Asks a service for a message by its reference (4.4); with a phone, only for one that is not to another number. One that may have been
 * there before hides what came later: the service shows one of several.
 */
export async function askByReference(
	service: Service,
	{ reference, phone, wasThereBefore }: Wanted,
): Promise<Finding> {
	const { value, fault } = await getMessageByReference(service, reference);
	if (value) {
		const isOfAnother =
			phone !== undefined && !service.answersAtRandom && isToAnother(value.msisdn, phone);
		if (!isId(value.id) || isOfAnother) return { is: 'hidden', fault: NO_ANSWER };
		return wasThereBefore?.(value)
			? { is: 'hidden', fault: WAS_THERE_BEFORE }
			: { is: 'there', record: value };
	}
	return fault.code === CODE_SMS_NOT_FOUND ? { is: 'notThere' } : { is: 'hidden', fault };
}

/**
 * Lists the newest SMS campaigns of a sender (4.10), `atMost` of them.
 * @returns undefined when the service does not list them
 */
export async function listSenderCampaigns(
	ctx: OperationContext,
	sender: string,
	item: number,
	atMost: number = LIMITS.page.limit,
): Promise<IDataObject[] | undefined> {
	return await campaignsOf(await ctx.service(item), sender, atMost);
}

async function campaignsOf(
	service: Service,
	sender: string,
	atMost: number = LIMITS.page.limit,
): Promise<IDataObject[] | undefined> {
	const ofSender = ({ fault, records, isWhole }: Listed): IDataObject[] | undefined =>
		// A list that counts campaigns and shows none tells nothing of those that it counts.
		fault || (records.length === 0 && !isWhole)
			? undefined
			: records
					.map((record) => normaliseCampaign(record, service.timeZone))
					.filter((campaign) => mayBeOfSender(campaign.sender, sender))
					.slice(0, atMost);
	const found = ofSender(await listCampaignsOfSender(service, sender, atMost));
	// A search for the sender as it was sent need not find it as the service writes it.
	if (found?.length !== 0) return found;
	const newest = await listNewestCampaigns(service, Math.max(atMost, LIMITS.page.pageMax));
	// Services write numbers in several ways, and names as they are: only of a name the search says that there is nothing.
	return ofSender(newest) ?? (IS_NUMBER.test(sender) ? undefined : found);
}

const IS_NUMBER = /^\+?\d+$/;

/** Whether a campaign may be of a sender: a service may write it otherwise, cut it off, or leave it out. */
const mayBeOfSender = (told: unknown, sender: string): boolean =>
	typeof told !== 'string' || told.trim() === '' || isSenderAsListed(told, sender);

/** How the service is asked what became of a send. */
export interface Question {
	/** Pauses before it is asked the first times, in milliseconds: after it answered the send with a fault, or not at all. */
	pauses: { answered: readonly number[]; silent: readonly number[] };
	/** Whether it is asked on, with growing pauses, for as long as Retry For says. */
	patient: boolean;
	/** Takes how often it was asked before. */
	ask(round: number): Promise<Finding>;
}

/** The same question, where it tells nothing that there is no such message, for this reason. */
export const believedOnlyIfThere = (question: Question, fault: ServiceFault): Question => ({
	...question,
	async ask(round) {
		const finding = await question.ask(round);
		return finding.is === 'notThere' ? { is: 'hidden', fault } : finding;
	},
});

/** A service that did not answer may still be at work, and a campaign becomes visible as a whole but perhaps a moment later. */
const PAUSES = {
	message: { answered: [0, 300], silent: [100, 500] },
	campaign: { answered: [200, 1000], silent: [300, 1200, 2500] },
	list: { answered: [500, 1500, 3000], silent: [500, 1500, 3000] },
} as const;
const LONGEST_PAUSE_MS = 10_000;

/** The question for messages that carry references: some of them, by their references. Any of them may be one that was refused. */
export function questionByReference(
	ctx: OperationContext,
	all: readonly Wanted[],
	item: number,
): Question {
	return {
		pauses: PAUSES.message,
		patient: false,
		async ask(round) {
			let finding: Finding = { is: 'notThere' };
			for (const wanted of ofRound(all, round)) {
				const one = await askForMessage(ctx, { ...wanted, item });
				if (one.is === 'there') return one;
				if (one.is === 'hidden') finding = one;
				// A service that is too slow for one question is so for the next.
				const isSlow = one.is === 'hidden' && one.fault?.kind === 'timeout';
				if (isSlow || ctx.signal?.aborted) break;
			}
			return finding;
		},
	};
}

/** The service for a question that may stay unanswered, or that the next round repeats: each request is made once. */
export async function impatientService(ctx: OperationContext, item: number): Promise<Service> {
	const service = await ctx.service(item);
	return {
		...service,
		call: async (request, policy) => await service.call(request, { ...policy, retryForMs: 0 }),
	};
}

/** How many references between the first and the last are asked for in a round. */
const BETWEEN = 3;

/**
 * The messages that a round asks for: the first, the last, and up to three between, which are others in each round. A service
 * need not keep a message for every recipient.
 */
export function ofRound<T>(all: readonly T[], round: number): T[] {
	const inner = all.slice(1, -1);
	const count = Math.min(BETWEEN, inner.length);
	const between = Array.from({ length: count }, (_, index) => {
		const spread = Math.floor(((index + 0.5) / count) * inner.length);
		return inner[(spread + round) % inner.length];
	});
	const chosen = [all[0], ...between, all.at(-1)];
	return [...new Set(chosen.filter((one) => one !== undefined))];
}

/**
 * The runs of the node whose service has no list of messages: an extension is asked for once. An entry lives as long as n8n keeps
 * the data of the run.
 */
const withoutMessageList = new WeakSet<object>();

/**
 * Asks the list of messages, an extension, for a reference of this input item, without repetitions; with a phone, for a message to it,
 * and for none that may have been there before. Returns the message that it shows, with its campaign; undefined where it tells nothing.
 */
export async function askMessageList(
	ctx: OperationContext,
	{ reference, item, phone: wanted, wasThereBefore }: Wanted & { item: number },
): Promise<IDataObject | undefined> {
	if (withoutMessageList.has(ctx.run)) return undefined;
	const { value, fault } = await listMessagesByReference(
		await impatientService(ctx, item),
		reference,
	);
	if (fault && isOfPath(fault)) withoutMessageList.add(ctx.run);
	return value
		?.filter(({ id, phone }) => isId(id) && (wanted === undefined || isToRecipient(phone, wanted)))
		.map(({ id, phone, campaign_id, created_at }): IDataObject => {
			return { id, msisdn: phone, campaign_id, time_in: created_at };
		})
		.find((message) => !wasThereBefore?.(message));
}

/** The question for a campaign whose recipients carry references: some of its messages, wherever the service shows them. */
export function questionByReferences(
	ctx: OperationContext,
	all: readonly Wanted[],
	item: number,
): Question {
	return {
		pauses: PAUSES.campaign,
		patient: true,
		async ask(round) {
			const service = await impatientService(ctx, item);
			let finding: Finding | undefined;
			for (const wanted of ofRound(all, round)) {
				const one = await askByReference(service, wanted);
				if (one.is === 'there') return one;
				// A question that may be answered later is reason to ask on.
				if (finding?.is !== 'notThere') finding = one;
				if (ctx.signal?.aborted) return finding;
			}
			const [first] = all;
			const { reference = '', phone = '', wasThereBefore } = first ?? {};
			const record = await askMessageList(ctx, { reference, item, wasThereBefore });
			return record && !(phone && isToAnother(record.msisdn, phone))
				? { is: 'there', record }
				: (finding ?? { is: 'hidden' });
		},
	};
}

/** The question for a campaign without references: the campaigns of its sender that `isNew` tells to have come since it was sent. */
export function questionByList(
	ctx: OperationContext,
	{ sender, item }: { sender: string; item: number },
	isNew: (campaign: IDataObject) => boolean,
): Question {
	return {
		pauses: PAUSES.list,
		patient: true,
		async ask() {
			const listed = await campaignsOf(await impatientService(ctx, item), sender);
			const campaigns = (listed ?? []).filter(isNew);
			// None at all proves nothing: it may show later.
			return campaigns.length > 0 ? { is: 'candidates', campaigns } : { is: 'hidden' };
		},
	};
}

/** Whether something other than the service answered, such as a proxy: where the service itself answers a question, that is over. */
export const isPage = ({ kind }: ServiceFault): boolean => kind === 'notJson';

/** Pauses before questions that were answered by a page are put again, in milliseconds. */
const PAUSES_AFTER_PAGE = [1000, 3000];

/** The pause before an impatient question is put once more, `further` times beyond its own; undefined where it is not. */
const pauseAfter = (finding: Finding, further: number): number | undefined =>
	finding.is === 'hidden' && finding.fault && isPage(finding.fault)
		? PAUSES_AFTER_PAGE[further]
		: undefined;

/** Whether there is nothing to learn by asking on: a campaign may be ours, or the service refuses to tell. */
const isLastWord = (finding: Finding): boolean =>
	finding.is === 'candidates' ||
	(finding.is === 'hidden' && finding.fault !== undefined && !finding.fault.retryable);

/**
 * Asks after each of the pauses, until what was sent shows, and twice more where a page answered. A patient question is asked on, once
 * at least. Neither is asked longer than `forMs` milliseconds, but for the first pauses of an impatient one. An execution that is
 * stopped asks no more.
 */
export async function askOn(
	ctx: OperationContext,
	{ pauses: { answered, silent }, patient, ask }: Question,
	{ wasAnswered, forMs }: { wasAnswered: boolean; forMs: number },
): Promise<Finding> {
	const first = wasAnswered ? answered : silent;
	const began = Date.now();
	let paused = 0;
	let ms = 0;
	let finding: Finding = { is: 'hidden' };
	for (let round = 0; ; round++) {
		const further = patient
			? Math.min(LONGEST_PAUSE_MS, ms * 2)
			: pauseAfter(finding, round - first.length);
		const next = first[round] ?? further;
		if (next === undefined) break;
		ms = next;
		const isBounded = round >= (patient ? 1 : first.length);
		if (isBounded && Math.max(paused, Date.now() - began) + ms > forMs) break;
		if (ms > 0 && !(await pause(ms, ctx.signal))) break;
		paused += ms;
		finding = await ask(round);
		if (finding.is === 'there' || finding.is === 'candidates') break;
		if (patient && round + 1 >= first.length && isLastWord(finding)) break;
	}
	return finding;
}
