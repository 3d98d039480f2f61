import type { IDataObject } from 'n8n-workflow';
import {
	HARMLESS,
	isCampaign,
	isLists,
	mayBeUnknown,
	beganAnew,
	deletedIn,
	speaksOfItself,
} from './allowed.mts';
import { itemsOf, sourcesOf, wordsOf } from './chronicle.mts';
import type { Addressee, Chronicle, Execution, SendStory } from './chronicle.mts';
import { count } from './judge.mts';
import { getsBoth, isPersonal, isUsedAgain } from './sends.mts';
import { judgeLists, judgeListsStop } from './judgeLists.mts';
import { judgeRows } from './judgeRows.mts';
import { judgeTwice } from './judgeTwice.mts';
import { countSend, hasTwo } from './countSend.mts';
import { keyOf } from './keys.mts';
import { carriedIn, countedIn, leavesOpen, openIn } from './words.mts';
import type { Census, Wrong } from './judge.mts';

/*
 * What a send must keep to. The ledger says who got a message; the output must agree with it.
 *
 * - twice: nobody gets a message of one logical send more than once. An execution and its retries from the list are one logical send.
 * - accepted, or already sent, in the output: it is in the ledger. In the ledger: it is not refused, skipped or duplicate in the output.
 * - unknown: the world gave no way to know. See mayBeUnknown.
 * - lost: each recipient of the input has a row, is counted, or has an error that speaks of it.
 */

type Claim =
	| 'accepted'
	| 'already sent'
	| 'refused'
	| 'unknown'
	| 'skipped'
	| 'duplicate'
	| 'none'
	| 'dry run';

/** The numbers of those who have one of these messages. */
const phonesOf = (keys: Iterable<string>): Set<string> =>
	new Set([...keys].map((key) => key.split(' ')[0] ?? ''));

/** Whom an execution is about: without a recipient that the user has deleted. */
const presentIn = (story: SendStory, execution: Execution): Addressee[] =>
	deletedIn(story, execution) === undefined ? story.addressees : story.addressees.slice(1);

/** What a row says became of its recipient. */
const claimOf = ({ status }: IDataObject): Claim =>
	typeof status === 'string' ? (status as Claim) : 'none';

/** The campaign that a row names, if it names one. */
function campaignOf({ campaign_id: id }: IDataObject): string | undefined {
	return /^\d+$/.test(String(id ?? '')) ? String(id) : undefined;
}

/** The text with which the ledger holds what a recipient gets. */
function textOf({ send, mark }: SendStory): string {
	return isPersonal(send) ? `${mark} Hi Ann` : `${mark} Hi`;
}

/** Whom of an item's list an error is about: "(1 of 3 recipients: recipient 2)"; all, where it names none, or not each. */
function spokenOf(words: string, addressees: readonly Addressee[]): readonly Addressee[] {
	const [, named = ''] = /\(\d+ of \d+ recipients: ([^)]*)\)/.exec(words) ?? [];
	const places = [...named.matchAll(/recipient (\d+)/g)].map(([, place]) => Number(place));
	if (places.length === 0 || named.includes(' more')) return addressees;
	return addressees.filter((_, index) => places.includes(index + 1));
}

