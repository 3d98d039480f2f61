import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { analyseText, textHint } from '../../shared/text';
import type { OperationContext } from './context';
import type { Entry } from './recipients';

/** Remembers what a text costs: texts repeat. */
function factsOf(): (text: string) => IDataObject {
	let last: { text: string; facts: IDataObject } | undefined;
	return (text) => {
		if (last?.text !== text) {
			const { encoding, characters, segments } = analyseText(text);
			last = { text, facts: { encoding, characters, segments } };
		}
		return last.facts;
	};
}

/** One output item for each recipient, paired with its input. */
export function recipientItems(entries: Entry[]): INodeExecutionData[] {
	const facts = factsOf();
	return entries.map((entry) => {
		const json: IDataObject = { status: entry.status };
		if (entry.reason !== undefined) json.reason = entry.reason;
		Object.assign(json, entry.result);
		json.phone = entry.phone;
		json.sender = entry.sender;
		json.reference = entry.reference || null;
		json.text = entry.text;
		return { json: Object.assign(json, facts(entry.text)), pairedItem: { item: entry.item } };
	});
}

/** One output item for each request that was made (Simplify): what the service says of it, and counts. */
export function requestItems(entries: Entry[], chunks: Entry[][], items: number[]): INodeExecutionData[] {
	const facts = factsOf();
	const count = (list: Entry[], status: Entry['status']) => list.filter((entry) => entry.status === status).length;
	const inside = new Set(chunks.flat());
	const outside = entries.filter((entry) => !inside.has(entry));
	return (chunks.length === 0 ? [[]] : chunks).map((chunk, at) => {
		const all = at === 0 ? [...chunk, ...outside] : chunk;
		const sources = [...new Set(all.map((entry) => entry.item))];
		return {
			json: {
				status: count(chunk, 'accepted') > 0 ? 'accepted' : (chunk[0]?.status ?? 'refused'),
				...chunk.find((entry) => entry.summary)?.summary,
				recipients: all.length,
				accepted: count(chunk, 'accepted'),
				refused: count(all, 'refused'),
				merged: count(all, 'merged'),
				skipped: count(all, 'skipped'),
				segments: chunk.reduce((sum, entry) => sum + (entry.status === 'accepted' || entry.status === 'dry run' ? Number(facts(entry.text).segments) : 0), 0),
			},
			pairedItem: (sources.length === 0 ? items : sources).map((item) => ({ item })),
		};
	});
}

/** Says in plain words what the output shows in detail, and how to pay less. */
export function giveHints(ctx: OperationContext, entries: Iterable<Entry>): void {
	const counts = new Map<Entry['status'], number>();
	const savings = { count: 0, hint: '' };
	let last: string | undefined;
	let lastHint: string | undefined;
	for (const entry of entries) {
		counts.set(entry.status, (counts.get(entry.status) ?? 0) + 1);
		if (entry.status !== 'accepted' && entry.status !== 'dry run') continue;
		// Most texts are short or plain: only long ones can be made cheaper.
		if (entry.text !== last) lastHint = entry.text.length > 70 ? textHint(entry.text) : undefined;
		last = entry.text;
		if (lastHint === undefined) continue;
		savings.count++;
		savings.hint ||= lastHint;
	}
	const left = (['refused', 'merged', 'skipped'] as const).flatMap((status) => (counts.has(status) ? `${counts.get(status)} ${status}` : []));
	if (left.length > 0) {
		const main = counts.has('dry run') ? `${counts.get('dry run')} would be sent` : `${counts.get('accepted') ?? 0} recipients accepted`;
		ctx.hint(`${main}, ${left.join(', ')}: see the status column.`);
	}
	if (savings.count > 0) ctx.hint(savings.count === 1 ? savings.hint : `${savings.count} texts cost more than they need. ${savings.hint}`);
}
