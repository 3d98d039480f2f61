import type { GenericValue, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { faultError, refusalError } from '../../../shared/errors';
import { pool } from '../../../shared/pool';
import { filled, messageRow } from '../../../shared/reply';
import { getMessageOfAny, type ListKnown } from '../../../shared/service';
import { CODE_SMS_NOT_FOUND, DELIVERED_MESSAGE_STATUSES, ENDPOINTS } from '../../../shared/spec';
import { pause } from '../../../shared/transport';
import { checkId, checkReferenceLookup } from '../../../shared/validation';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { wrongField } from '../../dispatch/choices';
import { counted, isBlank } from '../../../shared/text';
import type { OperationContext } from '../../dispatch/context';
import { imperative, type Operation } from '../../dispatch/operation';
import { parameterReader } from '../../dispatch/parameters';
import { errorItem, type NodeFault } from '../../dispatch/nodeErrors';
import { WITHOUT_MESSAGE } from '../../sending/message';
import { isOfOtherChannel } from '../../sending/output';
import { askTogether } from './askTogether';
import { fitsNumber, note, statusIn, type Watched } from './watched';
import { waitSums } from './waitSums';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const DEFAULT_MINUTES = 10;

/** Said of a message that the service has not shown so far. Nothing promises that it shows those of campaigns here. */
const NOT_SHOWN =
	'The service shows no such message so far. It may show those of a campaign later, or never: Campaign: Get and reports show them.';

/** Said of a message whose reference another send had used before: campaigns are not refused for that. */
const TO_ANOTHER = 'Under this reference the service shows a message to another number.';

/** The outputs of the node: this operation has two unless the user wants one. Evaluated by n8n against the parameters. */
export const OUTPUTS =
	'={{ $parameter.resource === "sms" && $parameter.operation === "waitForDelivery" && $parameter.outputMode !== "single" ? [{ type: "main", displayName: "Delivered" }, { type: "main", displayName: "Other" }] : ["main"] }}' as const;

/** Whether an item is the row of a send to a recipient that got no message. Its reference may be that of another's message. */
const isWithoutMessage = ({ status, phone }: IDataObject = {}): boolean =>
	!isBlank(phone) && WITHOUT_MESSAGE.some((one) => one === status);

/** Reads which messages to wait for. Items without one, such as refused recipients, are not delivered from the start. */
function watch(ctx: OperationContext, list: ListKnown): Watched[] {
	const wrong = wrongField(ctx, 0);
	if (wrong) throw refusalError(ctx.node, wrong.refusal, 0);
	const byId = ctx.parameter<string>('identifyBy', 0, 'reference') === 'id';
	const read = parameterReader(ctx, byId ? 'messageId' : 'reference', '');
	const values = ctx.items.map((_, item) => read(item));
	const allBlank = values.every(isBlank);
	return values.map((value, item) => {
		const isNotSent = isWithoutMessage(ctx.items[item]?.json);
		if (isNotSent || (!allBlank && isBlank(value))) return notSent(ctx, item);
		const checked = byId ? checkId(value, 'Message ID') : checkReferenceLookup(value);
		if (checked.ok) {
			const name = byId ? { id: checked.value } : { reference: checked.value };
			const isSms = !isOfOtherChannel(ctx.items[item]?.json);
			const look = async () =>
				await getMessageOfAny(await ctx.service(item), name, { list, isSms });
			return {
				item,
				isSms,
				look,
				name,
				...(!byId && knownOf(ctx, item, checked.value)),
				done: false,
			};
		}
		const error = refusalError(ctx.node, checked.refusal, item);
		if (!ctx.continueOnFail) throw error;
		return { item, isSms: true, done: true, error };
	});
}

/** A recipient that got no message, with its number and the reason as the item of the send says them. */
function notSent({ items }: OperationContext, item: number): Watched {
	const { phone, reference, reason } = items[item]?.json ?? {};
	return {
		item,
		isSms: true,
		done: true,
		json: { status: 'not sent', ...(!isBlank(phone) && { msisdn: phone, reference }) },
		...(!isBlank(reason) && { reason: String(reason) }),
	};
}

/** What an item that comes from a send says of its message beside the reference: its number, and the ID or the campaign that it belongs to. */
function knownOf({ items }: OperationContext, item: number, name: string): Partial<Watched> {
	const { reference, phone, status, ...ids } = items[item]?.json ?? {};
	if (reference !== name) return {};
	const text = (value: unknown) => (isBlank(value) ? '' : String(value));
	const named = { reference: name, ...(!isBlank(phone) && { msisdn: phone }) };
	// Other items may have a number in another form, such as that of its country.
	const isSent = status === 'accepted' && !isBlank(phone);
	return {
		id: text(ids.message_id),
		campaign: text(ids.campaign_id),
		name: named,
		...(isSent && { sentTo: String(phone) }),
	};
}

/** Asks for a message, and notes what the service says of it. */
async function lookAtMessage(ctx: OperationContext, message: Watched): Promise<void> {
	const answer = await message.look?.();
	if (!answer) return;
	const { value, fault } = answer;
	const { answersAtRandom } = await ctx.service(message.item);
	if (value && !answersAtRandom && !fitsNumber(message, value)) message.reason = TO_ANOTHER;
	else if (value) note(message, value);
	else if (fault.code === CODE_SMS_NOT_FOUND || fault.retryable) {
		// A message may become visible a moment later, and a service that is down may come back: time decides.
		const hidden = fault.code === CODE_SMS_NOT_FOUND && !message.json;
		message.reason = hidden ? NOT_SHOWN : fault.message;
	} else {
		message.error = faultError(ctx.node, fault, message.item);
		message.done = true;
	}
}

/** Whether the reason why nothing is known of a message is that the service said so. */
const isHidden = (reason: string | undefined): boolean =>
	reason === NOT_SHOWN || reason === TO_ANOTHER;

const TIME_IS_UP = 'It had no final status when the time was up';

function outputOf({ item, name, json, reason, done, error }: Watched): {
	delivered: boolean;
	item: INodeExecutionData;
} {
	if (error) return { delivered: false, item: errorItem(error, item) };
	const delivered = DELIVERED_MESSAGE_STATUSES.includes(statusIn(json));
	// Where nobody answered, the service may know the message all the same.
	const status = isHidden(reason) ? 'not found' : 'not known';
	const { reason: why, ...message } = messageRow(json ?? { ...name, status });
	return {
		delivered,
		item: {
			json: filled({
				status: message.status,
				reason: reason ?? (done ? why : TIME_IS_UP),
				phone: message.phone,
				delivered,
				// The look-up of SMS names no channel.
				delivered_by: delivered ? (json?.type ?? 'sms') : null,
				timed_out: !done,
				...message,
			}),
			pairedItem: { item },
		},
	};
}

/** Asks for all messages with growing pauses until each has a final status or the time is up. */
async function waitForAll(ctx: OperationContext): Promise<Array<ReturnType<typeof outputOf>>> {
	const list: ListKnown = { isMissing: false };
	const messages = watch(ctx, list);
	const { signal } = ctx;
	const minutes = Number(ctx.parameter<GenericValue>('waitMinutes', 0, DEFAULT_MINUTES));
	const deadline =
		Date.now() + (minutes >= 0 && minutes < Infinity ? minutes : DEFAULT_MINUTES) * 60_000;
	const isOpen = ({ done }: Watched) => !done;
	for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)) {
		let error: NodeFault | undefined;
		const open = messages.filter(isOpen);
		const [first] = open;
		await pool(
			first ? await askTogether(await ctx.service(first.item), open, list) : [],
			() => ctx.requestsInFlight(),
			async (message) => {
				await lookAtMessage(ctx, message);
				if (!ctx.continueOnFail) error ??= message.error;
			},
			() => error !== undefined || signal?.aborted === true,
		);
		if (signal?.aborted) break;
		if (error) throw error;
		const left = deadline - Date.now();
		if (left <= 0 || !messages.some(isOpen) || !(await pause(Math.min(wait, left), signal))) break;
	}
	const sums = messages.map(({ json, done, error, reason }) => ({
		status: statusIn(json),
		done,
		failedToAsk: error !== undefined || (json === undefined && !done && !isHidden(reason)),
	}));
	if (messages.length > 1 || messages.some(isOpen)) ctx.hint(waitSums(sums));
	const hidden = messages.filter(({ reason }) => reason === NOT_SHOWN).length;
	if (hidden > 0) ctx.hint(`${hidden} of ${counted(messages.length, 'message')}: ${NOT_SHOWN}`);
	return messages.map(outputOf);
}

