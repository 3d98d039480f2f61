import type { IDataObject, INode } from 'n8n-workflow';
import { faultError, keepItem, type ServiceFault } from '../../shared/errors';
import { SUCCESS_CODE } from '../../shared/spec';
import type { NodeFault } from '../dispatch/nodeErrors';
import { campaignIn, priceIn } from './ask';
import { inWordsOfForm } from './fieldFaults';
import type { Outcome, Step } from './progress';
import type { SendRequest } from './run';
import { refusedBy, type Answer, type Recipient, type RecipientEvent } from './message';
import {
	ALREADY_SENT,
	COUNTED,
	NO_ID,
	notKnown,
	outcomeUnknown,
	PARTLY_THERE,
	withNumber,
} from './unknown';
import { RECIPIENT_CODES, type SendAnswer } from './verdict';

/* What became of the messages of a request, in words: what decided it stands in step.ts. */

/** What the service said last: of all messages of a request, and of single ones by their place. */
export interface Said {
	answer: SendAnswer;
	of: Map<number, { event?: RecipientEvent; record?: IDataObject }>;
	/** Whether it shows one end of a campaign and not the other. */
	isPart: boolean;
}

/** What became of a message; of one that fails with its request, why. */
export interface Ended {
	event: RecipientEvent;
	fault?: ServiceFault;
}

/** The fault on which the outcome of a message rests. */
function faultOf({ answer, of, isPart }: Said, place: number): ServiceFault {
	const { event } = of.get(place) ?? {};
	if (event?.status !== 'refused') return isPart ? PARTLY_THERE : (answer.fault ?? NO_ID);
	const { message, description = '' } = event.refusal;
	return { message, description, retryable: false, outcome: 'rejected' };
}

/** What the service showed of a message. */
const shownOf = ({ of }: Said, place: number): Answer => ({
	fields: priceIn(of.get(place)?.record ?? {}),
});

/** What the service showed of a campaign, by any of its messages. */
function campaignOf({ of }: Said): Answer {
	const { record = {} } = [...of.values()].find((one) => one.record) ?? {};
	const campaign = campaignIn(record);
	return { fields: { campaign_id: campaign.id ?? null }, summary: campaign };
}

/** Returns what the service says of a message that it has, by its place; what messages have in common is read once. */
export function answerReader(
	said: Said,
	{ kind, readAnswer }: SendRequest,
): (place: number, outcome: Outcome) => Answer | undefined {
	let common: Answer | undefined;
	return (place, outcome) => {
		if (outcome === 'accepted')
			return answerIn(said.of.get(place)?.event) ?? (common ??= readAnswer(said.answer.body));
		if (outcome === 'shown' && kind === 'campaign') return (common ??= campaignOf(said));
		return outcome === 'shown' || outcome === 'already sent' ? shownOf(said, place) : undefined;
	};
}

const answerIn = (event: RecipientEvent | undefined): Answer | undefined =>
	event && 'answer' in event ? event.answer : undefined;

/** Returns what puts into words what has just become of a message. `answers` is what the service said of those that it has, by place. */
export function wordsOfOutcomes(
	said: Said,
	outcomes: Step['outcomes'],
	{ messages }: SendRequest,
	answers: ReadonlyArray<Answer | undefined>,
): (place: number, outcome: Outcome) => Ended {
	let refusal: Ended | undefined;
	/** The refusal of all that have none of their own. */
	const refused = (): Ended => {
		if (refusal) return refusal;
		const places = outcomes.flatMap((one) => one.messages).sort((one, other) => one - other);
		const together = places.flatMap((place) => messages[place] ?? []);
		const fault = inWordsOfForm(said.answer, together);
		const { message, description } = fault;
		return (refusal = { event: refusedBy({ field: '', message, description }), fault });
	};
	let accepted: Ended | undefined;
	return (place, outcome) => {
		const own = said.of.get(place)?.event;
		const answer = answers[place] ?? NOTHING_SAID;
		switch (outcome) {
			case 'accepted':
			case 'shown':
				if (own?.status === 'accepted') return { event: own };
				if (accepted?.event.status !== 'accepted' || accepted.event.answer !== answer)
					accepted = { event: { status: 'accepted', already: false, answer } };
				return accepted;
			case 'already sent':
				return { event: { status: 'already sent', answer, reason: ALREADY_SENT } };
			case 'counted': {
				const reason = `${COUNTED}: ${faultOf(said, place).message}`;
				return { event: { status: 'accepted', already: false, answer, reason } };
			}
			case 'refused alone':
				return { event: own ?? refused().event };
			case 'refused':
				return own ? { event: own, fault: faultOf(said, place) } : refused();
			case 'unknown': {
				const fault = faultOf(said, place);
				return { event: { status: 'unknown', reason: notKnown(fault) }, fault };
			}
		}
	};
}
const NOTHING_SAID: Answer = { fields: {} };

/** Why a request ended before all of its messages were settled one by one: what is unknown comes first. */
export function errorOf(
	node: INode,
	recipients: readonly Recipient[],
	faults: ReadonlyMap<number, ServiceFault>,
	{ kind, channel, leavesOut }: SendRequest,
	candidates: IDataObject[] | undefined,
): NodeFault | undefined {
	const failed = [...faults].flatMap(([place, fault]) => {
		const recipient = recipients[place];
		return recipient ? [{ ...recipient, fault }] : [];
	});
	const unknown = failed.filter(({ status }) => status === 'unknown');
	const [open] = unknown;
	if (open) {
		const references = unknown.map(({ message }) => message.reference);
		const fault = outcomeUnknown(open.fault, { kind, channel, references, candidates });
		return faultError(node, fault, open.message.item);
	}
	const [first] = failed;
	if (!first) return undefined;
	const { fault, message } = first;
	// What concerns a recipient alone is a row if such ones are to be left out.
	const isOfRecipient = kind === 'sms' && RECIPIENT_CODES.has(fault.code ?? SUCCESS_CODE);
	if (isOfRecipient && leavesOut) return undefined;
	const named = isOfRecipient ? withNumber(fault, message.phone) : fault;
	// Words that begin with a place name no other one.
	const error = faultError(node, named, named.message.startsWith('[') ? undefined : message.item);
	keepItem(error, message.item);
	return error;
}
