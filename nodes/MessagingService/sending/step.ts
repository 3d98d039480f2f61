import type {
	Cause,
	Doubt,
	EarlierTry,
	Fact,
	MessageState,
	Next,
	Note,
	Outcome,
	Policy,
	Progress,
	Recorded,
	Seen,
	Step,
} from './progress';
import { LEAVES_DOUBT, VERDICTS, type AnswerKind, type IfNone, type Verdict } from './verdict';

/*
 * What follows for a request that sends, and for each of its messages, from what has just become known. Nothing else decides it: sendOnce.ts
 * carries out what `next` says, and test/never-twice/explore.test.mts tries every sequence of facts.
 *
 *     begin ──> post ──> ask ──> end
 *                ↑ ↓      ↓
 *                └────────┘         (again, Send Again, the rest of a bulk request)
 */

const ROUNDS = 3;

/** Turns each into another. Where all are one object, as in a request until some are told apart, they become one. */
function each<From extends object, To>(all: readonly From[], change: (one: From) => To): To[] {
	const [first, ...others] = new Set(all);
	return first !== undefined && others.length === 0
		? new Array<To>(all.length).fill(change(first))
		: all.map((one) => change(one));
}

/** The places of the messages that are so. */
function placesOf(
	messages: readonly MessageState[],
	is: (state: MessageState) => boolean,
): number[] {
	const places: number[] = [];
	messages.forEach((state, place) => {
		if (is(state)) places.push(place);
	});
	return places;
}

/** The places of messages by what `of` says of them. */
function placesBy<Said>(
	messages: readonly MessageState[],
	of: (state: MessageState, place: number) => Said | undefined,
): Array<readonly [said: Said, places: number[]]> {
	const found = new Map<Said, number[]>();
	messages.forEach((state, place) => {
		const said = of(state, place);
		if (said === undefined) return;
		const places = found.get(said);
		if (places) places.push(place);
		else found.set(said, [place]);
	});
	return [...found];
}

const isOpen = ({ outcome }: MessageState): boolean => outcome === undefined;

/** A campaign is carried out as a whole: what is known of one of its messages is known of all. */
const standsTogether = ({ kind }: Policy): boolean => kind === 'campaign';

const asking = (state: MessageState, question: IfNone): MessageState => ({
	...state,
	question,
	seen: undefined,
});

const withOutcome = (state: MessageState, outcome: Outcome): MessageState => ({
	...state,
	question: undefined,
	outcome,
});

/** The outcome of a message is unknown, unless the user says what counts then. */
function leftUnknown(state: MessageState, { ifUnknown }: Policy, mayRepeat = true): MessageState {
	if (ifUnknown === 'countAsSent') return withOutcome(state, 'counted');
	const repeats = mayRepeat && ifUnknown === 'sendAgain' && state.sentAgain === 'never';
	return repeats
		? { doubt: 'open', sentAgain: 'due', skipsPause: true }
		: withOutcome({ ...state, doubt: 'open' }, 'unknown');
}

/** A refusal says nothing of an earlier request that may have been carried out. */
function verdictAfter(verdict: Verdict, doubt: Doubt, { kind }: Policy): Verdict {
	const refuses = verdict === 'refused' || verdict === 'refuseNamed' || verdict === 'halve';
	if (!refuses) return verdict;
	if (doubt === 'open') return VERDICTS.afterDoubt[kind] ?? 'unknown';
	return (doubt === 'unrecorded' && VERDICTS.afterKill[kind]) || verdict;
}

/** Does to a message what a verdict says that needs no look at the others. What cannot be halved, or names nobody, is refused. */
function follow(
	state: MessageState,
	verdict: Verdict,
	policy: Policy,
	refusal: 'refused' | 'refused alone' = 'refused',
): MessageState {
	if (typeof verdict === 'object') return asking(state, verdict.ask);
	switch (verdict) {
		case 'again':
			return state;
		case 'accepted':
			return withOutcome(state, 'accepted');
		case 'refused':
		case 'refuseNamed':
		case 'halve':
			return withOutcome(state, refusal);
		default:
			return leftUnknown(state, policy);
	}
}

