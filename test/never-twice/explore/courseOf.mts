import { isLong } from '../../support/options.mts';
import type { Course } from './search.mts';
import type { Kind, Row, Setting } from './send.mts';

// What the explored sends have in common: the kinds, the people, and the weather of a try.

export const phoneOf = (place: number): string => `38099111220${place}`;
const A = 'A'.charCodeAt(0);
export const rowsOf = (letters: string): Row[] =>
	[...letters].map((row) => ({ row, phone: phoneOf(row.charCodeAt(0) - A) }));

export const KINDS = ['sms', 'bulk', 'campaign', 'message', 'contactLists', 'file'] as const;
/** What a single message of /api does, an SMS and a campaign do as well: in the short form it shows what it does at first and in a retry. */
export const MOST = KINDS.filter((kind) => isLong || kind !== 'message');
/** Campaigns with three messages: two have no middle. */
const ROWS: Readonly<Record<Kind, string>> = {
	sms: 'A',
	bulk: 'AB',
	campaign: 'ABC',
	message: 'A',
	contactLists: 'A',
	file: 'ABCD',
	bulkFile: 'AB',
};
export const CALM = {
	isWhole: isLong,
	mayLie: false,
	leavesOut: false,
	largest: Infinity,
	posts: isLong ? 3 : 2,
	isRough: false,
	mayForbid: false,
	mayStop: false,
	mayRepeat: true,
};
export const ROUGH = { ...CALM, isRough: true };

export const referencesOf = (kind: Kind): Array<Setting['references']> =>
	kind === 'contactLists' ? ['automatic'] : ['automatic', 'custom'];

/** A course of one kind, with what differs from the usual. */
export function courseOf(
	kind: Kind,
	name: string,
	{
		weather,
		setting,
		...more
	}: Partial<Omit<Course, 'setting'>> & { setting?: Partial<Setting> } = {},
): Course {
	const own: Setting = {
		kind,
		references: 'automatic',
		leavesOut: false,
		ifUnknown: 'stop',
		rows: rowsOf(ROWS[kind]),
		...setting,
	};
	return {
		name: `${kind}, ${own.references}: ${name}`,
		setting: own,
		tries: 2,
		...more,
		weather: { ...(weather ?? ROUGH), leavesOut: own.leavesOut },
	};
}
