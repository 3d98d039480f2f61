import { SHOWN } from './chronicle.mts';
import type { Chronicle, Execution, SendStory } from './chronicle.mts';
import { deletes } from './sends.mts';

/*
 * What a world allows a send to end as unknown: only where it gave no way to know. Of sends that are made twice see mayBeTwice.
 */

/** The paths of requests that send. */
export const SEND =
	/^\/(?:rest\/sms\/create|api\/campaigns\/(?:sms|rcs)\/send|api\/messages\/rcs\/send)/;
/** The paths of questions for messages. */
export const ASK = /^\/(?:rest\/sms\/|api\/messages)/;
/** Faults that take nothing away from a reply. */
export const HARMLESS: ReadonlySet<string | null> = new Set([
	null,
	'unknownFields',
	'unknownStatus',
]);
/** Below this, in ms, Retry For leaves no time to find out what became of a send. */
const SHORT_MS = 15_000;

export const isLists = ({ send }: SendStory): boolean =>
	send.operation === 'campaign.sendSmsToContactLists';
export const isCampaign = ({ send }: SendStory): boolean =>
	/^(?:campaign|rcsCampaign)\./.test(send.operation);
/** Whether it is a single message under /api: one that its list does not show stays unknown. */
const isApiMessage = ({ send }: SendStory): boolean => send.operation === 'rcsMessage.send';

/** Whether an execution was retried already and sent nothing: it knows nothing of what that retry sent, and speaks of itself. */
export const speaksOfItself = ({ title, requests }: Execution): boolean =>
	title.includes('once more') && !requests.some(({ path }) => SEND.test(path));

/** Whether an execution is a send of its own, and sent nothing: Send and Wait begins anew in each retry from the list, with another link. */
export const beganAnew = ({ send }: SendStory, { title, requests }: Execution): boolean =>
	send.operation === 'sms.sendAndWait' &&
	title.startsWith('retry') &&
	requests.every(({ path, status = 0 }) => !SEND.test(path) || (status >= 400 && status < 500));

/** Whether n8n showed an execution, or the one that it repeats, that the node had begun before. */
export const isShown = ({ executions }: SendStory, { beganMs }: Execution): boolean =>
	executions.some((one) => one.beganMs <= beganMs && one.title.endsWith(SHOWN));

/** The number that the user deleted from the list before an execution. */
export const deletedIn = (
	{ send, addressees }: SendStory,
	{ correction }: Execution,
): string | undefined => (deletes(send, correction) ? addressees[0]?.phone : undefined);

/**
 * Whether an execution met a fault in a request that sends. Executions beside each other share their requests: whose one is, its text
 * tells; of one that was lost before it was read, nobody has the body.
 */
export const mayHaveLost = ({ mark }: SendStory, { requests }: Execution): boolean =>
	requests.some(
		({ path, body, fault, status }) =>
			SEND.test(path) &&
			(body === undefined || JSON.stringify(body).includes(mark)) &&
			(!HARMLESS.has(fault) || status === 0 || status >= 400),
	);

/** Whether a number was to get two messages that read alike, and the service does not hold both. */
function lacksOneOfTwo({ ledger }: Chronicle, { mark, send, addressees }: SendStory, key: string) {
	const [phone = ''] = key.split(' ');
	const wanted = addressees.filter((one) => one.phone === phone).length;
	const held = ledger.filter((one) => one.phone === phone && one.text.startsWith(mark)).length;
	return send.sendsAll && wanted > 1 && held < wanted;
}

/** Whether the last answers to questions of an execution were not the service's own, or its time was up before the last one. */
function isAskedInVain(
	{ send }: SendStory,
	{ requests, beganMs, endedMs }: Execution,
): { disturbed: boolean; timeUp: boolean } {
	// What the service says of one reference tells nothing of another, which may be that of the only message it keeps.
	const lastAsked = new Map(
		requests.filter(({ path }) => ASK.test(path)).map((ask) => [ask.path, ask]),
	);
	const last = requests.filter(({ path }) => SEND.test(path) || ASK.test(path)).at(-1);
	const isHarmed = [...lastAsked.values()].some(({ fault }) => !HARMLESS.has(fault));
	return {
		disturbed: isHarmed || !last || !HARMLESS.has(last.fault),
		timeUp: endedMs - beganMs > send.retryFor * 1000 - SHORT_MS,
	};
}

/**
 * Whether a recipient may be unknown at the end of an execution. It may where an answer about it was lost, now or in an execution before
 * that this one knows of, or where n8n shows that the node had begun, and
 * - it belongs to contact lists, whose messages have no references; or
 * - to a campaign under references of the user's own or from content: a message that shows proves nothing of it; or
 * - asking was disturbed or time was short; or
 * - the service does not show the messages of a campaign, or does not hold them.
 */
export function mayBeUnknown(
	chronicle: Chronicle,
	story: SendStory,
	execution: Execution,
	key: string,
): boolean {
	const { send, executions } = story;
	const until = executions.slice(0, executions.indexOf(execution) + 1);
	const wasLost = until.some((one) => one.died || mayHaveLost(story, one));
	// Of two messages to one number, the one that is not there is the one that is unknown.
	if (wasLost && lacksOneOfTwo(chronicle, story, key)) return true;
	// What may have gone out and cannot be sent now is asked for by nobody: it is unknown, and says both.
	const isLeftOutNow =
		execution.correction === 'leftOut' && key.startsWith(`${story.addressees[0]?.phone} `);
	if (wasLost && isLeftOutNow) return true;
	const disturbedAtAll = execution.requests.some(
		({ fault, status }) => !HARMLESS.has(fault) || status === 429,
	);
	if (!wasLost && !disturbedAtAll && until.length === 1) return false;
	if (isLists(story) || (isCampaign(story) && send.reference !== 'automatic')) return true;
	if (isCampaign(story) && isShown(story, execution)) return true;
	// A corrected text makes another reference of its content: it is unknown by which one to ask for what was sent before a kill.
	const didDie = until.slice(0, -1).some(({ died }) => died);
	if (didDie && send.reference === 'content' && execution.correction === 'text') return true;
	if (send.retryFor * 1000 < SHORT_MS) return true;
	const { disturbed, timeUp } = isAskedInVain(story, execution);
	if (disturbed) return true;
	// What showed for long was there to be seen, however long the node had asked in vain before.
	const [phone] = key.split(' ');
	// Of two messages to one number, the one that showed last is the one that is unknown.
	const shown = [...execution.inLedgerThen].filter(([one]) => one.startsWith(`${phone} `));
	const shownFromMs = shown.length > 0 ? Math.max(...shown.map(([, at]) => at)) : Infinity;
	if (shownFromMs <= execution.endedMs - SHORT_MS) return false;
	return timeUp || isCampaign(story) || isApiMessage(story);
}
