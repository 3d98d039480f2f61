/** Stands in for `node:timers/promises` on the fast clock, which moves only the timers that it knows. */
export async function setTimeout<T>(ms?: number, value?: T): Promise<T | undefined> {
	return await new Promise((done) => globalThis.setTimeout(() => done(value), ms));
}
