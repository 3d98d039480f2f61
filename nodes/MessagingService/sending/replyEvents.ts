import type { IDataObject } from 'n8n-workflow';
import { asRecord, faultOfCode, safeText, type ServiceFault } from '../../shared/errors';
import { isId, plainReference, refusesInWords } from '../../shared/reply';
import { CODE_REFERENCE_PRESENT, CODE_UNKNOWN_FAULT, SUCCESS_CODE } from '../../shared/spec';
import { maySpeakOfEarlier, maySpeakOfHeld, speaksOfContent } from './refusedRepetition';
import { finderByNumber, isAnothersAmong, leftOpenBy } from './namedRecipients';
import type { RecipientReply, SendEndpoint, SendReply } from './requests';
import type { Answer, Recipient, RecipientEvent } from './outcomes';

/* What a reply to a send says of single recipients. Nothing here sends or changes anything. */

/** The reply proves nothing of the recipient: only the message under its reference can. */
export interface ToBeAsked {
	type: 'ask';
	/** Why the reply does not tell, for the user. */
	reason: string;
	/** Whether the service says that it had the reference before this request. */
	taken?: boolean;
	/** Whether no reply has refused its reference, so that a message to another number under it says nothing of this one. */
	unrefused?: boolean;
	/** What counts where the service has no such message: it refused the recipient. Without it nothing is known then. */
	otherwise?: Extract<RecipientEvent, { type: 'refused' }>;
	/** Whether the message may show a moment after the answer, so that `otherwise` counts at the end of all questions. */
	mayShowLate?: boolean;
	/** Whether an earlier request may have carried it, whose message may show late: then one answer does not settle it. */
	afterDoubt?: boolean;
}

/** A recipient that was accepted, of whose result nothing but its place in the answer says that it is about it. */
export type AcceptedInOrder = Extract<RecipientEvent, { type: 'accepted' }> & { byOrder: true };

export type ReplyEvent = RecipientEvent | AcceptedInOrder | ToBeAsked;

/** What the output tells of the request that a recipient went out with. */
export function requestFields(
	{ campaign, recipientsPerRequest }: SendEndpoint,
	{ id = null, name, status, start_at, task_id = null }: IDataObject,
): IDataObject {
	if (campaign)
		return {
			campaign_id: id,
			...(id !== null && { campaign_name: name, campaign_status: status, start_at }),
		};
	return recipientsPerRequest > 1 ? { task_id } : {};
}

/** Whether a fault says that the service knows the reference already. */
export const isReferenceTaken = (fault: ServiceFault): boolean =>
	fault.code === CODE_REFERENCE_PRESENT;

/** Why the service refused a recipient of a campaign. */
export interface NamedRefusal {
	/** The service's name of the field. */
	field: string;
	text: string;
}

/** How deep errors about fields stand in one another. */
const DEEPEST = 6;

/**
 * What is said of each field, in the forms of errors (wire notes): by keys, one within the other, as a sentence, or as a record of its
 * own. The place of an entry in a list tells no recipient: the list may hold the faulty ones alone.
 */
function saidOfFields(errors: unknown, path = '', depth = 0): Array<[path: string, text: string]> {
	if (typeof errors === 'string')
		return [path === '' ? [errors, errors.replace(/^\S+:\s*/, '')] : [path, errors]];
	if (depth > DEEPEST) return [];
	if (Array.isArray(errors)) {
		if (path !== '' && errors.length > 0 && errors.every((one) => typeof one === 'string'))
			return [[path, errors.join(' ')]];
		return errors.flatMap((one) => saidOfFields(one, path, depth + 1));
	}
	const record = asRecord(errors) ?? {};
	const field = record.field ?? record.property ?? record.path;
	const text = record.message ?? record.detail ?? record.description;
	if (typeof field === 'string' && typeof text === 'string') return [[field, text]];
	return Object.entries(record).flatMap(([key, inner]) =>
		saidOfFields(inner, path === '' ? key : `${path}.${key}`, depth + 1),
	);
}

/** All that a refusal (422) says of single recipients, by their index. The keys of a map lose their dots ("messages0reference_id"). */
function namedRefusals(body: unknown): Array<NamedRefusal & { index: number }> {
	return saidOfFields((Object(body) as IDataObject).errors).flatMap(([key, text]) => {
		const [, index, field = ''] = /^(?:messages|phones)\W*(\d+)\W*(\w*)/.exec(key) ?? [];
		return index === undefined ? [] : [{ index: Number(index), field, text }];
	});
}

/** Whether a field of a recipient is its reference, under either of its names. */
const isReference = (field: string): boolean => /^(?:reference|external)/i.test(field);

/** What the body of a refusal says of the references of single recipients, by their index. */
export const referenceRefusals = (body: unknown): Array<NamedRefusal & { index: number }> =>
	namedRefusals(body).filter(({ field }) => isReference(field));

/**
 * Which recipients of a campaign the service refused (422), by index, and why. Takes the reply's body. A recipient may be named for
 * several fields: what is wrong beside its reference weighs more.
 */
