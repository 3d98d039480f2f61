import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { extensionFault, itemName, keepItem, refusalError } from '../../shared/errors';
import { getCampaignPrice, type Service } from '../../shared/service';
import { ENDPOINTS, LIMITS } from '../../shared/spec';
import { isBlank } from '../../shared/text';
import { accept, type Checked, refuse, type Refusal } from '../../shared/validation';
import type { OperationContext } from '../dispatch/context';
import type { NodeFault } from '../dispatch/nodeErrors';
import { parameterReader } from '../dispatch/parameters';
import { segmentCounter } from './output';
import { groupsBy, Pieces } from './pieces';
import { requestOf } from './references';
import { hintWouldStop } from '../dispatch/wouldStop';
import { nothingSent } from './refusals';
import type { Batch, RunBase, SendRun, UnreadBatch } from './run';
import { answerOf, type Message, ready, type Recipient, refusedBy, settled } from './message';
import { countLinks, longestSms } from './shortLinks';

/*
 * What SMS campaigns cost before they are sent, as the service says (extensions notes, section 6), and the limit that a user sets for
 * it. The price is that of the moment of asking: it decides whether the first request leaves, and nothing after that. A limit that
 * cannot be kept is not ignored: without a price nothing is sent.
 */

const PRICED: ReadonlySet<string> = new Set([
	ENDPOINTS.sendCampaign.path,
	ENDPOINTS.sendPersonalizedCampaign.path,
	ENDPOINTS.sendCampaignToContactLists.path,
]);
/** Whether the service says the price of what goes to an endpoint: of SMS campaigns. */
export const isPriced = ({ path }: { path: string }): boolean => PRICED.has(path);
/** Whether a run can have a price; what the service says with a test key is made up (5.1). */
export const hasPrice = (run: { endpoint: { path: string }; isTest: boolean }): boolean =>
	!run.isTest && isPriced(run.endpoint);

/** A sum that the service names. */
interface Price {
	price: number;
	currency: string | null;
}

/** A part of a send whose price is of interest by itself. */
export interface Priced {
	/** The input items that it comes from. */
	items: readonly number[];
	dryRun: boolean;
	/** Whether its texts may get shorter than they count. */
	isMost: boolean;
	/** The bodies of the questions about it, each for 10,000 numbers at most. */
	questions: AsyncIterable<IDataObject> | Iterable<IDataObject>;
}

/** What pricing a send came to. */
export interface Pricing {
	/** The limit for all that is sent; undefined if the user sets none. */
	limit?: number;
	/** Why nothing may be sent. */
	refusal?: Refusal;
	/** For the parts of a dry run, in their order: the record that stands for the reply of the service. */
	summaries: Array<IDataObject | undefined>;
}

const MAXIMUM_PRICE_LABEL = 'Maximum Price';

/**
 * A dry run without a limit waits no longer for the price (ms), so that a service without it holds nobody up. It has to wait: many run it
 * for the price alone, and a service may refuse the same question for some seconds (extensions notes, section 11).
 */
const PATIENCE_MS = 15_000;

/** A sum of prices without what adding binary fractions leaves behind. */
const rounded = (sum: number): number => Number(sum.toFixed(6));
const inWords = ({ price, currency }: Price): string =>
	`${rounded(price)} ${currency ?? ''}`.trim();

const limitReader = (ctx: OperationContext) =>
	parameterReader(ctx, 'options.maximumPrice', undefined);

/** Whether the form sets a limit, for all items or for some of them. */
function mayHaveLimit(ctx: OperationContext): boolean {
	const read = limitReader(ctx);
	return read.perItem || !isBlank(read(0));
}

