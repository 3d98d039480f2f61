/**
 * Gives parts on in the order in which they come, and reads the next one while the caller works with a part: a request and the reading of
 * the next one's recipients go side by side. What goes wrong in reading is thrown when that part is asked for.
 */
export async function* readAhead<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
	const iterator = parts[Symbol.asyncIterator]();
	const read = async (): Promise<IteratorResult<Part>> => await iterator.next();
	let next = read();
	try {
		for (let part = await next; part.done !== true; part = await next) {
			next = read();
			// It is awaited later, or never if the sending stops before.
			next.catch(() => undefined);
			yield part.value;
		}
	} finally {
		await next.catch(() => undefined);
		await iterator.return?.();
	}
}
