import type { INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from '../engine/harness.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { SLOW_MS } from './faults.mts';
import type { Fault } from './faults.mts';
import type { Harness } from './harness.mts';
import { countRequests, isVerified, outcomeOf, resolutionOf } from './outcomes.mts';
import type { Outcome } from './outcomes.mts';
import { compareOutputs } from './outputs.mts';
import type { Control } from './outputs.mts';
import { RETRY_CAMPAIGN_FOR, RETRY_FOR, TIMEOUT } from './settings.mts';
import type { Mode } from './settings.mts';
import { isSend, proofOf } from './subjects.mts';
import { handled, seed } from './seed.mts';
import type { Seeded } from './seed.mts';
import type { Subject } from './subjects.mts';
import {
	judgeOutcome,
	judgeReason,
	judgeText,
	leaksOf,
	outputLeaks,
	ownWords,
	saysOpen,
} from './texts.mts';

export interface Cell {
	fault: Fault;
	subject: { id: string; title: string };
	mode: Mode;
	outcome?: Outcome;
	message?: string;
	description?: string;
	/** What was not as it must be. */
	wrong: string[];
	/** What was to be done and was not, without a word; what was done once too often; secrets and phones that were shown; texts that were read. */
	lost: number;
	twice: number;
	leaks: number;
	texts: number;
}

export const newCell = (fault: Fault, { id, title }: Cell['subject'], mode: Mode): Cell => ({
	fault,
	subject: { id, title },
	mode,
	wrong: [],
	lost: 0,
	twice: 0,
	leaks: 0,
	texts: 0,
});

/** What stood in the way of a login stands this long, so that many items do not ask at once. */
const LOGIN_STANDS_MS = 1100;

let cells = 0;

/** An API key of its own: nothing that is kept for a credential comes from another cell. */
export function newKey(sandbox: Sandbox): string {
	const key = `live_faults_${String((cells += 1)).padStart(16, '0')}`;
	sandbox.keys.set(key, {});
	return key;
}

/** Switches the fault on for a request, or for everything that an operation or a poll asks. */
export async function inject(
	{ sandbox, foreign }: Harness,
	fault: Fault,
	mode: Mode,
	target: { method: string; path: RegExp },
): Promise<void> {
	const login = proofOf(target) === 'login';
	if (fault.setting === 'closed') await sandbox.suspend();
	if (fault.setting === 'token') sandbox.tokens.revokeAll();
	if (!fault.rule) return;
	const rule = {
		...fault.rule,
		...(fault.rule.kind === 'redirect' ? { location: foreign.url } : {}),
		...(fault.takesTimeout && login ? { delayMs: SLOW_MS.login } : {}),
	};
	sandbox.faults.add(
		mode === 'once'
			? { ...rule, method: target.method, path: target.path, times: 1 }
			: { ...rule, path: login ? /^\/api\/auth/ : /^\/(?!api\/auth)/ },
	);
}

export async function clear(sandbox: Sandbox, fault: Fault): Promise<void> {
	sandbox.faults.clear();
	if (fault.setting === 'closed') await sandbox.resume();
}

/** What every cell must keep to, whatever it runs. */
export function judgeCell(cell: Cell, harness: Harness, foreignBefore: number): void {
	if (harness.foreign.requests > foreignBefore) cell.wrong.push('went to another origin');
	if (cell.fault.rule && !cell.fault.harmless && cell.outcome === 'taken')
		cell.wrong.push('taken as if nothing had happened');
	const isGood = cell.fault.harmless === true && !ownWords(cell.fault, cell.subject, cell.mode);
	if (isGood && cell.message !== undefined && cell.outcome === 'stopped')
		cell.wrong.push(`a good reply was refused: ${cell.message}`);
}

function judgeEffects(cell: Cell, counts: number[], error: Error | undefined): void {
	cell.twice += counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
	if (cell.twice > 0) cell.wrong.push(`done ${Math.max(...counts)} times`);
	if (!error) cell.lost += counts.filter((count) => count === 0).length;
	if (cell.lost > 0) cell.wrong.push('lost without a word');
	// Of several requests one may have gone through before: the error says how many.
	if (error && !saysOpen(error) && counts.every((count) => count > 0))
		cell.wrong.push(`done, but not said: ${error.message}`);
}

/**
 * Must the fault be overcome, by what is no send, or by a send at its login? What becomes of a send, test/never-twice says. A login that is refused for good is not asked again.
 * @param done whether the service has done all that was to be done
 */
function mustPass(fault: Fault, mode: Mode, subject: Subject, done: boolean): boolean {
	const proof = proofOf(subject);
	if (fault.setting === 'token') return true;
	// What may have been made is never made again; what was made shows when it is asked for.
	if (subject.unrepeated && !fault.certain)
		return (
			done && !subject.once && (mode === 'retried' || (mode === 'once' && fault.passes === true))
		);
	if (mode === 'once')
		return (
			(fault.renews === true && proof === 'token') ||
			(fault.passes === true && (fault.certain === true || proof === 'login' || !subject.once))
		);
	return mode === 'retried' && !subject.once && (fault.passes === true || proof !== 'login');
}

/** A token that the operation finds in the credential, and that ends before it is used again. */
async function useToken(
	{ engine }: Harness,
	credential: StoredCredential,
	{ campaignId }: Seeded,
): Promise<void> {
	const { error } = await engine.run({
		credential,
		parameters: {
			resource: 'campaign',
			operation: 'get',
			campaignId: String(campaignId),
			options: {},
		},
	});
	if (error) throw error;
}

/**
 * Runs one operation under one fault.
 * @param control the undisturbed run; absent while that one itself is run
 * @returns the cell, and what it came to, for comparison
 */
export async function runCell(
	harness: Harness,
	subject: Subject,
	fault: Fault,
	mode: Mode,
	control?: Control,
): Promise<{ cell: Cell; control: Control }> {
	const cell = newCell(fault, subject, mode);
	const sandbox = fault.setting === 'tls' ? harness.tls : harness.sandbox;
	const login = proofOf(subject) === 'login';
	const betweenMs = login || fault.setting ? LOGIN_STANDS_MS : 10;
	const retryFor = subject.campaign
		? Math.min(RETRY_CAMPAIGN_FOR, RETRY_FOR[mode])
		: RETRY_FOR[mode];
	sandbox.reset();
	const key = newKey(sandbox);
	const seeded: Seeded =
		fault.setting === 'tls'
			? {
					messageId: 1,
					reference: 'r',
					taskId: 1,
					campaignId: 1,
					reportKey: '7',
					planned: 1,
					paused: 1,
					scheduled: 1,
				}
			: await seed(sandbox, key);
	const credential = harness.engine.store({
		baseUrl: sandbox.url,
		apiKey: key,
		authentication: 'automatic',
	});
	if (fault.setting === 'token') await useToken(harness, credential, seeded);
	const before = sandbox.requests.length;
	const tokens = sandbox.stats.logins + sandbox.stats.refreshes;
	await inject({ ...harness, sandbox }, fault, mode, subject);
	const foreign = harness.foreign.requests;
	const own = subject.parameters(seeded);
	const run = await harness.engine.run({
		credential,
		parameters: {
			resource: subject.resource,
			operation: subject.operation,
			...own,
			options: { ...Object(own.options), retryFor },
			requestOptions: { ...Object(own.requestOptions), timeout: TIMEOUT * 1000 } as INodeParameters,
		},
		items: subject.items.map((json) => ({ json })),
		...(mode === 'retried'
			? { node: { retryOnFail: true, maxTries: 2, waitBetweenTries: betweenMs } }
			: {}),
		onTry: (number) => {
			if (number === 2) void clear(sandbox, fault);
		},
	});
	const { error, items } = run;
	const log = sandbox.requests.slice(before);
	const requests = countRequests(log);
	const resolved = control ? resolutionOf(requests, control.requests, subject) : 'taken';
	// What is read back in any case takes no request more under a fault of the reply.
	const how =
		resolved === 'taken' && !fault.harmless && fault.rule && isVerified(log, subject)
			? 'found'
			: resolved;
	// A first try at a closed port leaves no trace, and a token may end at a question that comes before the request.
	const again =
		how !== 'repeated' &&
		(mode === 'retried' ? how === 'taken' : fault.setting === 'token' && how === 'found');
	cell.outcome = outcomeOf(run, subject, again ? 'repeated' : how);
	cell.message =
		error?.message ??
		items
			.map(({ json }) => json.reason)
			.find(
				(reason): reason is string =>
					typeof reason === 'string' && reason !== 'Accepted by the service',
			);
	cell.description = error?.description ?? undefined;

	const secrets = [key, ...sandbox.tokens.all()];
	const leaks = error ? leaksOf(error, secrets) : outputLeaks(items, secrets);
	cell.leaks = leaks.length;
	cell.wrong.push(...leaks);
	const counts = subject.effects?.(sandbox, seeded);
	if (counts) judgeEffects(cell, counts, error);
	if (error) {
		cell.texts++;
		cell.wrong.push(
			...judgeText(error, fault, subject, mode),
			...judgeOutcome(error, subject, counts, log),
		);
		const done = counts?.every((count) => count > 0) === true;
		if (!isSend(subject) && mustPass(fault, mode, subject, done))
			cell.wrong.push(`not overcome: ${error.message}`);
	} else if (cell.outcome === 'timeUp')
		cell.wrong.push(...items.flatMap(({ json }) => judgeReason(json.reason, fault)));
	if (!error && control) cell.wrong.push(...compareOutputs(items, control, fault, cell.outcome));
	if (!control && items.length !== subject.outputs)
		cell.wrong.push(`${items.length} outputs instead of ${subject.outputs}`);
	if (!error && subject.referenced) {
		const unknown = items.filter(
			({ json }) => !sandbox.store.references.has(String(json.reference)),
		);
		if (unknown.length > 0)
			cell.wrong.push('the output names a reference that the service does not have');
	}
	// A request whose reply is still on its way has no body in the log yet.
	const bodies = handled(sandbox, subject.method, subject.path).flatMap(({ body }) =>
		body === undefined ? [] : JSON.stringify(body),
	);
	if (subject.idempotent && new Set(bodies).size > 1) cell.wrong.push('repeated with other values');
	if (mode === 'once' && fault.rule && sandbox.faults.list()[0]?.hits === 0)
		cell.wrong.push('the fault met nothing');
	if (
		fault.setting === 'token' &&
		proofOf(subject) === 'token' &&
		(sandbox.stats.logins + sandbox.stats.refreshes === tokens || cell.outcome === 'taken')
	)
		cell.wrong.push('the token had not ended');
	judgeCell(cell, harness, foreign);
	if (mode !== 'retried') await clear(sandbox, fault);
	return { cell, control: { items, requests } };
}