/** Judges what one execution says of its recipients. */
function judgeExecution(
	chronicle: Chronicle,
	story: SendStory,
	execution: Execution,
	census: Census,
): Wrong[] {
	const { send, mark } = story;
	const { result } = execution;
	const { rows, errors } = itemsOf(result);
	const addressees = presentIn(story, execution);
	// Whoever dies, or stops at the first fault, says nothing about later executions: the ledger at its end counts.
	const held = phonesOf(execution.inLedgerThen.keys());
	const heldThen = phonesOf(execution.heldThen.keys());
	const deleted = deletedIn(story, execution);
	if (deleted !== undefined) heldThen.delete(deleted);
	const where = `${send.operation} ${mark} (${execution.title})`;
	const wrong: Wrong[] = [];
	const covered = new Set<Addressee>();
	const cover = (test: (one: Addressee) => boolean): void => {
		for (const one of addressees) if (test(one)) covered.add(one);
	};

	for (const row of [...rows, ...execution.lines]) {
		const { json } = row;
		if (typeof json.recipients === 'number') {
			count(census, 'summaries');
			continue;
		}
		const phone = String(json.phone ?? '').replace(/\D/g, '');
		const claim = claimOf(json);
		count(census, `rows ${claim}`);
		cover(
			(one) =>
				one.phone === phone && (sourcesOf(row).length === 0 || sourcesOf(row).includes(one.item)),
		);
		if (claim === 'none') wrong.push({ kind: 'broken', what: `${where}: a row without a status` });
		const campaign = isCampaign(story) ? campaignOf(json) : undefined;
		const ours = campaign !== undefined && chronicle.campaigns.get(campaign) === mark;
		if (
			claim === 'accepted' &&
			!isLists(story) &&
			!held.has(phone) &&
			!ours &&
			!(isSaidCounted(json) && isCountedAsSent(chronicle, story, execution, phone))
		)
			wrong.push({
				kind: 'accepted, but not there',
				what: `${where}: ${phone} is accepted, and the service has no message for it`,
			});
		if (claim === 'already sent' && !isThere(chronicle, story, json))
			wrong.push({
				kind: 'accepted, but not there',
				what: `${where}: ${phone} is already sent, and the service has no message for it under ${String(json.reference)}`,
			});
		if (campaign !== undefined && !ours)
			wrong.push({
				kind: 'accepted, but not there',
				what: `${where}: campaign ${campaign} is another's`,
			});
		// Whoever was left out by a correction got nothing of this retry; of two messages to one, one may be refused.
		const isExcused =
			(claim === 'skipped' && isCorrectedOut(story, execution, phone)) || getsTwo(story, phone);
		if ((claim === 'refused' || claim === 'skipped') && heldThen.has(phone) && !isExcused)
			wrong.push({
				kind: 'there, but not accepted',
				what: `${where}: ${phone} is ${claim}, and the service has its message`,
			});
		if (
			claim === 'unknown' &&
			!mayBeUnknown(chronicle, story, execution, keyOf(phone, textOf(story)))
		)
			wrong.push({ kind: 'unknown, but it could be known', what: `${where}: ${phone}` });
	}
	wrong.push(...judgeSummaries(chronicle, story, execution, held, heldThen, where, census));
	wrong.push(...judgeRows(chronicle, story, execution, where));
	if (isLists(story)) wrong.push(...judgeLists(chronicle, story, execution, where));

	for (const error of errors) {
		cover((one) => sourcesOf(error).length === 0 || sourcesOf(error).includes(one.item));
		const words = wordsOf({
			...error.json,
			...(error.error ? { description: error.error.description } : {}),
		} as IDataObject);
		const open = leavesOpen(words);
		count(census, open ? 'error items that leave the outcome open' : 'error items');
		const ofItem = addressees.filter((one) => sourcesOf(error).includes(one.item));
		const of = spokenOf(words, ofItem).filter(({ repeats }) => !repeats);
		const rowed = new Set(rows.map(({ json }) => String(json.phone)));
		// Of two messages to one, the other may be the one that is there.
		const there = of.filter(
			({ phone }) => heldThen.has(phone) && !rowed.has(phone) && !getsTwo(story, phone),
		);
		// Of the same item, what went out in other campaigns is counted in their summaries.
		const summed = rows
			.filter((row) => sourcesOf(row).some((item) => sourcesOf(error).includes(item)))
			.reduce((sum, { json }) => sum + (Number(json.accepted) || 0), 0);
		if (!open && there.length > summed && !/was accepted|were accepted/.test(words))
			wrong.push({
				kind: 'there, but not accepted',
				what: `${where}: ${there[0]?.phone} has the error “${words.slice(0, 200)}”, and the service has its message`,
			});
		if (
			open &&
			of.length > 0 &&
			of.every(
				({ phone }) => !mayBeUnknown(chronicle, story, execution, keyOf(phone, textOf(story))),
			) &&
			!isListsLost(story, execution)
		)
			wrong.push({
				kind: 'unknown, but it could be known',
				what: `${where}: “${words.slice(0, 160)}”`,
			});
	}

	if (result.error) {
		if (!execution.died)
			wrong.push(...judgeStop(chronicle, story, execution, heldThen, where, census));
	} else if (!execution.died) {
		const summed = rows.reduce((sum, { json }) => sum + (Number(json.recipients) || 0), 0);
		const missing = addressees.filter((one) => !covered.has(one) && !one.repeats);
		if (!isLists(story) && missing.length > summed)
			wrong.push({
				kind: 'lost',
				what: `${where}: ${missing[0]?.phone} is in no row, no count and no error`,
			});
		if (isLists(story) && rows.length + errors.length < Math.min(2, addressees.length))
			wrong.push({ kind: 'lost', what: `${where}: ${rows.length + errors.length} items came out` });
	}
	return wrong;
}

