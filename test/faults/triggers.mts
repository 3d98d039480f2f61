import { setTimeout } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../engine/harness.mts';
import { addClick, linkUuid } from '../../sandbox/shortLinks.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { clear, inject, judgeCell, newCell, newKey } from './cells.mts';
import type { Cell } from './cells.mts';
import type { Fault } from './faults.mts';
import type { Harness } from './harness.mts';
import { countRequests, resolutionOf } from './outcomes.mts';
import { compareOutputs } from './outputs.mts';
import type { Control } from './outputs.mts';
import type { Mode } from './settings.mts';
import { proofOf } from './subjects.mts';
import { SEEDED_PHONE } from './seed.mts';
import { judgeText, leaksOf, outputLeaks } from './texts.mts';

/** One event of the trigger, as the matrix watches for it. */
export interface Watch {
	id: string;
	title: string;
	/** As the trigger's parameter names it. */
	event: string;
	path: RegExp;
	/** How the path is asked for; GET unless it says otherwise. */
	method?: 'POST';
	/** How many messages are sent one by one; 2 unless it says otherwise. */
	messages?: number;
	/** Fields that hold more where the path does not serve, and another one is asked. */
	aside?: string[];
	parameters(ids: Ids): INodeParameters;
	/** Whether the sandbox's clock must be near the machine's: the trigger asks for a period up to now. */
	needsTime?: boolean;
	/** Happens while nobody looks, besides what has been sent. */
	happens?(sandbox: Sandbox): void;
	/** What the three polls must report together, each once, in any order. */
	expected(ids: Ids): string[];
}

interface Ids {
	messages: number[];
	task: number;
	campaign: number;
	application: number;
}

/** n8n's budget of a poll: a request may take half of it, repeating one a quarter. Those of a login, which is not repeated at once, need more. */
const BUDGET_MS = { request: 6000, login: 20_000 };
/** A login that was refused is not asked for again for 15 seconds; n8n polls once a minute. */
const REFUSAL_STANDS_MS = 15_200;

