import type { IDataObject } from 'n8n-workflow';
import { beginCourse } from './course.mts';
import type { Fault, Weather } from './course.mts';
import { clock } from './clock.mts';
import { judgeEnd, laterOf, orderJudge } from './judge.mts';
import { everySequence } from './oracle.mts';
import type { Chosen, Oracle } from './oracle.mts';
import { standing } from './steps.mts';
import { rowOf, rowsByKey, send } from './send.mts';
import type { Begun, Ended, Row, Setting } from './send.mts';
import { carryOut, newService } from './service.mts';
import type { Account, Service } from './service.mts';

/*
 * Tries every sequence of tries of a send: from each state that one try can leave, each way to try again. A state is plain data, so that
 * those that were met before are not gone on from again.
 */

/** An execution in n8n's list that can be retried. */
interface Saved {
	context: string;
	/** Whether it died, and whether n8n shows then that the node had begun. */
	died: false | 'shown' | 'not shown';
	/** Whether it was retried before. */
	isRetried: boolean;
}

/** What has happened in the tries so far that the docs speak of. */
export interface Past {
	/** A process died. */
	died: boolean;
	/** A process died of which n8n shows nothing, and it is being retried. */
	diedUnseen: boolean;
	/** An execution is being retried that was retried before. */
	isRetriedAgain: boolean;
	/** A process died after it had sent again. */
	diedAfterSendAgain: boolean;
	/** Another API key was used after the first. */
	otherKey: boolean;
	/** An execution is being retried that was retried before, and that retry sent again. */
	isOldAfterSendAgain: boolean;
	/** The service carried out what it refused. */
	lied: boolean;
	/** How the list was changed. */
	change: string;
}

export interface State {
	service: Service;
	/** The execution whose last try has failed: Retry On Fail goes on with it. */
	open: { saved: Saved; begun: Begun } | null;
	saved: Saved[];
	past: Past;
	/** Rows that Send Again has repeated, as a record knew. */
	sentAgain: string[];
	account: Account;
	change: string;
}

/** What went wrong at the end of a way. */
export interface Wrong {
	kind:
		| Fault
		| 'is carried out twice'
		| 'is refused and was carried out'
		| 'is accepted and was not carried out'
		| 'has no outcome'
		| 'is unknown without an error'
		| 'fails by a fault of the code'
		| 'depends on the order of the recipients';
	row: string;
	past: Past;
	course: Course;
	/** What was chosen, try by try. */
	story: string[];
	/** How many ways lead to it. */
	times: number;
}

/** A send, and how it may go on. */
export interface Course {
	name: string;
	setting: Setting;
	/** What counts in a retry if the outcome stays unknown; the same unless said. */
	then?: Partial<Setting>;
	/** How the list may be changed between two tries, by a name. */
	changes?: Readonly<Record<string, readonly Row[]>>;
	/** Whether it is changed in each retry from the list. */
	mustChange?: boolean;
	/** How many tries there are at most. */
	tries: number;
	weather: Weather;
	/** What is there at the beginning. */
	begin?: (state: State) => void;
	/** Whether a retry may have another API key. */
	mayChangeKey?: boolean;
}

export interface Found {
	states: number;
	transitions: number;
	/** How many ways lead through the tries. */
	ways: number;
	/** By what they have in common. */
	wrong: Map<string, Wrong>;
	/** How rows ended. */
	statuses: Set<string>;
	/** Where it was broken off, in words; nothing where it is whole. */
	brokenOff?: string;
}

const NEW_PAST: Past = {
	died: false,
	diedUnseen: false,
	isRetriedAgain: false,
	diedAfterSendAgain: false,
	otherKey: false,
	isOldAfterSendAgain: false,
	lied: false,
	change: 'none',
};

/** What a state is known by. */
function keyOf({ service, open, saved, ...rest }: State): string {
	const held = service.held.map((one) => JSON.stringify(one)).sort();
	const pending = service.pending.map((one) => JSON.stringify(one)).sort();
	const list = [...new Set(saved.map((one) => JSON.stringify(one)))].sort();
	const carried = Object.entries(service.carried).sort();
	return JSON.stringify([held, pending, carried, open, list, rest]);
}

/** Rows that the record says were sent again. */
function sentAgainIn(context: IDataObject, setting: Setting): string[] {
	const runs = Object.values(Object(context.messagingService) as Record<string, unknown>);
	const keys = rowsByKey(setting);
	const rows = runs.flatMap((run) => {
		const { requests = [] } = Object(run) as { requests?: unknown };
		return (Array.isArray(requests) ? requests : []).flatMap((request: IDataObject) =>
			request.sentAgain === true ? (request.messages as string[]) : [],
		);
	});
	return rows.flatMap((key) => keys.get(key) ?? setting.rows.map(({ row }) => row));
}

