import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault, ServiceReply } from '../../shared/errors';
import { backOff, pause } from '../../shared/transport';
import type { OperationContext } from '../dispatch/context';
import { askAfter, type Question } from './ask';
import { weigh } from './evidence';
import { mayBeSentAgain } from './mayBeSentAgain';
import { outcomeNotKnown } from './unknownOutcome';

/** What became of a request that must not be carried out twice. */
export type Sent =
	/** The service accepted it with this reply. */
	| { became: 'accepted'; reply: ServiceReply }
	/** The reply was lost, or an earlier try sent it: the service holds this message or campaign of it. */
	| { became: 'found'; record: IDataObject }
	/** The service certainly did not act; `body` is what it answered. */
	| { became: 'refused'; fault: ServiceFault; body?: unknown }
	/** The service may have acted, and nobody can tell. */
	| { became: 'unknown'; fault: ServiceFault };

/** How a request is kept from being carried out twice. */
export interface Guard {
	/** Index of the input item that a fault is reported for. */
	itemIndex: number;
	/** A reference that the request carries, for the words of a fault; '' for none. */
	reference: string;
	/** Whether the reply speaks of each of many recipients (4.6, phones and individual). */
	namesRecipients?: boolean;
	/** How the service is asked what became of the request; undefined where it cannot be asked. */
	question?: Question;
	/** Where an earlier try may have sent the request: the fault that says so. Then the service is asked first. */
	earlierTry?: ServiceFault;
	/** Milliseconds in which the request may be repeated. */
	retryForMs: number;
}

/**
 * Sends a request that must not be carried out twice: the one place from which messages leave. The service is asked what became
 * of it where that is not known; mayBeSentAgain decides whether it goes out once more.
 * @throws NodeOperationError when the credential or n8n forbids the request
 */
export async function sendOnce(
	ctx: OperationContext,
	request: { path: string; body: IDataObject },
	{ itemIndex, reference, namesRecipients = false, question, earlierTry, retryForMs }: Guard,
): Promise<Sent> {
	const unknown = (fault: ServiceFault): Sent => ({
		became: 'unknown',
		fault: outcomeNotKnown(fault, reference),
	});
	const deadline = Date.now() + retryForMs;

	if (earlierTry) {
		if (!question) return unknown(earlierTry);
		const finding = await askAfter(ctx, question, question.pauses.answered);
		if (finding.is === 'there') return { became: 'found', record: finding.record };
		if (finding.is === 'hidden') return unknown(finding.fault ?? earlierTry);
		if (ctx.signal?.aborted) return unknown(earlierTry);
	}

	for (let tries = 0; ; tries++) {
		const { reply, fault, body } = weigh(
			await ctx.tryCall(
				{ method: 'POST', ...request },
				{ kind: 'once', itemIndex, retryForMs: Math.max(0, deadline - Date.now()) },
			),
			namesRecipients,
		);
		if (reply) return { became: 'accepted', reply };
		if (fault.outcome === 'rejected') return { became: 'refused', fault, body };

		if (!question || ctx.signal?.aborted) return unknown(fault);
		const answered = (fault.httpStatus ?? 0) >= 400;
		const finding = await askAfter(
			ctx,
			question,
			answered ? question.pauses.answered : question.pauses.silent,
		);
		if (finding.is === 'there') return { became: 'found', record: finding.record };
		if (finding.is === 'hidden') return unknown(finding.fault ?? fault);
		if (ctx.signal?.aborted) return unknown(fault);

		const wait = fault.retryAfterMs || backOff(tries);
		// It is not there, but a late arrival cannot be ruled out: a next try of the node asks again.
		if (!mayBeSentAgain(fault, finding) || Date.now() + wait > deadline)
			return { became: 'unknown', fault };
		if (!(await pause(wait, ctx.signal))) return unknown(fault);
	}
}
