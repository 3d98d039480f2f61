import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { itemsOf, sourcesOf, wordsOf } from './chronicle.mts';
import type { ChangedItem, ChangeStory, ReadStory } from './chronicle.mts';
import { count } from './judge.mts';
import type { Census, Wrong } from './judge.mts';
import { REPORT_RECORDS } from './seeds.mts';
import { leavesOpen } from './words.mts';
import type { World } from './world.mts';

const HARMLESS: ReadonlySet<string | null> = new Set([null, 'unknownFields']);

/** Changes that do no harm when they are made again. */
const STATES: ReadonlySet<string> = new Set(['contact', 'addStop', 'removeStop']);

/** Changes that make something: a next try of the node may make another, of a sender only if the list does not show the first yet. */
const CREATIONS: ReadonlySet<string> = new Set(['report', 'register']);

/** Changes that make one request for all items: what befalls it befalls all of them. */
const TOGETHER: ReadonlySet<string> = new Set(['addStop', 'removeStop']);

/** What an execution of a change says of one item: nothing, that it was made, or in words that it failed. */
function saidOf(
	{ result, change }: ChangeStory,
	item: number,
): { rows: INodeExecutionData[]; words: string; isOwn: boolean } {
	const { rows, errors } = itemsOf(result);
	const isOf = (output: INodeExecutionData): boolean => sourcesOf(output).includes(item);
	const culprit = result.error?.context?.item ?? 0;
	return {
		rows: rows.filter(isOf),
		words: [result.error, ...errors.filter(isOf).map(({ json }) => json)].map(wordsOf).join(' '),
		isOwn: !result.error || TOGETHER.has(change) || culprit === item,
	};
}

/** A change of an item is green only where the service made it, is not denied where it did, and is made once. */
function judgeItem(
	story: ChangeStory,
	{ done, doneInAll, doneBefore }: ChangedItem,
	item: number,
	census: Census,
): Wrong[] {
	const { change, result, requests } = story;
	const { rows, words, isOwn } = saidOf(story, item);
	const wrong: Wrong[] = [];
	const add = (what: string): void =>
		void wrong.push({ kind: 'change', what: `${change} ${what}` });
	const green = words === '';
	if (green && rows.length === 0) add(`of item ${item} is in no row and no error`);
	// What an earlier step had changed is as it was wanted.
	const isFound = doneBefore > 0;
	if (green && done === 0 && isFound) count(census, 'changes that were found as they were wanted');
	// A retry from the list knows what the execution before it had done: its reply stands in the saved execution.
	if (green && doneInAll === 0 && !isFound) add('is green, and the service did nothing');
	// A report that was requested may still not be there to be read. An error speaks of its own try.
	const isSaid = leavesOpen(words) || /Report \S+ was requested/.test(words) || result.tries > 1;
	if (!green && isOwn && done > 0 && !isSaid)
		add(`was done, and the node says: ${words.slice(0, 200)}`);
	// What sets a state may set it again.
	const most = STATES.has(change) ? Infinity : CREATIONS.has(change) ? result.tries : 1;
	if (doneInAll > most && !CREATIONS.has(change)) add(`was done ${doneInAll} times in all`);
	else if (done > most) add(`was done ${done} times`);
	if (
		!green &&
		requests.every(({ fault, status }) => HARMLESS.has(fault) && status < 400) &&
		requests.length > 0 &&
		done === 0
	)
		count(census, 'changes that an undisturbed service refused');
	return wrong;
}

/** Judges a change by each of its items. */
export function judgeChanges(story: ChangeStory, census: Census): Wrong[] {
	const { change, items } = story;
	count(census, `changes: ${change}`);
	if (items.length > 1) count(census, 'changes of several items');
	return items.flatMap((one, item) => judgeItem(story, one, item, census));
}

/** Reads whose items are only counted: one balance, and the records of the report. */
const COUNTED: Readonly<Partial<Record<ReadStory['read'], number>>> = {
	balance: 1,
	'report file': REPORT_RECORDS,
};

/** What names an item of a read. */
function idIn(read: ReadStory['read'], json: IDataObject): string {
	if (['stop list', 'stop list search', 'received'].includes(read)) return String(json.phone);
	if (['messages', 'delivery', 'message'].includes(read)) return String(json.message_id);
	if (read === 'bulk task') return String(json.task_id);
	return String(json.campaign_id ?? json.message_id ?? json.application_id);
}

/** Reads of the extensions. */
const EXTENSIONS: ReadonlySet<ReadStory['read']> = new Set([
	'balance',
	'messages',
	'stop list',
	'stop list search',
	'received',
]);

/** Whether the service of a world offers what is read: some of it are extensions that not every service has. */
function isOffered(read: ReadStory['read'], { personality: { accents } }: World): boolean {
	if (EXTENSIONS.has(read) && accents.extensions === false) return false;
	if (read === 'messages' && accents.messageList === 'never') return false;
	return read !== 'received' || accents.received !== 'refuse';
}

/** Reads of one thing, which fails where there is none. */
const OF_ONE: ReadonlySet<ReadStory['read']> = new Set([
	'campaign',
	'reference',
	'delivery',
	'message',
	'bulk task',
]);

/** A read that failed: a fault did that, or the service does not have what was asked for. */
function judgeFailedRead(
	{ read, result, requests, truth }: ReadStory,
	world: World,
	census: Census,
): Wrong[] {
	count(census, 'reads that failed');
	const isThere = !OF_ONE.has(read) || (truth.before[0] ?? 'undefined') !== 'undefined';
	const isDisturbed = requests.some(({ fault }) => !HARMLESS.has(fault));
	if (isDisturbed || !isThere || !isOffered(read, world)) return [];
	const words = [result.error, ...itemsOf(result).errors.map(({ json }) => json)].map(wordsOf);
	// A key that was refused is not tried again for 15 seconds.
	const standsRefused = words.some((text) => text.startsWith('Login to the service:'));
	if (standsRefused && world.steps.some((step) => 'faults' in step && step.faults.length > 0))
		return [];
	return [
		{ kind: 'read', what: `${read} fails undisturbed: “${words.join(' ').trim().slice(0, 200)}”` },
	];
}

/** A read that says nothing of a failure tells the truth, and all of it. */
export function judgeReads(story: ReadStory, world: World, census: Census): Wrong[] {
	const { read, result, truth } = story;
	count(census, `reads: ${read}`);
	if (result.error || itemsOf(result).errors.length > 0)
		return judgeFailedRead(story, world, census);
	const { rows } = itemsOf(result);
	// The time to wait was up: that is said, and claims nothing.
	if (rows.some(({ json }) => json.timed_out === true)) {
		count(census, 'waits whose time was up');
		return [];
	}
	const ids = rows.map(({ json }) => idIn(read, json));
	const counted = COUNTED[read];
	if (counted !== undefined)
		return ids.length === counted
			? []
			: [{ kind: 'read', what: `${read}: ${ids.length} items instead of ${counted}` }];
	const missing = truth.before.filter((id) => truth.after.includes(id) && !ids.includes(id));
	const invented = ids.filter((id) => !truth.after.includes(id));
	return [
		...(missing.length > 0
			? [
					{
						kind: 'read' as const,
						what: `${read}: ${missing.length} are missing, ${missing[0]} among them`,
					},
				]
			: []),
		...(invented.length > 0
			? [{ kind: 'read' as const, what: `${read}: ${invented[0]} is none of the service's` }]
			: []),
	];
}
