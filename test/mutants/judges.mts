/** What judges the mutants of a file. */
export interface Judged {
	/** Below nodes/, as in survivors.json. */
	file: string;
	/** The project of jest whose settings the tests take. */
	project: 'unit' | 'never-twice' | 'trigger';
	/** Files below test/, without `.test.mts`. They load the source: a test of the built package never sees a mutant. */
	tests: readonly string[];
}

/** The files that decide. */
export const JUDGED: readonly Judged[] = [
	{
		file: 'MessagingService/sending/verdict.ts',
		project: 'never-twice',
		tests: ['never-twice/answerKind'],
	},
	{
		file: 'MessagingService/sending/step.ts',
		project: 'never-twice',
		tests: ['never-twice/step', 'never-twice/stepRetries'],
	},
	{
		file: 'MessagingServiceTrigger/turn.ts',
		project: 'trigger',
		tests: ['trigger/turn', 'trigger/turnRepeats'],
	},
	{
		file: 'MessagingServiceTrigger/events/change.ts',
		project: 'trigger',
		tests: ['trigger/change'],
	},
];