async function allInOne(ctx: OperationContext): Promise<INodeExecutionData[][]> {
	return [(await waitForAll(ctx)).map(({ item }) => item)];
}

async function eachAlone(ctx: OperationContext): Promise<INodeExecutionData[][]> {
	if (ctx.parameter<string>('outputMode', 0, 'separate') === 'single') return await allInOne(ctx);
	const outputs: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
	for (const { delivered, item } of await waitForAll(ctx)) outputs[delivered ? 0 : 1].push(item);
	return outputs;
}

/** Wait until messages are delivered (4.3, 4.4; of any channel: extensions notes, section 1). Callers that run the declarative route know one output only. */
export const waitForDelivery: Operation = {
	option: {
		name: 'Wait for Delivery',
		value: 'waitForDelivery',
		action: 'Wait for delivery of SMS',
		description:
			'Wait until messages are delivered or failed, or until the time is up: SMS, and those of RCS Message: Send and Message: Send',
		builderHint: {
			propertyHint:
				'Stands behind a node that sends. Output 0 is Delivered, output 1 Other, what failed or is still on the way: connect the fallback there.',
		},
	},
	fields: [
		{
			displayName: 'Identify By',
			name: 'identifyBy',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Message ID',
					value: 'id',
					description: 'The ID that the service gave, as the operations that send return it',
				},
				{
					name: 'Reference',
					value: 'reference',
					description:
						'The reference (external ID) of the message, as all operations that send return it, those of campaigns too',
				},
			],
			default: 'reference',
			description: 'What names the messages to wait for',
		},
		{
			displayName: 'Message ID',
			name: 'messageId',
			type: 'string',
			required: true,
			default: '={{ $json.message_id }}',
			placeholder: 'e.g. 1542308473',
			description: 'The ID that sending the message returned',
			displayOptions: { show: { identifyBy: ['id'] } },
		},
		{
			displayName: 'Reference',
			name: 'reference',
			type: 'string',
			required: true,
			default: '={{ $json.reference }}',
			placeholder: 'e.g. order1042',
			description:
				'The reference (external ID) that the message was sent with, up to 32 characters',
			displayOptions: { show: { identifyBy: ['reference'] } },
		},
		{
			displayName: 'Wait at Most (Minutes)',
			name: 'waitMinutes',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_MINUTES,
			description:
				'How many minutes to wait for all messages together. Messages still on the way by then leave by Other; rows that were not sent, such as refused ones, leave by it at once. With 0 the node looks once and does not wait.',
		},
		{
			displayName: 'Output',
			name: 'outputMode',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Delivered and Other',
					value: 'separate',
					description:
						'Two outputs: one for the messages that arrived, one for those that failed or are still on the way',
				},
				{
					name: 'One Output',
					value: 'single',
					description: 'All messages in one output, where the field "delivered" tells them apart',
				},
			],
			default: 'separate',
			description: 'Whether the messages that arrived and the others leave by separate outputs',
		},
		COMMON_OPTIONS,
	],
	routing: {
		...imperative(allInOne).routing,
		request: { method: 'GET', url: ENDPOINTS.getMessage.path },
	},
	execute: imperative(eachAlone).execute,
};
