import { duration, green, red } from '../../tools/lib/print.mts';

/** Counts checks and prints each as it comes. */
export class Checks {
	passed = 0;
	failed = 0;

	/** Runs a check: it passes unless it throws or returns what is wrong. */
	async run(
		name: string,
		check: () => Promise<string | undefined> | string | undefined,
	): Promise<boolean> {
		const started = Date.now();
		let problem: string | undefined;
		try {
			problem = await check();
		} catch (error) {
			problem = error instanceof Error ? error.message : String(error);
		}
		const took = Date.now() - started;
		if (problem === undefined) {
			this.passed += 1;
			console.log(`${green('✔')} ${name}${took > 1000 ? ` (${duration(took)})` : ''}`);
		} else {
			this.failed += 1;
			console.log(`${red('✘')} ${name}\n    ${problem.split('\n').join('\n    ')}`);
		}
		return problem === undefined;
	}

	/** Prints the counts. @returns the exit code: 1 when one failed or none ran */
	end(): number {
		console.log(`${this.passed} passed, ${this.failed} failed`);
		return this.failed > 0 || this.passed === 0 ? 1 : 0;
	}
}
