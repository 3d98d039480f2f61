import { WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { refusalError } from '../../shared/errors';
import { isBlank } from '../../shared/text';
import { toIso } from '../../shared/time';
import { readText, type Checked, type Refusal } from '../../shared/validation';
import { wrongField } from '../dispatch/choices';
import type { OperationContext } from '../dispatch/context';
import { nodeContext } from '../dispatch/record';
import { imperative, type Operation } from '../dispatch/operation';
import { singleEndpoint } from '../sending/endpoints';
import { runSend } from '../sending/send';
import { templateField } from '../sending/templateField';
import { checkWaitLimit } from './limit';
import { LINK_PLACE, linkedText } from './linkedText';
import { checkReachable } from './localAddress';
import { DEFAULT_SEGMENTS, readQuestion, valuesOf } from './question';
import { keepWaiting, RUN } from './waiting';

/*
 * Send and Wait for Response, the half before the wait: one message with a link goes out by the pipeline of all sends, and n8n lets
 * the execution wait. What opens the link stands in webhook.ts. An outcome that is not known ends in an error and no wait, so that
 * Retry On Fail asks what became of the message before it sends one.
 */

/** n8n's functions with which an execution waits. A node that another program calls by its route has none that work. */
type WaitingFunctions = Pick<IExecuteFunctions, 'getSignedResumeUrl' | 'putExecutionToWait'>;
/** Early n8n 2.x looks at a link's signature only where the node asks it to; later ones always do, and have no such function. */
type SignatureFunctions = Partial<{ setSignatureValidationRequired(): void }>;

const CANNOT_WAIT: Refusal = {
	field: 'Operation',
	message: 'Send and Wait for Response cannot wait here',
	description:
		'It works as a node of a workflow and as a human review of an agent, where n8n can put the execution to wait. Nothing was sent.',
};

/** One question at a time: which of several answers would the node go on with? */
const severalItems = (count: number): Refusal => ({
	field: 'Input',
	message: `Send and Wait for Response asks one person at a time, but got ${count} items`,
	description:
		"Nothing was sent. To ask once for all, switch on Execute Once in the node's Settings: the first item counts. To ask once for each, put it into a sub-workflow that runs once for each item.",
});

function canWait(functions: OperationContext['functions']): functions is IExecuteFunctions {
	const known = functions as Partial<WaitingFunctions>;
	return (
		typeof known.getSignedResumeUrl === 'function' && typeof known.putExecutionToWait === 'function'
	);
}

/** Sends the question of the one item, and lets the execution wait. */
async function sendQuestion(ctx: OperationContext): Promise<INodeExecutionData[][]> {
	const { functions, identity, node } = ctx;
	if (!canWait(functions) || identity.executionId === '') throw refusalError(node, CANNOT_WAIT, 0);
	if (ctx.items.length > 1) throw refusalError(node, severalItems(ctx.items.length));
	const good = <T>(checked: Checked<T>): T => {
		if (!checked.ok) throw refusalError(node, checked.refusal, 0);
		if (checked.hint !== undefined) ctx.hint(checked.hint);
		return checked.value;
	};
	// Read once: an expression may give another text each time, and the page has to say what the message says.
	const field = templateField(ctx, 'message', 'Text');
	if (field.fault) throw refusalError(node, field.fault, 0);
	// The link is put in later.
	const message = good(field.fill(0, { ...ctx.items[0]?.json, link: LINK_PLACE }));
	const read = (name: string, fallback: unknown): unknown =>
		name === 'message' ? message : ctx.parameter(name, 0, fallback);
	const wrong = wrongField(ctx, 0);
	if (wrong) throw refusalError(node, wrong.refusal, 0);
	const question = good(readQuestion(read));
	// Where the page has a text of its own, that of the message has not been judged so far.
	const asked = good(readText(message));
	const zone = functions.getTimezone();
	const limit = good(checkWaitLimit(valuesOf(read('options.limitWaitTime', {})), zone, Date.now()));
	const most = Number(read('options.mostSegments', DEFAULT_SEGMENTS));
	const run = identity.runIndex;
	(functions as SignatureFunctions).setSignatureValidationRequired?.();
	const link = functions.getSignedResumeUrl(run > 0 ? { [RUN]: String(run) } : {});
	if (read('options.allowLocalAddress', false) !== true) good(checkReachable(link));
	// With a text of its own the page would not show what is missing in the message.
	const long = isBlank(read('options.pageText', '')) ? 'shorten' : 'refuse';
	const text = good(linkedText(asked, link, most, long));

	const [output = []] = await runSend(withText(ctx, text), singleEndpoint);
	const [sent] = output;
	if (sent?.json.status !== 'accepted' || ctx.signal?.aborted) return [output];
	const until = limit(Date.now());
	await functions.putExecutionToWait(until);
	const { phone, sender, message_id, reference } = sent.json;
	keepWaiting(nodeContext(ctx), {
		text: question.text,
		run,
		message: { phone, sender, message_id, reference },
	});
	const waits_until = until < WAIT_INDEFINITELY ? toIso(until.getTime(), zone) : null;
	return [[{ ...sent, json: { ...sent.json, waits_until } }]];
}

/**
 * The context of a send whose text is the message with its link. The link leads to this execution only, so the run counts as one of
 * this execution: its retry in n8n's list is another execution, and sends a link of its own.
 */
function withText(ctx: OperationContext, text: string): OperationContext {
	const identity = { ...ctx.identity, withinExecution: true };
	return {
		...ctx,
		identity,
		parameter: <T>(name: string, itemIndex: number, fallback: T): T =>
			name === 'text' ? (text as T) : ctx.parameter(name, itemIndex, fallback),
	};
}

/** Both ways in which n8n dispatches the operation; it waits only as a custom operation. */
export function askingOperation(): Required<Pick<Operation, 'routing' | 'execute'>> {
	const { execute } = imperative(sendQuestion);
	const { routing } = imperative(async ({ node }) => {
		throw refusalError(node, CANNOT_WAIT, 0);
	});
	const request = { method: 'POST', url: singleEndpoint.path } as const;
	return { execute, routing: { ...routing, request } };
}
