import path from 'node:path';

/**
 * Runs the tests of several files as those of one: to load n8n's engine or the sandbox takes longer than most of them. Which they are stands in
 * together.json beside them; a file that is not named there, or named on the command line, runs by itself.
 * @param folder that of the project
 * @throws Error when one of them keeps the machine's clock, and another one does not
 */
export function together(folder: string, names: readonly string[]): void {
	const keepsClock = new Set<boolean>();
	describe.each(names)('%s', (name) => {
		jest.requireActual(path.join(folder, `${name}.test.mts`));
		keepsClock.add('keepsMachineClock' in globalThis);
		if (keepsClock.size > 1) throw new Error(`${name} keeps another clock than those before it.`);
	});
}