/** @throws NodeOperationError if items name different limits */
function priceLimit(ctx: OperationContext, items: readonly number[]): number | undefined {
	const read = limitReader(ctx);
	const [first] = items;
	if (first === undefined || isBlank(read(first))) return undefined;
	const limit = Number(read(first));
	const other = read.perItem ? items.find((item) => Number(read(item)) !== limit) : undefined;
	if (other === undefined) return limit;
	const { refusal } = refuse(
		MAXIMUM_PRICE_LABEL,
		`${MAXIMUM_PRICE_LABEL} is ${limit} in ${itemName(first)} and ${Number(read(other))} in ${itemName(other)}`,
		'It is one limit for all that the node sends: give all items the same.',
	);
	throw refusalError(ctx.node, refusal, other);
}

const WITHOUT_LIMIT = `To send without a limit, take ${MAXIMUM_PRICE_LABEL} out of Options.`;

/** Why there is no price. `isOffered`: whether the service says prices at all. */
const withoutPrice = (message: string, description = WITHOUT_LIMIT, isOffered = true) => ({
	...refuse(MAXIMUM_PRICE_LABEL, message, description),
	isOffered,
});
type Asked = Exclude<Checked<Price | undefined>, { ok: false }> | ReturnType<typeof withoutPrice>;

/** Asks for the prices of questions and adds them to a sum. */
async function addPrices(
	service: Service,
	questions: Priced['questions'],
	before: Price | undefined,
): Promise<Asked> {
	let sum = before;
	for await (const question of questions) {
		const { value, fault } = await getCampaignPrice(service, question);
		if (fault) {
			const said = extensionFault(fault, 'the price of a campaign', WITHOUT_LIMIT);
			return withoutPrice(said.message, said.description, said === fault);
		}
		const { price, currency: given } = value;
		if (typeof price !== 'number') return withoutPrice('The service names no price for it');
		const currency = typeof given === 'string' && given !== '' ? given : null;
		if (sum && sum.currency !== currency)
			return withoutPrice(
				`The service names prices in ${sum.currency ?? 'no currency'} and in ${currency ?? 'no currency'}`,
			);
		sum = { price: (sum?.price ?? 0) + price, currency };
	}
	return accept(sum);
}

/** What the credential or n8n forbids gives no price either. */
function refusedIfForbidden(error: unknown): Asked {
	if (!(error instanceof NodeOperationError)) throw error;
	return withoutPrice(error.message, error.description ?? '');
}

/** The service; where it is only to show a price, it is not waited for as long as by a send. */
async function serviceFor(ctx: OperationContext, item: number, isBrief: boolean): Promise<Service> {
	const service = await ctx.service(item);
	if (!isBrief) return service;
	const retryForMs = Math.min(PATIENCE_MS, ctx.retryForMs(item));
	return {
		...service,
		call: async (request, policy) =>
			await service.call({ ...request, timeoutMs: PATIENCE_MS }, { ...policy, retryForMs }),
	};
}

/** Asks for the price of the parts of a send, and judges it by the limit, which is one for all of them. */
async function judgePrice(
	{ ctx, record }: RunBase,
	parts: readonly Priced[],
	limit: number | undefined,
	summaries: Pricing['summaries'] = [],
): Promise<Refusal | undefined> {
	const [first] = parts;
	if (!first) return undefined;
	const { dryRun, items } = first;
	const sofar = dryRun ? '' : `${nothingSent(!record.isEmpty)}: `;
	// With a limit a dry run tells what the send would do, which waits.
	const service = await serviceFor(ctx, items[0] ?? 0, dryRun && limit === undefined);
	const upTo = parts.some(({ isMost }) => isMost) ? 'up to ' : '';
	let sum: Price | undefined;
	for (const { questions } of parts) {
		const asked = await addPrices(service, questions, sum).catch(refusedIfForbidden);
		if (!asked.ok) {
			const { message, description } = asked.refusal;
			// A service that never says prices is no news; a limit that cannot be kept says why itself.
			if (limit === undefined && asked.isOffered) ctx.hint(`The price is not known. ${message}.`);
			const why = `${MAXIMUM_PRICE_LABEL} cannot be kept without a price. ${message}`;
			return { field: MAXIMUM_PRICE_LABEL, message: sofar + why, description };
		}
		const { value } = asked;
		summaries.push(
			value && {
				calculated_price: rounded(value.price - (sum?.price ?? 0)),
				currency: value.currency,
			},
		);
		sum = value;
	}
	if (!sum) return undefined;
	if (dryRun) ctx.hint(`It would cost ${upTo}${inWords(sum)}: so the service says at this moment.`);
	if (limit === undefined || rounded(sum.price) <= limit) return undefined;
	const most = inWords({ price: limit, currency: sum.currency });
	const all = record.isEmpty
		? ''
		: ' The price covers the whole list, with what earlier tries sent.';
	return {
		field: MAXIMUM_PRICE_LABEL,
		message: `${sofar}The price is ${upTo}${inWords(sum)}, above ${MAXIMUM_PRICE_LABEL}, which is ${most}`,
		description: `Raise ${MAXIMUM_PRICE_LABEL}, or send to fewer recipients or a shorter text.${all}`,
	};
}