/** The way in which the next try begins: how n8n begins it, with which list and key. */
function beginTry(state: State, course: Course, oracle: Oracle) {
	const { open, saved, past } = state;
	const first: Saved = { context: '{}', died: false, isRetried: false };
	const isFirst = !open && saved.length === 0;
	const ways: Array<readonly [string, { from: Saved; begun?: Begun }]> = [
		...(isFirst ? [['the first try', { from: first }] as const] : []),
		...(open ? [['Retry On Fail', { from: open.saved, begun: open.begun }] as const] : []),
		...saved.map(
			(from, place) =>
				[
					`Retry from the list of execution ${place + 1}${from.died ? `, which died, ${from.died}` : ''}`,
					{ from },
				] as const,
		),
	];
	const { from, begun: before } = oracle.choose('the next try', ways);
	const isRetry = !isFirst && !before;
	// An execution that is tried again has not ended so far.
	if (before) saved.pop();
	if (isRetry) {
		// Nothing is under way any more when a person retries.
		for (const one of state.service.pending)
			if (
				oracle.choose('what was lost', [
					['never arrived', false],
					['arrived', true],
				])
			)
				carryOut(state.service, one);
		state.service.pending = [];
		past.diedUnseen ||= from.died === 'not shown';
		past.isRetriedAgain ||= from.isRetried;
		past.isOldAfterSendAgain ||= from.isRetried && state.sentAgain.length > 0;
		from.isRetried = true;
	}
	if (isRetry && course.mayChangeKey && state.account === 'first')
		state.account = oracle.choose<Account>('the key', [
			['is the same', 'first'],
			['is another', 'other'],
		]);
	past.otherKey ||= state.account === 'other';
	let setting: Setting = {
		...course.setting,
		...(isRetry || before?.mode === 'retry' ? course.then : {}),
	};
	const { changes = {} } = course;
	const change = isFirst
		? state.change
		: oracle.choose('the list', [
				...(isRetry && course.mustChange && state.change === 'none'
					? []
					: [[`is as before (${state.change})`, state.change] as const]),
				...(isRetry ? Object.keys(changes) : [])
					.filter((name) => name !== state.change)
					.map((name) => [`is changed: ${name}`, name] as const),
			]);
	state.change = change;
	if (change !== 'none') past.change = change;
	const rows = changes[change];
	if (rows) setting = { ...setting, rows };
	const isPatient =
		course.weather.mayRepeat &&
		oracle.choose('Retry For', [
			['is no time', false],
			['is long', true],
		]);
	const begun: Begun = {
		mode: before?.mode ?? (isRetry ? 'retry' : 'trigger'),
		isShown: before?.isShown ?? from.died === 'shown',
		account: state.account,
		context: before?.context ?? (JSON.parse(from.context) as IDataObject),
		isPatient,
	};
	return { from, begun, setting, isRetry };
}

/**
 * Makes one try from a state, which it changes; nothing where it comes to a point that another way has come to. `met` holds those points:
 * what is chosen there leads to the same.
 */
