/** Remembers the answer for the value it was asked last: senders, countries and shared texts repeat from item to item. */
export function lastAnswer<T>(judge: (value: unknown) => T): (value: unknown) => T {
	let last: { value: unknown; answer: T } | undefined;
	return (value) => {
		if (last?.value !== value || last === undefined) last = { value, answer: judge(value) };
		return last.answer;
	};
}
