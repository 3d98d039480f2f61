/**
 * Takes a number and the word for what is counted, with a verb or not, in the singular and where it is not regular in the plural;
 * returns both for a sentence: "1 segment", "2 segments", "1 number was", "3 numbers were".
 */
export function counted(number: number, one: string, many = `${one}s`): string {
	return `${number} ${number === 1 ? one : many}`;
}
