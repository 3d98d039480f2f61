/** Whether a value is an id that a service gives (2.1 to 2.3): a positive integer or its digits. */
export function isId(value: unknown): value is number | string {
	if (typeof value === 'number') return Number.isInteger(value) && value > 0;
	return typeof value === 'string' && /^0*[1-9]\d*$/.test(value);
}
