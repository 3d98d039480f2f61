import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../shared/errors';
import { namedAndMore, shownReference } from '../../shared/text';
import type { SendKind } from './verdict';

/* The error of a send whose outcome is unknown: what happened, and what to look for before sending again. */

/** Lists the campaigns that may be the one that was sent; undefined where the service does not list them. */
export type Candidates = () => Promise<IDataObject[] | undefined>;

/** How many references, and campaigns, an error names. */
const NAMED_AT_MOST = 3;

/** Names new campaigns of the sender, of which one may be what was sent. */
function candidatesText(candidates: readonly IDataObject[]): string {
	if (candidates.length === 0) return ' No new campaign of this sender shows.';
	const names = candidates.map(
		({ id, created_at }) =>
			`${String(id)}${created_at ? ` (created at ${String(created_at)})` : ''}`,
	);
	return ` New campaigns of this sender, one of which may be it: ${namedAndMore(names, NAMED_AT_MOST)}.`;
}

/** What the user looks for in the service. */
function whatToCheck(
	kind: SendKind,
	references: readonly string[],
	candidates: readonly IDataObject[] | undefined,
): string {
	if (kind === 'contactLists')
		return `look for the campaign in the service.${candidates ? candidatesText(candidates) : ''}`;
	const named = namedAndMore(references.map(shownReference), NAMED_AT_MOST);
	const what = references.length === 1 ? 'the reference' : 'the references';
	return kind === 'campaign'
		? `look for the campaign in the service, or ask for ${what} ${named} with SMS: Get by Reference.`
		: `ask for ${what} ${named} with SMS: Get by Reference.`;
}

/** The fault of a send whose outcome is unknown, for the reason that `fault` gives. */
export function outcomeUnknown(
	fault: ServiceFault,
	sent: { kind: SendKind; references: readonly string[]; candidates?: IDataObject[] },
): ServiceFault {
	const reason = fault.message.charAt(0).toLowerCase() + fault.message.slice(1);
	const check = whatToCheck(sent.kind, sent.references, sent.candidates);
	return {
		...fault,
		message: `It is not known whether the service accepted the send: ${reason}`,
		description:
			`${fault.description} Before you send again, ${check} Then choose Count as Sent or Send Again under If the Outcome Stays Unknown.`.trim(),
		retryable: false,
		outcome: 'unknown',
	};
}