/** After these nothing has left this machine. */
const NOT_LEFT: ReadonlySet<AnswerKind> = new Set<AnswerKind>(['nothingLeft', 'unreachable']);

/** What an answer says of one message of a bulk request (4.6). */
const verdictOfResult = (kind: AnswerKind): Verdict =>
	VERDICTS[kind].sms ?? VERDICTS[kind].bulk ?? 'refused';

/** The doubt that an answer leaves, by what it says itself. */
function doubtAfter(doubt: Doubt, kind: AnswerKind, own: Verdict): Doubt {
	if (doubt === 'open' || LEAVES_DOUBT.has(kind)) return 'open';
	return typeof own === 'object' ? 'unclear' : doubt;
}

function answered(
	progress: Progress,
	{ kind, results, named }: Extract<Fact, { is: 'answer' }>,
	policy: Policy,
): Progress {
	const open = progress.messages.filter(isOpen);
	const verdict = VERDICTS[kind][policy.kind] ?? 'refused';
	const isWholeStill = open.length === progress.messages.length && open.length > 1;
	const isHalved =
		verdict === 'halve' && isWholeStill && open.every(({ doubt }) => doubt !== 'open');
	const after = { ...progress, asked: 0, proof: 'any end', anyThere: false, isHalved } as const;
	if (isHalved) return after;
	const isNamed = named !== undefined && named.size > 0 && named.size < open.length;
	const follows = (before: MessageState, place: number): MessageState => {
		if (!isOpen(before)) return before;
		const isLeft = isNamed && !named.has(place) && before.doubt !== 'open';
		const isSentAgain = before.sentAgain === 'due' && !NOT_LEFT.has(kind);
		const sentAgain = isSentAgain ? 'done' : before.sentAgain;
		const state = { ...before, seen: undefined, skipsPause: isLeft, sentAgain };
		const ofResult = results?.get(place);
		const own: Verdict = isLeft ? 'again' : ofResult ? verdictOfResult(ofResult) : verdict;
		const now = verdictAfter(own, state.doubt, policy);
		const doubt = doubtAfter(state.doubt, ofResult ?? kind, own);
		const isAlone = isNamed || ofResult !== undefined;
		return follow({ ...state, doubt }, now, policy, isAlone ? 'refused alone' : 'refused');
	};
	const isOfEach = isNamed || results !== undefined;
	const messages = isOfEach
		? progress.messages.map(follows)
		: each(progress.messages, (state) => follows(state, 0));
	return { ...after, messages };
}

/** The service says that it does not have a message. */
function none(state: MessageState, { anyThere }: Progress, policy: Policy): MessageState {
	const { question } = state;
	const doubt = state.doubt === 'open' ? 'open' : 'none';
	const isRest = question === 'rest' && anyThere;
	if (question === 'again' || isRest)
		return { ...state, question: undefined, doubt, skipsPause: state.skipsPause || isRest };
	if (question !== 'refused' || doubt === 'open') return leftUnknown(state, policy);
	return withOutcome(state, policy.kind === 'bulk' ? 'refused alone' : 'refused');
}

/** Whether one round is enough that says of a message that there is none. Of a try that is over, nothing arrives later. */
const isEnough = ({ question, doubt }: MessageState, { asked }: Progress): boolean =>
	question === 'again' ? asked === ROUNDS : doubt === 'unrecorded';

const isAsked = ({ question }: MessageState): boolean => question !== undefined;

/** The messages by which a campaign is asked for. */
function endsOf(messages: readonly MessageState[]): number[] {
	const asked = placesOf(messages, isAsked);
	const ends = [asked[0], asked.at(-1)].filter((place) => place !== undefined);
	return [...new Set(ends)];
}

/** What the ends of a campaign say of all of it: of one that shows in part, or hides one of them, nothing. */
function seenOfWhole({ messages, proof }: Progress): 'there' | 'none' | undefined {
	const seen = endsOf(messages).map((place) => messages[place]?.seen);
	const isThere = (one?: Seen): boolean => one === 'there' || one === 'of another';
	if (proof === 'any end' ? seen.some(isThere) : seen.every(isThere)) return 'there';
	return seen.every((one) => one === 'none') ? 'none' : undefined;
}

