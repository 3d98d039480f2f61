import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Chronicle, HeldReply } from './chronicle.mts';
import { count } from './judge.mts';
import type { Census, Wrong } from './judge.mts';
import { REPLIES } from './world.mts';

/*
 * What the event Message Received must keep to. The list has no IDs in one of its forms: a reply is then what it says, and equal ones of
 * one second are one.
 */

const secondOf = (ms: number): number => Math.floor(ms / 1000);
const nameOf = ({ phone, sender, text, atMs }: HeldReply): string =>
	[phone, sender, text, secondOf(atMs)].join(' ');
const nameOfEvent = ({ json }: INodeExecutionData): string =>
	[json.phone, json.sender, json.text, secondOf(Date.parse(String(json.received_at)))].join(' ');

/** Whether a reply asks for no more messages; the phones that answer by themselves say YES. */
const isOptOut = ({ text }: Pick<HeldReply, 'text'>): boolean =>
	(REPLIES as Readonly<Record<string, boolean>>)[text] ?? false;

function countNames(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** What is wrong with the words of an event about a reply that the service holds; undefined = nothing. */
function wrongWords({ ledger }: Chronicle, json: IDataObject): string | undefined {
	if (json.opt_out !== isOptOut({ text: String(json.text) })) return 'is called an opt-out wrongly';
	const text = String(json.answers_text);
	if (!/^S\d+\./.test(text)) return undefined;
	const atMs = Date.parse(String(json.received_at)) + 1000;
	const sent = ledger.some(
		(one) => one.text === text && one.phone === json.phone && one.createdMs < atMs,
	);
	return sent ? undefined : `is said to answer “${text}”, which it cannot have got`;
}

/** Judges the events about replies: each reply that the user wants to hear of is reported once, and nothing else. */
export function judgeReplies(
	chronicle: Chronicle,
	events: readonly INodeExecutionData[],
	first: NonNullable<Chronicle['firstLook']>,
	census: Census,
): Wrong[] {
	const { replies, world } = chronicle;
	const isWanted = (reply: HeldReply): boolean =>
		world.optOut === 'any' || (world.optOut === 'only') === isOptOut(reply);
	const named = (isMeant: (atMs: number) => boolean): string[] =>
		replies.filter((reply) => isWanted(reply) && isMeant(reply.atMs)).map(nameOf);
	// Of what came while the first look went on nobody can say whether it was there before.
	const may = countNames(named((atMs) => atMs >= first.beganMs));
	const owed = named((atMs) => atMs > first.endedMs);
	const must = countNames(owed);
	const fresh = new Map(events.map((event) => [String(event.json.event_id), nameOfEvent(event)]));
	const told = countNames([...fresh.values()]);
	count(census, 'replies that the trigger must report', owed.length);
	const wrong: Wrong[] = [];
	for (const [name, times] of told)
		if (times > (may.get(name) ?? 0))
			wrong.push({
				kind: 'trigger invented',
				what: `messageReceived: “${name}” came ${may.get(name) ?? 0} times, and ${times} events say so`,
			});
	for (const [name, times] of must)
		if (!told.has(name))
			wrong.push({
				kind: 'trigger missed',
				what: `messageReceived: “${name}” came ${times} times, and ${told.get(name) ?? 0} events say so`,
			});
	for (const { json } of events) {
		const words = wrongWords(chronicle, json);
		if (words !== undefined)
			wrong.push({
				kind: 'trigger invented',
				what: `messageReceived: “${String(json.text)}” ${words}`,
			});
	}
	return wrong;
}