export function refusedRecipients(body: unknown): Map<number, NamedRefusal> {
	const refused = new Map<number, NamedRefusal>();
	for (const { index, field, text } of namedRefusals(body))
		if (!refused.has(index) || !isReference(field)) refused.set(index, { field, text });
	return refused;
}

/** The refusal of a recipient by a code of the service, with what the service says about it. */
export function refusedByCode(
	code: number,
	said: string | null | undefined,
	{ fields, summary }: Answer,
): Extract<RecipientEvent, { type: 'refused' }> {
	const { message, description } = faultOfCode(code);
	const words = said ? safeText(said) : '';
	return {
		type: 'refused',
		refusal: { field: '', message: words ? `${message}: ${words}` : message, description },
		answer: { fields: { ...fields, error_code: code }, summary },
	};
}

/** Which result belongs to which recipient. */
interface Matched {
	of(recipient: Recipient): RecipientReply | undefined;
	/** Whether nothing but the order of several results says which is this recipient's. */
	isByOrder(recipient: Recipient): boolean;
	/** Whether results without a reference say different things, so that their order would have to be believed. */
	isAmbiguous: boolean;
	/** Whether results without a reference share an ID, so that it is the ID of none of their messages. */
	isShared: boolean;
}

const codeOfResult = ({ error }: RecipientReply): number => Number(error ?? SUCCESS_CODE);

const isAccepted = ({ error, fields }: RecipientReply): boolean =>
	Number(error ?? SUCCESS_CODE) === SUCCESS_CODE && isId(fields.id);

/**
 * Takes our references and those of the service; returns what finds ours that one of the service may stand for: all that it may be
 * another way to write. Of several it is the same one alone where the service writes each of them as we do.
 */
function ownReferences(
	ours: ReadonlySet<string>,
	theirs: ReadonlySet<string>,
): (told: string) => readonly string[] {
	const byPlain = new Map<string, string[]>();
	for (const reference of ours)
		byPlain.set(plainReference(reference), [
			...(byPlain.get(plainReference(reference)) ?? []),
			reference,
		]);
	return (told) => {
		const alike = byPlain.get(plainReference(told)) ?? [];
		return ours.has(told) && alike.every((one) => theirs.has(one)) ? [told] : alike;
	};
}

/** Results under what names their recipients. One that comes twice: what was accepted with an ID stays accepted. */
class Results<Name> {
	private readonly byName = new Map<Name, RecipientReply>();

	of(name: Name): RecipientReply | undefined {
		return this.byName.get(name);
	}

	add(name: Name, result: RecipientReply): void {
		const earlier = this.byName.get(name);
		if (!earlier) this.byName.set(name, result);
		else if (!isAccepted(earlier) && codeOfResult(earlier) !== codeOfResult(result))
			// Of two results that differ otherwise, neither counts.
			this.byName.set(name, isAccepted(result) ? result : { ...earlier, isDenied: true });
	}
}

/**
 * Finds the result of each recipient: by its reference, in whatever way the service writes it, else by its number, where no other
 * recipient has it; those without either belong, in order, to the recipients that no result names. The specification promises no order,
 * so where they say different things they say it of nobody. A result under a reference that none of ours may be is about another
 * message, unless the service answers at random.
 */
function match(
	all: readonly RecipientReply[],
	recipients: readonly Recipient[],
	atRandom: boolean,
): Matched {
	const ours = new Set(recipients.map(({ message }) => message.reference));
	ours.delete('');
	const known = new Set([...ours].map(plainReference));
	const results = all.filter(
		({ reference }) =>
			atRandom || known.size === 0 || !reference || known.has(plainReference(String(reference))),
	);
	const ownOf = ownReferences(ours, new Set(results.map(({ reference }) => String(reference))));
	const byReference = new Results<string>();
	const withoutReference: RecipientReply[] = [];
	for (const result of results) {
		const [reference, ...others] = ownOf(String(result.reference || ''));
		// One that may be several of ours says nothing of any of them, nor is it a result without a reference.
		if (others.length > 0) continue;
		if (reference === undefined) withoutReference.push(result);
		else byReference.add(reference, result);
	}
	const find = finderByNumber(recipients);
	const byNumber = new Results<Recipient>();
	const nameless = withoutReference.filter((result) => {
		const [recipient, ...others] = find(result.msisdn);
		if (!recipient || others.length > 0 || byReference.of(recipient.message.reference)) return true;
		byNumber.add(recipient, result);
		return false;
	});
	const unnamed = recipients.filter(
		(recipient) => !byReference.of(recipient.message.reference) && !byNumber.of(recipient),
	);
	const fits = nameless.length === unnamed.length;
	const agree = new Set(nameless.map((result) => `${Number(result.error ?? 0)}`)).size <= 1;
	const ids = nameless.flatMap(({ fields: { id } }) => (isId(id) ? [String(id)] : []));
	const inOrder = new Map(
		fits && agree ? unnamed.map((recipient, index) => [recipient, nameless[index]] as const) : [],
	);
	return {
		of: (recipient) =>
			byReference.of(recipient.message.reference) ??
			byNumber.of(recipient) ??
			inOrder.get(recipient),
		isByOrder: (recipient) => unnamed.length > 1 && inOrder.has(recipient),
		isAmbiguous: fits && !agree,
		isShared: new Set(ids).size < ids.length,
	};
}