/** Whether the user had left out this number in an execution. */
const isCorrectedOut = (
	{ addressees }: SendStory,
	{ correction }: Execution,
	phone: string,
): boolean => correction === 'leftOut' && addressees[0]?.phone === phone;

/** Whether this number does. */
const getsTwo = ({ send, addressees }: SendStory, phone: string): boolean =>
	getsBoth(send) && addressees.some((one) => one.repeats && one.phone === phone);

/** Whether the service holds a message that makes a row `already sent`: of an SMS under a reference of the user's own, or from content. */
function isThere(
	{ ledger, older }: Chronicle,
	story: SendStory,
	{ phone: told, reference: named }: IDataObject,
): boolean {
	const phone = String(told).replace(/\D/g, '');
	const reference = String(named);
	if (isCampaign(story) || story.send.reference === 'automatic') return false;
	const isOlder = older.has(`${phone} ${reference}`);
	return isOlder || ledger.some((one) => one.phone === phone && one.reference === reference);
}

/** Whether a row says that the user counts it as sent, in this try or in an earlier one. */
const isSaidCounted = ({ reason }: IDataObject): boolean =>
	String(reason).startsWith('Counted as sent');

/** Whether the user chose that what stays unknown counts as sent, and it may have been unknown until then. */
const isCountedAsSent = (
	chronicle: Chronicle,
	story: SendStory,
	execution: Execution,
	phone: string,
): boolean =>
	story.send.ifUnknown === 'countAsSent' &&
	story.executions
		.slice(0, story.executions.indexOf(execution) + 1)
		.some((one) => mayBeUnknown(chronicle, story, one, keyOf(phone, textOf(story))));

/** How many recipients may count as accepted whose message is not known to be there. */
const countedAsSent = (chronicle: Chronicle, story: SendStory, execution: Execution): number =>
	story.addressees.filter(
		({ phone, repeats }) => !repeats && isCountedAsSent(chronicle, story, execution, phone),
	).length;

const isListsLost = (story: SendStory, execution: Execution): boolean =>
	isLists(story) && execution.requests.some(({ fault }) => !HARMLESS.has(fault));