/**
 * Asks for the price of a send right before its first request: of a dry run to show it, of others if the user sets a limit.
 * @throws NodeOperationError if items name different limits
 */
export async function askPrice(run: RunBase, parts: readonly Priced[]): Promise<Pricing> {
	const limit = priceLimit(
		run.ctx,
		parts.flatMap(({ items }) => items),
	);
	const summaries: Pricing['summaries'] = [];
	const dry = await judgePrice(
		run,
		parts.filter(({ dryRun }) => dryRun),
		limit,
		summaries,
	);
	if (dry && limit !== undefined) hintWouldStop(run, dry);
	if (limit === undefined) return { summaries };
	const real = parts.filter(({ dryRun }) => !dryRun);
	const refusal = await judgePrice(run, real, limit);
	return { limit, summaries, ...(refusal && { refusal }) };
}

/** What is asked about messages that cost the same to a number: one text stands for all that have as many segments. */
const questionOf = (messages: ReadonlyArray<{ message: Message }>): IDataObject => ({
	sender: messages[0]?.message.sender,
	text: messages[0] && longestSms(messages[0].message),
	tariff_code: messages[0]?.message.terms.tariff,
	messages: messages.map(({ message }) => ({ phone: Number(message.phone) })),
});

/** The questions about messages that come some at a time. `roundOf` is another one for each message to a number. */
export async function* questionsAbout(
	parts: AsyncIterable<readonly Message[]> | Iterable<readonly Message[]>,
	roundOf: (message: Message) => number,
): AsyncGenerator<IDataObject> {
	const segments = segmentCounter();
	const groupOf = groupsBy(
		({ message }) =>
			`${message.terms.tariff ?? ''} ${segments(longestSms(message))} ${message.sender}`,
		roundOf,
		() => 0,
	);
	const pieces = new Pieces(LIMITS.recipientsPerCampaign, groupOf, true);
	for await (const messages of parts) yield* pieces.add(messages.map(ready)).map(questionOf);
	yield* pieces.rest().map(questionOf);
}

/** The messages of batches that cost something: those to be sent, and what earlier tries sent or may have sent. */
function paidMessages(run: SendRun, batches: readonly Batch[]): Message[] {
	const recipients = batches.flatMap((batch) => batch.recipients);
	const open = recipients.find(({ status }) => status === 'ready' || status === 'dry run');
	if (!open) return [];
	const { sender, text } = open.message;
	return recipients.flatMap(({ status, message }) => {
		const isPaid =
			['ready', 'dry run', 'accepted', 'already sent'].includes(status) ||
			requestOf(run, message) !== undefined;
		if (!isPaid) return [];
		// What was sent from a row that is wrong by now counts like another.
		return message.text === '' || message.sender === '' ? { ...message, sender, text } : message;
	});
}

