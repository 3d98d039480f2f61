import { properties } from '../../nodes/MessagingServiceTrigger/description.ts';
import { missingKinds } from './faults.mts';
import { WATCHES } from './triggers.mts';

/** Whether a title is that of an event, with what is said of a part of it. */
const isTitled = (title: string, name: string): boolean =>
	title === name || title.startsWith(`${name}, at the `);

function compare(what: string, tested: string[], present: string[]): string[] {
	return [
		...present
			.filter((name) => !tested.includes(name))
			.map((name) => `${what} "${name}" is not in the table`),
		...tested
			.filter((name) => !present.includes(name))
			.map((name) => `${what} "${name}" is in the table, and there is none`),
	];
}

/** What the table leaves out, or names wrongly: an event of the trigger, a fault of the sandbox. */
export function gapsOf(): string[] {
	const options = (properties.find(({ name }) => name === 'event')?.options ?? []) as Array<{
		value: string;
		name: string;
	}>;
	const events = new Map(options.map(({ value, name }) => [value, `Trigger: ${name}`]));
	return [
		...compare(
			'the event',
			WATCHES.map(({ event }) => event),
			[...events.keys()],
		),
		...missingKinds().map((kind) => `the fault "${kind}" of the sandbox is not in the table`),
		...WATCHES.map(({ event, title }) => ({ title, name: events.get(event) }))
			.filter(({ title, name }) => name !== undefined && !isTitled(title, name))
			.map(({ title, name }) => `"${title}" should be titled "${name}"`),
	];
}
