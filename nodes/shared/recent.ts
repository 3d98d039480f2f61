/**
 * Returns what a map holds under a key, made where it is missing. Beyond `most` entries the one that was used longest ago goes, so that
 * what a process learns of each service stays bounded.
 */
export function recent<T>(entries: Map<string, T>, key: string, make: () => T, most = 100): T {
	const entry = entries.get(key) ?? make();
	entries.delete(key);
	entries.set(key, entry);
	const [oldest] = entries.keys();
	if (entries.size > most && oldest !== undefined) entries.delete(oldest);
	return entry;
}

/** Remembers the answer for the value it was asked last: senders, countries and shared texts repeat from item to item. */
export function lastAnswer<T>(judge: (value: unknown) => T): (value: unknown) => T {
	let last: { value: unknown; answer: T } | undefined;
	return (value) => {
		if (last?.value !== value || last === undefined) last = { value, answer: judge(value) };
		return last.answer;
	};
}
