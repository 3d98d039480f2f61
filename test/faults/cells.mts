import { inspect } from 'node:util';
import type { RunResult } from '../engine/harness.mts';
import type { Engine } from '../engine/harness.mts';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import type { Fault } from './faults.mts';
import { NEW_PHONE, PHONES, seed, SEEDED_PHONE } from './subjects.mts';
import type { Seeded, Subject } from './subjects.mts';

/** Met by the first request only; by every one; or by every one until Retry On Fail runs the node again. */
export type Mode = 'once' | 'stays' | 'retried';

/**
 * What became of the operation: the reply was taken; the request was repeated; its result was found by asking; it stopped and the service did
 * nothing; it stopped and said that the outcome is not known; the time was up.
 */
export type Outcome = 'taken' | 'repeated' | 'found' | 'stopped' | 'open' | 'timeUp';

export interface Cell {
	fault: Fault;
	subject: { id: string; title: string };
	mode: Mode;
	outcome?: Outcome;
	message?: string;
	description?: string;
	/** What was not as it must be. */
	wrong: string[];
	ms: number;
}

/** Seconds of the operations' options. */
const TIMEOUT = 4;
const RETRY_FOR = { once: 20, stays: 1, retried: 1 } as const;
/** What stood in the way of a login stands this long, so that many items do not ask at once. */
const LOGIN_STANDS_MS = 1100;
/** No cell may take longer, whatever the fault: several requests with their timeouts and pauses. */
const LIMIT_MS = 60_000;

