import { faultError, faultOfCode, keepItem } from '../../shared/errors';
import { SUCCESS_CODE } from '../../shared/spec';
import { backOff, pause } from '../../shared/transport';
import type { NodeFault } from '../dispatch/nodeErrors';
import type { ServiceId } from '../dispatch/record';
import { askForAll, campaignIn, isTo, priceIn, type Shown } from './ask';
import { inWordsOfForm, refusalOfNamed } from './fieldFaults';
import { readResults } from './results';
import type { RequestOutcome, RunBase, SendRequest } from './run';
import {
	answerOf,
	ready,
	settled,
	type Answer,
	type Message,
	type Recipient,
	type RecipientEvent,
} from './settle';
import {
	ALREADY_SENT,
	EARLIER_TRY,
	faultOf,
	NO_ID,
	OTHER_ACCOUNT,
	outcomeUnknown,
	referenceOfAnother,
	withNumber,
} from './unknown';
import {
	answerKind,
	LEAVES_DOUBT,
	legacyCodeOf,
	namedRecipients,
	RECIPIENT_CODES,
	VERDICTS,
	type AnswerKind,
	type IfNone,
	type SendAnswer,
	type Verdict,
} from './verdict';

/** One request on its way, from its first post to the outcome of each message. */
class Attempt {
	private readonly outcomes = new Map<Message, Recipient>();
	/** Until when it is repeated and asked for (ms); counted from the first answer, so that a slow one takes nothing from it. */
	private deadline = 0;
	/** Whether an earlier request may have been carried out, whatever is answered to the next one. */
	private isDoubted = false;
	/** Whether what is open goes out at once, whether or not Retry For is over. */
	private isDue = false;
	private sentAgain = false;
	/** Whether an earlier try, of which no record is left, may have sent other messages in it. */
	private isGuessed = false;
	private error: NodeFault | undefined;

	private readonly isStopped = (): boolean => this.run.ctx.signal?.aborted === true;
	private readonly afterDoubt = (): Verdict => VERDICTS.afterDoubt[this.request.kind] ?? 'unknown';

	constructor(
		private readonly run: RunBase,
		private readonly request: SendRequest,
	) {}

	async send(): Promise<RequestOutcome> {
		const { messages, retryForMs } = this.request;
		this.deadline = Date.now() + retryForMs;
		let open = [...messages];
		let { kind, answer } = this.before(open);
		for (let posts = 0; ; kind = undefined) {
			if (kind === undefined) {
				if (this.isStopped()) break;
				answer = await this.post(open);
				kind = answerKind(answer, this.request);
				if (posts++ === 0) this.deadline = Date.now() + retryForMs;
				this.isGuessed = false;
			}
			this.isDue = posts === 0;
			open = await this.follow(this.verdictOf(kind), open, answer);
			if (open.length === 0) break;
			const wait = this.isDue ? 0 : (answer.fault?.retryAfterMs ?? backOff(posts - 1));
			const isLate = !this.isDue && Date.now() + wait > this.deadline;
			if (isLate || !(await pause(wait, this.run.ctx.signal))) {
				open = await this.giveUp(open, answer);
				if (open.length === 0) break;
			}
		}
		return {
			recipients: messages.map((message) => this.outcomes.get(message) ?? ready(message)),
			...(this.error && { error: this.error }),
		};
	}

	/** What earlier tries left to be cleared up before anything is sent. */
	private before(messages: readonly Message[]): { kind?: AnswerKind; answer: SendAnswer } {
		const { record } = this.run;
		const known = this.request.keysOf(messages).map((key) => record.find(key));
		this.sentAgain = known.some((one) => one?.sentAgain);
		const unknown = known.filter((one) => one?.state === 'unknown');
		if (unknown.some((one) => one?.otherAccount))
			return { kind: 'cannotTell', answer: { fault: OTHER_ACCOUNT } };
		const { kind, fault = EARLIER_TRY } = this.request.before ?? {};
		this.isGuessed = unknown.length === 0 && kind !== undefined;
		return { kind: unknown.length > 0 ? 'noAnswer' : kind, answer: { fault } };
	}

