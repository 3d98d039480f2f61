import type { Chronicle, Execution, SendStory } from './chronicle.mts';

/*
 * What a world allows a send to end as unknown: only where it gave no way to know. Of sends that are made twice see mayBeTwice.
 */

/** The paths of requests that send. */
export const SEND = /^\/(?:rest\/sms\/create|api\/campaigns\/sms\/send)/;
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
export const isCampaign = ({ send }: SendStory): boolean => send.operation.startsWith('campaign');

/** Whether this service leaves fields out of its replies, ids and statuses among them. */
export const tellsTooLittle = ({ world }: Chronicle): boolean =>
	world.personality.accents.leaveOut !== undefined ||
	world.personality.accents.leaveOutPercent !== undefined;

/** Whether an execution was retried already and sent nothing: it knows nothing of what that retry sent, and speaks of itself. */
export const speaksOfItself = ({ title, requests }: Execution): boolean =>
	title.includes('once more') && !requests.some(({ path }) => SEND.test(path));

/** Whether an execution is a send of its own, and sent nothing: Send and Wait begins anew in each retry from the list, with another link. */
export const beganAnew = ({ send }: SendStory, { title, requests }: Execution): boolean =>
	send.operation === 'sms.sendAndWait' &&
	title.startsWith('retry') &&
	!requests.some(({ path }) => SEND.test(path));

/** Whether the service took a recipient and keeps no message for it, of which nobody can know. */
export const isLeftOut = ({ leftOut }: Chronicle, key: string): boolean =>
	[...leftOut].some((one) => one.startsWith(`${key.split(' ')[0] ?? ''} `));

/**
 * Whether a bulk reply without a list of recipients makes a refused one accepted: the task speaks for all whom it does not name, and the
 * specification has no such reply that would tell more.
 */
export const isTakenWithTask = (
	{ world }: Chronicle,
	{ send, addressees }: SendStory,
	phone: string,
): boolean => {
	const { bulkReply = 'result', stopListed = 'none' } = world.personality.accents;
	if (bulkReply === 'result' || send.operation !== 'sms.sendBulk') return false;
	return addressees.some(
		(one, index) =>
			one.phone === phone &&
			(stopListed !== 'none' ||
				one.kind === 'turned away' ||
				(index === 0 && send.usedReference && send.reference === 'custom')),
	);
};

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

/** Whether a refusal of one of several recipients came as a success: it leaves open whether the others were taken. */
const isRefusedAsSuccess = ({ world }: Chronicle, story: SendStory): boolean =>
	isCampaign(story) &&
	story.addressees.length > 1 &&
	world.personality.accents.apiRefusals === 'errors' &&
	(story.send.usedReference || story.send.recipients.includes('turned away'));

/**
 * Whether a recipient may be unknown at the end of an execution. It may where an answer about it was lost, and
 * - it had no reference, so that nobody can ask; or
 * - asking was disturbed or time was short; or
 * - the service holds a campaign's messages and does not show them, under their references or in its list, or does not hold them, which
 *   proves nothing.
 */
export function mayBeUnknown(
	chronicle: Chronicle,
	story: SendStory,
	execution: Execution,
	key: string,
): boolean {
	const { send } = story;
	if (tellsTooLittle(chronicle) || isLeftOut(chronicle, key)) return true;
	// Where no answer tells what was taken, whoever is not there may have been refused, or may come yet.
	const { takenSends = 'told' } = chronicle.world.personality.accents;
	// A later execution may have sent to it: what counts is what the service held when this one ended.
	const held = execution.inLedgerThen.has(key);
	if (takenSends !== 'told' && !held) return true;
	// Whom the reply leaves out may have been refused: that is told to nobody, and only a reference could be asked for.
	const { bulkResults = 'all' } = chronicle.world.personality.accents;
	const canBeAskedFor = send.reference !== 'none' && held;
	if (bulkResults !== 'all' && !canBeAskedFor) return true;
	if (!held && isRefusedAsSuccess(chronicle, story)) return true;
	const { stopListed = 'none', bulkIds = 'own' } = chronicle.world.personality.accents;
	// A reply that refuses one of several, who carry no references, may leave open which.
	// One ID for several, who carry no references, proves nothing of any.
	if (send.reference === 'none' && bulkIds === 'shared') return true;
	const isOneRefused = stopListed !== 'none' || send.recipients.includes('turned away');
	if (send.reference === 'none' && story.addressees.length > 1 && isOneRefused) return true;
	const place = story.executions.indexOf(execution);
	const first = place === 0;
	const lost = takenSends !== 'told' || mayHaveLost(story, execution);
	const wasLost =
		takenSends !== 'told' ||
		story.executions.slice(0, place + 1).some((one) => mayHaveLost(story, one));
	// Of two messages to one number, the one that is not there is the one that is unknown.
	if ((wasLost || bulkResults !== 'all') && lacksOneOfTwo(chronicle, story, key)) return true;
	// What may have gone out and cannot be sent now is asked for by nobody: it is unknown, and says both.
	const isLeftOutNow =
		execution.correction === 'leftOut' && key.startsWith(`${story.addressees[0]?.phone} `);
	if (wasLost && isLeftOutNow) return true;
	// That a number is on the stop list now tells nothing of the request before, whose answer was lost.
	if (wasLost && stopListed !== 'none' && !held) return true;
	// Where each interface has references of its own, what /rest shows under that of a campaign is another program's message.
	const { referenceScope = 'account' } = chronicle.world.personality.accents;
	if (lost && send.usedReference && referenceScope === 'interface') return true;
	const disturbedAtAll = execution.requests.some(
		({ fault, status }) => !HARMLESS.has(fault) || status === 429,
	);
	if (!lost && !disturbedAtAll && first) return false;
	if (isLists(story) || send.reference === 'none') return true;
	const didDie = story.executions.slice(0, place).some(({ died }) => died);
	// A corrected text makes another reference of its content: nobody knows by which one to ask for what a worker sent that died.
	if (didDie && send.reference === 'content' && execution.correction === 'text') return true;
	if (send.retryFor * 1000 < SHORT_MS) return true;
	// What the service says of one reference tells nothing of another, which may be that of the only message it keeps.
	const lastAsked = new Map(
		execution.requests.filter(({ path }) => ASK.test(path)).map((ask) => [ask.path, ask]),
	);
	if ([...lastAsked.values()].some(({ fault }) => !HARMLESS.has(fault))) return true;
	const about = execution.requests.filter(({ path }) => SEND.test(path) || ASK.test(path));
	const last = about.at(-1);
	const timeUp = execution.endedMs - execution.beganMs > send.retryFor * 1000 - SHORT_MS;
	if (!last || !HARMLESS.has(last.fault)) return true;
	// What showed for long was there to be seen, however long the node had asked in vain before.
	const shownFromMs = execution.inLedgerThen.get(key) ?? Infinity;
	if (shownFromMs <= execution.endedMs - SHORT_MS) return false;
	return timeUp || isCampaign(story);
}
