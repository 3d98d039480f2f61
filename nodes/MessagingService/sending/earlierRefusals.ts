import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../shared/errors';
import type { OperationContext } from '../dispatch/context';
import { nodeContext } from '../dispatch/memory';

/*
 * What the service refused in earlier tries of an execution. A refusal is final within the seconds of Retry On Fail, and none of its words
 * tells for certain that nothing at all went out: "insufficient funds" may have stopped a campaign after its first messages. So what no
 * reference protects is not sent again by a try, but refused as it was. Whoever runs the workflow again, or retries it from the list of
 * executions, has read the refusal, and sends.
 */

/** A refusal, as sendOnce tells it. */
interface Refused {
	became: 'refused';
	fault: ServiceFault;
	body?: unknown;
	afterDoubt: boolean;
}

/** By what n8n keeps of a node for the tries of an execution: each refusal with the try that met it, which has a context of its own. */
const refusals = new WeakMap<object, Map<string, { metBy: OperationContext; refused: Refused }>>();

/** A request that the service may refuse. */
interface Refusable {
	path: string;
	body: IDataObject;
	itemIndex: number;
}

const keyOf = ({ identity }: OperationContext, { path, body, itemIndex }: Refusable): string =>
	hash('sha256', JSON.stringify([identity.runIndex, itemIndex, path, body]), 'hex');

/** The service refuses whoever asks, and not what is asked for: it may take the same with a new token. */
const OF_CALLER: ReadonlyArray<number | undefined> = [401, 403];

/** Notes that the service refused a request. What it may take a little later, or with another login, is not noted. */
export function noteRefusal(ctx: OperationContext, request: Refusable, refused: Refused): void {
	const { fault, body } = refused;
	if (body === undefined || fault.retryable || OF_CALLER.includes(fault.httpStatus)) return;
	const owner = nodeContext(ctx);
	const known =
		refusals.get(owner) ?? new Map<string, { metBy: OperationContext; refused: Refused }>();
	refusals.set(owner, known);
	known.set(keyOf(ctx, request), { metBy: ctx, refused });
}

const NOT_AGAIN = 'It was refused in an earlier try of this execution, and was not sent again.';

/** Takes a request; returns its refusal in an earlier try of this execution; undefined where there was none. */
export function earlierRefusal(ctx: OperationContext, request: Refusable): Refused | undefined {
	const { metBy, refused } = refusals.get(nodeContext(ctx))?.get(keyOf(ctx, request)) ?? {};
	if (!refused || metBy === ctx) return undefined;
	const { fault } = refused;
	return {
		...refused,
		fault: { ...fault, description: `${fault.description} ${NOT_AGAIN}`.trim() },
	};
}