const NOT_NAMED = 'The answer of the service does not name this recipient';
const NO_ID_GIVEN = 'The answer of the service gives this recipient no ID';
const ID_SHARED = 'The answer of the service gives several recipients the same ID';
const ID_AND_FAULT = 'The answer of the service gives this recipient an ID and a fault at once';
const NAMED_APART = 'The answer of the service may leave this recipient out';
const NOBODY: ReadonlySet<Recipient> = new Set();
const ORDER_ONLY = 'The answer of the service refuses some recipients and does not say which';

/**
 * What the reply to a request says of each recipient that it carried; `body` is the reply as it came, `answersAtRandom` where a test key
 * is used (5.1), `afterDoubt` where an earlier request may have carried them, too: what is refused then may be refused because it is
 * there, and `isRefused` where the reply refuses the whole.
 */
export function eventsOfReply(
	endpoint: SendEndpoint,
	{ summary, recipients: results = [], isList = false, raw }: SendReply,
	recipients: readonly Recipient[],
	{
		answersAtRandom = false,
		afterDoubt = false,
		isRefused = false,
		body = undefined as unknown,
	} = {},
): ReplyEvent[] {
	const ofRequest = requestFields(endpoint, summary);
	const accepted = (fields: IDataObject): Extract<RecipientEvent, { type: 'accepted' }> => ({
		type: 'accepted',
		answer: { fields, summary, raw },
		already: false,
	});
	// The campaign or the task that the request became speaks for all that it carried, unless a list names them one by one: whom that
	// leaves out may have been refused, be it the only one.
	const isWhole = isId(endpoint.campaign ? summary.id : summary.task_id);
	const leftOpen = isWhole && !isList && !answersAtRandom ? leftOpenBy(body, recipients) : NOBODY;
	const bySummary = (recipient: Recipient): ReplyEvent =>
		leftOpen.has(recipient) ? { type: 'ask', reason: NAMED_APART } : accepted(ofRequest);
	if (isWhole && results.length === 0 && !isList) return recipients.map(bySummary);
	const matched = match(results, recipients, answersAtRandom);
	const givesIds = results.some(({ fields }) => isId(fields.id));
	const isAnothers = isAnothersAmong(recipients);

	return recipients.map((recipient): ReplyEvent => {
		const { reference } = recipient.message;
		const result = matched.of(recipient);
		if (result?.isDenied) return { type: 'ask', reason: NOT_NAMED };
		if (result && isAnothers(result.msisdn, recipient) && !answersAtRandom)
			return { type: 'ask', reason: NOT_NAMED };
		if (!result) {
			if (isWhole && !isList) return bySummary(recipient);
			return { type: 'ask', reason: matched.isAmbiguous ? ORDER_ONLY : NOT_NAMED };
		}
		const code = Number(result.error ?? SUCCESS_CODE);
		if (code === SUCCESS_CODE) {
			const named = accepted({ ...ofRequest, ...result.fields });
			const isByOrder = matched.isByOrder(recipient);
			const isSaid = result.error !== undefined && result.error !== null;
			if (isRefused && !isSaid) return { type: 'ask', reason: ID_AND_FAULT };
			if (isByOrder && matched.isShared) return { type: 'ask', reason: ID_SHARED };
			if (isId(result.fields.id)) return isByOrder ? { ...named, byOrder: true } : named;
			// The task speaks for whom its list names as taken without an ID, not for an entry that says nothing, nor for one without an
			// ID among others that have theirs: so services write a number on the stop list (wire notes).
			if (isWhole && (isSaid || !isList) && !(isList && givesIds)) return named;
			return { type: 'ask', reason: NO_ID_GIVEN };
		}
		const fault = faultOfCode(code);
		if (isReferenceTaken(fault) && reference !== '')
			return { type: 'ask', reason: fault.message, taken: true };
		const refused = refusedByCode(code, result.said, { fields: ofRequest, summary });
		// Words that stand for a code, and refuse nothing, may be said of what was taken.
		const isNote = code === CODE_UNKNOWN_FAULT && result.said && !refusesInWords([result.said]);
		const isDoubted =
			afterDoubt &&
			(!speaksOfContent(fault) || maySpeakOfEarlier({ ...fault, said: result.said ?? '' }));
		const otherwise = isNote || isDoubted ? undefined : refused;
		const mayShowLate = true;
		if (isId(result.fields.id))
			return { type: 'ask', reason: ID_AND_FAULT, otherwise, afterDoubt, mayShowLate };
		const mayBeHeld = reference !== '' && maySpeakOfHeld({ ...fault, said: result.said ?? '' });
		if (fault.outcome === 'rejected' && !afterDoubt && !mayBeHeld) return refused;
		// What nobody documents is a refusal only where the service has no such message either.
		return { type: 'ask', reason: refused.refusal.message, otherwise, afterDoubt, mayShowLate };
	});
}