async function makeTry(state: State, course: Course, oracle: Oracle, met: Set<string>) {
	const { service, past } = state;
	const { from, begun, setting, isRetry } = beginTry(state, course, oracle);
	const { mode, isPatient, account } = begun;
	const place = isRetry ? state.saved.indexOf(from) : -1;
	const beginning = [place, mode, isPatient, account, state.change];
	standing.length = 0;
	const own = new Set<string>();
	const wrong: Array<Pick<Wrong, 'kind' | 'row'>> = [];
	const saw = (kind: Wrong['kind'], row: string): void => void wrong.push({ kind, row });
	const before = { ...service.carried };
	const allowed = (row: string): number => 1 + (state.sentAgain.includes(row) ? 1 : 0);
	const judgeTwice = (): void => {
		for (const [row, times] of Object.entries(service.carried))
			if (times > allowed(row) && times > (before[row] ?? 0)) {
				before[row] = times;
				saw('is carried out twice', row);
			}
	};
	const meets = beginCourse(
		oracle,
		{ service, kind: setting.kind, weather: course.weather, begun, rowOf: rowOf(setting) },
		{
			leaves() {
				const known = sentAgainIn(begun.context, setting);
				state.sentAgain = [...new Set([...state.sentAgain, ...known])].sort();
			},
			carried: judgeTwice,
			isKnown(now) {
				if (!oracle.isNew()) return false;
				const key = JSON.stringify([
					...beginning,
					now,
					standing,
					begun.context,
					wrong,
					service,
					state.sentAgain,
				]);
				if (own.has(key)) return 'by itself';
				if (met.has(key)) return 'by another';
				own.add(key);
				met.add(key);
				return false;
			},
		},
	);
	clock.now = 0;
	let ended: Ended | undefined;
	try {
		ended = await send(setting, begun, meets.tryCall, meets.signal);
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		if (!meets.hasDied) {
			// n8n shows it as the error of the node: whether messages were sent, it does not say.
			ended = { rows: new Map(), error };
			if (!('node' in error)) saw('fails by a fault of the code', error.message);
		}
	}
	if (meets.isMet) return undefined;
	for (const fault of meets.faults) saw(fault, '');
	past.lied ||= meets.hasLied;
	// What becomes of an error in a process that has died, nobody sees.
	const died = meets.hasDied;
	if (died) ended = undefined;
	const isUnnamed = ended?.rows.size === 0;
	if (ended && !isUnnamed) judgeEnd(state, setting, ended, meets.isStopped, saw);
	const later = laterOf(service);
	for (const [row, times] of Object.entries(later.carried))
		if (times > allowed(row) && times > (before[row] ?? 0)) saw('is carried out twice', row);

	state.open = null;
	if (died) {
		past.died = true;
		past.diedAfterSendAgain ||= state.sentAgain.length > 0;
		const shown = oracle.choose<Saved['died']>('n8n', [
			['shows that the node had begun', 'shown'],
			['does not show that the node had begun', 'not shown'],
		]);
		state.saved.push({ context: from.context, died: shown, isRetried: false });
	} else if (ended?.error && !meets.isStopped) {
		state.saved.push({ context: JSON.stringify(begun.context), died: false, isRetried: false });
		state.open = { saved: from, begun };
	} else {
		// An execution whose retry succeeded is not offered again; a stopped one is not offered either, but the one that it retried is.
		state.saved = meets.isStopped ? state.saved : state.saved.filter((one) => one !== from);
	}
	return { wrong, ended, setting };
}

const storyOf = (chosen: readonly Chosen[]): string =>
	chosen.map(({ what, name, of }) => `${of ? `${of}: ` : ''}${what} ${name}`).join(' · ');

/** Finds what can become of a send, in so many ways at most, up to the first thing that goes wrong and is not known to. */
export async function explore(
	course: Course,
	isKnown: (wrong: Wrong) => boolean,
	most = Infinity,
): Promise<Found> {
	let left = most;
	const start: State = {
		service: newService(),
		open: null,
		saved: [],
		past: NEW_PAST,
		sentAgain: [],
		account: 'first',
		change: 'none',
	};
	course.begin?.(start);
	const found: Found = {
		states: 1,
		transitions: 0,
		ways: 0,
		wrong: new Map(),
		statuses: new Set(),
	};
	const known = new Set<string>([keyOf(start)]);
	const inOrder = orderJudge();
	let states: Array<{ state: State; story: string[] }> = [{ state: start, story: [] }];
	let isOver = false;
	for (let tries = 0; tries < course.tries; tries++) {
		const next: typeof states = [];
		for (const [place, { state, story }] of states.entries()) {
			const met = new Set<string>();
			const text = JSON.stringify(state);
			found.transitions += await everySequence(
				async (oracle) => {
					const own = JSON.parse(text) as State;
					const made = await makeTry(own, course, oracle, met);
					return made && { state: own, ...made };
				},
				({ state: end, wrong, ended }, chosen) => {
					found.ways++;
					// What is sent in one request, and settled one by one.
					const isEach = course.setting.kind === 'bulk' && tries === 0;
					if (isEach && ended && !inOrder(chosen, ended))
						wrong.push({ kind: 'depends on the order of the recipients', row: '' });
					const ownStory = (): string[] => [...story, storyOf(chosen)];
					for (const one of wrong) {
						const known = `${one.kind} ${one.row} ${JSON.stringify(end.past)}`;
						const before = found.wrong.get(known);
						const now = before ?? { ...one, past: end.past, course, story: ownStory(), times: 0 };
						now.times++;
						found.wrong.set(known, now);
						isOver ||= !isKnown(now);
					}
					for (const { status } of ended?.rows.values() ?? []) found.statuses.add(status);
					const key = keyOf(end);
					if (isOver || known.has(key)) return isOver;
					known.add(key);
					found.states++;
					if (end.open || end.saved.length > 0) next.push({ state: end, story: ownStory() });
					return false;
				},
				() => left-- > 0,
			);
			if (left < 0)
				found.brokenOff = `broken off in try ${tries + 1}, at state ${place + 1} of ${states.length}`;
			if (isOver || left < 0) return found;
		}
		states = next;
	}
	return found;
}
