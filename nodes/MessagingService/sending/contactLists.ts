import type { GenericValue, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { accountOf, usesTestKey } from '../../shared/auth';
import { faultError, refusalError } from '../../shared/errors';
import { filled, isId } from '../../shared/reply';
import {
	checkGroups,
	checkSender,
	checkText,
	type Checked,
	type Refusal,
} from '../../shared/validation';
import { memoryOf, type Remembered, type RunMemory } from '../dispatch/memory';
import { wrongField } from '../dispatch/choices';
import type { OperationContext } from '../dispatch/context';
import { errorItem, nodeError } from '../dispatch/nodeErrors';
import { listSenderCampaigns, questionByList } from './ask';
import { refused, stopAtEarlierRefusal } from './earlierRefusals';
import { campaignIds, GivenIds } from './givenIds';
import { isOfLastDay } from './cutOffSend';
import { CLOCKS_DIFFER_MS } from './messageAge';
import { leftOutListsReason } from './leftOutLists';
import type { IfUnknown } from './mayBeSentAgain';
import { contactListsEndpoint, type ListMessage, type Terms } from './requests';
import { advance, ready, reasonOf, type Recipient } from './outcomes';
import { textFacts } from './output';
import { nothingNamed } from './evidence';
import { ifUnknownReader, retryReader, termsReader } from './parameters';
import { accountsWith, isOfOtherAccount } from './remember';
import { sendOnce } from './sendOnce';
import { heldBackHint } from './warnings';
import { CUT_OFF, EARLIER_TRY, OTHER_ACCOUNT, outcomeNotKnown } from './unknownOutcome';

/*
 * The send to contact lists (specification 4.9). Each item makes a campaign; who gets it stands in the service's Contact Book. The
 * request carries no references, so the service cannot be asked for it. Instead the campaigns of the sender are noted before. After
 * an outcome that cannot be known, a new one among them may be ours or that of somebody else: the error names it, and it is never
 * taken for ours. The node sends nothing again by itself.
 */

const NO_CAMPAIGN = nothingNamed(undefined, 'The answer of the service names no campaign');

/** What the items of one run share. */
interface ListRun {
	ctx: OperationContext;
	zone: string;
	memory: RunMemory;
	/** The account that it sends with (see accountOf). */
	account: string;
	/** The IDs of campaigns that belong to this run, or were there before. */
	givenIds: GivenIds;
	termsOf(item: number): Checked<Terms>;
	retryForMs(item: number): number;
	ifUnknown(item: number): IfUnknown;
}

/** What an item asks for, checked. */
interface ListSend {
	message: ListMessage;
	terms: Terms;
	dryRun: boolean;
}

/** Reads and checks the parameters of an item. @throws NodeOperationError naming the field and its limit */
function readItem({ ctx, termsOf }: ListRun, item: number): ListSend {
	const check = <T>(checked: Checked<T>): T => {
		if (checked.ok) return checked.value;
		throw refusalError(ctx.node, checked.refusal, item);
	};
	const read = (name: string) => ctx.parameter<unknown>(name, item, '');
	const message: ListMessage = {
		item,
		groups: check(checkGroups(read('groups') || [])),
		sender: check(checkSender(read('sender'), 'campaign')),
		text: check(checkText(read('text'), 'plain')),
	};
	const terms = check(termsOf(item));
	const wrong = wrongField(ctx, item);
	if (wrong) throw refusalError(ctx.node, wrong.refusal, item);
	return { message, terms, dryRun: read('options.dryRun') === true };
}

/** The message once the service has made this campaign of it. */
function accepted(
	message: ListMessage,
	campaign: IDataObject,
	raw: unknown,
): Recipient<ListMessage> {
	const sent = advance(ready(message), { type: 'sending' });
	const reason = leftOutListsReason(raw, message.groups);
	return advance(sent, {
		type: 'accepted',
		answer: { fields: campaign, raw },
		already: false,
		reason,
	});
}

/** The lists of a message as text, in whatever order they were given. */
const listsOf = ({ groups }: ListMessage): string => [...groups].sort((a, b) => a - b).join(',');

/** Whether an earlier try sent an item to the lists that it goes to now. A record without lists is an older one. */
const isToSame = ({ result: { lists } = {} }: Remembered, message: ListMessage): boolean =>
	lists === undefined || lists === listsOf(message);

const OTHER_LISTS: Refusal = {
	field: 'Contact Lists',
	message:
		'Contact Lists are other ones than in the earlier try, which sent this item or may have sent it',
	description:
		'It was not sent again: a contact may be in both. Choose the lists of that try to send what is left, or start the workflow anew.',
};

/** The IDs of campaigns, by the accounts that showed them. */
type IdsByAccount = Partial<Record<string, readonly GenericValue[]>>;

/** The campaigns of the sender that accounts showed before an item was sent. An older record has those of one account, without its name. */
function beforeByAccount({ result: { before } = {} }: Partial<Remembered> = {}): IdsByAccount {
	return before && !Array.isArray(before) ? (before as IdsByAccount) : {};
}

/**
 * The campaigns of the sender that were there before an item was sent; undefined where the service did not list them. To an account that
 * did not list them in the try that sent the item, those are new that were made since: it may be the same account with another key.
 */
async function campaignsBefore(
	{ ctx, memory, account }: ListRun,
	{ sender, item }: ListMessage,
	earlier: Remembered | undefined,
): Promise<readonly GenericValue[] | undefined> {
	const kept = earlier?.result?.before;
	const known = Array.isArray(kept) ? kept : beforeByAccount(earlier)[account];
	if (known || (earlier && !isOfOtherAccount(memory, earlier))) return known;
	const listed = await listSenderCampaigns(ctx, sender, item);
	const wasBefore = ({ created_at }: IDataObject): boolean =>
		!earlier || Date.parse(String(created_at)) < memory.recordedSince - CLOCKS_DIFFER_MS;
	return listed?.filter(wasBefore).map(({ id }) => id as GenericValue);
}

/** Sends one item's campaign, unless an earlier try has sent it. @throws NodeApiError or NodeOperationError */
async function sendItem(run: ListRun, item: number): Promise<Recipient<ListMessage>> {
	const { ctx, zone, memory, account, givenIds, retryForMs, ifUnknown } = run;
	const { message, terms, dryRun } = readItem(run, item);
	if (dryRun) return advance(ready(message), { type: 'previewed' });

	const key = String(item);
	const earlier = memory.recall(key);
	if (earlier && !isToSame(earlier, message)) throw refusalError(ctx.node, OTHER_LISTS, item);
	const isOfOther = isOfOtherAccount(memory, earlier);
	if (earlier?.state === 'accepted') {
		const { result: fields = {} } = earlier;
		if (!isOfOther) givenIds.know(campaignIds(fields.id));
		return advance(ready(message), { type: 'accepted', answer: { fields }, already: true });
	}
	const { path, requestBody, readReply } = contactListsEndpoint;
	const refusable = message.groups.map((group) => `${path}\n${item}\n${group}`);
	if (!earlier) stopAtEarlierRefusal(ctx, refusable);
	// What an execution may have sent that was cut off is in doubt. Nothing shows which campaigns there were before it.
	const cutOff = earlier ? earlier.result?.cutOff === true : memory.earlierStart === 'shown';
	const before = cutOff ? undefined : await campaignsBefore(run, message, earlier);
	const open: Remembered = {
		state: 'unknown',
		result: {
			before: { ...beforeByAccount(earlier), [account]: before },
			lists: listsOf(message),
			...(cutOff && { cutOff }),
		},
		accounts: earlier?.accounts,
	};
	memory.remember(key, open);

	const isNew = (campaign: IDataObject) =>
		cutOff ? isOfLastDay(campaign) : before?.includes(campaign.id as GenericValue) === false;
	// Where the service did not list its campaigns before, none can be told to be new.
	const canTell = cutOff || before !== undefined;
	givenIds.list(campaignIds(...(before ?? [])));

	let leftAt = 0;
	const sent = await sendOnce(
		ctx,
		{ path, body: requestBody(message, terms) },
		{
			itemIndex: item,
			kind: 'contactLists',
			references: [],
			senders: [message.sender],
			isOfOtherRequest: (answer) =>
				givenIds.isOfOther(campaignIds(readReply(answer, zone).id), leftAt),
			question: canTell ? questionByList(ctx, message, isNew) : undefined,
			candidates: canTell
				? async () => (await listSenderCampaigns(ctx, message.sender, item))?.filter(isNew)
				: undefined,
			earlierTry: cutOff
				? CUT_OFF
				: earlier && {
						...(isOfOther ? OTHER_ACCOUNT : EARLIER_TRY),
						description: 'Campaign: Get Many lists the campaigns.',
					},
			posting() {
				leftAt = givenIds.moment();
				memory.remember(key, { ...open, accounts: accountsWith(memory, earlier) });
			},
			ifUnknown: ifUnknown(item),
			sendAgain: { used: false },
			retryForMs: retryForMs(item),
		},
	).catch((error: unknown) => {
		// Only what forbids a request is thrown; an earlier try may have been allowed.
		if (!earlier) memory.forget(key);
		throw error;
	});
	switch (sent.became) {
		case 'accepted': {
			const campaign = readReply(sent.reply.body, zone);
			if (!isId(campaign.id))
				throw faultError(
					ctx.node,
					outcomeNotKnown(NO_CAMPAIGN, {
						kind: 'contactLists',
						references: [],
						ifUnknown: ifUnknown(item),
					}),
					item,
				);
			return accepted(message, campaign, sent.reply.body);
		}
		case 'refused':
			// Whatever it says, it says nothing of the campaign that an earlier request may have made.
			if (sent.afterDoubt)
				throw faultError(
					ctx.node,
					outcomeNotKnown(sent.fault, {
						kind: 'contactLists',
						references: [],
						ifUnknown: ifUnknown(item),
					}),
					item,
				);
			memory.forget(key);
			throw refused(ctx, refusable, { of: 'request', fault: sent.fault, item, body: sent.body });
		case 'unknown':
			throw faultError(ctx.node, sent.fault, item);
		case 'found':
			// Without references, no question finds a message.
			throw faultError(
				ctx.node,
				outcomeNotKnown(EARLIER_TRY, { kind: 'contactLists', references: [] }),
				item,
			);
	}
}

/** The output of an item: a row of the same names for every outcome; with `raw` also the reply as the service sent it. */
function itemJson(sent: Recipient<ListMessage>, raw: boolean): IDataObject {
	const { message, status } = sent;
	const campaign: IDataObject = status === 'accepted' ? sent.answer.fields : {};
	const { encoding, characters, segments } = textFacts(message.text);
	return filled({
		status,
		reason: reasonOf(sent),
		text: message.text,
		segments,
		campaign_id: campaign.id,
		campaign_name: campaign.name,
		campaign_status: campaign.status,
		sender: message.sender,
		list_ids: message.groups.join(', '),
		item: message.item,
		created_at: campaign.created_at,
		start_at: campaign.start_at,
		already_accepted: status === 'accepted' && sent.already,
		encoding,
		characters,
		...(raw && { reply: (status === 'accepted' ? sent.answer.raw : undefined) as IDataObject }),
	});
}

/**
 * Sends to contact lists. Items go out one after the other, so that a new campaign in the list can only be the one just sent.
 * @throws NodeApiError or NodeOperationError unless the node continues on failures
 */
export async function sendToContactLists(ctx: OperationContext): Promise<INodeExecutionData[][]> {
	const settings = await ctx.credentials();
	const { timeZone: zone } = settings;
	const account = accountOf(settings);
	const memory = memoryOf(ctx, { lasting: !usesTestKey(settings), account });
	const run: ListRun = {
		ctx,
		zone,
		memory,
		account,
		givenIds: new GivenIds(),
		termsOf: termsReader(ctx, zone),
		retryForMs: retryReader(ctx),
		ifUnknown: ifUnknownReader(ctx),
	};
	const output: INodeExecutionData[] = [];
	const campaigns: IDataObject[] = [];
	for (let item = 0; item < ctx.items.length && !ctx.signal?.aborted; item++) {
		try {
			const sent = await sendItem(run, item);
			if (sent.status === 'accepted')
				memory.remember(String(item), {
					state: 'accepted',
					result: { ...sent.answer.fields, lists: listsOf(sent.message) },
					accounts: sent.already ? memory.recall(String(item))?.accounts : accountsWith(memory),
				});
			if (sent.status === 'accepted') {
				campaigns.push(sent.answer.fields);
				if (sent.reason !== undefined)
					ctx.hint(`Campaign ${String(sent.answer.fields.id)}: ${sent.reason}.`);
			}
			const raw = ctx.parameter<unknown>('options.rawOutput', item, false) === true;
			output.push({ json: itemJson(sent, raw), pairedItem: { item } });
		} catch (error) {
			const known = nodeError(ctx.node, error, item);
			if (!ctx.continueOnFail) {
				memory.keep();
				if (item > 0)
					known.description =
						`${known.description ?? ''} The campaigns of the ${item} items before were created, and no retry creates them again.`.trim();
				throw known;
			}
			output.push(errorItem(known, item));
		}
	}
	const held = heldBackHint(campaigns);
	if (held !== undefined) ctx.hint(held);
	if (!output.some(({ error }) => error !== undefined)) memory.forgetAll();
	else memory.keep();
	return [output];
}
