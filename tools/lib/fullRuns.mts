/** A long run whose figures a release is judged by. */
export interface FullRun {
	/** The name of its file in test/proof. */
	name: string;
	/** Its chapter in docs/proof.md. */
	title: string;
	/** What makes it, and keeps its figures when it succeeds. */
	command: string;
}

/** All full runs, in the order of docs/proof.md. */
export const FULL_RUNS: readonly FullRun[] = [
	{
		name: 'sends',
		title: 'Sends under faults, beside the HTTP Request node',
		command: 'npm run bench:faults',
	},
	{
		name: 'faults',
		title: 'Every fault against every operation',
		command: 'npm run test:faults',
	},
	{ name: 'worlds', title: 'Random worlds', command: 'npm run test:worlds' },
	{ name: 'property', title: 'Bad input', command: 'npm run test:property' },
	{ name: 'secrets', title: 'Secrets', command: 'npm run test:e2e' },
	{
		name: 'crash-default',
		title: 'The trigger, killed again and again',
		command: 'npm run test:crash -- --mode default',
	},
	{
		name: 'crash-durable',
		title: 'The trigger, killed again and again, with durable cursors',
		command: 'npm run test:crash -- --mode durable',
	},
	{
		name: 'crash-messages',
		title:
			'The trigger with 10,000 messages of campaigns and 1,000 replies, killed again and again',
		command: 'npm run test:crash -- --mode messages',
	},
	{
		name: 'resume',
		title: 'A long file, killed again and again',
		command: 'npm run test:resume',
	},
	{
		name: 'trigger',
		title: 'The trigger, with a long history',
		command: 'npm run bench:trigger',
	},
	{ name: 'queue', title: 'Queue mode: many workers', command: 'npm run test:queue' },
	{ name: 'endurance', title: 'Endurance', command: 'npm run test:endurance' },
	{ name: 'compat', title: 'Versions of n8n', command: 'npm run test:compat' },
	{ name: 'bench', title: 'Speed', command: 'npm run bench' },
	{ name: 'load', title: 'Loading', command: 'npm run bench:load' },
	{ name: 'coverage', title: 'Coverage', command: 'npm run test:coverage' },
	{ name: 'mutation', title: 'Mutation testing', command: 'npm run test:mutation' },
];
