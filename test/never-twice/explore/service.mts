import type { IDataObject } from 'n8n-workflow';
import {
	LEAVES_DOUBT,
	RECIPIENT_CODES,
	VERDICTS,
} from '../../../nodes/MessagingService/sending/verdict.ts';
import type { AnswerKind, SendKind } from '../../../nodes/MessagingService/sending/verdict.ts';
import { faultOfCode } from '../../../nodes/shared/errors/index.ts';
import type { ServiceFault } from '../../../nodes/shared/errors/index.ts';
import type { CallOutcome } from '../../../nodes/shared/transport/types.ts';

/*
 * The service of the exploration, as plain data. A post is carried out at once, never, or, if its answer was lost, later. Under /rest a
 * second message with one reference is dropped (code 23); nothing protects campaigns. Questions are answered truthfully or not at all.
 */

export type Account = 'first' | 'other';
/** A message in a post. */
export interface Sent {
	row: string;
	phone: string;
	reference: string;
}
/** A message that the service has; of an earlier execution where it is of no row. */
interface Held {
	account: Account;
	reference: string;
	phone: string;
	row: string | null;
	campaign: number | null;
}
interface Post {
	account: Account;
	kind: SendKind;
	messages: readonly Sent[];
}
export interface Service {
	held: Held[];
	/** What was lost on the way back and is not carried out so far. */
	pending: Post[];
	/** How often each row was carried out. */
	carried: Record<string, number>;
}

export const newService = (): Service => ({ held: [], pending: [], carried: {} });

export const isHeld = (service: Service, account: Account, reference: string): Held | undefined =>
	service.held.find((one) => one.account === account && one.reference === reference);

const isLegacy = (kind: SendKind): boolean => kind === 'sms' || kind === 'bulk';

/** Carries a post out. */
export function carryOut(service: Service, { account, kind, messages }: Post): void {
	const campaign = kind === 'campaign' ? service.held.length + 1 : null;
	for (const { row, phone, reference } of messages) {
		if (isLegacy(kind) && isHeld(service, account, reference)) continue;
		service.carried[row] = (service.carried[row] ?? 0) + 1;
		service.held.push({ account, reference, phone, row, campaign });
	}
}

/** What can happen to a post: how it is answered, which of its messages are carried out at once, and whether the rest is later. */
export interface Way {
	answer: CallOutcome;
	now: readonly Sent[];
	later?: true;
	/** Whether it is carried out and refused. */
	lies?: true;
}
type Named = readonly [name: string, way: Way];

const fault = (
	outcome: ServiceFault['outcome'],
	more: Partial<ServiceFault> = {},
): ServiceFault => ({
	message: `Fault ${more.httpStatus ?? ''}`,
	description: '',
	retryable: false,
	outcome,
	...more,
});
const ofStatus = (
	httpStatus: number,
	more: Partial<ServiceFault> = {},
	body = {},
): CallOutcome => ({
	fault: fault('rejected', { httpStatus, ...more }),
	statusCode: httpStatus,
	body,
});
const ofCode = (error: number): CallOutcome => ({
	fault: faultOfCode(error),
	statusCode: 200,
	body: { error },
});
const ofBody = (body: IDataObject): CallOutcome => ({
	reply: { statusCode: 200, headers: {}, body },
});

/** Codes of each kind; 9999 stands in no document. */
const CODES = {
	refused: 8,
	recipient: [...RECIPIENT_CODES][0] ?? 21,
	present: 23,
	busy: 11,
	other: 9999,
};

/** Answers that are alike for all of a request, by their kind; those in which the service may have acted come twice. */
const ANSWERS: ReadonlyArray<[AnswerKind, CallOutcome, mayAct?: 'now' | 'later']> = [
	['nothingLeft', { fault: fault('rejected', { retryable: true }) }],
	['unreachable', { fault: fault('rejected') }],
	['tooMany', ofStatus(429, { retryAfterMs: 5 })],
	['maybeCopy', ofStatus(429)],
	['unauthorized', ofStatus(401)],
	['codeRefused', ofCode(CODES.refused)],
	['codeBusy', ofCode(CODES.busy)],
	['codeOther', ofCode(CODES.other), 'now'],
	['noAnswer', { fault: fault('unknown', { retryable: true }) }, 'later'],
	['refused', ofStatus(400)],
	['noId', ofBody({}), 'now'],
];

/** Answers with the same verdict, and the same doubt, do the same: in the short form one of them stands for all. */
function answersTo(send: SendKind, isWhole: boolean): typeof ANSWERS {
	const seen = new Set<string>();
	return ANSWERS.filter(([kind]) => {
		const verdict = VERDICTS[kind][send];
		const group = JSON.stringify([verdict, LEAVES_DOUBT.has(kind)]);
		const isNew = isWhole || !seen.has(group);
		seen.add(group);
		return verdict !== undefined && isNew;
	});
}
const answers = new Map<string, typeof ANSWERS>();

