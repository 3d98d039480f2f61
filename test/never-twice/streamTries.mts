import type { Came, Try } from './streamCases.mts';

// What the cases of the stream have in common.

/** What is sent, and what comes of it; if items and a file may differ, what comes of it in each way. */
export interface Case {
	name: string;
	tries: Try[];
	is: Came | { items: Came; file: Came };
}

export const SKIP = { invalidRecipients: 'skip' };
export const TAKEN = { body: { error: 0, task_id: 9 } };
export const REFUSED = { status: 402, body: {} };
export const NUMBERS = ['380991112202', '380991112201'];
export const FIVE = 'A a, B b, C c, D d, E e';
export const secondRefused: Try = { rows: FIVE, size: 2, answers: [TAKEN, REFUSED] };
