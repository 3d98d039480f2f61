import type { Progress } from '../../../nodes/MessagingService/sending/progress.ts';

// Stands in for the step of a send, and looks at what it is given: where the requests of a try stand.

const actual = jest.requireActual<typeof import('../../../nodes/MessagingService/sending/step.ts')>(
	'../../../nodes/MessagingService/sending/step.ts',
);

/** Where each request of the try stands, in the order in which they began. */
export const standing: Progress[] = [];

/** In place of the module of the step. */
export const steps: typeof actual = {
	begin(...all) {
		const begun = actual.begin(...all);
		standing.push(begun.progress);
		return begun;
	},
	step(before, ...more) {
		const next = actual.step(before, ...more);
		standing[standing.indexOf(before)] = next.progress;
		return next;
	},
};
