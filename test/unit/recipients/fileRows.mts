/** How tests read a file of recipients. */
import { readRows, type FileRow } from '../../../nodes/MessagingService/sending/file/rows.ts';

/** A text or bytes in pieces of so many units. */
export async function* pieces<T extends string | Uint8Array>(
	whole: T,
	size: number,
): AsyncGenerator<T> {
	for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size) as T;
}

/** All that comes from a source. */
async function all<T>(source: AsyncIterable<readonly T[]>): Promise<T[]> {
	const found: T[] = [];
	for await (const some of source) found.push(...some);
	return found;
}

/** The rows of a file that comes in pieces. */
export const rowsOf = async (
	text: string,
	{ size = 7, header = true, format = 'csv' as 'csv' | 'ndjson' } = {},
): Promise<FileRow[]> =>
	await all(
		readRows(
			pieces(text, size),
			format,
			() => !header,
			() => true,
		),
	);
