import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/*
 * The form in which a run's memory is kept in the context of the node, and so saved with the execution. What many entries have in
 * common stands there once; of each remain its key, shortened to 12 characters or a few more, the id that the service gave it, a
 * reference where it is not the automatic one, and the request that may have carried it: 16 bytes for a recipient of a campaign, about
 * 27 for a message by itself, 33 more with a reference of 32 characters. An accepted request of a file takes about 3 bytes for each line.
 */

/** Where the reference of a message comes from. */
export type ReferenceMode = 'automatic' | 'content' | 'custom' | 'none';

/** What a run of a node learned about one recipient, request or item. */
export interface Remembered {
	/** 'unknown': a request was sent, and its outcome could not be learned. */
	state: 'accepted' | 'unknown';
	/** The reference it went out with, where it is not the automatic one: the next try may come on another day, or with another text. */
	reference?: string;
	/** What that reference was made from, as Message Reference said then. */
	referenceMode?: ReferenceMode;
	/**
	 * The accounts that may have it (see accountOf), or the one that accepted it: another one knows nothing of it. There are several where
	 * the first left it unknown, and the user chose to send it in a second one.
	 */
	accounts?: readonly string[];
	/** What the service said of it, under the names of the output. */
	result?: IDataObject;
	/** What the service said of the request in which it went out together with others. */
	summary?: IDataObject;
	/** Where nobody knows what became of it: whether a campaign carried it. Nothing refuses what goes out after a campaign. */
	campaign?: boolean;
	/** The same: whether the service showed nothing under its reference before it was sent. */
	unusedBefore?: boolean;
	/** Whether it went out together with all others of the run, of which each number got one message. */
	together?: boolean;
	/** Where nobody knows what became of it: whether a process that left no record may have made another campaign that carried it. */
	mayBeOfOther?: boolean;
	/** Where a campaign may have carried it: which one of the run. The next try may split what it sends in another way. */
	request?: number;
	/** Of a request of a file: the lines that it carried (see sending/file/sentLines.ts). */
	lines?: string;
}

/** Entries that differ in nothing but key, id, reference and request. */
export interface PackedGroup extends Omit<Remembered, 'reference' | 'request'> {
	/**
	 * `key,id,reference,request`, one line each; the id a number as it is, a text after `~`. It takes the place of the empty one in
	 * `result`.
	 */
	rows: string;
}

/** 72 bits: among 10,000 entries, the chance that any two are confused is 1 in 94,000,000,000,000. */
const KEY_LENGTH = 12;

/** 60 bits, for what several keys have in common. */
const GROUP_LENGTH = 10;

const digestOf = (text: string, length: number): string =>
	hash('sha256', text, 'base64url').slice(0, length);

/** A key of two lines: what it has in common with others, and a short place of its own. */
const GROUPED = /^([^]*)\n([0-9a-z.]+)$/;

/** Takes the first line of keys of two lines; returns how their short keys begin. */
export const shortGroup = (group: string): string => digestOf(group, GROUP_LENGTH);

/**
 * Takes the key that an operation chose; returns the short one. It tells nothing of the number in it. That of a key of two lines, the
 * second of which is a place such as `1f.2`, has the place behind a point, so that all keys with the same first line are found.
 */
export function shortKey(key: string): string {
	const [, group, place] = GROUPED.exec(key) ?? [];
	return group === undefined ? digestOf(key, KEY_LENGTH) : `${shortGroup(group)}.${place}`;
}

/** Takes a short key; returns its group and its place; undefined for the key of one line. */
export function partsOfShortKey(key: string): { group: string; place: string } | undefined {
	return key.charAt(GROUP_LENGTH) === '.'
		? { group: key.slice(0, GROUP_LENGTH), place: key.slice(GROUP_LENGTH + 1) }
		: undefined;
}

/** The base in which requests are counted in a row. */
const BASE = 36;

/** Half a character, which cannot be encoded. No service looks anything up by it. */
const HALF = /\p{Surrogate}/gu;
/** Any text, without the characters that separate fields and rows; the empty one differs from none at all. */
const packText = (text: string): string => `~${encodeURIComponent(text.replace(HALF, '\uFFFD'))}`;
const unpackText = (packed: string): string => decodeURIComponent(packed.slice(1));

function packId(id: unknown): string | undefined {
	if (id === undefined) return '';
	if (typeof id === 'number') return String(id);
	return typeof id === 'string' ? packText(id) : undefined;
}

function unpackId(packed: string): IDataObject {
	if (packed === '') return {};
	return { id: packed.startsWith('~') ? unpackText(packed) : Number(packed) };
}

/**
 * Returns what numbers records by what they hold. A campaign of thousands has one summary, as long as the answer of the service: it is
 * written out once, and not for each recipient.
 */
function numbering(): (record: IDataObject | undefined) => number | undefined {
	const byRecord = new Map<IDataObject, number>();
	const byText = new Map<string, number>();
	return (record) => {
		if (!record) return undefined;
		const known = byRecord.get(record);
		if (known !== undefined) return known;
		const text = JSON.stringify(record);
		const number = byText.get(text) ?? byText.size;
		byText.set(text, number);
		byRecord.set(record, number);
		return number;
	};
}

/** Takes entries by short key; returns them packed. */
export function pack(entries: ReadonlyMap<string, Remembered>): PackedGroup[] {
	const groups = new Map<string, { common: Omit<PackedGroup, 'rows'>; rows: string[] }>();
	const numberOfSummary = numbering();
	for (const [key, { reference, result, request, ...rest }] of entries) {
		const packed = packId(result?.id);
		const common = {
			...rest,
			...(result && { result: packed ? { ...result, id: '' } : result }),
		};
		const name = JSON.stringify({ ...common, summary: numberOfSummary(common.summary) });
		const group = groups.get(name) ?? { common, rows: [] };
		groups.set(name, group);
		const packedReference = reference === undefined ? '' : packText(reference);
		const fields = [key, packed ?? '', packedReference, request?.toString(BASE) ?? ''];
		group.rows.push(fields.join(',').replace(/,+$/, ''));
	}
	return [...groups.values()].map(({ common, rows }) => ({ ...common, rows: rows.join('\n') }));
}

/** Takes packed groups; returns their entries by short key. */
export function unpack(groups: readonly PackedGroup[]): Map<string, Remembered> {
	const entries = new Map<string, Remembered>();
	for (const { rows, result, ...common } of groups) {
		for (const row of rows.split('\n')) {
			const [key = '', id = '', reference = '', request = ''] = row.split(',');
			entries.set(key, {
				...common,
				...(reference && { reference: unpackText(reference) }),
				...(request && { request: Number.parseInt(request, BASE) }),
				...(result && { result: { ...result, ...unpackId(id) } }),
			});
		}
	}
	return entries;
}
