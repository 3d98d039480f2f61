import type { INodeExecutionData } from 'n8n-workflow';
import { itemsOf, sourcesOf, wordsOf } from './chronicle.mts';
import type { Chronicle, Execution, SendStory } from './chronicle.mts';
import type { Wrong } from './judge.mts';
import { plainText } from './keys.mts';
import { leavesOpen } from './words.mts';
import { mayHaveLost, speaksOfItself } from './allowed.mts';

/*
 * A campaign to contact lists has no recipients that the node could name: each item is a campaign with a text of its own, and by that
 * text, and by the campaign that a row names, the ledger tells what became of it.
 */

const textOf = ({ mark }: SendStory, item: number): string => `${mark} list ${item}`;
const holds = (keys: Iterable<string>, text: string): boolean =>
	[...keys].some((key) => key.endsWith(` ${text}`));

/** Whether the user chose that what stays unknown counts as sent, and an answer was lost until then. */
function isCountedAsSent(story: SendStory, execution: Execution): boolean {
	const { send, executions } = story;
	if (send.ifUnknown !== 'countAsSent') return false;
	const until = executions.slice(0, executions.indexOf(execution) + 1);
	return until.some((one) => one.died || mayHaveLost(story, one));
}

function judgeRow(
	chronicle: Chronicle,
	story: SendStory,
	execution: Execution,
	row: INodeExecutionData,
	where: string,
): Wrong[] {
	const [item = -1] = sourcesOf(row);
	const text = textOf(story, item);
	const { status, campaign_id: id } = row.json;
	// Under Continue a row leaves its outcome open, as an error does elsewhere.
	if (status === 'unknown' && leavesOpen(wordsOf(row.json))) return [];
	if (status !== 'accepted')
		return holds(execution.heldThen.keys(), text)
			? [
					{
						kind: 'there, but not accepted',
						what: `${where}: item ${item} is ${String(status)}, and the service made its campaign`,
					},
				]
			: [];
	const isMade =
		holds(execution.inLedgerThen.keys(), text) &&
		chronicle.ledger.some(
			(one) => plainText(one.text) === text && String(one.campaignId) === String(id),
		);
	// What is counted as sent names no campaign.
	const isCounted = !/^\d+$/.test(String(id)) && isCountedAsSent(story, execution);
	return isMade || isCounted
		? []
		: [
				{
					kind: 'accepted, but not there',
					what: `${where}: item ${item} is accepted as campaign ${String(id)}, and the service made none of its text`,
				},
			];
}

/** Judges what a send to contact lists says of each item. */
export function judgeLists(
	chronicle: Chronicle,
	story: SendStory,
	execution: Execution,
	where: string,
): Wrong[] {
	const { rows, errors } = itemsOf(execution.result);
	const denied = errors.flatMap((error) => {
		const words = wordsOf({ ...error.json, description: error.error?.description ?? '' });
		return leavesOpen(words) ? [] : sourcesOf(error).map((item) => ({ item, words }));
	});
	return [
		...rows.flatMap((row) => judgeRow(chronicle, story, execution, row, where)),
		...denied
			.filter(({ item }) => holds(execution.heldThen.keys(), textOf(story, item)))
			.map(({ item, words }) => ({
				kind: 'there, but not accepted' as const,
				what: `${where}: item ${item} has the error “${words.slice(0, 200)}”, and the service made its campaign`,
			})),
	];
}

/** Judges the error of a send to contact lists that stopped: of its item, and of those before it. */
export function judgeListsStop(story: SendStory, execution: Execution, where: string): Wrong[] {
	const words = wordsOf(execution.result.error);
	const item = Number(/\[item (\d+)\]/.exec(words)?.[1] ?? 1) - 1;
	const before = Number(/campaigns? of the (\d+) items? before/.exec(words)?.[1] ?? 0);
	const unmade = Array.from({ length: before }, (_, index) => index).filter(
		(index) =>
			!isCountedAsSent(story, execution) &&
			!holds(execution.inLedgerThen.keys(), textOf(story, index)),
	);
	const unsaid = Array.from({ length: item }, (_, index) => index).filter(
		(index) => index >= before && holds(execution.heldThen.keys(), textOf(story, index)),
	);
	const isDenied =
		!leavesOpen(words) &&
		!speaksOfItself(execution) &&
		holds(execution.heldThen.keys(), textOf(story, item));
	return [
		...unmade.map((index) => ({
			kind: 'accepted, but not there' as const,
			what: `${where}: it says that item ${index} was made, and the service has no such campaign`,
		})),
		...(isDenied || unsaid.length > 0
			? [
					{
						kind: 'there, but not accepted' as const,
						what: `${where}: it stops with “${words.slice(0, 200)}”, and the service made its campaign`,
					},
				]
			: []),
	];
}
