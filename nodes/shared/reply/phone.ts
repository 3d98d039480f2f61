/** Whether two values are the same phone number: their digits are, whatever else people write into a number. */
export function isSamePhone(one: unknown, other: unknown): boolean {
	const [a, b] = [one, other].map((value) => String(value ?? '').replace(/\D/g, ''));
	return a !== '' && a === b;
}
