import type { Finding } from './ask';

/*
 * Which sends may be made once more: the one place that decides it, for a wrong yes sends messages twice.
 *
 * What the service certainly did not act on (429, a connection that was refused, a handshake that failed, a token that has grown
 * old) never comes here: the transport repeats such a request by itself (see `kind: 'once'` of CallPolicy). Here an earlier request
 * may have been carried out, and the service was asked what became of it.
 */

/** What is sent. */
export type SendKind =
	/** Messages of the legacy interface (4.6). It refuses a reference that it knows (section 7, code 23). */
	| 'message'
	/** A campaign (4.7, 4.8). Nothing in the specification says that a reference that is known is refused there. */
	| 'campaign'
	/** A campaign to contact lists (4.9). It carries no references. */
	| 'contactLists';

/** What the user wants where nobody can tell what became of a send. */
export type IfUnknown = 'stop' | 'sendAgain';

/** A send, as far as its repetition depends on it. */
export interface Sending {
	kind: SendKind;
	/** Whether each of its recipients carries a reference. */
	referenced: boolean;
	ifUnknown: IfUnknown;
}

/** What is known when the service has been asked. */
export interface Doubt {
	finding: Finding;
	/** Whether what went wrong passes by itself. */
	passes: boolean;
	/** Whether the user's Send Again was used up already, in this try. */
	sentAgain: boolean;
}

/** Whether a send may be made once more, and why. */
export type Repetition =
	/** It may not. */
	| 'no'
	/** It may: the specification makes the service refuse a reference that it knows. */
	| 'underReference'
	/** It may, once in a try: the user chose so. */
	| 'atUsersRisk';

/**
 * Whether a send may be made once more, though an earlier request may have been carried out.
 *
 * - What the service holds is never sent again.
 * - A send without references is never sent again. Only a campaign to contact lists may be, where the user chose so and the service
 *   shows no new campaign that could be this one.
 * - Messages that the service says it does not have are sent again under the same references: should the first request arrive late
 *   after all, the service refuses whichever comes second.
 * - Anything else, and so each campaign, is sent again only where the user chose so, once in a try.
 */
export function mayBeSentAgain(
	{ kind, referenced, ifUnknown }: Sending,
	{ finding, passes, sentAgain }: Doubt,
): Repetition {
	if (finding.is === 'there') return 'no';
	if (kind === 'contactLists' ? finding.is === 'candidates' : !referenced) return 'no';
	if (kind === 'message' && finding.is === 'notThere' && passes) return 'underReference';
	return ifUnknown === 'sendAgain' && !sentAgain ? 'atUsersRisk' : 'no';
}