/** Does to all messages of a campaign what a round of questions says. */
function shownWhole(progress: Progress, policy: Policy, isLate: boolean): Progress {
	const seen = seenOfWhole(progress);
	const messages = each(progress.messages, (state) => {
		if (!isAsked(state)) return state;
		if (seen === 'there')
			return policy.isAutomatic ? withOutcome(state, 'shown') : leftUnknown(state, policy);
		if (!isLate && !(seen === 'none' && isEnough(state, progress))) return state;
		return seen === 'none' ? none(state, progress, policy) : leftUnknown(state, policy);
	});
	return { ...progress, messages };
}

/** Does to each message what a round of questions says of it. */
function shownEach(progress: Progress, policy: Policy, isLate: boolean): Progress {
	const messages = progress.messages.map((state): MessageState => {
		if (!isAsked(state)) return state;
		switch (state.seen) {
			case 'there':
				return withOutcome(state, policy.isAutomatic ? 'shown' : 'already sent');
			case 'of another':
				return withOutcome(state, 'refused alone');
			case 'none':
				return isLate || isEnough(state, progress) ? none(state, progress, policy) : state;
			default:
				return isLate ? leftUnknown(state, policy) : state;
		}
	});
	return { ...progress, messages };
}

/** Does what the questions so far say; when it is late, also to what was not found. */
const afterQuestions = (progress: Progress, policy: Policy, isLate: boolean): Progress =>
	(standsTogether(policy) ? shownWhole : shownEach)(progress, policy, isLate);

/** Retry For is over before what is open could go out again. */
function late(progress: Progress, policy: Policy): Progress {
	const messages = each(progress.messages, (state) =>
		isOpen(state) ? follow(state, verdictAfter('refused', state.doubt, policy), policy) : state,
	);
	return { ...progress, messages, asked: 0 };
}

/** What may have been carried out is unknown; what was not sent stays open. */
function afterStop(progress: Progress, policy: Policy): Progress {
	const messages = each(progress.messages, (state) => {
		const mayBeDone = state.doubt === 'open' || state.doubt === 'unclear';
		return isOpen(state) && mayBeDone ? leftUnknown(state, policy, false) : state;
	});
	return { ...progress, messages };
}

function roundOf(progress: Progress, seen: ReadonlyMap<number, Seen>): Progress {
	const messages = progress.messages.map((state, place) => {
		const now = seen.get(place);
		return now ? { ...state, seen: now } : state;
	});
	const asked = Math.min(ROUNDS, progress.asked + 1) as Progress['asked'];
	const anyThere = progress.anyThere || [...seen.values()].includes('there');
	return { ...progress, messages, asked, anyThere };
}

function progressAfter(progress: Progress, fact: Fact, policy: Policy): Progress {
	switch (fact.is) {
		case 'answer':
			return answered(progress, fact, policy);
		case 'shown':
			return afterQuestions(roundOf(progress, fact.seen), policy, false);
		case 'late':
			return progress.messages.some(isAsked)
				? afterQuestions(progress, policy, true)
				: late(progress, policy);
		case 'stopped':
			return afterStop(progress, policy);
	}
}

/** What the record is to say of a message. */
function recordedState({ outcome, doubt, sentAgain }: MessageState): Recorded {
	switch (outcome) {
		case 'refused':
		case 'refused alone':
			return 'nothing';
		case 'accepted':
		case 'shown':
			return 'accepted';
		case 'counted':
		case 'already sent':
			return outcome;
		default: {
			const mayBeThere = doubt === 'open' || doubt === 'unclear';
			if (!mayBeThere) return 'nothing';
			// Until it has left for certain or not, the record must not allow another one.
			const isUsed = sentAgain === 'done' || (sentAgain === 'due' && outcome === undefined);
			return isUsed ? 'sent again' : 'unknown';
		}
	}
}