	private async post(messages: readonly Message[]): Promise<SendAnswer> {
		const { path, bodyOf, kind } = this.request;
		const { reply, fault, statusCode, body } = await this.run.ctx.tryCall(
			{ method: 'POST', path, body: bodyOf(messages) },
			{ kind: 'once', itemIndex: messages[0]?.item ?? 0, retryForMs: 0 },
		);
		if (!reply) return { fault, statusCode, body };
		// That of the only result of one SMS is no fault to the transport.
		const code = legacyCodeOf(reply.body, reply.statusCode, kind);
		const { statusCode: status } = reply;
		return {
			statusCode: status,
			body: reply.body,
			...(code !== undefined && { fault: faultOfCode(code) }),
		};
	}

	/** A refusal after a request whose outcome is unknown says nothing of that one. */
	private verdictOf(kind: AnswerKind): Verdict {
		const verdict = VERDICTS[kind][this.request.kind] ?? 'refused';
		const refuses = verdict === 'refused' || verdict === 'refuseNamed';
		if (this.isDoubted && refuses) return this.afterDoubt();
		this.isDoubted ||= LEAVES_DOUBT.has(kind);
		return verdict;
	}

	/** Does what a verdict says of messages. @returns those that are to be sent (again) */
	private async follow(
		verdict: Verdict,
		messages: Message[],
		answer: SendAnswer,
	): Promise<Message[]> {
		if (typeof verdict === 'object') return await this.ask(verdict.ask, messages, answer);
		switch (verdict) {
			case 'again':
				return messages;
			case 'accepted':
				this.accept(messages, { answer: this.request.readAnswer(answer.body) });
				return [];
			case 'byResults':
				return await this.followResults(messages, answer);
			case 'refuseNamed':
				return this.refuseNamed(messages, answer);
			case 'refused':
				this.refuse(messages, answer);
				return [];
			case 'unknown':
				return await this.leaveUnknown(messages, answer);
		}
	}

	/** Retry For is over, or the execution was stopped. @returns those that Send Again repeats nevertheless */
	private async giveUp(messages: Message[], answer: SendAnswer): Promise<Message[]> {
		if (this.isDoubted) return await this.follow(this.afterDoubt(), messages, answer);
		if (!this.isStopped()) this.refuse(messages, answer);
		return [];
	}

	/** Asks by reference, and settles what shows. */
	private async ask(ifNone: IfNone, messages: Message[], answer: SendAnswer): Promise<Message[]> {
		const shown = await this.questions(ifNone, messages);
		if (this.request.kind === 'campaign') {
			const answers = [...shown.values()];
			const there = answers.filter((one) => one.is === 'there');
			const [found] = there;
			const isProof = !this.isGuessed || there.length === answers.length;
			if (found && isProof && this.request.isAutomatic) {
				const campaign = campaignIn(found.record);
				const fields = { campaign_id: campaign.id ?? null };
				this.accept(messages, { answer: { fields, summary: campaign } });
				return [];
			}
			const isNone = answers.length > 0 && answers.every(({ is }) => is === 'none');
			return isNone
				? await this.followNone(ifNone, messages, [], answer)
				: await this.leaveUnknown(messages, answer);
		}
		const those = (is: Shown['is']): Message[] =>
			messages.filter((message) => (shown.get(message)?.is ?? 'hidden') === is);
		const there = those('there');
		for (const message of there) this.settleShown(message, shown.get(message));
		const isRest = ifNone === 'rest' && there.length > 0;
		this.isDue ||= isRest;
		return await this.followNone(isRest ? 'again' : ifNone, those('none'), those('hidden'), answer);
	}

