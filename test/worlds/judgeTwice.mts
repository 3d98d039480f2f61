import { ASK, HARMLESS, isCampaign, isLists, isShown, mayHaveLost } from './allowed.mts';
import type { Chronicle, Execution, Held, SendStory } from './chronicle.mts';
import { keyOf } from './keys.mts';
import { count } from './judge.mts';
import type { Census, Wrong } from './judge.mts';
import { asks, deletes, getsBoth } from './sends.mts';

/*
 * Nobody gets a message of one logical send more than once: an execution and its retries from the list are one. What is given up,
 * and what the user chose, is counted by name.
 */

/** Why somebody may get a message of one send twice; the names stand in the census. */
const REASONS = {
	listsAfterKill: 'given up: contact lists after a kill that n8n does not show',
	listsAgain: 'given up: contact lists at a further retry of one execution',
	campaignAfterKill:
		'given up: a campaign after a kill that n8n does not show, whose messages the service shows nowhere',
	campaignAgain:
		'given up: a campaign at a further retry of one execution, whose messages the service shows nowhere',
	firstDeleted: 'given up: the first of two messages to one number deleted before a retry',
	sendAgain: 'chosen: Send Again after an unknown outcome',
	otherText: 'chosen: another text under From Content, where no record tells of the first',
	asksAnew: 'chosen: Send and Wait asks anew in a retry from the list',
} as const;

/** Two messages of one logical send to one recipient, and the execution that made the second. */
interface Double {
	first: Held;
	second: Held;
	by: Execution;
	/** How many it had got before. */
	before: number;
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
 * Whether nothing told a retry that knew nothing of the first message: it did not show when the retry began, and the questions that the
 * retry asked were answered. A question that a fault left unanswered is no reason to send.
 */
function showedNothing({ first, second, by }: Double): boolean {
	if (first.shownFromMs <= by.beganMs) return false;
	return lastQuestions(by, by.beganMs, second.createdMs).every(isAnswered);
}

/** Whether the user's Send Again allows it, once, and once more after a kill, which leaves no record of it: where an answer was lost, and what was sent did not show when the node asked. */
function isChosen(story: SendStory, { first, second, by, before }: Double): boolean {
	const { send, executions } = story;
	const kills = executions.filter(({ died }) => died).length;
	if (send.ifUnknown !== 'sendAgain' || before > 1 + kills) return false;
	if (!executions.some((one) => one.died || mayHaveLost(story, one))) return false;
	// Nothing shows of contact lists, and of a campaign under other references than automatic ones it proves nothing.
	if (isLists(story) || (isCampaign(story) && send.reference !== 'automatic')) return true;
	return !lastQuestions(by, first.createdMs, second.createdMs).some(
		(question) =>
			isAnswered(question) &&
			first.reference !== null &&
			question.path.endsWith(first.reference) &&
			Date.parse(question.at) > first.shownFromMs,
	);
}

/** Why somebody may have got a second message of one send; undefined = for no reason. */
function reasonFor(
	{ refusesKnownInCampaigns }: Chronicle,
	story: SendStory,
	double: Double,
): keyof typeof REASONS | undefined {
	const { send, executions } = story;
	const { by } = double;
	const until = executions.slice(0, executions.indexOf(by));
	const died = until.some((one) => one.died);
	const isAgain = by.title.includes('once more');
	const isUnrecorded = died || isAgain;
	// A link leads to one execution: a retry from the list is another one.
	if (asks(send) && until.length > 0) return 'asksAnew';
	const isText = [...until, by].some(({ correction }) => correction === 'text');
	if (isText && send.reference === 'content' && isUnrecorded) return 'otherText';
	const isDeleted = executions.some(({ correction }) => deletes(send, correction));
	if (isDeleted && getsBoth(send)) return 'firstDeleted';
	if (isChosen(story, double)) return 'sendAgain';
	const isShownBegun = isShown(story, by);
	if (isLists(story)) {
		if (died && !isShownBegun) return 'listsAfterKill';
		return isAgain ? 'listsAgain' : undefined;
	}
	if (!isCampaign(story) || refusesKnownInCampaigns || !isUnrecorded) return undefined;
	if (!showedNothing(double)) return undefined;
	if (died && !isShownBegun) return 'campaignAfterKill';
	return isAgain ? 'campaignAgain' : undefined;
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
		return others.flatMap((second, place) => {
			// What arrives late was sent by an execution that has ended.
			const by = executions.filter(({ beganMs }) => beganMs <= second.createdMs).at(-1);
			return first && by ? [{ first, second, by, before: place + 1 }] : [];
		});
	});
}

/** Judges that nobody got a message of this send twice where that could be prevented. */
export function judgeTwice(chronicle: Chronicle, story: SendStory, census: Census): Wrong[] {
	const doubles = doublesOf(chronicle, story);
	if (doubles.length === 0) return [];
	const reasons = new Set(doubles.map((double) => reasonFor(chronicle, story, double)));
	for (const reason of reasons) if (reason !== undefined) count(census, REASONS[reason]);
	const wrong = doubles.find((double) => reasonFor(chronicle, story, double) === undefined);
	if (!wrong) return [];
	const { phone, text } = wrong.second;
	return [
		{
			kind: 'twice',
			what: `${story.send.operation} ${story.mark}: ${keyOf(phone, text)} once more in the ${wrong.by.title}`,
		},
	];
}
