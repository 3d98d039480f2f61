/**
 * A number with the word for what is counted: "1 segment", "2 segments"; with a verb "1 number was", "3 numbers were". `many` is for a
 * plural that is not `one` with an s.
 */
export function counted(number: number, one: string, many = `${one}s`): string {
	return `${number} ${number === 1 ? one : many}`;
}
