import { asCode, BuilderTools } from './builderTools.mts';
import type { Way } from './examplesHarness.mts';
import type { N8n, StoredWorkflow } from '../../tools/lib/n8n.mts';

interface Warning {
	code: string;
	message: string;
	nodeName?: string;
}

/** What n8n says of a workflow that it was given as code. */
export interface Made {
	/** How many nodes the workflow has, notes included. */
	nodes: number;
	/** What the validation counts. */
	counted: number;
	warnings: Warning[];
	id: string;
}

interface Column {
	name: string;
	type: string;
}

/** The Data Tables that the nodes of a workflow make when they run. */
const tablesOf = ({ nodes }: StoredWorkflow): Array<{ name: string; columns: Column[] }> =>
	nodes
		.filter(({ type }) => type === 'n8n-nodes-base.dataTable')
		.map(({ parameters }) => parameters as { tableName?: string; columns?: { column?: Column[] } })
		.flatMap(({ tableName, columns }) =>
			tableName !== undefined && columns?.column !== undefined
				? [{ name: tableName, columns: columns.column }]
				: [],
		);

/** As a model does it: each example is code of n8n's workflow SDK, and n8n's MCP server validates, creates, publishes and runs it. */
export class ByCode implements Way {
	readonly tools: BuilderTools;
	/** What became of each example, by its own ID. */
	readonly made = new Map<string, Made>();

	/** The executions that were begun. */
	readonly begun: Array<{ workflowId: string; executionId: string }> = [];

	private constructor(tools: BuilderTools) {
		this.tools = tools;
	}

	/** Connects to n8n's MCP server and makes the workflows there. */
	static async bring(n8n: N8n, workflows: StoredWorkflow[]): Promise<ByCode> {
		const way = new ByCode(await BuilderTools.connect(n8n));
		await way.#makeTables(workflows);
		for (const workflow of workflows) await way.#make(n8n, workflow);
		return way;
	}

	/** n8n creates no workflow from code that names a Data Table which is not there, even where its first node makes it. */
	async #makeTables(workflows: StoredWorkflow[]): Promise<void> {
		const { data } = await this.tools.call<{ data: Array<{ id: string; type: string }> }>(
			'search_projects',
			{},
		);
		const projectId = data.find(({ type }) => type === 'personal')?.id;
		for (const table of workflows.flatMap(tablesOf))
			await this.tools.call('create_data_table', { projectId, ...table });
	}

	async #make(n8n: N8n, workflow: StoredWorkflow): Promise<void> {
		const code = asCode(n8n, workflow);
		const { nodeCount = 0, warnings = [] } = await this.tools.call<{
			nodeCount?: number;
			warnings?: Warning[];
		}>('validate_workflow', { code });
		const { workflowId } = await this.tools.call<{ workflowId: string }>(
			'create_workflow_from_code',
			{ code, name: workflow.name, description: workflow.name },
		);
		this.made.set(workflow.id, {
			nodes: workflow.nodes.length,
			counted: nodeCount,
			warnings,
			id: workflowId,
		});
	}

	idOf(id: string): string {
		const made = this.made.get(id);
		if (!made) throw new Error(`${id} was not created`);
		return made.id;
	}

	async publish(id: string): Promise<void> {
		const { success, error } = await this.tools.call<{ success: boolean; error?: string }>(
			'publish_workflow',
			{ workflowId: this.idOf(id) },
		);
		if (!success) throw new Error(`${id} was not published: ${error ?? ''}`);
	}

	async begin(id: string, trigger: string): Promise<string> {
		const workflowId = this.idOf(id);
		const { executionId, error } = await this.tools.call<{
			executionId: string | null;
			error?: string;
		}>('execute_workflow', { workflowId, executionMode: 'manual', triggerNodeName: trigger });
		if (executionId === null) throw new Error(`${id} was not started: ${error ?? ''}`);
		this.begun.push({ workflowId, executionId });
		return executionId;
	}
}
