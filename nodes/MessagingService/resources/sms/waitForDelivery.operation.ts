import type { GenericValue, IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { faultError, refusalError } from '../../../shared/errors';
import { choice, field, required, shown } from '../../../shared/fields';
import { normaliseMessage } from '../../../shared/reply';
import { pool } from '../../../shared/pool';
import {
	CODE_SMS_NOT_FOUND,
	DELIVERED_MESSAGE_STATUSES,
	MESSAGE_STATUSES,
} from '../../../shared/spec';
import { DEFAULT_IN_FLIGHT, pause } from '../../../shared/transport';
import { checkId, checkReferenceLookup } from '../../../shared/validation';
import { wrongField } from '../../operations/choices';
import type { OperationContext } from '../../operations/context';
import { optionsField } from '../../operations/fields';
import { imperative, type Operation } from '../../operations/operation';
import { parameterReader } from '../../operations/parameters';
import { isBlank } from '../../../shared/validation/input';
import { errorItem, type NodeFault } from '../../operations/route';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const DEFAULT_MINUTES = 10;

const FIXED = { noDataExpression: true };
const FIELDS: INodeProperties[] = [
	choice(
		'identifyBy',
		[
			'id: Message ID: As the SMS operations return it',
			'reference: Reference: As all send operations return it, campaigns too',
		],
		{
			default: 'reference',
			...FIXED,
		},
	),
	...shown(
		{ identifyBy: ['id'] },
		required('messageId: Message ID: The ID that sending the SMS returned', '', {
			default: '={{ $json.id }}',
		}),
	),
	...shown(
		{ identifyBy: ['reference'] },
		required('reference: Reference: The reference (external ID) of the SMS', '', {
			default: '={{ $json.reference }}',
		}),
	),
	field(
		'number',
		'waitMinutes: Wait at Most (Minutes): Messages without a final status by then count as not delivered',
		{
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: DEFAULT_MINUTES,
		},
	),
	choice(
		'outputMode: Output',
		[
			'separate: Delivered and Not Delivered: Two outputs',
			'single: One Output: The field "delivered" tells them apart',
		],
		FIXED,
	),
	optionsField([], false),
];

/** The outputs of the node: this operation has two unless the user wants one. Evaluated by n8n against the parameters. */
export const OUTPUTS =
	'={{ $parameter.resource === "sms" && $parameter.operation === "waitForDelivery" && $parameter.outputMode !== "single" ? [{ type: "main", displayName: "Delivered" }, { type: "main", displayName: "Not Delivered" }] : ["main"] }}' as const;

/** One message that is waited for. */
interface Watched {
	item: number;
	path: string;
	/** What the service said last. */
	json?: IDataObject;
	done: boolean;
	error?: NodeFault;
	/** Why nothing is known at the moment. */
	reason?: string;
}

/** Reads which messages to wait for. Items that carry none, such as refused recipients, are not delivered from the start. */
function watch(ctx: OperationContext): Watched[] {
	const wrong = wrongField(ctx, 0);
	if (wrong) throw refusalError(ctx.node, wrong.refusal, 0);
	const byId = ctx.parameter<string>('identifyBy', 0, 'reference') === 'id';
	const read = parameterReader(ctx, byId ? 'messageId' : 'reference', '');
	const values = ctx.items.map((_, item) => read(item));
	const allBlank = values.every(isBlank);
	return values.map((value, item) => {
		if (!allBlank && isBlank(value))
			return { item, path: '', done: true, json: { status: 'not sent' } };
		const checked = byId ? checkId(value, 'Message ID') : checkReferenceLookup(value);
		if (checked.ok)
			return {
				item,
				path: `/rest/sms/${byId ? '' : 'reference/'}${encodeURIComponent(checked.value)}`,
				done: false,
			};
		const error = refusalError(ctx.node, checked.refusal, item);
		if (!ctx.continueOnFail) throw error;
		return { item, path: '', done: true, error };
	});
}

const statusOf = (json: IDataObject | undefined): string =>
	String(json?.status ?? '').toLowerCase();

async function ask(ctx: OperationContext, message: Watched, zone: string): Promise<void> {
	const { reply, fault } = await ctx.tryCall(
		{ method: 'GET', path: message.path },
		{ kind: 'read', itemIndex: message.item },
	);
	if (reply) {
		message.json = normaliseMessage(reply.body, zone);
		message.done = MESSAGE_STATUSES[statusOf(message.json)] === true;
		delete message.reason;
	} else if (fault.code === CODE_SMS_NOT_FOUND || fault.retryable) {
		// A message may become visible a moment later, and a service that is down may come back: time decides.
		message.reason = fault.message;
	} else {
		message.error = faultError(ctx.node, fault, message.item);
		message.done = true;
	}
}

function outputOf({ item, json, reason, done, error }: Watched): {
	delivered: boolean;
	item: INodeExecutionData;
} {
	if (error) return { delivered: false, item: errorItem(error, item) };
	const delivered = DELIVERED_MESSAGE_STATUSES.includes(statusOf(json));
	return {
		delivered,
		item: {
			json: {
				delivered,
				timed_out: !done,
				...(json ?? { status: 'not found' }),
				...(reason !== undefined && { reason }),
			},
			pairedItem: { item },
		},
	};
}

/** Asks for all messages with growing pauses until each has a final status or the time is up. */
async function waitForAll(ctx: OperationContext): Promise<Array<ReturnType<typeof outputOf>>> {
	const { timeZone: zone } = await ctx.credentials();
	const messages = watch(ctx);
	const { signal } = ctx;
	const minutes = Number(ctx.parameter<GenericValue>('waitMinutes', 0, DEFAULT_MINUTES));
	const deadline =
		Date.now() + (minutes >= 0 && minutes < Infinity ? minutes : DEFAULT_MINUTES) * 60_000;
	const slots =
		Number(ctx.parameter<GenericValue>('options.maxInFlight', 0, undefined)) || DEFAULT_IN_FLIGHT;
	const isOpen = ({ done }: Watched) => !done;
	for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
		let error: NodeFault | undefined;
		await pool(
			messages.filter(isOpen),
			slots,
			async (message) => {
				await ask(ctx, message, zone);
				if (!ctx.continueOnFail) error ??= message.error;
			},
			() => error !== undefined || signal?.aborted === true,
		);
		if (signal?.aborted) break;
		if (error) throw error;
		const left = deadline - Date.now();
		if (left <= 0 || !messages.some(isOpen) || !(await pause(Math.min(wait, left), signal))) break;
	}
	const open = messages.filter(isOpen).length;
	if (open > 0) ctx.hint(`${open} of ${messages.length} messages have no final status yet.`);
	return messages.map(outputOf);
}

async function together(ctx: OperationContext): Promise<INodeExecutionData[][]> {
	return [(await waitForAll(ctx)).map(({ item }) => item)];
}

async function apart(ctx: OperationContext): Promise<INodeExecutionData[][]> {
	if (ctx.parameter<string>('outputMode', 0, 'separate') === 'single') return await together(ctx);
	const outputs: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
	for (const { delivered, item } of await waitForAll(ctx)) outputs[delivered ? 0 : 1].push(item);
	return outputs;
}

/** Wait until messages are delivered (4.3, 4.4). Callers that run the declarative route know one output only. */
export const waitForDelivery: Operation = {
	names:
		'waitForDelivery: Wait for Delivery: Wait until messages are delivered or failed, or until the time is up',
	action: 'Wait for delivery of SMS',
	fields: FIELDS,
	routing: imperative(together).routing,
	execute: imperative(apart).execute,
};
