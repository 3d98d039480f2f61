import type { Mode } from './settings.mts';
import type { Fault } from './faults.mts';
import type { Outcome } from './outcomes.mts';
import type { Subject } from './subjects.mts';

/*
 * What a send must come to under a fault: the table of docs/sending-safely.md, as the cells of this matrix show it. `once` meets the first
 * request only, `stays` the questions too, and `retried` ends when Retry On Fail runs the node again.
 */

/** The kinds of sends that the table tells apart. */
type SendKind = 'sms' | 'campaign' | 'contactLists';

/** The kind of a send; undefined for what sends nothing, and for a fault that meets the login. */
function kindOf({ id, path }: Subject): SendKind | undefined {
	if (path.source.includes('auth')) return undefined;
	if (id === 'campaign.sendSmsToContactLists') return 'contactLists';
	if (/^sms\.send/.test(id)) return 'sms';
	return /^campaign\.send/.test(id) ? 'campaign' : undefined;
}

/** Whether the service acts on a request that meets the fault. */
const isHandled = ({ rule }: Fault): boolean =>
	rule?.handled === true || ['dropAfter', 'slow', 'cutOff'].includes(rule?.kind ?? '');

/** Lost after the request, or answered without proof that it was taken. */
function ofUnknown(fault: Fault, mode: Mode, kind: SendKind, repeats: boolean): Outcome {
	if (mode === 'stays' || kind === 'contactLists') return 'open';
	if (isHandled(fault)) return 'found';
	// Retry On Fail finds the first try in the record, as one that was lost after the request.
	return kind === 'sms' && (repeats || mode === 'retried') ? 'repeated' : 'open';
}

/** What a send comes to; undefined where the table says nothing of the cell. */
export function expectedOf(fault: Fault, mode: Mode, subject: Subject): Outcome | undefined {
	const kind = kindOf(subject);
	if (kind === undefined || fault.answer === undefined) return undefined;
	const passes: Outcome = mode === 'stays' ? 'stopped' : 'repeated';
	const refused: Outcome = mode === 'retried' ? 'repeated' : 'stopped';
	switch (fault.answer) {
		case 'nothingLeft':
			return passes;
		case 'limited':
			return kind === 'contactLists' && fault.rule?.retryAfter === undefined ? refused : passes;
		case 'noAnswer':
			return ofUnknown(fault, mode, kind, true);
		case 'noId':
			return ofUnknown(fault, mode, kind, false);
		case 'unauthorized':
			// Under /rest the key proves who calls, and there is no other one.
			return kind === 'sms' ? refused : passes;
		case 'refused':
			return refused;
	}
}
