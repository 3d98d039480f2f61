import { NodeOperationError } from 'n8n-workflow';
import { extensionFault, faultOfCode, rejected, type ServiceFault } from '../../shared/errors';
import { backOff, pause } from '../../shared/transport';
import { pool } from '../../shared/pool';
import type { RecordedMessage, RecordedRequest, ServiceId } from '../dispatch/record';
import { askForMessage, isTo, pauseBefore, type Shown } from './ask';
import { refusalOfNamed } from './fieldFaults';
import { answerReader, errorOf, wordsOfOutcomes, type Said } from './outcome';
import type { EarlierTry, Fact, Note, Policy, Progress, Seen } from './progress';
import { readResults } from './results';
import type { RequestOutcome, RunBase, SendRequest } from './run';
import {
	leftAfterHalf,
	ready,
	refusedBy,
	settled,
	type Answer,
	type Message,
	type Recipient,
} from './message';
import { messageKey, messageKeys } from './references';
import { begin, step } from './step';
import { EARLIER_TRY, OTHER_ACCOUNT, OTHER_FORM, referenceOfAnother } from './unknown';
import { answerKind, legacyCodeOf, namedRecipients, type SendAnswer } from './verdict';

/** The messages at these places of a request. The places ascend, so that as many as there are messages are all of them. */
const messagesAt = (messages: readonly Message[], places: readonly number[]): readonly Message[] =>
	places.length === messages.length ? messages : places.flatMap((place) => messages[place] ?? []);

async function post(
	{ ctx }: RunBase,
	{ path, bodyOf, kind, extension }: SendRequest,
	messages: readonly Message[],
): Promise<SendAnswer> {
	const { reply, fault, statusCode, body } = await ctx.tryCall(
		{ method: 'POST', path, body: bodyOf(messages) },
		{ kind: 'once', itemIndex: messages[0]?.item ?? 0, retryForMs: 0 },
	);
	if (!reply) {
		const said = fault && extension ? extensionFault(fault, extension.what, extension.cure) : fault;
		return { fault: said, statusCode, body };
	}
	// That of the only result of one SMS is no fault to the transport.
	const code = legacyCodeOf(reply.body, reply.statusCode, kind);
	return {
		statusCode: reply.statusCode,
		body: reply.body,
		...(code !== undefined && { fault: faultOfCode(code) }),
	};
}

/** The fact that an answer is; what it says of single messages goes into `said`. */
function factOf(
	said: Said,
	request: SendRequest,
	places: readonly number[],
	isTest: boolean,
): Fact {
	const { answer, of } = said;
	const kind = answerKind(answer, request);
	if (kind === 'namesRecipients') {
		const named = [...(namedRecipients(answer.body) ?? [])];
		const isOwn = named.every(([place]) => place < places.length);
		if (!isOwn) return { is: 'answer', kind };
		for (const [at, words] of named) {
			const place = places[at] ?? at;
			const message = request.messages[place];
			if (message) of.set(place, { event: refusedBy(refusalOfNamed(words, message)) });
		}
		return { is: 'answer', kind, named: new Set(named.map(([place]) => places[place] ?? place)) };
	}
	if (kind !== 'idGiven' || request.kind !== 'bulk') return { is: 'answer', kind };
	const messages = messagesAt(request.messages, places);
	const results = readResults(answer.body, messages, isTest).map((result, at) => {
		const place = places[at] ?? at;
		of.set(place, { event: result.event });
		return [place, result.kind] as const;
	});
	return { is: 'answer', kind, results: new Map(results) };
}

/** Puts one round of questions. With a test key there is nothing to ask for. */
async function askOnce(
	{ ctx, isTest }: RunBase,
	request: SendRequest,
	places: readonly number[],
	instead: (question: Promise<Shown>) => Promise<Shown>,
): Promise<Map<number, Shown>> {
	const { messages } = request;
	const found = new Map<number, Shown>();
	await pool(
		places,
		() => ctx.requestsInFlight(),
		async (place) => {
			const message = messages[place];
			if (isTest) found.set(place, { is: 'none' });
			else if (message) found.set(place, await instead(askForMessage(ctx, request, message)));
		},
		() => ctx.signal?.aborted === true,
	);
	return found;
}

/** What a round of questions says; the words go into `said`. */
function seenIn(said: Said, { kind, messages }: SendRequest, round: Map<number, Shown>): Fact {
	const { of } = said;
	const seen = new Map<number, Seen>();
	for (const [place, one] of round) {
		const message = messages[place];
		if (one.is !== 'there' || !message) {
			seen.set(place, one.is);
			continue;
		}
		const isOwn = isTo(one.record, message.phone);
		seen.set(place, isOwn ? 'there' : 'of another');
		of.set(place, {
			record: one.record,
			...(!isOwn && { event: refusedBy(referenceOfAnother(message.reference)) }),
		});
	}
	const isAnyThere = [...of.values()].some(({ record }) => record);
	said.isPart = kind === 'campaign' && isAnyThere && [...seen.values()].includes('none');
	return { is: 'shown', seen };
}

