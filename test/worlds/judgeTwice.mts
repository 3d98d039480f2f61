import { ASK, HARMLESS, isCampaign, isLists, mayHaveLost, tellsTooLittle } from './allowed.mts';
import type { Chronicle, Execution, Held, SendStory } from './chronicle.mts';
import { keyOf } from './keys.mts';
import { count } from './judge.mts';
import type { Census, Wrong } from './judge.mts';
import { asks, getsBoth } from './sends.mts';

/*
 * Nobody gets a message of one logical send more than once: an execution and its retries from the list are one. It is allowed only
 * where nothing could prevent it: where the service has nothing to tell the second request from the first by, and nothing that the node
 * could ask for showed, or the user was told and chose so.
 */

/** Two messages of one logical send to one recipient, and the execution that made the second. */
interface Double {
	first: Held;
	second: Held;
	by: Execution;
}

/** The path that asks for the message of a reference, and those that list messages and campaigns. */
const isQuestion = ({ path }: { path: string }): boolean =>
	ASK.test(path) || path.startsWith('/api/campaign');
const isAnswered = ({ fault, status }: { fault: string | null; status: number }): boolean =>
	HARMLESS.has(fault) && status > 0 && status < 500 && status !== 429;

/** The last question of each kind that an execution asked between two moments. */
function lastQuestions(
	{ requests }: Execution,
	fromMs: number,
	toMs: number,
): Execution['requests'] {
	const last = new Map<string, Execution['requests'][number]>();
	for (const request of requests) {
		const atMs = Date.parse(request.at);
		if (isQuestion(request) && request.method === 'GET' && atMs >= fromMs && atMs <= toMs)
			last.set(request.path, request);
	}
	return [...last.values()];
}

/**
 * Whether a worker that died may have led to this. It took with it what it knew: only automatic references of a campaign whose messages
 * show can be asked for. A question that a fault left unanswered is no reason to send.
 */
function mayDeathBeWhy(
	chronicle: Chronicle,
	story: SendStory,
	{ first, second, by }: Double,
): boolean {
	const { send } = story;
	const { stopListed = 'none' } = chronicle.world.personality.accents;
	// The retry of an execution that shows that it was cut off sends nothing but where the user chose so.
	if (story.executions.some(({ title }) => title.includes('as the saved execution shows')))
		return false;
	if (isLists(story) || send.reference !== 'automatic') return true;
	// The first and the last message are asked for: the service keeps none for whom it turns away, or answers without what matters.
	if (stopListed !== 'none' || send.recipients.includes('turned away') || tellsTooLittle(chronicle))
		return true;
	if (first.shownFromMs <= by.beganMs) return false;
	return lastQuestions(by, by.beganMs, second.createdMs).every(isAnswered);
}

/** Whether an execution of another send, which asks questions of its own, went on at the same time. */
const isBesideAnother = (
	{ stories }: Chronicle,
	story: SendStory,
	{ beganMs, endedMs }: Execution,
): boolean =>
	stories.some(
		(other) =>
			other.kind === 'send' &&
			other !== story &&
			other.executions.some((one) => one.beganMs < endedMs && one.endedMs > beganMs),
	);

/** Whether the user's Send Again allows it: where an answer was lost, and what was sent did not show when the node asked. */
function mayBeChosen(
	chronicle: Chronicle,
	story: SendStory,
	{ first, second, by }: Double,
): boolean {
	const { send, executions } = story;
	// Messages without a reference are never sent again, whatever the user chose.
	if (!send.sendAgain || (send.reference === 'none' && !isLists(story))) return false;
	const { takenSends = 'told' } = chronicle.world.personality.accents;
	const wasLost =
		takenSends !== 'told' ||
		tellsTooLittle(chronicle) ||
		executions.some((execution) => execution.died || mayHaveLost(story, execution));
	if (!wasLost) return false;
	const seen = lastQuestions(by, first.createdMs, second.createdMs).filter(isAnswered);
	// A new campaign of the sender holds the second one back. Which of two executions asked for it, the list of campaigns does not tell.
	if (isLists(story))
		return (
			!seen.some(({ path }) => path.startsWith('/api/campaign')) ||
			tellsTooLittle(chronicle) ||
			isBesideAnother(chronicle, story, by)
		);
	// An answer without what names a message, or says how it stands, shows none.
	if (tellsTooLittle(chronicle)) return true;
	return !seen.some(
		({ path, at }) =>
			first.reference !== null &&
			path.endsWith(first.reference) &&
			Date.parse(at) > first.shownFromMs,
	);
}

/** Whether nothing but the first of the same logical send could stop the second one: the user was told, or chose so. */
function mayBeTwice(chronicle: Chronicle, story: SendStory, double: Double): boolean {
	const { send, executions } = story;
	const nothingRefuses =
		isLists(story) ||
		send.reference === 'none' ||
		(isCampaign(story) && !chronicle.refusesKnownInCampaigns);
	const died = executions.some((execution) => execution.died);
	const isText = executions.some(({ correction }) => correction === 'text');
	// A corrected text makes another reference where it is made from the content.
	if (isText && send.reference === 'content') return true;
	// A link leads to one execution: a retry from the list is another one, and asks anew.
	if (asks(send) && executions.length > 1) return true;
	if (!nothingRefuses) return false;
	if (died && mayDeathBeWhy(chronicle, story, double)) return true;
	if (mayBeChosen(chronicle, story, double)) return true;
	// An execution that was retried already knows nothing of what that retry sent, and only automatic references of campaigns tell.
	const isRetriedAgain = executions.some(({ title }) => title.includes('once more'));
	const nothingTells =
		send.reference === 'none' || (isCampaign(story) && send.reference !== 'automatic');
	return isRetriedAgain && nothingTells;
}

/** Whom a send wrote to more than once. */
function doublesOf(
	{ ledger }: Chronicle,
	{ mark, executions, send, addressees }: SendStory,
): Double[] {
	const byKey = new Map<string, Held[]>();
	for (const held of ledger) {
		if (!held.text.startsWith(mark)) continue;
		const key = keyOf(held.phone, held.text);
		byKey.set(key, [...(byKey.get(key) ?? []), held]);
	}
	const both = new Set(
		getsBoth(send) ? addressees.filter(({ repeats }) => repeats).map(({ phone }) => phone) : [],
	);
	return [...byKey.values()].flatMap((all) => {
		const [first, ...others] = all.slice(both.has(all[0]?.phone ?? '') ? 1 : 0);
		return others.flatMap((second) => {
			// What arrives late was sent by an execution that has ended.
			const by = executions.filter(({ beganMs }) => beganMs <= second.createdMs).at(-1);
			return first && by ? [{ first, second, by }] : [];
		});
	});
}

/** Judges that nobody got a message of this send twice where that could be prevented. */
export function judgeTwice(chronicle: Chronicle, story: SendStory, census: Census): Wrong[] {
	const doubles = doublesOf(chronicle, story);
	if (doubles.length === 0) return [];
	const [wrong] = doubles.filter((double) => !mayBeTwice(chronicle, story, double));
	if (!wrong) {
		count(census, 'sent twice where nothing could prevent it, or the user chose so');
		return [];
	}
	const { phone, text } = wrong.second;
	return [
		{
			kind: 'twice',
			what: `${story.send.operation} ${story.mark}: ${keyOf(phone, text)} once more in the ${wrong.by.title}`,
		},
	];
}
