import { exampleCredentials, exampleWorkflows } from '../../tools/lib/examples.mts';
import { startLanguageModel } from '../../tools/lib/languageModel.mts';
import { startMailbox } from '../../tools/lib/mailbox.mts';
import { itemsOf } from '../../tools/lib/n8n.mts';
import { callService, startSandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import { until } from '../../tools/lib/shell.mts';
import type { Fixtures } from '../support/fixtures.mts';
import { createN8n, prepared, publish, useCredentials } from '../support/prepared.mts';
import { settingsAsked } from './v3Settings.mts';
import { PACKAGE, START } from '../support/workflows.mts';
import type { LanguageModel } from '../../tools/lib/languageModel.mts';
import type { Mail, Mailbox } from '../../tools/lib/mailbox.mts';
import type { Execution, N8n, StoredWorkflow } from '../../tools/lib/n8n.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';

export type Json = Record<string, unknown>;

/** A message as the sandbox's control interface shows it. */
export interface Stored {
	id: number;
	msisdn: string;
	sender: string;
	text: string;
	status: string;
	reference: string | null;
	campaignId: number | null;
}

/** How long something may take that waits for a poll, a delivery or a wait of a workflow. */
const PATIENCE_MS = 90_000;
const TRIGGER_TYPE = `${PACKAGE}.messagingServiceTrigger`;

/** @throws Error naming `what` with both values unless they are the same (compared as JSON). */
export function same(actual: unknown, expected: unknown, what: string): void {
	const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
	if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
}

/** @throws Error with `what` unless the value is true. */
export function must(value: boolean, what: string): void {
	if (!value) throw new Error(what);
}

/** What the tests change in an example, and nothing else: how long it waits. */
const QUICKER: Record<string, Record<string, Json>> = {
	smsEmailFallback: { 'Wait for Delivery': { waitMinutes: 0.25 } },
	rcsPausedRenewed: { 'A Quarter of an Hour': { amount: 2, unit: 'seconds' } },
};
/** n8n takes no poll interval under a minute, but several times a minute: every ten seconds. */
export const POLLS = {
	item: [3, 13, 23, 33, 43, 53].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

function quicker(workflow: StoredWorkflow): StoredWorkflow {
	const copy = structuredClone(workflow);
	for (const node of copy.nodes) {
		const parameters = node.parameters as Json;
		Object.assign(
			parameters,
			QUICKER[copy.id]?.[node.name],
			'pollTimes' in parameters ? { pollTimes: POLLS } : {},
		);
	}
	return copy;
}

/** n8n's own MCP server takes a hundred calls in five minutes otherwise. */
const ENV = { ...settingsAsked(), N8N_MCP_SERVER_RATE_LIMIT: '1000' };

/** A real n8n with all examples, the sandbox, an SMTP server, and a stand-in for a language model. */
export class ExamplesHarness {
	private constructor(
		readonly n8n: N8n,
		readonly sandbox: SandboxProcess,
		readonly mailbox: Mailbox,
		readonly workflows: StoredWorkflow[],
		readonly model: LanguageModel,
	) {}

	/**
	 * Starts an n8n that holds the examples and their credentials.
	 * @param fixtures are given what ends this
	 */
	static async create(fixtures: Fixtures): Promise<ExamplesHarness> {
		const sandbox = fixtures.add(await startSandboxProcess({ args: ['--quiet'] }), (one) =>
			one.stop(),
		);
		const mailbox = fixtures.add(await startMailbox(), (one) => one.close());
		const model = fixtures.add(await startLanguageModel(), (one) => one.close());
		const n8n = await createN8n(fixtures, await prepared(fixtures), ENV);
		const workflows = await exampleWorkflows(sandbox.url);
		await n8n.start();
		await n8n.login();
		await useCredentials(n8n, exampleCredentials(sandbox.url, mailbox.port, model.url));
		await n8n.addWorkflows(workflows.map(quicker));
		return new ExamplesHarness(n8n, sandbox, mailbox, workflows, model);
	}

	/** Publishes an example, so that it runs by itself, and waits for its first poll: what was there before is no news to it. */
	async activate(id: string): Promise<void> {
		await publish(this.n8n, id);
		const workflow = this.workflows.find((one) => one.id === id);
		if (!workflow?.nodes.some(({ type }) => type === TRIGGER_TYPE)) return;
		await until(
			`The first poll of ${id}`,
			async () => {
				const { staticData } = await this.n8n.rest<{ staticData: object | null }>(
					'GET',
					`workflows/${id}`,
				);
				return Object.keys(staticData ?? {}).length > 0 || undefined;
			},
			PATIENCE_MS,
		);
	}

	/** Runs an example by hand. @returns the ID of the execution */
	async begin(id: string, trigger = START): Promise<string> {
		return await this.n8n.beginWorkflow(id, trigger);
	}

	/** Runs an example by hand and waits for its end, whatever becomes of it. */
	async execute(id: string, trigger = START): Promise<Execution> {
		return await this.n8n.execution(await this.begin(id, trigger));
	}

	/** @throws Error where an output of one of our nodes holds what n8n's table prints in red */
	private withoutRed(id: string, execution: Execution): Execution {
		const ours = this.workflows
			.find((workflow) => workflow.id === id)
			?.nodes.filter(({ type }) => String(type).startsWith('n8n-nodes-messaging-service.'));
		if (!ours) throw new Error(`there is no example ${id}`);
		const dashes = ours.flatMap(({ name }) =>
			[0, 1].flatMap((output) =>
				itemsOf(execution, name, output).filter((item) => Object.values(item).includes('-')),
			),
		);
		same(dashes, [], `items with a dash in place of null after ${id}`);
		return execution;
	}

	/** Runs an example by hand. @throws Error unless it succeeds, and shows nothing in red */
	async run(id: string, trigger = START): Promise<Execution> {
		const execution = await this.execute(id, trigger);
		if (execution.status !== 'success')
			throw new Error(
				`it ended with ${execution.status}: ${execution.error?.message ?? ''} ${execution.error?.description ?? ''}`,
			);
		return this.withoutRed(id, execution);
	}

	/** The executions of an example, oldest first. */
	async executions(id: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = await this.n8n.rest<{ results: Array<{ id: string }> }>(
			'GET',
			`executions?filter=${filter}`,
		);
		return results.map((one) => one.id).reverse();
	}

	/** Waits for the next execution of an active workflow that is not in `seen`, and adds it to them. @throws Error unless it succeeds */
	async next(id: string, seen: Set<string>): Promise<Execution> {
		const found = await until(
			`An execution of ${id}`,
			async () => (await this.executions(id)).find((one) => !seen.has(one)),
			PATIENCE_MS,
		);
		seen.add(found);
		const execution = await this.n8n.execution(found);
		if (execution.status !== 'success')
			throw new Error(
				`execution ${found} ended with ${execution.status}: ${execution.error?.message ?? ''}`,
			);
		return this.withoutRed(id, execution);
	}

	/** Waits for an e-mail. */
	async mail(subject: RegExp): Promise<Mail> {
		return await until(
			`An e-mail with ${String(subject)}`,
			async () => this.mailbox.mails.find((mail) => subject.test(mail.subject)),
			PATIENCE_MS,
		);
	}

	/** @returns the messages that the sandbox holds, by a query of its control interface */
	async messages(query: string): Promise<Stored[]> {
		return (await this.sandbox.control<{ data: Stored[] }>('GET', `messages?limit=10000&${query}`))
			.data;
	}

	/** @returns a campaign as the sandbox holds it */
	async campaign(id: unknown): Promise<Json> {
		const { data } = await this.sandbox.control<{ data: Json[] }>('GET', 'campaigns?limit=1000');
		const found = data.find((one) => one.id === id);
		if (!found) throw new Error(`the sandbox has no campaign ${String(id)}`);
		return found;
	}

	/** Calls the service as another of its clients would. */
	async service(method: string, path: string, body: Json): Promise<Json> {
		return await callService(this.sandbox, method, path, body);
	}
}

/** The only item of a node. @throws Error when it put out none or several */
export function only(execution: Execution, node: string, output = 0): Json {
	const items = itemsOf(execution, node, output);
	if (items.length !== 1) {
		const { status, error } = execution;
		const end = [status, error?.message].filter(Boolean).join(': ');
		throw new Error(
			`${node} put out ${items.length} items instead of 1, and the execution ended (${end}).`,
		);
	}
	return items[0] ?? {};
}