const STATE_OF_NOTE = {
	unknown: { state: 'unknown' },
	'sent again': { state: 'unknown', sentAgain: true },
	accepted: { state: 'accepted' },
	counted: { state: 'accepted', counted: true },
	'already sent': { state: 'already sent' },
} as const;

/** Writes into the record what is known of messages now. `answers` is what the service said of them, by place. */
function write(
	{ record }: RunBase,
	{ kind, messages, piece, isAutomatic }: SendRequest,
	{ state, messages: places }: Note,
	{ messages: states }: Progress,
	answers: ReadonlyArray<Answer | undefined>,
): void {
	const own = messagesAt(messages, places);
	const keys = piece ? [piece.keyOf(messages)] : messageKeys(own);
	if (state === 'nothing') {
		record.drop(keys);
		return;
	}
	const kept = STATE_OF_NOTE[state];
	const idOf = (place: number) => {
		const { campaign_id, task_id, id } = answers[place]?.fields ?? {};
		return kind === 'bulk' ? task_id : (campaign_id ?? id);
	};
	const named = places.find((place) => idOf(place) !== undefined);
	const id = named === undefined ? undefined : idOf(named);
	const note: RecordedRequest = {
		...kept,
		messages: keys,
		...(id !== undefined && { id: (id ?? undefined) as ServiceId | undefined }),
	};
	if (piece) {
		note.file = piece.file;
		const refused: number[] = [];
		const counted: number[] = [];
		for (const place of places) {
			const outcome = states[place]?.outcome;
			if (outcome === 'refused' || outcome === 'refused alone') refused.push(place);
			if (outcome === 'counted') counted.push(place);
		}
		if (refused.length > 0) note.refused = refused;
		if (counted.length > 0 && state !== 'counted') note.countedOnly = counted;
	} else if (kept.state === 'unknown') {
		if (!isAutomatic) note.references = own.map(({ reference }) => reference);
	} else if (kind === 'bulk')
		note.ids = places.map((place) => (answers[place]?.fields.id ?? null) as ServiceId | null);
	record.note(note);
}

const NOT_RECORDED: ReturnType<typeof earlierOf> = {
	earlier: { is: 'not recorded', sentAgain: false },
};

/** What earlier tries left of a message, and why no answer of the service can tell what became of it. */
function earlierOf(
	known: RecordedMessage | undefined,
	{ hasOtherForm }: RunBase['record'],
): { earlier: EarlierTry; fault?: ServiceFault } {
	const sentAgain = known?.sentAgain === true;
	const cannotTell = { is: 'cannot tell', sentAgain } as const;
	if (!known && hasOtherForm) return { earlier: cannotTell, fault: OTHER_FORM };
	if (known?.state !== 'unknown') return { earlier: { is: 'not recorded', sentAgain } };
	return known.otherAccount
		? { earlier: cannotTell, fault: OTHER_ACCOUNT }
		: { earlier: { is: 'unknown', sentAgain } };
}

/** What may be the campaign that was sent, for words alone: what goes wrong there must not hide that the outcome is unknown. */
async function listed({ candidates }: SendRequest) {
	try {
		return await candidates?.();
	} catch {
		return undefined;
	}
}

/** The halves in which what is too large goes out; a retry cuts it in the same place. */
export function halvesOf<Part>(all: readonly Part[]): [Part[], Part[]] {
	const middle = Math.ceil(all.length / 2);
	return [all.slice(0, middle), all.slice(middle)];
}

/** Sends what is too large (413) in two halves, the second one if the first one came to no error. */
export async function inHalves(
	signal: AbortSignal | undefined,
	messages: readonly Message[],
	send: (half: readonly Message[]) => Promise<RequestOutcome>,
): Promise<RequestOutcome> {
	const [first, second] = halvesOf(messages);
	const one = await send(first);
	const left = one.error ? leftAfterHalf : signal?.aborted ? ready : undefined;
	const other = left ? undefined : await send(second);
	return {
		...(other ?? one),
		recipients: [...one.recipients, ...(other?.recipients ?? second.map(left ?? ready))],
	};
}

/**
 * Sends one request so that nobody gets a message twice: the one place from which messages leave. What follows from an answer decides
 * step.ts; this carries it out, and writes what is known into the record before anything else happens.
 * @throws NodeOperationError when the credential or n8n forbids the request
 */