/** What the record is to say of all messages that it knows under one key. */
function recordedOfAll(messages: readonly MessageState[]): Recorded {
	const states = [...new Set(messages)];
	const all = new Set(states.map(recordedState));
	if (all.has('sent again')) return 'sent again';
	if (all.has('unknown')) return 'unknown';
	const isThere = all.has('accepted') || all.has('already sent');
	if (!isThere && !all.has('counted')) return 'nothing';
	// A part is there, and the rest is not: a later try asks for each.
	const isDone = states.every(({ outcome }) => outcome !== undefined && outcome !== 'refused');
	if (!isDone) return 'unknown';
	return isThere ? 'accepted' : 'counted';
}

/** What changed of what the record is to say. */
function notesOf(before: Progress, after: Progress, { hasOneKey }: Policy): Note[] {
	if (hasOneKey) {
		const state = recordedOfAll(after.messages);
		if (state === recordedOfAll(before.messages)) return [];
		return [{ state, messages: [...after.messages.keys()] }];
	}
	const noted = placesBy(after.messages, (state, place) => {
		const earlier = before.messages[place];
		const now = recordedState(state);
		return earlier && now === recordedState(earlier) ? undefined : now;
	});
	return noted.map(([state, messages]) => ({ state, messages }));
}

function nextOf({ messages, asked, isHalved }: Progress, policy: Policy): Next {
	if (isHalved) return { do: 'halve' };
	const open = placesOf(messages, isOpen);
	if (open.length === 0) return { do: 'end' };
	const questions = standsTogether(policy)
		? endsOf(messages).filter((place) => messages[place]?.seen !== 'there')
		: open.filter((place) => messages[place]?.question);
	if (questions.length > 0) return { do: 'ask', messages: questions, mayBeLate: asked === ROUNDS };
	const skipsPause = open.some((place) => messages[place]?.skipsPause);
	return { do: 'post', messages: open, wait: skipsPause ? 'none' : 'back off' };
}

function stepTo(before: Progress, progress: Progress, policy: Policy, isOver = false): Step {
	const ended = placesBy(progress.messages, ({ outcome }, place) =>
		before.messages[place]?.outcome === undefined ? outcome : undefined,
	);
	const outcomes = ended.map(([outcome, messages]) => ({ outcome, messages }));
	const next: Next = isOver ? { do: 'end' } : nextOf(progress, policy);
	return { progress, outcomes, notes: notesOf(before, progress, policy), next };
}

/** What follows from a fact. */
export const step = (progress: Progress, fact: Fact, policy: Policy): Step =>
	stepTo(progress, progressAfter(progress, fact, policy), policy, fact.is === 'stopped');

/**
 * What follows from what earlier tries left of each message. `cause` says why a try that left no record may have sent what the record does
 * not hold.
 */
export function begin(earlier: readonly EarlierTry[], policy: Policy, cause?: Cause): Step {
	const known = (['cannot tell', 'unknown'] as const).find((name) =>
		earlier.some(({ is }) => is === name),
	);
	const kindOf = ({ is }: EarlierTry): AnswerKind | undefined => {
		const own = standsTogether(policy) ? (known ?? is) : is;
		if (own === 'cannot tell') return 'cannotTell';
		return own === 'unknown' ? 'noAnswer' : cause;
	};
	const before = ({ is, sentAgain }: EarlierTry): MessageState =>
		is === 'not recorded'
			? { doubt: cause ? 'unrecorded' : 'none', sentAgain: 'never', skipsPause: true }
			: { doubt: 'open', sentAgain: sentAgain ? 'done' : 'never', skipsPause: true };
	const start: Progress = {
		messages: each(earlier, before),
		asked: 0,
		proof: 'both ends',
		anyThere: false,
		isHalved: false,
	};
	const messages = each(earlier, (one) => {
		const state = before(one);
		const kind = kindOf(one);
		const verdict = kind && VERDICTS[kind][policy.kind];
		if (!kind || !verdict) return state;
		const doubt = LEAVES_DOUBT.has(kind) ? 'open' : state.doubt;
		return follow({ ...state, doubt }, verdict, policy);
	});
	return stepTo(start, { ...start, messages }, policy);
}
