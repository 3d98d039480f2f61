import type { IDataObject } from 'n8n-workflow';
import { isOfPath, type ServiceFault, type ServiceReply } from '../../shared/errors';
import { backOff, notBegunFault, pause } from '../../shared/transport';
import type { OperationContext } from '../dispatch/context';
import { askOn, isPage, type Finding, type FindingInPassing, type Question } from './ask';
import { isUndocumented, weigh } from './evidence';
import { mayBeSentAgain, type IfUnknown, type SendKind } from './mayBeSentAgain';
import {
	isOnlyOdd,
	maySpeakOfCopy,
	maySpeakOfEarlier,
	maySpeakOfHeld,
	saysWhatIsWrong,
	speaksOfContent,
} from './refusedRepetition';
import { notTold, OTHER_ACCOUNT, outcomeNotKnown } from './unknownOutcome';

/** What became of a request that must not be carried out twice. */
export type Sent =
	/** The service accepted it with this reply. What the reply refuses in it may have been carried by an earlier request `afterDoubt`. */
	| { became: 'accepted'; reply: ServiceReply; afterDoubt: boolean }
	/**
	 * The reply was lost, or an earlier try sent it: the service holds this message of it. `wasSent` says whether this try had sent it
	 * when it was found.
	 */
	| { became: 'found'; record: IDataObject; wasSent: boolean }
	/**
	 * The service certainly did not act; `body` is what it answered. Where the refusal speaks of what is sent, it speaks of an earlier
	 * request with the same content as well, of which nobody knew what became: then it is `afterDoubt`.
	 */
	| { became: 'refused'; fault: ServiceFault; body?: unknown; afterDoubt: boolean }
	/** The service may have acted, and nobody can tell. Where this try was `notSent`, the next one has no more to doubt than this one had. */
	| { became: 'unknown'; fault: ServiceFault; notSent?: true };

/** How a request is kept from being carried out twice. */
export interface Guard {
	/** Index of the input item that a fault is reported for. */
	itemIndex: number;
	kind: SendKind;
	/** The references of all its recipients; empty where one of them carries none. */
	references: readonly string[];
	/** Whether the reply speaks of each of many recipients (4.6, phones and individual). */
	namesRecipients?: boolean;
	/** The senders of its messages. */
	senders: readonly string[];
	/** Whether an answer names what another request of the run made. */
	isOfOtherRequest(body: unknown): boolean;
	/** How many recipients it has; undefined where nobody knows. */
	recipients?: number;
	/**
	 * Whether a refusal with this body may be due to its references, where nothing but a copy of this very request can have brought them
	 * to the service.
	 */
	mayBeOfCopy?(refusal: { fault: ServiceFault; body?: unknown }): boolean;
	/** How the service is asked what became of the request; undefined where it cannot be asked. */
	question?: Question;
	/** Lists the campaigns that may be the one that was sent, for the words of an error. */
	candidates?(): Promise<IDataObject[] | undefined>;
	/** Where an earlier try may have sent the request: the fault that says so. Then the service is asked first. */
	earlierTry?: ServiceFault;
	/** Is told before the request leaves. */
	posting?(): void;
	/** Asks whether the service holds it already, where an earlier process cannot be excluded and nothing speaks for one. */
	askInPassing?(): Promise<FindingInPassing>;
	ifUnknown: IfUnknown;
	/** Whether the user's Send Again was used up. It is shared by all requests of one try for the same recipients. */
	sendAgain: { used: boolean };
	/** Milliseconds in which the request may be repeated, and then in which the service is asked. */
	retryForMs: number;
}

/** How long the service is asked after the user's Send Again, in milliseconds: it was asked at length before. */
const ASKED_AGAIN_MS = 5000;

