import { itemsOf } from '../../tools/lib/n8n.mts';
import type { Execution, StoredWorkflow } from '../../tools/lib/n8n.mts';
import { until } from '../../tools/lib/shell.mts';
import { publish } from '../support/prepared.mts';
import { messagingNode, rowOfNodes, storedNode, webhookNode } from '../support/workflows.mts';
import type { Stage } from './stage.mts';

/* Executions that wait for the answer to an SMS. */

const ASK = 'Ask';
const AFTER = 'After';
/** n8n runs on this machine, and so does whoever opens the link. */
const options = { allowLocalAddress: true };
const KINDS = {
	approval: { options },
	limited: {
		options: {
			...options,
			limitWaitTime: {
				values: { limitType: 'afterTimeInterval', resumeAmount: 0.3, resumeUnit: 'minutes' },
			},
		},
	},
};
type Kind = keyof typeof KINDS;

const idOf = (kind: Kind): string => `e2eWaits${kind}`.padEnd(20, '0');
const phoneOf = (order: number): string => `3809970${String(order).padStart(4, '0')}1`;

/** A workflow that a request starts, that asks by SMS and goes on with the answer. */
const workflowOf = (kind: Kind): StoredWorkflow =>
	rowOfNodes(idOf(kind), `Waits: ${kind}`, [
		webhookNode(`ask-${kind}`),
		messagingNode(
			1,
			{
				resource: 'sms',
				operation: 'sendAndWait',
				sender: { __rl: true, mode: 'name', value: 'Shop' },
				phone: '={{ $json.body.phone }}',
				message: '=Order {{ $json.body.order }}: <script>alert(1)</script>?',
				...KINDS[kind],
			},
			ASK,
		),
		storedNode(2, { name: AFTER, type: 'n8n-nodes-base.noOp', parameters: {} }),
	]);

/** An execution that waits, and the link of its message. */
export interface Asked {
	link: string;
	id: string;
	order: number;
}

/** Calls a webhook. n8n calls itself ready before it takes the requests that start workflows. */
export async function callWebhook({ n8n }: Stage, path: string, body: object): Promise<void> {
	await until(
		`n8n to take ${path}`,
		async () => {
			const response = await fetch(`${n8n.url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}).catch(() => undefined);
			return response?.ok || undefined;
		},
		60_000,
		100,
	);
}

/** Opens a link. */
export async function open(link: string, headers: Record<string, string> = {}, method = 'GET') {
	const response = await fetch(link, { method, headers });
	return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Answers on the page of a link. @returns the text of the page that follows */
export async function answer(link: string, approved: string): Promise<string> {
	const response = await fetch(link, {
		method: 'POST',
		body: new URLSearchParams({ approved }),
	});
	return await response.text();
}

/** Questions that are asked in an n8n. */
export class Questions {
	readonly #stage: Stage;
	#orders = 0;

	private constructor(stage: Stage) {
		this.#stage = stage;
	}

	/** Publishes the workflows that ask. */
	static async bring(stage: Stage): Promise<Questions> {
		const kinds = Object.keys(KINDS) as Kind[];
		await stage.n8n.addWorkflows(kinds.map(workflowOf));
		for (const kind of kinds) await publish(stage.n8n, idOf(kind));
		return new Questions(stage);
	}

	/** All messages about an order. */
	async messages(order: number): Promise<string[]> {
		const { messages } = await this.#stage.sandbox.control<{
			messages: Array<{ msisdn: string; text: string }>;
		}>('GET', 'ledger');
		return messages.filter(({ msisdn }) => msisdn === phoneOf(order)).map(({ text }) => text);
	}

	async status(id: string): Promise<string> {
		return (await this.#stage.n8n.rest<{ status: string }>('GET', `executions/${id}`)).status;
	}

	/** Starts an execution that asks, and waits until it waits. */
	async ask(kind: Kind): Promise<Asked> {
		const order = (this.#orders += 1);
		await callWebhook(this.#stage, `ask-${kind}`, { order, phone: phoneOf(order) });
		const text = await until(
			'The message',
			async () => (await this.messages(order))[0],
			60_000,
			100,
		);
		const link = /https?:\S+$/.exec(text)?.[0] ?? '';
		const id = /\/webhook-waiting\/(\d+)\//.exec(link)?.[1] ?? '';
		await until(
			'The wait',
			async () => (await this.status(id)) === 'waiting' || undefined,
			60_000,
			100,
		);
		return { link, id, order };
	}

	/** What the question was answered with, once the execution has gone on to its end. */
	async outcome({ id, order }: Asked): Promise<Record<string, unknown>> {
		const execution: Execution = await this.#stage.n8n.execution(id);
		expect([execution.status, execution.error?.message]).toEqual(['success', undefined]);
		expect(execution.nodes[AFTER]).toHaveLength(1);
		const [item = {}] = itemsOf(execution, ASK);
		expect(itemsOf(execution, AFTER)).toEqual([item]);
		expect(await this.messages(order)).toHaveLength(1);
		return item;
	}
}
