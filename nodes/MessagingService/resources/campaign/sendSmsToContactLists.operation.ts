import type { GenericValue, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { faultError, refusalError, type ServiceFault } from '../../../shared/errors';
import { normaliseCampaign } from '../../../shared/reply';
import { pause } from '../../../shared/transport';
import { checkGroups, checkSender, checkText, type Checked } from '../../../shared/validation';
import { REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { campaignTerms } from '../../operations/channels';
import { wrongField } from '../../operations/choices';
import type { OperationContext } from '../../operations/context';
import { termsReader } from '../../operations/form';
import { ANSWERS, EARLIER_TRY, listCampaigns, NO_ANSWER, notKnown } from '../../operations/guarded';
import { imperative, type Operation } from '../../operations/operation';
import { runKey } from '../../operations/references';
import { errorItem, nodeError } from '../../operations/route';
import { textFacts } from '../../operations/results';
import { keepRun, recallRun, type RunMemory } from '../../operations/runMemory';
import { DRY_RUN, SENDER, START_AT, TARIFF, TEXT, VALIDITY } from '../../sending/fields';

const PATH = '/api/campaigns/sms/send-groups';
/** Pauses before the list is asked for a campaign whose reply was lost, in ms. */
const PAUSES = [500, 1500, 3000];

/** Looks for a campaign that the list did not hold before the send. */
async function findNew(
	ctx: OperationContext,
	sender: string,
	before: unknown,
	item: number,
): Promise<IDataObject | undefined> {
	if (!Array.isArray(before)) return undefined;
	for (const ms of PAUSES) {
		if (!(await pause(ms, ctx.signal))) return undefined;
		const [found, other] = ((await listCampaigns(ctx, sender, item)) ?? []).filter(
			({ id }) => !before.includes(id),
		);
		// Of several, none can be told to be ours.
		if (found) return other ? undefined : found;
	}
	return undefined;
}

/**
 * Sends one item's campaign. The request carries no reference, so it is sent once: the campaigns of the sender are noted before, and
 * after an outcome that cannot be known a new one among them is taken for ours. It is never sent again by the node.
 */
async function sendItem(
	ctx: OperationContext,
	item: number,
	memory: RunMemory,
	terms: ReturnType<typeof termsReader>,
): Promise<IDataObject> {
	const check = <T>(checked: Checked<T>): T => {
		if (checked.ok) return checked.value;
		throw refusalError(ctx.node, checked.refusal, item);
	};
	const read = (name: string) => ctx.parameter<unknown>(name, item, '');
	const body = {
		groups: check(checkGroups(read('groups') || [])),
		sender: check(checkSender(read('sender'), 'campaign')),
		text: check(checkText(read('text'), 'plain')),
	};
	const { sender, text } = body;
	const common = check(terms(item));
	const wrong = wrongField(ctx, item);
	if (wrong) check(wrong);
	const facts = { ...body, ...textFacts(text) };
	if (read('options.dryRun') === true) return { status: 'dry run', ...facts };

	const key = String(item);
	const earlier = memory.get(key);
	if (earlier?.state === 'accepted') return { ...earlier.result, already_accepted: true };
	const accepted = (campaign: IDataObject, already: boolean): IDataObject => {
		const result = { campaign_id: campaign.id, ...facts, ...campaign, already_accepted: already };
		memory.set(key, { state: 'accepted', result });
		return result;
	};
	const recovered = async (before: unknown, fault: ServiceFault): Promise<IDataObject> => {
		const campaign = ctx.signal?.aborted ? undefined : await findNew(ctx, sender, before, item);
		if (campaign) return accepted(campaign, true);
		throw faultError(ctx.node, notKnown(fault, ''), item);
	};
	if (earlier)
		return await recovered(earlier.result?.before, {
			...EARLIER_TRY,
			description: 'Campaign: Get Many lists the campaigns.',
		});
	const before = (await listCampaigns(ctx, sender, item))?.map(({ id }) => id as GenericValue);
	memory.set(key, { state: 'unknown', result: { before } });
	const { reply, fault = NO_ANSWER } = await ctx
		.tryCall(
			{ method: 'POST', path: PATH, body: { ...body, ...campaignTerms(common) } },
			{ kind: 'once', itemIndex: item },
		)
		.catch((error: unknown) => {
			// Only what forbids a request is thrown.
			memory.delete(key);
			throw error;
		});
	if (reply && ANSWERS.some((key) => key in Object(reply.body)))
		return accepted(normaliseCampaign(reply.body, (await ctx.credentials()).timeZone), false);
	if (fault.outcome === 'unknown') return await recovered(before, fault);
	memory.delete(key);
	throw faultError(ctx.node, fault, item);
}

/** Items go out one after the other, so that a new campaign in the list can only be the one just sent. */
async function run(ctx: OperationContext): Promise<INodeExecutionData[][]> {
	const key = runKey(ctx);
	const memory = recallRun(key);
	const terms = termsReader(ctx, (await ctx.credentials()).timeZone);
	const output: INodeExecutionData[] = [];
	for (let item = 0; item < ctx.items.length && !ctx.signal?.aborted; item++) {
		try {
			output.push({ json: await sendItem(ctx, item, memory, terms), pairedItem: { item } });
		} catch (error) {
			const known = nodeError(ctx.node, error, item);
			if (!ctx.continueOnFail) {
				keepRun(key, memory, true);
				if (item > 0)
					known.description =
						`${known.description ?? ''} The campaigns of the ${item} items before were created; Retry On Fail sends only the rest.`.trim();
				throw known;
			}
			output.push(errorItem(known, item));
		}
	}
	keepRun(
		key,
		memory,
		output.some((item) => item.error !== undefined),
	);
	return [output];
}

/** Send one text to contact lists (4.9). */
export const sendSmsToContactLists: Operation = {
	option: {
		name: 'Send SMS to Contact Lists',
		value: 'sendSmsToContactLists',
		action: 'Send SMS campaign to contact lists',
		description:
			'Send one text to all contacts of lists in the Contact Book, now or at a given time',
	},
	fields: [
		{
			displayName: 'Contact List Names or IDs',
			name: 'groups',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getContactLists' },
			default: [],
			description:
				'The lists of the Contact Book whose contacts get the message, with 10,000 contacts at most. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		SENDER,
		{
			...TEXT,
			placeholder: 'e.g. Hello {388077}, we are open again.',
			description:
				'The text of the messages. {field_id} stands for a field of the contact, with the ID of the field in the Contact Book, and is filled in by the service.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [DRY_RUN, REQUESTS_IN_FLIGHT, RETRY_FOR, START_AT, TARIFF, TIMEOUT, VALIDITY],
		},
	],
	...imperative(run),
};
