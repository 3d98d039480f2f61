import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { analyseText, textHint } from '../../shared/text';
import type { OperationContext } from '../dispatch/context';
import type { Entry } from './recipients';

/** What a text costs, under the names of the output. */
export function textFacts(text: string): {
	encoding: string;
	characters: number;
	segments: number;
} {
	const { encoding, characters, segments } = analyseText(text);
	return { encoding, characters, segments };
}

/** Remembers the facts of the last text: texts repeat. */
function factsOf(): typeof textFacts {
	let last: string | undefined;
	let facts = textFacts('');
	return (text) => {
		if (last !== text) facts = textFacts((last = text));
		return facts;
	};
}

/** One output item for each recipient, paired with its input. */
export function recipientItems(entries: Entry[]): INodeExecutionData[] {
	const facts = factsOf();
	return entries.map((entry) => {
		const { status, reason, phone, sender, reference, text } = entry;
		const json: IDataObject = { status };
		if (reason !== undefined) json.reason = reason;
		Object.assign(json, entry.result);
		json.phone = phone;
		json.sender = sender;
		json.reference = reference || null;
		json.text = text;
		return { json: Object.assign(json, facts(text)), pairedItem: { item: entry.item } };
	});
}

/** One output item for each request that was made (Simplify): what the service says of it, and counts. */
export function requestItems(
	entries: Entry[],
	chunks: Entry[][],
	items: number[],
): INodeExecutionData[] {
	const facts = factsOf();
	const inside = new Set(chunks.flat());
	const outside = entries.filter((entry) => !inside.has(entry));
	return (chunks.length === 0 ? [[]] : chunks).map((chunk, at) => {
		const all = at === 0 ? [...chunk, ...outside] : chunk;
		const count = (status: Entry['status']) =>
			all.filter((entry) => entry.status === status).length;
		const accepted = count('accepted');
		const sources = [...new Set(all.map((entry) => entry.item))];
		return {
			json: {
				status: accepted > 0 ? 'accepted' : (chunk[0]?.status ?? 'refused'),
				...chunk.find((entry) => entry.summary)?.summary,
				recipients: all.length,
				accepted,
				refused: count('refused'),
				merged: count('merged'),
				skipped: count('skipped'),
				segments: chunk.reduce(
					(sum, { status, text }) =>
						sum + (status === 'accepted' || status === 'dry run' ? facts(text).segments : 0),
					0,
				),
			},
			pairedItem: (sources.length === 0 ? items : sources).map((item) => ({ item })),
		};
	});
}

/** Says in plain words what the output shows in detail, and how to pay less. */
export function giveHints(ctx: OperationContext, entries: Iterable<Entry>): void {
	const counts: Partial<Record<Entry['status'], number>> = {};
	let costly = 0;
	let saving = '';
	let last: string | undefined;
	let lastHint: string | undefined;
	for (const { status, text } of entries) {
		counts[status] = (counts[status] ?? 0) + 1;
		if (status !== 'accepted' && status !== 'dry run') continue;
		// Most texts are short or plain: only long ones can be made cheaper.
		if (text !== last) lastHint = text.length > 70 ? textHint(text) : undefined;
		last = text;
		if (lastHint === undefined) continue;
		costly++;
		saving ||= lastHint;
	}
	const left = (['refused', 'merged', 'skipped'] as const)
		.flatMap((status) => (counts[status] ? `, ${counts[status]} ${status}` : []))
		.join('');
	const planned = counts['dry run'];
	if (left)
		ctx.hint(
			`${planned ? `${planned} would be sent` : `${counts.accepted ?? 0} recipients accepted`}${left}: see the status column.`,
		);
	if (costly > 0)
		ctx.hint(costly === 1 ? saving : `${costly} texts cost more than they need. ${saving}`);
}