/** Asks the service what became of earlier requests. `isFirst` says that an earlier try made them. */
async function clearUp(
	ctx: OperationContext,
	{ question, sendAgain, retryForMs }: Guard,
	doubt: ServiceFault,
	isFirst: boolean,
): Promise<Finding> {
	if (!question || ctx.signal?.aborted) return { is: 'hidden' };
	return await askOn(ctx, question, {
		wasAnswered: isFirst || (doubt.httpStatus ?? 0) >= 400,
		forMs: sendAgain.used ? Math.min(ASKED_AGAIN_MS, retryForMs) : retryForMs,
	});
}

/** The same question, but asked for as long as Retry For says: where the request is not repeated, nothing else can tell. */
const patiently = (guard: Guard): Guard => ({
	...guard,
	question: guard.question && { ...guard.question, patient: true },
});

/** Pauses before the questions for a message that may show a moment after its answer, in milliseconds. */
const SHOWS_LATE_MS = [0, 300, 1000, 3000];

/** The same question, put as often as it takes a message to show, but no longer than Retry For says. */
function forLate(guard: Guard): Guard {
	let passed = 0;
	const pauses = SHOWS_LATE_MS.filter((ms) => (passed += ms) <= guard.retryForMs);
	return {
		...guard,
		question: guard.question && {
			...guard.question,
			pauses: { answered: pauses, silent: pauses },
		},
	};
}

/** The end of a send of which nobody knows what became, for this reason. */
async function unknown(
	ctx: OperationContext,
	{ kind, references, candidates, ifUnknown }: Guard,
	fault: ServiceFault,
	finding: Finding,
): Promise<Sent> {
	const listed =
		finding.is === 'candidates'
			? finding.campaigns
			: ctx.signal?.aborted
				? undefined
				: await candidates?.();
	// For a message the question is the way to know: what keeps it from being answered is what to mend. In another account no answer tells.
	const asked = kind === 'message' && finding.is === 'hidden' ? finding.fault : undefined;
	const cause = fault === OTHER_ACCOUNT ? fault : (asked ?? fault);
	return {
		became: 'unknown',
		fault: outcomeNotKnown(cause, { kind, references, candidates: listed, ifUnknown }),
	};
}

/** Adds all texts of a request to a set, and the names of its fields: an answer may repeat either. */
function addTexts(value: unknown, texts: Set<string>): void {
	if (typeof value === 'string') texts.add(value);
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		if (!Array.isArray(value)) texts.add(name);
		addTexts(inner, texts);
	}
}

/** Takes the body of a request; returns whether a text is one of it, such as the text of one message or of all. */
function holderOfTexts(body: IDataObject): (text: string) => boolean {
	let texts: Set<string> | undefined;
	return (text) => {
		if (!texts) addTexts(body, (texts = new Set()));
		return texts.has(text);
	};
}

/**
 * Sends a request that must not be carried out twice: the one place from which messages leave. The service is asked what became
 * of it where that is not known; mayBeSentAgain decides whether it goes out once more.
 * @throws NodeOperationError when the credential or n8n forbids the request
 */