export interface World {
	/** Whether answers that do the same all come. */
	isWhole: boolean;
	/** Whether the service may carry out a campaign and answer with a refusal, which the node believes. */
	mayLie: boolean;
	/** Whether the node leaves out whom an answer names. */
	leavesOut: boolean;
	/** How many messages a request may have; a larger one is answered with 413, and nothing of it is carried out. */
	largest: number;
}

/** All that can happen to a post; of a bulk request with results, `results` says what of each. */
export function waysOf(
	post: Post,
	service: Service,
	world: World,
	results: () => Way,
): readonly Named[] {
	const { kind, messages, account } = post;
	if (messages.length > world.largest) return [['tooLarge', { answer: ofStatus(413), now: [] }]];
	const isNew = ({ reference }: Sent): boolean =>
		!isLegacy(kind) || !isHeld(service, account, reference);
	const fresh = messages.filter(isNew);
	const named: Array<[string, Way]> = [];
	const add = (
		name: string,
		answer: CallOutcome,
		acts: 'never' | 'now' | 'later' = 'never',
	): void => {
		const isNone = fresh.length === 0;
		named.push([name, { answer, now: [] }]);
		if (acts === 'never' || isNone) return;
		named.push([`${name}, carried out`, { answer, now: fresh }]);
		const [first] = fresh;
		if (kind === 'bulk' && first && fresh.length > 1)
			named.push([`${name}, in part carried out`, { answer, now: [first] }]);
		if (acts === 'later')
			named.push([`${name}, carried out later`, { answer, now: [], later: true }]);
	};
	const group = `${kind} ${world.isWhole}`;
	const own = answers.get(group) ?? answersTo(kind, world.isWhole);
	answers.set(group, own);
	for (const [answer, outcome, acts] of own) add(answer, outcome, acts);
	if (kind === 'sms') {
		add('code of the recipient', ofCode(CODES.recipient));
		if (fresh.length === 0) add('codePresent', ofCode(CODES.present));
		else named.push(['idGiven', { answer: ofBody({ error: 0, id: 7 }), now: fresh }]);
	}
	if (kind === 'bulk') {
		if (fresh.length < messages.length) add('codePresent', ofCode(CODES.present));
		named.push(['results', results()]);
	}
	if (kind === 'campaign' || kind === 'message' || kind === 'contactLists') {
		named.push(['idGiven', { answer: ofBody({ data: { id: 70 } }), now: fresh }]);
		if (world.mayLie) {
			named.push([
				'refused, though carried out',
				{ answer: ofStatus(400), now: fresh, lies: true },
			]);
			named.push([
				'429, though carried out',
				{ answer: ofStatus(429, { retryAfterMs: 5 }), now: fresh, lies: true },
			]);
		}
	}
	if (kind === 'campaign' && world.leavesOut)
		for (const [place, { row }] of messages.entries())
			add(`names ${row}`, ofStatus(422, {}, { errors: { [`messages.${place}.phone`]: ['no'] } }));
	return named;
}

/** What the result of one message of a bulk request can say, and whether the message is carried out. */
export function resultsOf(
	{ kind, account }: Post,
	sent: Sent,
	service: Service,
	{ isWhole }: World,
): ReadonlyArray<readonly [string, { result?: IDataObject; isDone: boolean }]> {
	const { phone: msisdn, reference } = sent;
	const own = { msisdn, reference };
	const of = (error: number) => ({ ...own, error });
	const isKnown = isLegacy(kind) && isHeld(service, account, reference) !== undefined;
	const always = [
		['is refused', { result: of(CODES.recipient), isDone: false }],
		['is missing', { isDone: false }],
		['has an unknown code', { result: of(CODES.other), isDone: false }],
		...(isWhole ? ([['is busy', { result: of(CODES.busy), isDone: false }]] as const) : []),
	] as const;
	if (isKnown) return [['is present', { result: of(CODES.present), isDone: false }], ...always];
	return [
		['is accepted', { result: { ...own, error: 0, id: 7 }, isDone: true }],
		...always,
		['is missing, carried out', { isDone: true }],
		['has an unknown code, carried out', { result: of(CODES.other), isDone: true }],
	];
}

/** The answer to a bulk request with these results. */
export const resultsAnswer = (result: IDataObject[]): CallOutcome =>
	ofBody({ error: 0, task_id: 4, result });

/** No answer to a question. */
const HIDDEN: CallOutcome = { fault: fault('unknown') };

/** The true answer to a question, or none. */
export function shownOf(
	service: Service,
	account: Account,
	reference: string,
	{ isList, isHidden }: { isList: boolean; isHidden: boolean },
): CallOutcome {
	if (isHidden) return HIDDEN;
	const held = isHeld(service, account, reference);
	if (isList) {
		const data = held
			? [{ id: 9, reference_id: reference, phone: held.phone, campaign_id: held.campaign ?? 0 }]
			: [];
		return ofBody({ data, meta: { page: { total: data.length } } });
	}
	return held
		? ofBody({ error: 0, id: 9, msisdn: held.phone, reference })
		: ofStatus(404, {}, { error: 20 });
}
