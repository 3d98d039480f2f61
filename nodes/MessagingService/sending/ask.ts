import type { IDataObject } from 'n8n-workflow';
import { faultOfForm, type ServiceFault } from '../../shared/errors';
import { normaliseCampaign } from '../../shared/reply';
import { getMessageByReference, listCampaignsOfSender } from '../../shared/service';
import { CODE_SMS_NOT_FOUND, LIMITS } from '../../shared/spec';
import { pause } from '../../shared/transport';
import type { OperationContext } from '../dispatch/context';

/*
 * What sending asks of the service: for a message by its reference, and for the campaigns of a sender. All its requests that change
 * nothing are made here.
 */

/** What the service says when it is asked whether it holds something that was sent. */
export type Finding =
	/** It does: this message, or this campaign. */
	| { is: 'there'; record: IDataObject }
	/** It says that it does not. */
	| { is: 'notThere' }
	/** It does not tell; the fault that kept it from telling, if there was one. */
	| { is: 'hidden'; fault?: ServiceFault };

/** What is said of an answer that names nothing of what was asked: it comes from something else, such as a proxy. */
export const NO_ANSWER = faultOfForm('html');

/** Asks for a message by its reference (4.4). */
export async function askForMessage(
	ctx: OperationContext,
	{ reference, item }: { reference: string; item: number },
): Promise<Finding> {
	const { value, fault } = await getMessageByReference(await ctx.service(item), reference);
	if (value) return value.id ? { is: 'there', record: value } : { is: 'hidden', fault: NO_ANSWER };
	return fault.code === CODE_SMS_NOT_FOUND ? { is: 'notThere' } : { is: 'hidden', fault };
}

/**
 * Lists the newest SMS campaigns of a sender (4.10), 50 at most; `filter` narrows them.
 * @returns undefined when the service does not list them
 */
export async function listSenderCampaigns(
	ctx: OperationContext,
	sender: string,
	item: number,
	filter: IDataObject = {},
): Promise<IDataObject[] | undefined> {
	const service = await ctx.service(item);
	const listed = await listCampaignsOfSender(service, sender, LIMITS.page.limit, filter);
	if (listed.fault) return undefined;
	return listed.records
		.map((record) => normaliseCampaign(record, service.timeZone))
		.filter((campaign) => campaign.sender === sender);
}

/** How the service is asked what became of a send. */
export interface Question {
	/** Pauses before it is asked each time, in milliseconds: after it answered the send with a fault, or not at all. */
	pauses: { answered: readonly number[]; silent: readonly number[] };
	ask(): Promise<Finding>;
}

/** A service that did not answer may still be at work, and a campaign becomes visible as a whole but perhaps a moment later. */
const PAUSES = {
	message: { answered: [0, 300], silent: [100, 500] },
	campaign: { answered: [200, 1000], silent: [300, 1200, 2500] },
} as const;

/** The question for a send that carries a reference: one of its messages, by that reference. */
export function questionByReference(
	ctx: OperationContext,
	message: { reference: string; item: number },
	campaign: boolean,
): Question {
	return {
		pauses: PAUSES[campaign ? 'campaign' : 'message'],
		ask: async () => await askForMessage(ctx, message),
	};
}

/** Asks after each of the pauses, until what was sent shows. An execution that is stopped asks no more. */
export async function askAfter(
	ctx: OperationContext,
	{ ask }: Question,
	pauses: readonly number[],
): Promise<Finding> {
	let finding: Finding = { is: 'hidden' };
	for (const ms of pauses) {
		if (ms > 0 && !(await pause(ms, ctx.signal))) break;
		finding = await ask();
		if (finding.is === 'there') break;
	}
	return finding;
}