	private async questions(
		ifNone: IfNone,
		messages: readonly Message[],
	): Promise<Map<Message, Shown>> {
		// With a test key there is nothing to ask for.
		if (this.run.isTest) return new Map(messages.map((message) => [message, { is: 'none' }]));
		return await askForAll(this.run.ctx, messages, {
			kind: this.request.kind,
			isBrief: ifNone === 'again',
			deadline: this.deadline,
			needsBoth: this.isGuessed,
		});
	}

	/** Settles an SMS that the service showed under its reference. */
	private settleShown(message: Message, shown: Shown | undefined): void {
		if (shown?.is !== 'there') return;
		const { record } = shown;
		const answer: Answer = { fields: priceIn(record) };
		if (!isTo(record, message.phone))
			this.settle(message, { status: 'refused', refusal: referenceOfAnother(message.reference) });
		else if (this.request.isAutomatic) this.accept([message], { answer });
		else {
			this.settle(message, { status: 'already sent', answer, reason: ALREADY_SENT });
			this.note([message], answer, true);
		}
	}

	/** Does what counts for messages that the service says it does not have; of those that are hidden it says nothing. */
	private async followNone(
		ifNone: IfNone,
		none: Message[],
		hidden: Message[],
		answer: SendAnswer,
	): Promise<Message[]> {
		const isRefused = ifNone === 'refused' && !this.isDoubted;
		if (isRefused && none.length > 0) this.refuse(none, answer, this.request.kind === 'bulk');
		const again = ifNone === 'again' ? none : [];
		const unknown = isRefused || ifNone === 'again' ? hidden : [...none, ...hidden];
		return unknown.length > 0 ? [...again, ...(await this.leaveUnknown(unknown, answer))] : again;
	}

	/** Settles each recipient by its result (4.6). */
	private async followResults(messages: Message[], answer: SendAnswer): Promise<Message[]> {
		const results = readResults(answer.body, messages, this.run.isTest);
		const wasDoubted = this.isDoubted;
		const unclear = new Map<Verdict, { messages: Message[]; answer: SendAnswer }>();
		const accepted: Message[] = [];
		for (const message of messages) {
			const result = results.get(message);
			if (!result) continue;
			if (!('verdict' in result) && !(wasDoubted && result.status === 'refused')) {
				this.settle(message, result);
				if (result.status === 'accepted') accepted.push(message);
				continue;
			}
			const verdict = 'verdict' in result ? result.verdict : this.afterDoubt();
			const group = unclear.get(verdict) ?? { messages: [], answer: { fault: faultOf(result) } };
			group.messages.push(message);
			unclear.set(verdict, group);
		}
		this.noteSettled(accepted);
		const again: Message[] = [];
		for (const [verdict, group] of unclear) {
			const open = await this.follow(verdict, group.messages, group.answer);
			// Why they are refused when Retry For is over.
			if (open.length > 0) answer.fault ??= group.answer.fault;
			again.push(...open);
		}
		return again;
	}

	/** Refuses the recipients that the service names (422), so that the others go out. */
	private refuseNamed(messages: Message[], answer: SendAnswer): Message[] {
		const named = namedRecipients(answer.body) ?? new Map<number, string>();
		const isOwn = [...named.keys()].every((place) => place < messages.length);
		if (!isOwn || named.size === 0 || named.size >= messages.length) {
			this.refuse(messages, answer);
			return [];
		}
		this.isDue = true;
		return messages.filter((message, place) => {
			const words = named.get(place);
			if (words === undefined) return true;
			const refusal = refusalOfNamed(words, message);
			this.settle(message, { status: 'refused', refusal });
			return false;
		});
	}

