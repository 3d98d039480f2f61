import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Characters of one line, without its data; a minified file is one line. */
const LONGEST_LINE = 600;
/** Texts, and lists of them: a library brings the numbering plans in one line. */
const DATA = /(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')[\s\d,:[\]{}]*/g;
/** Characters of a line on average. Code as people write it has 30 to 40. */
const AVERAGE_LINE = 80;
/** Characters of a file that needs no source map: an entry is a statement that anyone can follow. */
const LONGEST_ENTRY = 500;
/** The bundle's own first lines, which gulpfile.js makes of package.json. */
const GENERATED = 'entries.ts';

interface SourceMap {
	sources: string[];
	sourcesContent?: Array<string | null>;
}

const LIBRARY_MAP = /^\/\/# sourceMappingURL=.*$/m;

/**
 * Tells whether a published file is readable as it stands: its lines are as long as people write them, and it has not been minified.
 * @param code the content of a JavaScript file
 * @returns what speaks against it, in a sentence each
 */
export function minified(code: string): string[] {
	const lines = code.trimEnd().split('\n');
	const longest = Math.max(...lines.map((line) => line.replace(DATA, '').length));
	const average = code.length / lines.length;
	return [
		...(longest > LONGEST_LINE
			? [`Its longest line has ${longest} characters, more than ${LONGEST_LINE}.`]
			: []),
		...(average > AVERAGE_LINE
			? [`Its lines have ${Math.round(average)} characters on average, more than ${AVERAGE_LINE}.`]
			: []),
	];
}

/**
 * Tells whether the source map of a published file leads to the files of the repository, as a user's stack trace needs it.
 * @param folder the package, unpacked
 * @param file a JavaScript file in it, relative
 * @param sources the repository's folder
 * @returns what is missing, in a sentence each
 */
export function unmapped(folder: string, file: string, sources: string): string[] {
	const code = readFileSync(path.join(folder, file), 'utf8');
	if (code.length <= LONGEST_ENTRY) return [];
	const [, name] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(code) ?? [];
	if (name === undefined) return ['It names no source map.'];
	const place = path.dirname(file);
	const mapFile = path.join(folder, place, name);
	if (!existsSync(mapFile)) return [`Its source map ${name} is not in the package.`];
	const map = JSON.parse(readFileSync(mapFile, 'utf8')) as SourceMap;
	return map.sources.flatMap((source, index) => {
		const named = path.posix.join(place, source);
		if (named === GENERATED) return [];
		const original = path.join(sources, named);
		if (!existsSync(original)) return [`Its source map names ${named}, which the sources lack.`];
		// The build takes off where a library's own map lies.
		const text = readFileSync(original, 'utf8').replace(LIBRARY_MAP, '');
		return map.sourcesContent?.[index]?.replace(LIBRARY_MAP, '') === text
			? []
			: [`Its source map holds another text of ${named} than the sources.`];
	});
}
