import type { NodeApiError } from 'n8n-workflow';
import { faultError, isOfPath, readBody, type ServiceFault } from '../../shared/errors';
import { CODE_WRONG_KEY } from '../../shared/spec';
import type { Refusal } from '../../shared/validation';
import type { OperationContext } from '../dispatch/context';
import { nodeContext, runName } from '../dispatch/memory';
import { placeKey, type Answer, type Recipient } from './outcomes';
import type { Progress } from './progress';
import type { SendRun } from './run';

/*
 * What the service refused in earlier tries of an execution. A refusal is final within the seconds of Retry On Fail, and none of its words
 * tells for certain that nothing at all went out: "insufficient funds" may have stopped a campaign after its first messages. So whom no
 * reference protects is not sent to again by a try, whatever its text is by then, but refused as before. Whoever runs the workflow again,
 * or retries it from the list of executions, has read the refusal, and sends.
 */

/** A refusal of a request, with the item that its error names. */
export interface RefusedWhole {
	of: 'request';
	fault: ServiceFault;
	item: number | undefined;
	/** The answer; undefined where there was none. */
	body: unknown;
}

/** A refusal of one recipient by itself. */
export interface RefusedAlone {
	of: 'recipient';
	refusal: Refusal;
	answer?: Answer;
}

type Refused = RefusedWhole | RefusedAlone;

/** By what n8n keeps of a node for the tries of an execution: each refusal with the try that met it, which has a context of its own. */
const refusals = new WeakMap<object, Map<string, { metBy: OperationContext; refused: Refused }>>();

/** The service refuses whoever asks, and not what is asked for: it may take the same with a new token. */
const OF_CALLER: ReadonlyArray<number | undefined> = [401, 403];

/** Words for what is wrong with a send, and not with whoever asks for it. */
const OF_SEND =
	/balance|credits?\b|fund|limit|money|paid|payment|quota|sender|text\b|баланс|відправник|грош|деньг|денег|кошт|лимит|ліміт|оплат|отправител|средств|текст/i;

/** Whether a refusal is one of the caller, by its code, or by its status where no words tell otherwise. */
const isOfCaller = ({ code, httpStatus, said = '' }: ServiceFault): boolean =>
	(code === CODE_WRONG_KEY || OF_CALLER.includes(httpStatus)) && !OF_SEND.test(said);

/** What a server says that has no such place: of a proxy that is not data. */
function isUnreached({ fault, body }: RefusedWhole): boolean {
	const { form } = readBody(body);
	return body === undefined || form === 'html' || (isOfPath(fault) && form !== 'json');
}

/** Whether the next try may be taken: the service was not reached, was busy, or refused the caller. */
const mayPass = (refused: RefusedWhole): boolean =>
	isUnreached(refused) || refused.fault.retryable || isOfCaller(refused.fault);

const nameOf = (ctx: OperationContext, key: string): string => `${runName(ctx)}\n${key}`;

/** Notes that the service refused those who are sent to under these keys. */
function note(ctx: OperationContext, keys: readonly string[], refused: Refused): void {
	const owner = nodeContext(ctx);
	const known =
		refusals.get(owner) ?? new Map<string, { metBy: OperationContext; refused: Refused }>();
	refusals.set(owner, known);
	// What an earlier try met stays as it was.
	for (const name of keys.map((key) => nameOf(ctx, key)))
		if (!known.has(name)) known.set(name, { metBy: ctx, refused });
}

const NOT_AGAIN = 'It was refused in an earlier try of this execution, and was not sent again.';

const withNotAgain = <T extends { description?: string }>(said: T): T => ({
	...said,
	description: `${said.description ?? ''} ${NOT_AGAIN}`.trim(),
});

/** The refusal in an earlier try of whom is sent to under this key; undefined where there was none. */
function earlierRefusal(ctx: OperationContext, key: string): Refused | undefined {
	const { metBy, refused } = refusals.get(nodeContext(ctx))?.get(nameOf(ctx, key)) ?? {};
	if (!refused || metBy === ctx) return undefined;
	return refused.of === 'request'
		? { ...refused, fault: withNotAgain(refused.fault) }
		: { ...refused, refusal: withNotAgain(refused.refusal) };
}

/** Takes the refusal of a request, and under which keys its recipients are sent to; notes it, and returns its error. */
export function refused(
	ctx: OperationContext,
	keys: readonly string[],
	whole: RefusedWhole,
): NodeApiError {
	if (!mayPass(whole)) note(ctx, keys, whole);
	return faultError(ctx.node, whole.fault, whole.item);
}

/**
 * Stops where the service refused, in an earlier try, a request to one of those who are sent to under these keys.
 * @throws NodeApiError with that refusal
 */
export function stopAtEarlierRefusal(ctx: OperationContext, keys: readonly string[]): void {
	for (const key of keys) {
		const earlier = earlierRefusal(ctx, key);
		if (earlier?.of === 'request') throw faultError(ctx.node, earlier.fault, earlier.item);
	}
}

/** Under which keys recipients are sent to, without those whom a reference protects: the service refuses an SMS under one that it has. */
export const refusalKeys = (
	{ endpoint }: Pick<SendRun, 'endpoint'>,
	recipients: readonly Recipient[],
): string[] =>
	recipients
		.filter(({ message }) => endpoint.campaign || message.reference === '')
		.map(({ message }) => `${endpoint.path}\n${placeKey(message)}`);

/** Lets those whom the service refused by themselves in an earlier try be refused as they were. */
export function recallRefused(run: Pick<SendRun, 'ctx' | 'endpoint'>, progress: Progress): void {
	for (const recipient of progress.open) {
		const [key] = recipient.status === 'ready' ? refusalKeys(run, [recipient]) : [];
		const earlier = key === undefined ? undefined : earlierRefusal(run.ctx, key);
		if (earlier?.of !== 'recipient') continue;
		const { refusal, answer } = earlier;
		progress.advance(recipient, { type: 'refused', refusal, answer });
	}
}

/** Notes whom the service refused by themselves. A file goes on behind them without that, and may have millions. */
export function noteRefused(
	run: Pick<SendRun, 'ctx' | 'endpoint'>,
	recipients: readonly Recipient[],
): void {
	for (const recipient of recipients) {
		if (recipient.status !== 'refused' || recipient.message.line !== undefined) continue;
		const { refusal, answer } = recipient;
		note(run.ctx, refusalKeys(run, [recipient]), { of: 'recipient', refusal, answer });
	}
}
