import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { OperationContext } from '../../../nodes/MessagingService/dispatch/context.ts';
import type { SendKind } from '../../../nodes/MessagingService/sending/verdict.ts';
import type { CallOutcome } from '../../../nodes/shared/transport/types.ts';
import { BACK_OFF_MS, clock } from './clock.mts';
import type { Oracle } from './oracle.mts';
import { PATIENCE_MS } from './send.mts';
import type { Begun, Kind } from './send.mts';
import { carryOut, isHeld, resultsAnswer, resultsOf, shownOf, waysOf } from './service.mts';
import type { Sent, Service, Way, World } from './service.mts';

// What meets one try: the service, the clock, and the end of its process. All of it is chosen by the oracle.

/** The process of a try ends. */
export class Death extends Error {}

/** What a try did that none may do. */
export type Fault =
	| 'sends after it was stopped'
	| 'waits after Retry For was over'
	| 'does not end';

/** No try of so few messages sends more requests. */
const MOST_POSTS = 12;

export interface Weather extends World {
	/** After how many posts Retry For is over at the latest. */
	posts: number;
	/** Whether the process may die. */
	isRough: boolean;
	/** Whether n8n may forbid a request after the first. */
	mayForbid: boolean;
	/** Whether the user may stop the execution. */
	mayStop: boolean;
	/** Whether Retry For may be longer than no time. */
	mayRepeat: boolean;
}

export interface Course {
	tryCall: OperationContext['tryCall'];
	signal: AbortSignal;
	faults: Set<Fault>;
	/** How many requests that send were begun. */
	posts: number;
	/** Whether the execution was stopped. */
	isStopped: boolean;
	/** Whether its process died. */
	hasDied: boolean;
	/** Whether another way has come to the same. */
	isMet: boolean;
	/** Whether the service carried out what it refused. */
	hasLied: boolean;
}

const SEND_KIND: Readonly<Record<Kind, SendKind>> = {
	sms: 'sms',
	bulk: 'bulk',
	campaign: 'campaign',
	message: 'message',
	contactLists: 'contactLists',
	file: 'campaign',
	bulkFile: 'bulk',
};

const textsOf = (body: IDataObject): Array<[row: unknown, phone: unknown, reference: unknown]> => {
	const entries = (body.messages ?? body.phones) as IDataObject[] | undefined;
	if (entries)
		return entries.map((one) => [
			one.text ?? one.body,
			one.phone ?? one.msisdn,
			one.reference_id ?? one.reference,
		]);
	const { phone, options } = body as Record<string, IDataObject | undefined>;
	if (phone && options) return [[options.text, phone.number, phone.reference_id]];
	return [[body.body ?? body.text, body.msisdn, body.reference]];
};
const sentIn = (body: IDataObject): Sent[] =>
	textsOf(body).map(([row, phone, reference]) => ({
		row: String(row),
		phone: String(phone ?? ''),
		reference: String(reference ?? ''),
	}));

/** Whether another way has come to the same point, or this one has before. */
type Known = false | 'by another' | 'by itself';

/** A way on which the process may die. */
type Dying = Way & { dies?: true };

const LATE_MS = 10 * PATIENCE_MS;
const isOrNot = (is: string, not: string): ReadonlyArray<readonly [string, boolean]> => [
	[not, false],
	[is, true],
];

/**
 * Lets a try meet a service. `onPost` is told as each request that sends leaves, and after what is carried out; `isKnown` says whether
 * another way has come to the same, so that nothing new can follow.
 */