export async function sendOnce(run: RunBase, request: SendRequest): Promise<RequestOutcome> {
	const { ctx, record, isTest } = run;
	const { kind, messages, isAutomatic, ifUnknown, retryForMs, cause, piece } = request;
	const policy: Policy = { kind, isAutomatic, ifUnknown, hasOneKey: piece !== undefined };
	const pieceKey = record.isEmpty ? undefined : piece?.keyOf(messages);
	const left = messages.map((message, place) => {
		if (record.isEmpty) return NOT_RECORDED;
		const known = record.find(pieceKey ?? messageKey(message));
		// Of a piece that is unknown, those whom the service had refused are sent to again like new ones.
		const isRefused = pieceKey !== undefined && known?.request.refused?.includes(place);
		return earlierOf(isRefused ? undefined : known, record);
	});
	const said: Said = {
		answer: { fault: left.find(({ fault }) => fault)?.fault ?? EARLIER_TRY },
		of: new Map(),
		isPart: false,
	};
	const recipients: Recipient[] = messages.map(ready);
	const faults = new Map<number, ServiceFault>();
	const answers: Array<Answer | undefined> = [];
	/** Until when it is repeated and asked for (ms); counted from the first answer, so that a slow one takes nothing from it. */
	let deadline = Date.now() + retryForMs;
	let posts = 0;
	let rounds = 0;
	/** Waits, unless it is stopped or the wait passes Retry For. */
	const wait = async (ms: number, mayBeLate: boolean): Promise<Fact | undefined> => {
		// With a test key no time passes between questions.
		if (mayBeLate && ((isTest && ms === 0) || Date.now() + ms > deadline)) return { is: 'late' };
		return (await pause(ms, ctx.signal)) ? undefined : { is: 'stopped' };
	};
	/** After the first request, one that n8n or the credential forbids is an answer like any other: what may be there stays known. */
	const unlessForbidden =
		<Answer>(by: (fault: ServiceFault) => Answer) =>
		async (call: Promise<Answer>): Promise<Answer> =>
			await call.catch((error: unknown) => {
				if (posts === 0 || !(error instanceof NodeOperationError)) throw error;
				return by(rejected(error.message, error.description ?? ''));
			});
	const postOf = unlessForbidden((fault): SendAnswer => ({ fault }));
	const shownOf = unlessForbidden((): Shown => ({ is: 'hidden' }));
	const send = async (places: readonly number[]): Promise<Fact> => {
		const those = messagesAt(messages, places);
		said.answer = await postOf(post(run, request, those));
		said.of.clear();
		if (posts++ === 0) deadline = Date.now() + retryForMs;
		return factOf(said, request, places, isTest);
	};
	const question = async (places: readonly number[]): Promise<Fact> =>
		seenIn(said, request, await askOnce(run, request, places, shownOf));

	let now = begin(
		left.map(({ earlier }) => earlier),
		policy,
		cause,
	);
	for (;;) {
		const { progress, outcomes, notes, next } = now;
		const answerTo = answerReader(said, request);
		for (const { outcome, messages: places } of outcomes)
			for (const place of places) answers[place] = answerTo(place, outcome);
		for (const note of notes) write(run, request, note, progress, answers);
		const inWords = wordsOfOutcomes(said, outcomes, request, answers);
		for (const { outcome, messages: places } of outcomes)
			for (const place of places) {
				const { event, fault } = inWords(place, outcome);
				const message = messages[place];
				if (message) recipients[place] = settled(message, event);
				if (fault) faults.set(place, fault);
			}
		if (next.do === 'halve')
			return await inHalves(
				ctx.signal,
				messages,
				async (half) => await sendOnce(run, { ...request, messages: half }),
			);
		if (next.do === 'end') break;
		if (next.do === 'post') {
			const { retryAfterMs = backOff(posts - 1) } = said.answer.fault ?? {};
			const skipsPause = next.wait === 'none';
			const noTime = await wait(skipsPause ? 0 : retryAfterMs, !skipsPause);
			now = step(progress, noTime ?? (await send(next.messages)), policy);
		} else {
			if (progress.asked === 0) rounds = 0;
			const noTime = await wait(isTest ? 0 : pauseBefore(rounds++), next.mayBeLate);
			now = step(progress, noTime ?? (await question(next.messages)), policy);
		}
	}
	const isUnknown = recipients.some(({ status }) => status === 'unknown');
	const candidates = isUnknown && !ctx.signal?.aborted ? await listed(request) : undefined;
	const error = errorOf(ctx.node, recipients, faults, request, candidates);
	return { recipients, ...(error && { error }) };
}
