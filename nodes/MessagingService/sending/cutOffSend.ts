import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../shared/errors';
import type { Refusal } from '../../shared/validation';
import { askForMessage, type Finding } from './ask';
import type { SendRun } from './run';
import { CUT_OFF } from './unknownOutcome';

/*
 * The first request of a send, where an earlier process may have made the same one and was killed before it could leave a record.
 * Nothing can be written down before a request leaves (see cutOff.ts), so the service has to say.
 *
 * - A message with a reference needs no question: the service refuses a reference that it knows (section 7, code 23).
 * - A campaign need not be refused, so it is asked for. Where the saved execution shows that the node had begun, it is asked for like
 *   one whose reply was lost, and If the Outcome Stays Unknown decides what follows: by default the node stops.
 * - Where nothing speaks for an earlier process, and nothing excludes one, two questions at most are asked, and a campaign that does
 *   not show is sent: nothing could ever be sent otherwise. This costs little beside thousands of messages. It is asked only with
 *   automatic references. Any other may have come with another send, and says nothing of this one.
 * - n8n 1.x gives a retry other references. Where such an execution was cut off there is nothing to ask for, and nothing is sent.
 */

/** Why a send may have gone out before, of which the saved execution shows that it was cut off; undefined where nothing shows it. */
export function doubtOf(
	{ endpoint, memory }: SendRun,
	references: readonly string[],
): ServiceFault | undefined {
	const isProtected = !endpoint.campaign && references.length > 0;
	return !isProtected && memory.earlierStart === 'shown' ? CUT_OFF : undefined;
}

/** The question for a campaign that an earlier process may have made; undefined where there is no reason to ask. */
export function questionInPassing(
	{ ctx, endpoint, memory, parameters }: SendRun,
	references: readonly string[],
	item: number,
): (() => Promise<Finding>) | undefined {
	const isProof = endpoint.campaign && parameters.referenceMode === 'automatic';
	if (!isProof || references.length === 0 || memory.earlierStart !== 'possible') return undefined;
	return async () => {
		// A test key gets random information.
		if ((await ctx.service(item)).answersAtRandom) return { is: 'hidden' };
		// A service need not keep a message for every recipient, so that another one is asked for.
		const ends = new Set([references[0], references.at(-1)]);
		for (const reference of ends) {
			const finding = await askForMessage(ctx, { reference: reference ?? '', item });
			if (finding.is !== 'notThere') return finding;
		}
		return { is: 'notThere' };
	};
}

/** An execution that was cut off is mostly retried on the same day. */
export const CUT_OFF_MS = 86_400_000;

/** Whether a campaign may be the one of an execution that was cut off. */
export const isOfLastDay = ({ created_at }: IDataObject): boolean =>
	Date.parse(String(created_at)) >= Date.now() - CUT_OFF_MS;

/** Why nothing is sent in a retry whose references are others than those of the execution that was cut off. */
export const IDENTITY_LOST: Refusal = {
	field: 'Execution',
	message: 'The earlier run was cut off, and these messages may already have gone out',
	description:
		'Nothing is sent: n8n 1.x keeps nothing by which these messages could be told from new ones. Look in the service for what went out, and start the workflow anew for the rest.',
};