	/**
	 * The service refused messages, or nothing left this machine. What concerns a recipient alone is a row on demand, and so are those of
	 * a bulk request that are refused one by one.
	 */
	private refuse(messages: readonly Message[], answer: SendAnswer, areRows = false): void {
		const fault = inWordsOfForm(answer, messages);
		const { message, description, code } = fault;
		const { kind, leavesOut } = this.request;
		const refusal = { field: '', message, description };
		for (const one of messages) this.settle(one, { status: 'refused', refusal });
		const isOfRecipient = kind === 'sms' && RECIPIENT_CODES.has(code ?? SUCCESS_CODE);
		if (areRows || (isOfRecipient && leavesOut)) return;
		const [first] = messages;
		const named = isOfRecipient && first ? withNumber(fault, first.phone) : fault;
		if (this.error) return;
		// Words that begin with a place name no other one.
		const item = named.message.startsWith('[') ? undefined : first?.item;
		this.error = faultError(this.run.ctx.node, named, item);
		keepItem(this.error, first?.item);
	}

	/** The outcome of messages is unknown, unless the user says what counts then. */
	private async leaveUnknown(
		messages: Message[],
		{ fault = NO_ID }: SendAnswer,
	): Promise<Message[]> {
		const { ifUnknown, kind, candidates } = this.request;
		if (ifUnknown === 'countAsSent') {
			this.accept(messages, {
				answer: { fields: {} },
				reason: `Counted as sent, as the outcome is unknown: ${fault.message}`,
			});
			return [];
		}
		this.isDoubted = true;
		const repeats = ifUnknown === 'sendAgain' && !this.sentAgain && !this.isStopped();
		this.sentAgain ||= repeats;
		this.isDue ||= repeats;
		this.run.record.note({
			state: 'unknown',
			...(this.sentAgain && { sentAgain: true }),
			messages: this.request.keysOf(messages),
			...(!this.request.isAutomatic && {
				references: messages.map(({ reference }) => reference),
			}),
		});
		if (repeats) return messages;
		const unknown = outcomeUnknown(fault, {
			kind,
			references: messages.map(({ reference }) => reference),
			candidates: this.isStopped() ? undefined : await candidates?.(),
		});
		for (const message of messages)
			this.settle(message, { status: 'unknown', reason: unknown.message });
		this.error ??= faultError(this.run.ctx.node, unknown, messages[0]?.item);
		return [];
	}

	private settle(message: Message, event: RecipientEvent): void {
		this.outcomes.set(message, settled(message, event));
	}

	private accept(messages: readonly Message[], said: { answer: Answer; reason?: string }): void {
		const event: RecipientEvent = { status: 'accepted', already: false, ...said };
		for (const message of messages) this.settle(message, event);
		this.note(messages, said.answer);
	}

	/** Writes into the record that the service has messages. */
	private note(messages: readonly Message[], { fields }: Answer, wasThere = false): void {
		if (messages.length === 0) return;
		const { campaign_id, task_id, id } = fields;
		this.run.record.note({
			state: wasThere ? 'already sent' : 'accepted',
			id: (campaign_id ?? task_id ?? id ?? undefined) as ServiceId | undefined,
			messages: this.request.keysOf(messages),
		});
	}

	/** The same for messages of a bulk request, each with its own id. */
	private noteSettled(messages: readonly Message[]): void {
		const answers = messages.map((message) => answerOf(this.outcomes.get(message)));
		const [first] = answers;
		if (!first) return;
		this.run.record.note({
			state: 'accepted',
			id: (first.fields.task_id ?? undefined) as ServiceId | undefined,
			messages: this.request.keysOf(messages),
			ids: answers.map((answer) => (answer?.fields.id ?? null) as ServiceId | null),
		});
	}
}

/**
 * Sends one request so that nobody gets a message twice: the one place from which messages leave. VERDICTS decides what an answer
 * means; where it says so, the service is asked by reference.
 * @throws NodeOperationError when the credential or n8n forbids the request
 */
export async function sendOnce(run: RunBase, request: SendRequest): Promise<RequestOutcome> {
	return await new Attempt(run, request).send();
}
