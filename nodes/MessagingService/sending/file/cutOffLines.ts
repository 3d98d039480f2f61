import type { NodeFault } from '../../dispatch/nodeErrors';
import { LIMITS } from '../../../shared/spec';
import { counted } from '../../../shared/text';
import { listSenderCampaigns } from '../ask';
import { isOfLastDay } from '../cutOffSend';
import type { Part } from './parts';
import { NUMBERS_AT_MOST } from './seenNumbers';
import { linesOf, type Task } from './sendPart';

/*
 * A process that was killed while it sent a file leaves nothing behind, and a service that does not show references cannot be asked
 * for them. The first request of the retry is then the one that cannot be cleared up, though any later one may be the one in
 * question. A file goes out request by request from its first line, so the number of campaigns that the service lists tells how far
 * that process came, as long as nobody else sends from the same sender.
 */

const LOG =
	'n8n\'s log of that execution names the lines of each request that ended ("Messaging Service: lines").';

/** More campaigns than a file makes: where the service lists so many, they are not all of this file. */
const LISTED_AT_MOST = NUMBERS_AT_MOST / LIMITS.recipientsPerCampaign + 1;

/** The request of the file that is made at this place, counted from 1; undefined where it has fewer. */
async function partAt(parts: AsyncIterable<Part>, place: number): Promise<Part | undefined> {
	let at = 0;
	for await (const part of parts) {
		if (part.request.length > 0) at++;
		if (at === place) return part;
	}
	return undefined;
}

/**
 * Says in the error of a retry which lines the execution that was cut off may have sent, and how the rest is sent.
 * @param parts the requests of the file, from the first one
 */
export async function nameCutOffLines(
	{ run: { ctx }, file: { item } }: Task,
	error: NodeFault,
	first: Part,
	parts: AsyncIterable<Part>,
): Promise<NodeFault> {
	const sender = first.request[0]?.message.sender ?? '';
	const listed = ctx.signal?.aborted
		? undefined
		: await listSenderCampaigns(ctx, sender, item, LISTED_AT_MOST);
	const count = listed?.filter(isOfLastDay).length ?? 0;
	const last = count > 0 && count < LISTED_AT_MOST ? await partAt(parts, count) : undefined;
	const begun = `That execution sent the file from its beginning, ${linesOf(first.request)} first; how far it came, nothing here tells.`;
	const rest =
		last?.nextLine === undefined
			? 'they were the last ones of the file'
			: `send the rest with First Line to Send: ${last.nextLine}`;
	const found = last
		? ` The service lists ${counted(count, 'campaign')} of this sender from the last day. If all of them belong to this file, the last one carried ${linesOf(last.request)}: ${rest}.`
		: ' Once you know the last line that went out, send the rest with First Line to Send.';
	error.description = `${error.description ?? ''} ${begun} ${LOG}${found}`.trim();
	return error;
}
