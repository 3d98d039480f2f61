import type { Subject } from './works.mts';

/** What a measuring process is asked to do. */
export interface Job {
	work: string;
	subject: Subject;
	/** Address of the sandbox, and the header by which it knows the caller. */
	url: string;
	apiKey: string;
	token: string;
	/** Folders with our package as it is published, with another build of it, and with n8n's HTTP Request node only. */
	packages: Record<Exclude<Subject, 'axios'>, string>;
	/** Where it may leave files. */
	folder: string;
}

/** What it found. */
export interface Finding {
	/** Time of the node alone, in milliseconds, as n8n records it. */
	ms: number;
	/** Processor time of the main thread meanwhile, in milliseconds (of the process, where Node.js cannot tell): steadier than `ms` on a busy machine. */
	cpuMs: number;
	/** Largest memory of the process so far, in MB (2^20 bytes). */
	peakMb: number;
	/** Items that came out. */
	items: number;
}

/** `before`: carries out what the work finds done already, and measures nothing. */
export type ToWorker = { kind: 'prepare'; job: Job } | { kind: 'before' } | { kind: 'go' };
export type FromWorker =
	| { kind: 'ready' }
	| { kind: 'done'; finding: Finding }
	| { kind: 'failed'; reason: string };

/** What the sandbox counted. */
export interface Counts {
	requests: number;
	/** Open at a time at most. */
	connections: number;
	messages: number;
	references: number;
	contacts: number;
}

/** `perSecond`: the requests that send which the service takes in a second; it refuses what is beyond with 429. */
export type ToService = { kind: 'reset'; perSecond?: number } | { kind: 'counts' };
export type FromService =
	| { kind: 'listening'; url: string; token: string }
	| { kind: 'reset' }
	| { kind: 'counts'; counts: Counts };
