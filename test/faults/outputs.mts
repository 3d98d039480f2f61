import { isDeepStrictEqual } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Fault } from './faults.mts';
import type { Outcome, Requests } from './outcomes.mts';

/** An undisturbed run: what every other one of the same operation or event is compared with. */
export interface Control {
	items: INodeExecutionData[];
	requests: Requests;
}

/** What a fault adds to the replies. */
const ADDED = ['x_new_field', 'constructor'];
const NEW_STATUS = 'quarantined';

/** Times and references differ from run to run: only that they are there, and what they look like, is compared. */
const plainText = (text: string): string =>
	text
		.replace(/^[0-9a-f]{32}$/, '(reference)')
		.replace(/^[0-9a-f]{24}$/, '(event id)')
		.replace(/\d{4}-\d\d-\d\d([ T])\d\d:\d\d:\d\d(\.\d+)?Z?/g, '(time)');

/** The address at which an execution waits holds its number, and is signed. */
const LINK = /http:\S+\/webhook-waiting\/\S+/;

/** A message whose text holds such a link, without it: each run has another one. */
function withoutLink(value: object): object {
	const { text, characters } = value as { text?: unknown; characters?: unknown };
	const link = typeof text === 'string' ? LINK.exec(text)?.[0] : undefined;
	return link === undefined
		? value
		: {
				...value,
				text: String(text).replace(link, ''),
				characters: Number(characters) - link.length,
			};
}

export function plainOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plainOf);
	if (typeof value === 'string') return plainText(value);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(withoutLink(value))
			.filter(([name]) => !ADDED.includes(name))
			.map(([name, inner]) => [name, plainOf(inner)]),
	);
}

/** What only the reply tells: of a task, of a campaign, of an entry that has left the stop list. */
const OF_REPLY: ReadonlySet<string> = new Set([
	'task_id',
	'start_at',
	...['stop_list_id', 'created_at', 'sms', 'viber', 'rcs'],
]);

/** Whether a value may differ from that of the undisturbed run, and why. */
function mayDiffer(
	name: string,
	is: unknown,
	was: unknown,
	fault: Fault,
	outcome: Outcome,
): boolean {
	// Other cells send from the same account meanwhile.
	if (name === 'balance' && typeof is === 'number' && typeof was === 'number') return true;
	if (fault.id === 'unknownStatus') {
		if (/status$/i.test(name) && is === NEW_STATUS && typeof was === 'string') return true;
		// The new status was an event of its own, which told of the counters.
		if (name.startsWith('previous_')) return true;
		// Whether it has ended is not known, nor whether what is not delivered has failed.
		if (name === 'failed' && is === null && typeof was === 'number') return true;
		// Whether it arrived is not known, so neither is when.
		if (name === 'delivered_at' && is === null && typeof was === 'string') return true;
		// Nor is what delivered it, and whether what has not ended is on the way.
		if (name === 'delivered_by' && is === null && typeof was === 'string') return true;
		if (name === 'on_the_way' && is === null && typeof was === 'number') return true;
		// It is no status that has a reason of its own.
		if (name === 'reason' && is === null && was === 'Delivered') return true;
	}
	// That is how the service answers a code that is wrong.
	if (fault.id === '404' && name === 'verified') return is === false;
	if (fault.id === '404' && is === 'wrong') return name === 'reason';
	if (fault.id === '404' && is === 'pending') return was === 'verified';
	// A try before had sent the code.
	if (name === 'code_sent' && is === false) return was === true;
	// A try before had made the change.
	if (is === 'Nothing had to be changed') return was === 'Changed by the service';
	// The reply is lost: what it told stood nowhere else.
	return (
		outcome === 'found' &&
		((name === 'reason' && was === 'Accepted by the service') ||
			(OF_REPLY.has(name) && is === null))
	);
}

/** What an item must hold: as in the undisturbed run, or, when the time to wait was up, that nothing final is known. */
function expectedOf(
	{ json, ...rest }: INodeExecutionData,
	fault: Fault,
	outcome: Outcome,
): INodeExecutionData {
	if (outcome !== 'timeUp') return { ...rest, json };
	const { item, reference } = json;
	const undisturbed = Object.fromEntries(
		Object.entries(json).filter(([name]) => name !== 'reason'),
	);
	const nothing = Object.fromEntries(Object.keys(undisturbed).map((name) => [name, null]));
	const known =
		fault.id === 'unknownStatus'
			? undisturbed
			: { ...nothing, item, reference, status: fault.id === '404' ? 'not found' : 'not known' };
	return { ...rest, json: { ...known, delivered: false, timed_out: true } };
}

/** How the output of a success differs from the undisturbed one. */
export function compareOutputs(
	items: INodeExecutionData[],
	control: Control,
	fault: Fault,
	outcome: Outcome,
): string[] {
	if (items.length !== control.items.length)
		return [`${items.length} outputs instead of ${control.items.length}`];
	const differences = (is: unknown, was: unknown, at: string[]): string[] => {
		if (isDeepStrictEqual(is, was) || mayDiffer(at.at(-1) ?? '', is, was, fault, outcome))
			return [];
		if (
			typeof is === 'object' &&
			typeof was === 'object' &&
			is !== null &&
			was !== null &&
			Array.isArray(is) === Array.isArray(was)
		) {
			const [one, other] = [is as Record<string, unknown>, was as Record<string, unknown>];
			return [...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((name) =>
				differences(one[name], other[name], [...at, name]),
			);
		}
		return [`${at.join('.')}: ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`];
	};
	const wrong = items.flatMap((item, index) => {
		// Why nothing is known is judged with the texts.
		const json = Object.fromEntries(
			Object.entries(item.json).filter(([name]) => name !== 'reason'),
		);
		const is = plainOf(outcome === 'timeUp' ? { ...item, json } : { ...item });
		return differences(is, plainOf(expectedOf(control.items[index] ?? item, fault, outcome)), [
			`output ${index}`,
		]);
	});
	return wrong;
}
