import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../engine/harness.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { judgeError, lift, newKey, strike } from './cells.mts';
import type { Cell, Mode, Place } from './cells.mts';
import type { Fault } from './faults.mts';

/** One event of the trigger, as the matrix watches for it. */
export interface Watch {
	id: string;
	title: string;
	path: RegExp;
	parameters(ids: Ids): INodeParameters;
	/** What the three polls must report together, each once, in any order. */
	expected(ids: Ids): string[];
}

interface Ids {
	messages: number[];
	task: number;
	campaign: number;
	application: number;
}

const CALL_MS = 3000;
/** n8n's budget of a poll: requests may take half of it, retries a quarter. */
const BUDGET_MS = CALL_MS * 2;
const LIMIT_MS = 30_000;

async function post(sandbox: Sandbox, key: string, path: string, body: object): Promise<IDataObject> {
	const reply = await fetch(sandbox.url + path, { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' }, body: JSON.stringify(body) });
	return (await reply.json()) as IDataObject;
}

/** Sends what is watched; nothing is delivered yet. */
async function send(sandbox: Sandbox, key: string): Promise<Ids> {
	const single = async (msisdn: string) => Number((await post(sandbox, key, '/rest/sms/create', { destination: 'phone', msisdn, originator: 'Shop', body: 'Hello' })).id);
	const messages = [await single('380991112233'), await single('380991112234')];
	const task = Number((await post(sandbox, key, '/rest/sms/create', { destination: 'phones', phones: [{ msisdn: '380991112244' }], originator: 'Shop', body: 'Hello' })).task_id);
	const created = await post(sandbox, key, '/api/campaigns/sms/send', { phones: [{ number: 380991112255 }], sender: 'Sandbox', text: 'Hello' });
	const applied = await post(sandbox, key, '/api/senders/requests/legal', {
		type: 'sms', sender: 'NewShop', country_code: 'UA', code_of_company: '38212345', legal_name: 'Shop Ltd', address: '1 Main Street', tax_number: '382', description: 'Books', informing_purpose: 'Orders',
	});
	return { messages, task, campaign: Number((created.data as IDataObject).id), application: Number((applied.data as IDataObject).id) };
}

export const WATCHES: Watch[] = [
	{ id: 'campaigns', title: 'Trigger: campaigns', path: /^\/api\/campaign/, parameters: () => ({ event: 'campaignFinished', messageType: 'sms' }), expected: ({ campaign }) => [`${campaign} done`] },
	{
		id: 'messages', title: 'Trigger: messages', path: /^\/rest\/sms/, parameters: ({ messages }) => ({ event: 'messageStatusChanged', lookUpBy: 'id', messageIds: messages.join(), notify: 'final' }),
		expected: ({ messages }) => messages.map((id) => `${id} delivered`),
	},
	{ id: 'tasks', title: 'Trigger: bulk tasks', path: /^\/rest\/sms/, parameters: ({ task }) => ({ event: 'bulkTaskFinished', taskIds: String(task), options: { expected: 1 } }), expected: ({ task }) => [`${task} finished`] },
	{
		id: 'applications', title: 'Trigger: sender applications', path: /^\/api\/senders/, parameters: () => ({ event: 'applicationStatusChanged' }),
		expected: ({ application }) => [`${application} registration completed`],
	},
];

const nameOf = ({ json }: INodeExecutionData): string => {
	const record = json.record as IDataObject;
	return `${String(record.id ?? record.task_id)} ${String(json.newStatus)}`;
};

/** Plays three polls: one that sees the beginning, one under the fault after everything has changed, one when it is over. */
export async function playTrigger(place: Place, watch: Watch, fault: Fault, mode: Mode): Promise<Cell> {
	const cell: Cell = { fault, subject: watch, mode, wrong: [], ms: 0 };
	const tls = fault.setting === 'tls';
	const sandbox = place.sandbox;
	sandbox.reset();
	const key = newKey(sandbox);
	place.tls.keys.set(key, {});
	const ids = await send(sandbox, key);
	const staticData: IDataObject = {};
	const workflowId = `faults-${key}`;
	const poll = async (baseUrl: string): Promise<INodeExecutionData[]> => {
		const credential = { baseUrl, apiKey: key, authentication: 'automatic' };
		const items = await place.engine.poll({ parameters: watch.parameters(ids), credential: credentials[baseUrl] ??= place.engine.store(credential), staticData, budgetMs: BUDGET_MS, workflowId });
		return items?.[0] ?? [];
	};
	const credentials: Record<string, ReturnType<Place['engine']['store']>> = {};
	const events = await poll(sandbox.url);
	sandbox.clock.advance(2 * 3600_000);
	const strangers = place.strangers.requests;
	await strike(sandbox, fault, mode, { method: 'GET', path: watch.path, everything: /^\/(?!api\/auth)/ });
	const begun = performance.now();
	let error: RunResult['error'];
	try {
		events.push(...(await poll(tls ? place.tls.url : sandbox.url)));
	} catch (thrown) {
		error = thrown as Error;
	}
	cell.ms = performance.now() - begun;
	const hits = sandbox.faults.list()[0]?.hits ?? 0;
	await lift(sandbox, fault);
	events.push(...(await poll(sandbox.url)), ...(await poll(sandbox.url)));
	cell.outcome = error ? 'stopped' : hits === 0 || fault.harmless ? 'taken' : 'repeated';
	cell.message = error?.message;
	cell.description = error?.description ?? undefined;
	if (error) cell.wrong.push(...judgeError(error, [key, ...sandbox.tokens.all()]));
	if (error && fault.harmless) cell.wrong.push(`a good reply was refused: ${error.message}`);
	if (cell.ms > LIMIT_MS) cell.wrong.push(`took ${Math.round(cell.ms)} ms`);
	if (place.strangers.requests > strangers) cell.wrong.push('went to another origin');
	judgeEvents(cell, events.map(nameOf), watch.expected(ids));
	return cell;
}

function judgeEvents(cell: Cell, names: string[], expected: string[]): void {
	for (const name of expected) {
		const times = names.filter((other) => other === name).length;
		if (times !== 1) cell.wrong.push(`the event "${name}" came ${times} times of ${names.join(', ') || 'none'}`);
	}
	// A status that nobody knows is itself a change, told as such.
	const others = names.filter((name) => !expected.includes(name) && !(cell.fault.id === 'unknownStatus' && name.endsWith('quarantined')));
	if (others.length > 0) cell.wrong.push(`events that were not expected: ${others.join(', ')}`);
}