async function post(
	sandbox: Sandbox,
	key: string,
	path: string,
	body: object,
): Promise<IDataObject> {
	const reply = await fetch(sandbox.url + path, {
		method: 'POST',
		headers: { 'x-api-key': key, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return (await reply.json()) as IDataObject;
}

/** Sends what is watched; nothing is delivered yet. */
async function send(sandbox: Sandbox, key: string, count = 2): Promise<Ids> {
	const single = async (msisdn: string) =>
		Number(
			(
				await post(sandbox, key, '/rest/sms/create', {
					destination: 'phone',
					msisdn,
					originator: 'Shop',
					body: 'Hello',
				})
			).id,
		);
	const messages: number[] = [];
	while (messages.length < count)
		messages.push(await single(String(380991112233 + messages.length)));
	const task = Number(
		(
			await post(sandbox, key, '/rest/sms/create', {
				destination: 'phones',
				phones: [{ msisdn: '380991112244' }],
				originator: 'Shop',
				body: 'Hello',
			})
		).task_id,
	);
	const created = await post(sandbox, key, '/api/campaigns/sms/send', {
		phones: [{ number: 380991112255 }],
		sender: 'Sandbox',
		text: 'Hello',
	});
	const applied = await post(sandbox, key, '/api/senders/requests/legal', {
		type: 'sms',
		sender: 'NewShop',
		country_code: 'UA',
		code_of_company: '38212345',
		legal_name: 'Shop Ltd',
		address: '1 Main Street',
		tax_number: '382',
		description: 'Books',
		informing_purpose: 'Orders',
	});
	return {
		messages,
		task,
		campaign: Number((created.data as IDataObject).id),
		application: Number((applied.data as IDataObject).id),
	};
}

const campaigns = (
	event: string,
	title: string,
	path = /^\/api\/campaign/,
	id = event,
	status = event.startsWith('campaignMessage') ? 'delivered' : 'done',
): Watch => ({
	id,
	title: `Trigger: ${title}`,
	event,
	path,
	parameters: () => ({ messageType: 'sms' }),
	expected: ({ campaign }) => [`${campaign} ${status}`],
});

const tasks = (event: string, title: string): Watch => ({
	id: event,
	title: `Trigger: ${title}`,
	event,
	path: /^\/rest\/sms/,
	parameters: ({ task }) => ({ taskIds: String(task), options: { expected: 1 } }),
	expected: ({ task }) => [`${task} finished`],
});

/** What a phone answers. */
const REPLIES = ['Yes', 'Stop'];

/** Every event of the trigger. */
export const WATCHES: Watch[] = [
	campaigns('campaignFinished', 'Campaign Finished'),
	campaigns('campaignProgress', 'Campaign Progress'),
	campaigns('campaignStatusChanged', 'Campaign Status Changed'),
	campaigns(
		'campaignStatusChanged',
		'Campaign Status Changed, at the login',
		/^\/api\/auth\/login/,
		'campaignStatusChanged (login)',
	),
	{
		id: 'messageStatusChanged',
		title: 'Trigger: Message Status Changed',
		event: 'messageStatusChanged',
		path: /^\/rest\/sms/,
		parameters: ({ messages }) => ({
			lookUpBy: 'id',
			messageIds: messages.join(),
			notify: 'final',
		}),
		expected: ({ messages }) => messages.map((id) => `${id} delivered`),
	},
	{
		id: 'messageStatusChanged (statuses)',
		title: 'Trigger: Message Status Changed, at the list of statuses',
		event: 'messageStatusChanged',
		method: 'POST',
		path: /^\/rest\/sms\/getStatus/,
		messages: 7,
		aside: ['created_at'],
		parameters: ({ messages }) => ({
			lookUpBy: 'id',
			messageIds: messages.join(),
			notify: 'final',
		}),
		expected: ({ messages }) => messages.map((id) => `${id} delivered`),
	},
	tasks('bulkTaskFinished', 'Bulk Task Finished'),
	tasks('bulkTaskProgress', 'Bulk Task Progress'),
	{
		id: 'applicationStatusChanged',
		title: 'Trigger: Sender Application Status Changed',
		event: 'applicationStatusChanged',
		path: /^\/api\/senders/,
		parameters: () => ({}),
		expected: ({ application }) => [`${application} registration completed`],
	},
	campaigns('campaignMessageFinished', 'Campaign Message Finished', /^\/api\/messages/),
	campaigns('campaignMessageStatusChanged', 'Campaign Message Status Changed', /^\/api\/messages/),
	{
		id: 'messageReceived',
		title: 'Trigger: Message Received',
		event: 'messageReceived',
		path: /^\/rest\/sms\/2wayIncoming/,
		needsTime: true,
		parameters: () => ({}),
		happens: (sandbox) => {
			const receivedMs = sandbox.clock.now().getTime();
			for (const text of REPLIES)
				sandbox.store.received.push({
					id: sandbox.store.nextId('received', 9001),
					phone: SEEDED_PHONE,
					sender: 'Shop',
					text,
					receivedMs,
				});
		},
		expected: () => REPLIES.map((text) => `${text} received`),
	},
	{
		id: 'linkClicked',
		title: 'Trigger: Link Clicked',
		event: 'linkClicked',
		path: /^\/api\/short-url\/clicks/,
		needsTime: true,
		parameters: () => ({}),
		happens: ({ service }) => {
			for (const isHuman of [true, false, true])
				addClick(service, linkUuid('e', 1), { phone: SEEDED_PHONE, isHuman });
		},
		// The sandbox begins with three clicks.
		expected: () => [4, 6].map((nth) => `${linkUuid('c', nth)} received`),
	},
];

const nameOf = ({ json }: INodeExecutionData): string => {
	const id =
		json.campaign_id ??
		json.message_id ??
		json.task_id ??
		json.application_id ??
		json.text ??
		json.click_id;
	// A reply or a click has no status.
	return `${String(id)} ${String(json.status ?? 'received')}`;
};

/**
 * Must this poll overcome the fault by itself? A request that takes all its time leaves none for another one, and a login that is
 * refused for good is not asked again.
 */
const mustPass = (fault: Fault, mode: Mode, watch: Watch): boolean =>
	fault.setting === 'token' ||
	(mode === 'once' &&
		((fault.renews === true && proofOf(watch) === 'token') ||
			(fault.passes === true && !fault.takesTimeout)));

/**
 * Makes four polls: one that sees the beginning, one under the fault after everything has changed, two when it is over.
 * @param control the undisturbed polls; absent while those are made
 * @returns the cell, and what it came to, for comparison
 */
export async function runTriggerCell(
	harness: Harness,
	watch: Watch,
	fault: Fault,
	mode: Mode,
	control?: Control,
): Promise<{ cell: Cell; control: Control }> {
	const cell = newCell(fault, { ...watch, id: `trigger ${watch.id}` }, mode);
	const login = proofOf(watch) === 'login';
	const budgetMs = login ? BUDGET_MS.login : BUDGET_MS.request;
	const { sandbox } = harness;
	sandbox.reset();
	const key = newKey(sandbox);
	harness.tls.keys.set(key, {});
	const ids = await send(sandbox, key, watch.messages);
	const method = login ? 'POST' : (watch.method ?? 'GET');
	const staticData: IDataObject = {};
	const workflowId = `faults-${key}`;
	const credentials: Record<string, ReturnType<Harness['engine']['store']>> = {};
	const poll = async (baseUrl: string): Promise<INodeExecutionData[]> => {
		const credential = (credentials[baseUrl] ??= harness.engine.store({
			baseUrl,
			apiKey: key,
			authentication: 'automatic',
		}));
		const items = await harness.engine.poll({
			parameters: { event: watch.event, ...watch.parameters(ids) },
			credential,
			staticData,
			budgetMs,
			workflowId,
		});
		return items?.[0] ?? [];
	};
	const events = await poll(sandbox.url);
	sandbox.clock.advance(2 * 3600_000);
	watch.happens?.(sandbox);
	if (login) sandbox.tokens.revokeAll();
	const foreign = harness.foreign.requests;
	const before = sandbox.requests.length;
	await inject(harness, fault, mode, { method, path: watch.path });
	let error: RunResult['error'];
	let seen: INodeExecutionData[] = [];
	try {
		seen = await poll(fault.setting === 'tls' ? harness.tls.url : sandbox.url);
	} catch (thrown) {
		error = thrown as Error;
	}
	const requests = countRequests(sandbox.requests.slice(before));
	if (mode === 'once' && fault.rule && sandbox.faults.list()[0]?.hits === 0)
		cell.wrong.push('the fault met nothing');
	await clear(sandbox, fault);
	// Polls of that time would fail alike.
	if (login && error && !fault.passes) await setTimeout(REFUSAL_STANDS_MS);
	events.push(...seen, ...(await poll(sandbox.url)), ...(await poll(sandbox.url)));

	const expected = watch.expected(ids);
	const inTime = seen.map(nameOf);
	const how =
		control && !fault.harmless
			? resolutionOf(requests, control.requests, {
					method,
					path: watch.path,
				})
			: 'taken';
	cell.outcome = error
		? 'stopped'
		: fault.harmless || expected.every((name) => inTime.includes(name))
			? how
			: 'later';
	cell.message = error?.message;
	cell.description = error?.description ?? undefined;
	const secrets = [key, ...sandbox.tokens.all()];
	const leaks = error ? leaksOf(error, secrets) : outputLeaks(events, secrets);
	cell.leaks = leaks.length;
	cell.wrong.push(...leaks);
	if (error) {
		cell.texts++;
		cell.wrong.push(...judgeText(error, fault, { id: cell.subject.id, path: watch.path }, mode));
	}
	if (mustPass(fault, mode, watch) && (error || cell.outcome === 'later'))
		cell.wrong.push(`not overcome by this poll: ${error?.message ?? 'it reports less'}`);
	judgeCell(cell, harness, foreign);
	judgeEvents(cell, events.map(nameOf), expected);
	const reported = expected
		.flatMap((name) => events.find((event) => nameOf(event) === name) ?? [])
		.map((event) => {
			const kept = Object.entries(event.json).filter(([name]) => !watch.aside?.includes(name));
			return { ...event, json: Object.fromEntries(kept) };
		});
	if (control) cell.wrong.push(...compareOutputs(reported, control, fault, cell.outcome));
	return { cell, control: { items: reported, requests } };
}

function judgeEvents(cell: Cell, names: string[], expected: string[]): void {
	for (const name of expected) {
		const times = names.filter((other) => other === name).length;
		if (times !== 1)
			cell.wrong.push(`the event "${name}" came ${times} times of ${names.join(', ') || 'none'}`);
		cell.lost += times === 0 ? 1 : 0;
		cell.twice += Math.max(0, times - 1);
	}
	// An unknown status is itself a change, told as such.
	const others = names.filter(
		(name) =>
			!expected.includes(name) &&
			!(cell.fault.id === 'unknownStatus' && name.endsWith('quarantined')),
	);
	if (others.length > 0) cell.wrong.push(`events that were not expected: ${others.join(', ')}`);
}