export async function sendOnce(
	ctx: OperationContext,
	request: { path: string; body: IDataObject },
	guard: Guard,
): Promise<Sent> {
	const { itemIndex, kind, references, sendAgain, ifUnknown, retryForMs } = guard;
	const sending = { kind, referenced: references.length > 0, ifUnknown };
	const deadline = Date.now() + retryForMs;
	const { answersAtRandom } = await ctx.service(itemIndex);
	/** Why an earlier request may have been carried out; undefined while none can have been. */
	let doubt = guard.earlierTry;

	const held = doubt ? undefined : await guard.askInPassing?.();
	if (held?.is === 'there') return { became: 'found', record: held.record, wasSent: false };
	// The questions may have taken long.
	if (!doubt && ctx.signal?.aborted)
		return { became: 'refused', fault: notBegunFault(), body: undefined, afterDoubt: false };
	if (held?.is === 'hidden') {
		const doubted = { finding: held, passes: false, sentAgain: sendAgain.used };
		if (mayBeSentAgain(sending, doubted) === 'no')
			return { became: 'unknown', fault: notTold(held.fault), notSent: true };
		doubt = held.fault;
	}

	for (let requests = 0; ; requests++) {
		if (doubt) {
			const finding = await clearUp(ctx, guard, doubt, requests === 0);
			if (finding.is === 'there')
				return { became: 'found', record: finding.record, wasSent: requests > 0 };

			const repetition = mayBeSentAgain(sending, {
				finding,
				passes: requests === 0 || doubt.retryable || isPage(doubt),
				sentAgain: sendAgain.used,
			});
			const wait = requests === 0 ? 0 : doubt.retryAfterMs || backOff(requests - 1);
			const isTooLate =
				repetition === 'underReference' && requests > 0 && Date.now() + wait > deadline;
			if (repetition === 'no' || isTooLate || !(await pause(wait, ctx.signal)))
				return await unknown(ctx, guard, doubt, finding);
			if (repetition === 'atUsersRisk') sendAgain.used = true;
		}

		guard.posting?.();
		const { reply, fault, body } = await ctx.tryCall(
			{ method: 'POST', ...request },
			{
				kind: 'once',
				itemIndex,
				retryForMs: Math.max(0, deadline - Date.now()),
				weigh: (outcome) =>
					weigh(outcome, {
						many: guard.namesRecipients === true,
						recipients: guard.recipients,
						isOwn: holderOfTexts(request.body),
						...(!answersAtRandom && {
							senders: guard.senders,
							isOfOtherRequest: (answer: unknown) => guard.isOfOtherRequest(answer),
						}),
					}),
			},
		);
		if (reply) return { became: 'accepted', reply, afterDoubt: doubt !== undefined };
		// The answer to messages of which the service knows a reference is settled for each of them.
		const isOfCopy =
			doubt === undefined &&
			(maySpeakOfCopy(fault, kind === 'message' ? 0 : references.length) ||
				guard.mayBeOfCopy?.({ fault, body }) === true);
		if (fault.outcome === 'rejected' && !isOfCopy) {
			if (doubt === undefined) {
				const isAsked = kind === 'message' && guard.question && maySpeakOfHeld(fault);
				const shown = isAsked ? await clearUp(ctx, guard, fault, false) : undefined;
				if (shown?.is === 'there') return { became: 'found', record: shown.record, wasSent: true };
				// Where nothing but odd words raises the doubt, a service that cannot be asked is believed.
				if (shown?.is === 'hidden' && !(isOnlyOdd(fault) && shown.fault && isOfPath(shown.fault)))
					return await unknown(ctx, guard, fault, { is: 'hidden' });
				return { became: 'refused', fault, body, afterDoubt: false };
			}
			// This request did nothing, which says nothing of the one before: it may show by now, or later. And a message may be refused
			// because it is there already, whatever the service says of it.
			const isAtOnce = speaksOfContent(fault) && (kind !== 'message' || saysWhatIsWrong(fault));
			const finding =
				kind !== 'message'
					? undefined
					: isAtOnce
						? await clearUp(ctx, guard, fault, false)
						: await clearUp(ctx, patiently(guard), doubt, false);
			if (finding?.is === 'there')
				return { became: 'found', record: finding.record, wasSent: true };
			if (!isAtOnce || (kind === 'message' && maySpeakOfEarlier(fault)))
				return await unknown(ctx, guard, fault, { is: 'notThere' });
			if (finding?.is === 'hidden') return await unknown(ctx, guard, fault, finding);
			return { became: 'refused', fault, body, afterDoubt: true };
		}
		// A code that no document explains is a refusal where the service has no such message, as it is in the results of many.
		const isOfOne = kind === 'message' && guard.recipients === 1 && guard.question;
		if (doubt === undefined && isOfOne && isUndocumented(fault)) {
			const finding = await clearUp(ctx, forLate(guard), fault, false);
			if (finding.is === 'there') return { became: 'found', record: finding.record, wasSent: true };
			if (finding.is === 'notThere') return { became: 'refused', fault, body, afterDoubt: false };
			return await unknown(ctx, guard, fault, finding);
		}
		doubt = fault;
	}
}