/** Counts of Simplify: not more accepted than the service holds, and not more of them refused than it does not hold. */
function judgeSummaries(
	chronicle: Chronicle,
	story: SendStory,
	execution: Execution,
	held: ReadonlySet<string>,
	heldThen: ReadonlySet<string>,
	where: string,
	census: Census,
): Wrong[] {
	const addressees = presentIn(story, execution);
	const summaries = itemsOf(execution.result).rows.filter(
		({ json }) => typeof json.recipients === 'number',
	);
	if (summaries.length === 0) return [];
	const sum = (name: string): number =>
		summaries.reduce((total, { json }) => total + (Number(json[name]) || 0), 0);
	const wrong: Wrong[] = [];
	// Where the first of two rows with one number is deleted, the other counts for it.
	const phones = new Set(addressees.map(({ phone }) => phone));
	const there = [...phones].filter((phone) => held.has(phone)).length;
	const others = countedAsSent(chronicle, story, execution);
	// Of two messages to one recipient, either may be refused.
	const isOfTwo = hasTwo(story);
	if (sum('accepted') > there + others + (isOfTwo ? 1 : 0))
		wrong.push({
			kind: 'accepted, but not there',
			what: `${where}: ${sum('accepted')} are counted as accepted, the service holds ${there}`,
		});
	const all = addressees.length;
	const refused = sum('refused') + sum('skipped');
	const keys = addressees.map(({ phone }) => keyOf(phone, textOf(story)));
	if (sum('unknown') > 0) count(census, 'summaries that count recipients as unknown');
	if (sum('unknown') > 0 && keys.every((key) => !mayBeUnknown(chronicle, story, execution, key)))
		wrong.push({
			kind: 'unknown, but it could be known',
			what: `${where}: ${sum('unknown')} are counted as unknown`,
		});
	const thereThen = addressees.filter(
		({ phone, repeats }) => !repeats && heldThen.has(phone),
	).length;
	const correctedOut = execution.correction === 'leftOut' ? 1 : 0;
	if (
		!isOfTwo &&
		refused > all + correctedOut - thereThen - addressees.filter(({ repeats }) => repeats).length
	)
		wrong.push({
			kind: 'there, but not accepted',
			what: `${where}: ${refused} of ${all} are counted as refused, the service holds ${thereThen}`,
		});
	return wrong;
}

/** An execution that stopped: its error must not deny what the service holds. */
function judgeStop(
	chronicle: Chronicle,
	story: SendStory,
	execution: Execution,
	held: ReadonlySet<string>,
	where: string,
	census: Census,
): Wrong[] {
	const words = wordsOf(execution.result.error);
	const open = leavesOpen(words);
	count(census, open ? 'executions stopped with an open outcome' : 'executions stopped');
	const stated = countedIn(words) ?? 0;
	if (isLists(story)) return judgeListsStop(story, execution, where);
	// The error of a file says which lines its request carried, and that all before it is done. The first row names the columns.
	const { from = Infinity, to = 0 } = carriedIn(words) ?? {};
	const before = story.addressees.filter((_, index) => index + 2 < from || index + 2 > to).length;
	const isDoneBefore = from < Infinity && held.size <= before;
	if (
		!open &&
		!speaksOfItself(execution) &&
		!beganAnew(story, execution) &&
		!isDoneBefore &&
		held.size > stated + openIn(words)
	)
		return [
			{
				kind: 'there, but not accepted',
				what: `${where}: it stops with “${words.slice(0, 200)}”, and the service holds ${held.size} of its messages`,
			},
		];
	const all = phonesOf(execution.inLedgerThen.keys()).size;
	const others = countedAsSent(chronicle, story, execution);
	if (stated > all + others + (hasTwo(story) ? 1 : 0) + (isUsedAgain(story.send) ? 1 : 0))
		return [
			{
				kind: 'accepted, but not there',
				what: `${where}: it says that ${stated} were accepted, the service holds ${all}`,
			},
		];
	const keys = story.addressees.map(({ phone }) => keyOf(phone, textOf(story)));
	const isOpen = open || openIn(words) > 0;
	if (isOpen && keys.every((key) => !mayBeUnknown(chronicle, story, execution, key)))
		return [
			{
				kind: 'unknown, but it could be known',
				what: `${where}: it stops with “${words.slice(0, 160)}”`,
			},
		];
	return [];
}

/** Judges a send with all its executions. */
export function judgeSend(chronicle: Chronicle, story: SendStory, census: Census): Wrong[] {
	countSend(chronicle, story, census);
	return [
		...judgeTwice(chronicle, story, census),
		...story.executions
			.filter(({ died }) => !died)
			.flatMap((execution) => judgeExecution(chronicle, story, execution, census)),
	];
}
