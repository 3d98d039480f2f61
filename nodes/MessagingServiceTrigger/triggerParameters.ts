/** The one place where the trigger reads its parameters. */
import { isBlank, listEntries } from '../shared/text';
import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { refusalError } from '../shared/errors';
import { checkId, checkReferenceLookup } from '../shared/validation';
import type { Rule } from './events/change';
import type { ClickedRule } from './events/clicked';
import { LETTERS, type CampaignType, type TriggerEvent } from './events/event';
import type { ReceivedRule } from './events/received';
import { asText } from './events/see';
import { BOUNDS } from './state';

export interface Parameters {
	rule: Rule;
	/** Which kind of object the event is about. */
	kind:
		| 'campaign'
		| 'application'
		| 'message'
		| 'task'
		| 'received'
		| 'clicked'
		| 'campaignMessage';
	/** Lists of campaigns to watch (campaigns and their messages only). */
	campaignTypes: CampaignType[];
	/** Keys of the messages or tasks that are named. */
	keys: string[];
	/** How many messages each task has; 0 = not known. */
	expected: number;
	/** Which replies are wanted (received ones only). */
	received: ReceivedRule;
	/** Which clicks are wanted (clicks only). */
	clicked: ClickedRule;
	/** Does a first look report what is there already? */
	reportExisting: boolean;
}

/** The distinct names in a list as typed or from an expression: texts, numbers or arrays of them. */
export function namesOf(value: unknown): string[] {
	const parts = Array.isArray(value) ? value.map(asText) : asText(value).split(/[\s,;]+/);
	return [...new Set(parts.map((part) => part.trim()).filter((part) => !isBlank(part)))];
}

/** The senders in a list. Their names may hold blanks (4.8): only commas, semicolons and lines stand between them. */
const sendersOf = (value: unknown): string[] =>
	listEntries(value)
		.map((name) => asText(name).trim())
		.filter((name) => !isBlank(name));

const lower = (names: string[]) => names.map((name) => name.toLowerCase());

const watchedKind = (event: TriggerEvent): Parameters['kind'] => {
	if (event === 'messageReceived') return 'received';
	if (event === 'linkClicked') return 'clicked';
	if (event.startsWith('campaignMessage')) return 'campaignMessage';
	if (event.startsWith('campaign')) return 'campaign';
	if (event.startsWith('application')) return 'application';
	return event.startsWith('bulkTask') ? 'task' : 'message';
};

function modeOf(ctx: IPollFunctions, event: TriggerEvent): Rule['mode'] {
	if (event.endsWith('Progress')) return 'progress';
	const finalOnly =
		event === 'messageStatusChanged' && ctx.getNodeParameter('notify', 'final') === 'final';
	return finalOnly || event.endsWith('Finished') ? 'finished' : 'status';
}

/** Which replies the user wants to hear of. */
function receivedRule(options: IDataObject): ReceivedRule {
	const { optOut } = options;
	return {
		words: lower(sendersOf(options.words)),
		optOut: optOut === 'only' || optOut === 'none' ? optOut : 'any',
		optOutWords: sendersOf(options.optOutWords),
	};
}

/** Which clicks the user wants to hear of. @throws NodeOperationError when the campaign is no ID */
function clickedRule(ctx: IPollFunctions, kind: Parameters['kind'], named: unknown): ClickedRule {
	if (kind !== 'clicked') return { by: 'all', campaign: '' };
	const by = ctx.getNodeParameter('clickedBy', 'people') === 'all' ? 'all' : 'people';
	if (isBlank(asText(named))) return { by, campaign: '' };
	const checked = checkId(named, 'Campaign ID');
	if (!checked.ok) throw refusalError(ctx.getNode(), checked.refusal);
	return { by, campaign: checked.value };
}

/** The fields in which objects are named, and the first letter of their keys. */
const NAMINGS = {
	taskIds: ['Task IDs', LETTERS.task],
	messageIds: ['Message IDs', LETTERS.messageId],
	references: ['References', LETTERS.reference],
} as const;

/** The keys of the messages or tasks that are named. @throws NodeOperationError when there are none, too many, or one is of no such form */
function namedKeys(ctx: IPollFunctions, kind: Parameters['kind']): string[] {
	if (kind !== 'task' && kind !== 'message') return [];
	const isByReference =
		kind === 'message' && ctx.getNodeParameter('lookUpBy', 'id') === 'reference';
	const parameter = kind === 'task' ? 'taskIds' : isByReference ? 'references' : 'messageIds';
	const [field, letter] = NAMINGS[parameter];
	const check = isByReference ? checkReferenceLookup : checkId;
	const named = namesOf(ctx.getNodeParameter(parameter, '')).map((name) => {
		const checked = check(name, field);
		if (!checked.ok) throw refusalError(ctx.getNode(), checked.refusal);
		return letter + checked.value;
	});
	// Two forms may name the same one, such as an ID and an address that ends in it.
	const keys = [...new Set(named)];
	const most = letter === LETTERS.messageId ? BOUNDS.namedIds : BOUNDS.named;
	if (keys.length > 0 && keys.length <= most) return keys;
	const bound = most.toLocaleString('en');
	const fault =
		keys.length === 0
			? 'There is nothing to watch, because no ID and no reference is given'
			: `One trigger watches up to ${bound} of them, but ${keys.length.toLocaleString('en')} are named`;
	throw new NodeOperationError(ctx.getNode(), fault, {
		description: `Name 1 to ${bound} IDs or references, or split them between several triggers.`,
	});
}

/** The campaigns that are named. @throws NodeOperationError when one is no ID, or their messages are asked for and they are too many */
function namedCampaigns(ctx: IPollFunctions, kind: Parameters['kind'], named: unknown): string[] {
	if (!kind.startsWith('campaign')) return [];
	const checked = namesOf(named).map((id) => {
		const result = checkId(id, 'Campaign IDs');
		if (!result.ok) throw refusalError(ctx.getNode(), result.refusal);
		// The service shows the ID as a number.
		return result.value.replace(/^0+(?=\d)/, '');
	});
	if (kind === 'campaign' || checked.length <= BOUNDS.followed) return [...new Set(checked)];
	throw new NodeOperationError(
		ctx.getNode(),
		`One trigger follows the messages of up to ${BOUNDS.followed} campaigns, but ${checked.length} are named`,
		{
			description: `Name up to ${BOUNDS.followed} campaign IDs, or split them between several triggers.`,
		},
	);
}

/** Reads what the user asked for. @throws NodeOperationError when a field is wrong */
export function readParameters(ctx: IPollFunctions): Parameters {
	const event = ctx.getNodeParameter('event') as TriggerEvent;
	const options = ctx.getNodeParameter('options', {}) as IDataObject;
	const kind = watchedKind(event);
	const type = ctx.getNodeParameter('messageType', 'both') as CampaignType | 'both';
	return {
		rule: {
			event,
			mode: modeOf(ctx, event),
			step: Math.max(1, Number(options.step ?? 1) || 1),
			reportNew: options.reportNew !== false,
			statuses: lower(namesOf(options.statuses)),
			senders: lower(sendersOf(options.senders)),
			ids: namedCampaigns(ctx, kind, options.campaignIds),
		},
		kind,
		campaignTypes: !kind.startsWith('campaign') ? [] : type === 'both' ? ['sms', 'rcs'] : [type],
		keys: namedKeys(ctx, kind),
		expected: kind === 'task' ? Number(options.expected ?? 0) || 0 : 0,
		received: receivedRule(options),
		clicked: clickedRule(ctx, kind, options.campaignId),
		reportExisting: options.reportExisting === true,
	};
}