const OPEN = /not known whether|may have carried (?:it|this) out|may have been carried out|may have sent it/;
/** Words that the interface guidelines of n8n keep out of messages, and what a careless text shows. */
const FORBIDDEN = /\b(?:errors?|problems?|failures?|mistakes?|undefined|null|NaN)\b|\[object/i;

let cells = 0;

/** An API key of its own: nothing that is kept for a credential comes from another cell. */
export function newKey(sandbox: Sandbox): string {
	const key = `live_faults_${String((cells += 1)).padStart(16, '0')}`;
	sandbox.keys.set(key, {});
	return key;
}

/** Takes an error; returns what its text must not be. */
export function judgeError(error: RunResult['error'], secrets: string[]): string[] {
	const wrong: string[] = [];
	const message = error?.message ?? '';
	const description = error?.description ?? '';
	if (message.trim() === '') wrong.push('the message is empty');
	if (description.trim() === '') wrong.push(`no cure: ${message}`);
	const text = `${message} ${description}`;
	const word = FORBIDDEN.exec(text)?.[0];
	if (word) wrong.push(`says "${word}": ${text}`);
	const all = `${text} ${inspect(error, { depth: 10, maxStringLength: null, maxArrayLength: null })}`;
	if (secrets.some((secret) => all.includes(secret)) || /\beyJ[\w-]{10}/.test(all)) wrong.push(`shows a secret: ${text}`);
	if ([...PHONES, NEW_PHONE, SEEDED_PHONE].some((phone) => all.includes(phone))) wrong.push(`shows a phone number: ${text}`);
	return wrong;
}

/** A stage on which cells are played one after another. */
export interface Place {
	engine: Engine;
	sandbox: Sandbox;
	/** Origin that no request may reach. */
	strangers: { requests: number };
	/** Serves https with a certificate that nobody can verify. */
	tls: Sandbox;
}

export async function openPlace(engine: Engine, strangers: Place['strangers']): Promise<Place> {
	const options = { seed: 1, now: '2026-11-21T10:00:00Z', config: { reportSeconds: 0 } };
	return { engine, strangers, sandbox: await startSandbox(options), tls: await startSandbox({ ...options, tls: true }) };
}

/** Switches the fault on for a request. */
export async function strike(sandbox: Sandbox, fault: Fault, mode: Mode, target: { method: string; path: RegExp; everything: RegExp }): Promise<void> {
	if (fault.setting === 'closed') await sandbox.suspend();
	else if (fault.rule && mode === 'once') sandbox.faults.add({ ...fault.rule, method: target.method, path: target.path, times: 1 });
	else if (fault.rule) sandbox.faults.add({ ...fault.rule, path: target.everything });
}

export async function lift(sandbox: Sandbox, fault: Fault): Promise<void> {
	sandbox.faults.clear();
	if (fault.setting === 'closed') await sandbox.resume();
}

function judgeEffects(cell: Cell, counts: number[], error: RunResult['error']): void {
	const said = OPEN.test(`${error?.message} ${error?.description ?? ''}`);
	if (counts.some((count) => count > 1)) cell.wrong.push(`done ${Math.max(...counts)} times`);
	if (!error && counts.some((count) => count === 0)) cell.wrong.push('lost without a word');
	// Of several requests one may have gone through before: the error says how many.
	if (error && !said && counts.every((count) => count > 0)) cell.wrong.push(`done, but not said: ${error.message} ${error.description}`);
}

function outcomeOf(run: RunResult, asked: number, hits: number, { requests = 1, effects }: Subject, closed: boolean): Outcome {
	if (run.error) return effects && OPEN.test(`${run.error.message} ${run.error.description ?? ''}`) ? 'open' : 'stopped';
	if (run.items.some(({ json }) => json.timed_out === true)) return 'timeUp';
	if (hits === 0) return 'taken';
	return asked > (closed ? 0 : requests) ? 'repeated' : 'found';
}

/** Plays one operation under one fault. */
export async function play(place: Place, subject: Subject, fault: Fault, mode: Mode): Promise<Cell> {
	const cell: Cell = { fault, subject, mode, wrong: [], ms: 0 };
	const sandbox = fault.setting === 'tls' ? place.tls : place.sandbox;
	sandbox.reset();
	const key = newKey(sandbox);
	const seeded: Seeded = fault.setting === 'tls'
		? { messageId: 1, reference: 'r', taskId: 1, campaignId: 1, reportKey: '7', paused: 1, scheduled: 1 }
		: await seed(sandbox, key);
	const login = subject.id.includes('login');
	const credential = place.engine.store({ baseUrl: sandbox.url, apiKey: key, authentication: 'automatic' });
	const before = sandbox.requests.length;
	await strike(sandbox, fault, mode, { method: subject.method, path: subject.path, everything: login ? /^\/api\/auth/ : /^\/(?!api\/auth)/ });
	const strangers = place.strangers.requests;
	const begun = performance.now();
	const run = await place.engine.run({
		credential,
		parameters: { resource: subject.resource, operation: subject.operation, ...subject.parameters(seeded), options: { timeout: TIMEOUT, retryFor: RETRY_FOR[mode], maxInFlight: 1 } },
		items: subject.items.map((json) => ({ json })),
		...(mode === 'retried' ? { node: { retryOnFail: true, maxTries: 2, waitBetweenTries: login || fault.setting ? LOGIN_STANDS_MS : 10 } } : {}),
		onTry: (number) => {
			if (number === 2) void lift(sandbox, fault);
		},
	});
	cell.ms = performance.now() - begun;
	const hits = mode === 'retried' ? 1 : (sandbox.faults.list()[0]?.hits ?? 0);
	const asked = sandbox.requests.slice(before).filter(({ method, path }) => method === subject.method && subject.path.test(path)).length;
	cell.outcome = outcomeOf(run, asked, fault.harmless ? 0 : hits, subject, fault.setting === 'closed');
	cell.message = run.error?.message ?? run.items.map(({ json }) => json.reason).find((reason) => typeof reason === 'string');
	cell.description = run.error?.description ?? undefined;
	const secrets = [key, ...sandbox.tokens.all()];
	if (run.error) cell.wrong.push(...judgeError(run.error, secrets));
	else if (run.items.length !== subject.outputs) cell.wrong.push(`${run.items.length} outputs instead of ${subject.outputs}`);
	else if (subject.effects && subject.outputs === 2 && run.items.some(({ json }) => json.status !== 'accepted')) cell.wrong.push('not all accepted');
	if (secrets.some((secret) => JSON.stringify(run.items).includes(secret))) cell.wrong.push('the output shows a secret');
	for (const { json } of run.items) {
		const said = `${String(json.reason ?? '')} ${String(json.error ?? '')}`;
		if ([...PHONES, NEW_PHONE, SEEDED_PHONE].some((phone) => said.includes(phone))) cell.wrong.push(`an item's reason shows a phone number: ${said}`);
	}
	if (cell.ms > LIMIT_MS) cell.wrong.push(`took ${Math.round(cell.ms)} ms`);
	if (place.strangers.requests > strangers) cell.wrong.push('went to another origin');
	if (mode === 'once' && fault.rule && hits === 0) cell.wrong.push('the fault met nothing');
	if (fault.harmless && run.error) cell.wrong.push(`a good reply was refused: ${run.error.message}`);
	const passable = subject.effects === undefined || subject.referenced;
	if (mode === 'once' && fault.passes && passable && run.error) cell.wrong.push(`not overcome: ${run.error.message}`);
	// A login that was refused for good is not asked again at once.
	if (mode === 'retried' && subject.referenced && run.error && (fault.passes || !login)) cell.wrong.push(`run again: ${run.error.message}`);
	if (mode !== 'retried') await lift(sandbox, fault);
	if (subject.effects) judgeEffects(cell, subject.effects(sandbox, seeded), run.error);
	return cell;
}
