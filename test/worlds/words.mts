// What the node says where an outcome is unknown, and where it counts what went out.

/**
 * Says that an outcome is left open. Other things may be "not known" as well (the name of a host, a time zone), which says nothing of
 * what was sent or changed.
 */
const OPEN = [
	/it is not known whether/i,
	/\bwhether (?!.*\btime zone\b).*? is not known/i,
	/what became of .*? is not known/i,
	/once you know what became of/i,
	/may (?:already )?have (?:carried this out|gone out|sent a part of it)/i,
];

/** Whether words leave open what became of a send or a change. */
export const leavesOpen = (words: string): boolean => OPEN.some((one) => one.test(words));

/** How many an error says were accepted before it; undefined where it counts none. */
export function countedIn(words: string): number | undefined {
	const [, counted] = /(\d+) of \d+ recipients (?:was|were) accepted/.exec(words) ?? [];
	return counted === undefined ? undefined : Number(counted);
}

/** Of how many recipients an error says beside that their outcome is open. */
export function openIn(words: string): number {
	const [, counted = '0'] = /Of (\d+) recipients? the outcome is not known/.exec(words) ?? [];
	return Number(counted);
}

/** The lines of a file from the first to the last that the request of an error carried; all before that request is done. */
export function carriedIn(words: string): { from: number; to: number } | undefined {
	const [, from, to] =
		/carried lines (\d+) to (\d+) of the file\. All before it is done/.exec(words) ?? [];
	return from === undefined ? undefined : { from: Number(from), to: Number(to) };
}
