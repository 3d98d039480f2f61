import type { INodeExecutionData } from 'n8n-workflow';
import { isLists } from './allowed.mts';
import { itemsOf } from './chronicle.mts';
import type { Chronicle, Execution, Held, SendStory } from './chronicle.mts';
import type { Wrong } from './judge.mts';
import { plainText } from './keys.mts';

/*
 * What a row of a send says beside the status: with which message, under which reference and with which text. Who maps it to a next node
 * asks for another's message where it is wrong. And the counts: each recipient counts once.
 */

const STATUSES = [
	'accepted',
	'already_sent',
	'refused',
	'unknown',
	'duplicate',
	'skipped',
] as const;

/** What is wrong with the words of a row about a recipient of whom the service holds these messages; undefined = nothing. */
function wrongWords(
	{ json }: INodeExecutionData,
	held: readonly Held[],
	isOtherText: boolean,
): string | undefined {
	const { message_id: id, reference, text } = json;
	if (/^\d+$/.test(String(id)) && !held.some((one) => String(one.id) === String(id)))
		return `names message ${String(id)}, which is another's`;
	// Where there is none, a row holds a dash and a line of a file nothing.
	const told = [null, '', undefined].includes(reference as string) ? null : String(reference);
	if (!isOtherText && !held.some((one) => one.reference === told))
		return `tells the reference ${String(told)}`;
	if (typeof text === 'string' && !held.some((one) => plainText(one.text) === plainText(text)))
		return `tells the text “${text}”`;
	return undefined;
}

/** How many rows there may be of a number: one for each entry of the input that holds it. */
function judgeCounts(
	{ addressees }: SendStory,
	rows: readonly INodeExecutionData[],
	where: string,
): Wrong[] {
	const counts = new Map<string, number>();
	for (const { json } of rows) {
		const phone = String(json.phone ?? '').replace(/\D/g, '');
		if (phone !== '') counts.set(phone, (counts.get(phone) ?? 0) + 1);
	}
	return [...counts].flatMap(([phone, count]): Wrong[] => {
		const most = addressees.filter((one) => one.phone === phone).length;
		return count > most
			? [
					{
						kind: 'broken',
						what: `${where}: ${phone} has ${count} rows, and ${most} entries of the input`,
					},
				]
			: [];
	});
}

/** Judges what the rows of an execution say beside their statuses. */
export function judgeRows(
	{ ledger }: Chronicle,
	story: SendStory,
	execution: Execution,
	where: string,
): Wrong[] {
	const { result, lines, correction } = execution;
	const { rows } = itemsOf(result);
	// A row tells the text and the reference of the form; an earlier try sent another text.
	const { executions, send } = story;
	const isOtherText =
		send.reference === 'content' &&
		executions.slice(0, executions.indexOf(execution)).some((one) => one.correction !== correction);
	const summaries = rows.filter(({ json }) => typeof json.recipients === 'number');
	const single = rows.filter((row) => !summaries.includes(row));
	const wrong = summaries.flatMap(({ json }): Wrong[] => {
		const sum = STATUSES.reduce((total, name) => total + (Number(json[name]) || 0), 0);
		return sum === json.recipients
			? []
			: [
					{
						kind: 'lost',
						what: `${where}: ${String(json.recipients)} recipients, and ${sum} are counted`,
					},
				];
	});
	if (isLists(story)) return wrong;
	wrong.push(...judgeCounts(story, single, where), ...judgeCounts(story, lines, where));
	for (const row of [...single, ...lines]) {
		const { json } = row;
		const phone = String(json.phone ?? '').replace(/\D/g, '');
		const held = ledger.filter((one) => one.phone === phone && one.text.startsWith(story.mark));
		// Of two texts to one number one may be counted as sent without being there: the user says so.
		const isCounted =
			send.ifUnknown === 'countAsSent' && /^Counted as sent/.test(String(json.reason));
		if (json.status !== 'accepted' || held.length === 0 || isCounted) continue;
		const words = wrongWords(row, held, isOtherText);
		if (words !== undefined)
			wrong.push({
				kind: 'accepted, but not there',
				what: `${where}: the row of ${phone} ${words}`,
			});
	}
	return wrong;
}