export function beginCourse(
	oracle: Oracle,
	{
		service,
		kind,
		weather,
		begun,
		rowOf,
	}: {
		service: Service;
		kind: Kind;
		weather: Weather;
		begun: Begun;
		/** Whose reference it is. */
		rowOf: (reference: string) => string;
	},
	{
		isKnown,
		...onPost
	}: { leaves: () => void; carried: () => void; isKnown: (now: unknown) => Known },
): Course {
	// A real one takes longer to make than a try takes.
	const stop = { aborted: false };
	const { account } = begun;
	/** Whether Retry For is over for the request that is under way. */
	let isLate = false;
	/** The references that were posted. */
	const posted = new Set<string>();
	let wasForbidden = false;
	/** What the service shows in a round of questions, by reference. */
	let hidden = new Map<string, boolean>();
	/** What of the last answer but its kind decides, and how long the node waited last. */
	let [last, waited]: [unknown, number] = [undefined, 0];
	const course: Course = {
		signal: stop as AbortSignal,
		faults: new Set(),
		posts: 0,
		isStopped: false,
		hasDied: false,
		isMet: false,
		hasLied: false,
		tryCall: async (request) => {
			if (course.hasDied) throw new Death();
			come([request.path, request.qs, request.body]);
			return await Promise.resolve(
				request.method === 'POST'
					? post((request.body ?? {}) as IDataObject)
					: question(request.path, (request.qs ?? {}) as IDataObject),
			);
		},
	};
	function neverEnd(): never {
		course.faults.add('does not end');
		throw new Error('It does not end');
	}
	/** Ends the try if another way has come to the same point. */
	function come(to: unknown): void {
		const { posts, isStopped, hasLied, faults } = course;
		const own = [
			posts,
			isStopped,
			hasLied,
			[...faults],
			isLate,
			[...posted],
			wasForbidden,
			[...hidden],
		];
		const known = isKnown([to, own, last, waited]);
		if (known === 'by itself') neverEnd();
		if (!known) return;
		course.isMet = true;
		course.hasDied = true;
		throw new Death();
	}
	const stopNow = (): void => {
		course.isStopped = true;
		stop.aborted = true;
	};
	const beLate = (): void => {
		isLate = true;
		clock.now += LATE_MS;
	};
	/** What was lost before may arrive at any time. */
	function arrive(): void {
		service.pending = service.pending.filter((one) => {
			const isNow = oracle.choose('what was lost', isOrNot('arrives', 'does not arrive so far'));
			if (isNow) carryOut(service, one);
			return !isNow;
		});
		onPost.carried();
	}
	clock.pause = (ms, signal) => {
		come(ms);
		waited = ms;
		if (ms === BACK_OFF_MS && isLate) course.faults.add('waits after Retry For was over');
		if (signal?.aborted) return false;
		if (ms === 300) {
			// In the short form the service shows or hides a message for the whole try.
			if (weather.isWhole) hidden = new Map();
			arrive();
			if (weather.mayStop && oracle.choose('the user', isOrNot('stops it while it asks', 'waits')))
				stopNow();
		}
		// The first three rounds are always asked; in the fourth Retry For ends.
		if (ms === 6000) beLate();
		return signal?.aborted !== true;
	};

	function forbidden(): never {
		wasForbidden = true;
		throw new NodeOperationError(
			{ id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} },
			'n8n forbids the request',
		);
	}

	function question(path: string, qs: IDataObject): CallOutcome {
		// What is forbidden once stays so for the try.
		if (wasForbidden) forbidden();
		const isList = path === '/api/messages';
		const reference = isList ? String(qs['filter[reference_id]']) : (path.split('/').at(-1) ?? '');
		let isHidden = hidden.get(reference);
		if (isHidden === undefined) {
			const shows = isHeld(service, account, reference) ? 'shows it' : 'shows none';
			const ways: Array<readonly [string, 'shown' | 'hidden' | 'forbidden']> = [
				[shows, 'shown'],
				['is not answered', 'hidden'],
			];
			if (weather.mayForbid && course.posts > 0) ways.push(['is forbidden', 'forbidden']);
			const way = oracle.choose('the question', ways, rowOf(reference));
			if (way === 'forbidden') forbidden();
			isHidden = way === 'hidden';
			hidden.set(reference, isHidden);
		}
		return shownOf(service, account, reference, { isList, isHidden });
	}

	/** Of each message of a bulk request the results say something else. */
	function results(messages: readonly Sent[]): Way {
		const all = messages.map((sent) => {
			const ways = resultsOf({ kind: 'bulk', account, messages }, sent, service, weather);
			return { sent, ...oracle.choose('the result', ways, sent.row) };
		});
		return {
			answer: resultsAnswer(all.flatMap(({ result }) => (result ? [result] : []))),
			now: all.filter(({ isDone }) => isDone).map(({ sent }) => sent),
		};
	}

	function post(body: IDataObject): CallOutcome {
		if (wasForbidden) forbidden();
		if (stop.aborted) course.faults.add('sends after it was stopped');
		const messages = sentIn(body);
		if (weather.isWhole) arrive();
		onPost.leaves();
		if (++course.posts > MOST_POSTS) neverEnd();
		const sendKind = SEND_KIND[kind];
		const own = { account, kind: sendKind, messages };
		const dies = { answer: {} as CallOutcome, now: messages, dies: true } as const;
		const ends: ReadonlyArray<readonly [string, Dying]> = [
			['the process dies before', { ...dies, now: [] }],
			['the process dies, carried out', dies],
			['the process dies, carried out later', { ...dies, now: [], later: true }],
		];
		const ways = waysOf(own, service, weather, () => ({ answer: {} as CallOutcome, now: [] }));
		const chosen = oracle.choose<Dying | 'forbidden' | 'results'>('the post', [
			...ways.map(([name, way]) => [name, name === 'results' ? 'results' : way] as const),
			...(weather.isRough ? ends : []),
			...(weather.mayForbid && course.posts > 1
				? ([['n8n forbids it', 'forbidden']] as const)
				: []),
		]);
		if (chosen === 'forbidden') forbidden();
		const way: Dying = chosen === 'results' ? results(messages) : chosen;
		course.hasLied ||= way.lies === true;
		if (way.later) service.pending.push(own);
		else carryOut(service, { ...own, messages: way.now });
		onPost.carried();
		if (way.dies) {
			course.hasDied = true;
			throw new Death();
		}
		if (weather.mayStop && oracle.choose('the user', isOrNot('stops it', 'waits'))) stopNow();
		// Retry For counts from the first answer to each request: what was asked before it takes nothing from it.
		const isFirst = messages.every(({ reference }) => !posted.has(reference));
		for (const { reference } of messages) posted.add(reference);
		if (isFirst) isLate = false;
		else if (course.posts >= weather.posts) beLate();
		else if (course.posts > 1 && oracle.choose('Retry For', isOrNot('is over', 'goes on')))
			beLate();
		last = [way.answer.fault?.code, way.answer.fault?.retryAfterMs];
		return way.answer;
	}
	return course;
}
