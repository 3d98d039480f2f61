/** How tests read the records of a report. */
import type {
	ReadRecords,
	Unended,
} from '../../../nodes/MessagingService/resources/report/readers.ts';

async function* each(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
	yield* texts;
}

/** All records of a report that comes in pieces, whether it was whole, and what its end left open. */
export async function readAll(
	read: ReadRecords,
	texts: Iterable<string> | AsyncIterable<string>,
): Promise<{ records: object[]; isWhole: boolean } & Unended> {
	const source = read(each(texts));
	const records: object[] = [];
	for (;;) {
		const { value, done } = await source.next();
		if (done) return { records, isWhole: value === undefined, ...value };
		records.push(value);
	}
}