/** Under Continue on Fail: a batch of which nothing is sent, for the price. What an earlier try may have sent stays unknown. */
function unpaid(run: SendRun, batch: Batch, refusal: Refusal, error: NodeFault): Batch {
	const errors = new Map(batch.errors);
	const recipients = batch.recipients.map((one) => {
		if (one.status !== 'ready') return one;
		const { message } = one;
		errors.set(message, error);
		const isOpen = requestOf(run, message) !== undefined;
		const { message: reason } = refusal;
		return settled(message, isOpen ? { status: 'unknown', reason } : refusedBy(refusal));
	});
	return { ...batch, recipients, errors, requests: [] };
}

/** The error of a send that the price forbids. */
export function priceError({ ctx }: RunBase, refusal: Refusal, item = 0): NodeFault {
	const error = refusalError(ctx.node, refusal);
	keepItem(error, item);
	return error;
}

/**
 * Prices the batches of items, before the first request leaves. Those of a dry run get the price of all of them; under Continue on Fail
 * the others come out refused if the price forbids them.
 * @throws NodeOperationError if the price forbids the send
 */
export async function priceBatches(
	run: SendRun,
	batches: Array<Batch | UnreadBatch>,
): Promise<{ batches: Array<Batch | UnreadBatch>; limit?: number }> {
	if (!hasPrice(run)) return { batches };
	const read = batches.flatMap((batch) => ('error' in batch ? [] : batch));
	// Without a limit, only a dry run asks for a price.
	const parts = (mayHaveLimit(run.ctx) ? [true, false] : [true]).flatMap((dryRun) => {
		const messages = paidMessages(
			run,
			read.filter(({ settings }) => settings.dryRun === dryRun),
		);
		if (messages.length === 0) return [];
		const items = [...new Set(messages.map(({ item }) => item))];
		const isMost = messages.some((message) => countLinks(message) > 0);
		return { items, dryRun, isMost, questions: questionsAbout([messages], ({ nth }) => nth) };
	});
	const { limit, refusal, summaries } = await askPrice(run, parts);
	const error = refusal && priceError(run, refusal, parts.at(-1)?.items[0]);
	if (error && !run.ctx.continueOnFail) throw error;
	let [summary] = summaries;
	const priced = batches.map((batch) => {
		if ('error' in batch) return batch;
		if (!batch.settings.dryRun)
			return refusal && error ? unpaid(run, batch, refusal, error) : batch;
		const recipients = batch.recipients.map((one) => {
			if (!summary || one.status !== 'dry run') return one;
			const answer = { fields: {}, summary };
			summary = undefined;
			return settled(one.message, { ...one, answer });
		});
		return { ...batch, recipients };
	});
	return { batches: priced, ...(limit !== undefined && { limit }) };
}

/** Compares what the service calculated for the campaigns that were sent with the limit. */
export function spentCounter(limit: number | undefined) {
	const campaigns = new Set<IDataObject>();
	return {
		add(recipients: readonly Recipient[]): void {
			if (limit === undefined) return;
			for (const recipient of recipients) {
				const { summary } = answerOf(recipient) ?? {};
				if (summary && recipient.status === 'accepted') campaigns.add(summary);
			}
		},
		/** Says that it is above; undefined if it is not, or the service says nothing of it. */
		hint(): string | undefined {
			if (limit === undefined) return undefined;
			let sum = 0;
			let currency: string | null = null;
			for (const { calculated_price: price, currency: own } of campaigns) {
				if (typeof price !== 'number') continue;
				sum += price;
				currency = typeof own === 'string' ? own : currency;
			}
			if (rounded(sum) <= limit) return undefined;
			const [spent, most] = [sum, limit].map((price) => inWords({ price, currency }));
			return `The service calculated ${spent} for what was sent, above ${MAXIMUM_PRICE_LABEL}, which is ${most}: it named less when it was asked right before.`;
		},
	};
}
