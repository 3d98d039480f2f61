import { acceptErrorsOfEveryRealm } from './support/environment.mts';
import {
	BinaryDataService,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	PollContext,
	SupplyDataContext,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data.js';
import { Container } from '@n8n/di';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodePropertyOptions,
	IRun,
	IRunExecutionData,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import path from 'node:path';
import { MemoryCredentialsHelper } from './support/credentials.mts';
import type { StoredCredential } from './support/credentials.mts';
import { testByRequest } from './support/credentialTester.mts';
import { LoadedNodeTypes, START_TYPE, loadPackage } from './support/nodeTypes.mts';
import type { Dispatch } from './support/nodeTypes.mts';
import type { Engine, LinkAnswer, NodeSetting, RunRequest, RunResult } from './support/engine.mts';

export type { StoredCredential } from './support/credentials.mts';
export type * from './support/engine.mts';

const CREDENTIAL = 'messagingServiceApi';
const NODE = 'Messaging Service';

function isStored(credential: IDataObject | StoredCredential): credential is StoredCredential {
	return typeof credential.id === 'string' && typeof credential.updates === 'number';
}

const START_NODE: INode = {
	id: 'start',
	name: 'Start',
	type: START_TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

let executions = 0;

/** What n8n saves of an execution before its first node runs. */
export function newExecution(items: INodeExecutionData[] = [{ json: {} }]): IRunExecutionData {
	return createRunExecutionData({
		resultData: { pinData: { Start: items } },
		executionData: {
			nodeExecutionStack: [{ node: START_NODE, data: { main: [[{ json: {} }]] }, source: null }],
		},
	});
}

/**
 * Starts n8n-core's engine on the built package.
 * @param options.directory the package; this repository unless given.
 * @param options.credential the credential type of `request.credential`; ours unless given.
 * @throws Error when the package is not built.
 */
export async function startEngine(
	options: { directory?: string; credential?: string } = {},
): Promise<Engine> {
	const credentialType = options.credential ?? CREDENTIAL;
	acceptErrorsOfEveryRealm();
	const loader = await loadPackage(options.directory ?? path.resolve('.'));
	const plainTypes = new LoadedNodeTypes(loader);
	const credentials = new MemoryCredentialsHelper(
		(name) => loader.getCredential(name).type,
		plainTypes,
	);
	await Container.get(BinaryDataService).init();

	function prepare(
		request: NodeSetting,
		types: LoadedNodeTypes,
	): {
		node: INode;
		workflow: Workflow;
		additionalData: IWorkflowExecuteAdditionalData;
		credential?: StoredCredential;
	} {
		const credential =
			request.credential === undefined
				? undefined
				: isStored(request.credential)
					? request.credential
					: credentials.store(credentialType, request.credential as ICredentialDataDecryptedObject);
		const node: INode = {
			id: 'node-under-test',
			name: NODE,
			typeVersion: 1,
			position: [200, 0],
			...request.node,
			type: `${loader.packageName}.${request.nodeType ?? 'messagingService'}`,
			parameters: structuredClone(request.parameters ?? {}),
			...(credential
				? { credentials: { [credential.type]: { id: credential.id, name: 'Messaging Service' } } }
				: {}),
		};
		const polls = types.getByNameAndVersion(node.type).poll !== undefined;
		const other = request.beside ?? '';
		const others =
			polls && other !== '' ? [{ ...START_NODE, id: 'other', name: other }, START_NODE] : [];
		const connections: IConnections = polls
			? {
					...(other !== '' && { [other]: { main: [[{ node: 'Start', type: 'main', index: 0 }]] } }),
				}
			: {
					Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] },
					...(request.loops && {
						[node.name]: { main: [[], [{ node: node.name, type: 'main', index: 0 }]] },
					}),
				};
		const data = {
			id: request.workflowId ?? 'workflow-under-test',
			name: 'Workflow under test',
			nodes: polls ? [node, ...others] : [START_NODE, node],
			connections,
			active: false,
			settings: { executionOrder: 'v1' as const, ...request.settings },
		};
		const workflow = new Workflow({ ...data, nodeTypes: types, staticData: {} });
		const executionId = request.executionId ?? String((executions += 1));
		const url = 'http://127.0.0.1:5678/';
		const additionalData = {
			credentialsHelper: credentials,
			executionId,
			workflowId: data.id,
			currentNodeExecutionIndex: 0,
			restApiUrl: `${url}rest`,
			instanceBaseUrl: url,
			formWaitingBaseUrl: `${url}form-waiting`,
			webhookBaseUrl: `${url}webhook`,
			// A link that goes out leads to an address that phones reach.
			webhookWaitingBaseUrl: request.waitingUrl ?? 'http://n8n.example.eu/webhook-waiting',
			webhookTestBaseUrl: `${url}webhook-test`,
			variables: {},
			setExecutionStatus: () => {},
			logAiEvent: () => {},
			hooks: new ExecutionLifecycleHooks(request.mode ?? 'trigger', executionId, {
				...data,
				createdAt: new Date(),
				updatedAt: new Date(),
				activeVersionId: null,
				isArchived: false,
			}),
		} as unknown as IWorkflowExecuteAdditionalData;
		return { node, workflow, additionalData, ...(credential ? { credential } : {}) };
	}

	async function execute(request: RunRequest, dispatch: Dispatch): Promise<RunResult> {
		let tries = 0;
		const { node, workflow, additionalData, credential } = prepare(
			request,
			new LoadedNodeTypes(loader, dispatch, () => {
				tries += 1;
				request.onTry?.(tries);
			}),
		);
		if (workflow.getNode('Start') === null)
			throw new Error(`${node.type} is a trigger: use poll().`);
		const runData = request.saved ?? newExecution(request.items);
		// n8n's list retry, with whichever workflow, runs the nodes of that workflow.
		for (const one of runData.executionData?.nodeExecutionStack ?? [])
			one.node = workflow.getNode(one.node.name) ?? one.node;
		const base = { outputs: [], items: [], hints: [], ...(credential ? { credential } : {}) };
		let run: IRun;
		try {
			const execution = new WorkflowExecute(
				additionalData,
				request.mode ?? 'trigger',
				runData,
			).processRunExecutionData(workflow);
			const cancel = (): void => execution.cancel();
			request.signal?.addEventListener('abort', cancel, { once: true });
			if (request.signal?.aborted) cancel();
			run = await execution;
			request.signal?.removeEventListener('abort', cancel);
		} catch (error) {
			// n8n checks parameters and credentials before it starts: such an execution has an error and no data.
			return { ...base, error: error as Error, tries, status: 'error' };
		}
		const task = run.data.resultData.runData[node.name]?.[0];
		const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
		const error = run.data.resultData.error as RunResult['error'];
		return {
			...base,
			outputs,
			items: outputs[0] ?? [],
			...(error ? { error } : {}),
			hints: task?.hints ?? [],
			tries,
			status: run.status,
			run,
		};
	}

	function method(kind: 'listSearch' | 'loadOptions', name: string, nodeType?: string): unknown {
		const found: unknown = plainTypes.getByNameAndVersion(nodeType ?? 'messagingService').methods?.[
			kind
		]?.[name];
		if (typeof found !== 'function') throw new Error(`The node has no ${kind} method "${name}".`);
		return found;
	}

	function loadOptionsContext(request: NodeSetting): LoadOptionsContext {
		const { node, workflow, additionalData } = prepare(request, plainTypes);
		additionalData.currentNodeParameters = node.parameters;
		return new LoadOptionsContext(workflow, node, additionalData, '');
	}

	return {
		run: async (request) => await execute(request, 'engine'),
		viaRoute: async (request) => await execute(request, 'route'),
		async asTool(request, args) {
			const types = new LoadedNodeTypes(loader, 'route');
			const { node, workflow, additionalData } = prepare(
				{ nodeType: 'messagingServiceTool', ...request },
				types,
			);
			const execution = newExecution();
			const items = [{ json: {} }];
			const data = { main: [items] };
			const call = makeHandleToolInvocation(
				(runIndex) =>
					new SupplyDataContext(
						workflow,
						node,
						additionalData,
						'trigger',
						execution,
						runIndex,
						items,
						{},
						'ai_tool',
						{ node: START_NODE, data, source: { main: [null] } },
						[],
						undefined,
						START_NODE,
					),
				node,
				types.getByNameAndVersion(node.type),
				execution,
			);
			return await call(args);
		},
		async openLink(waiting, request, { method = 'GET', body = {}, query = {} }) {
			const { node, workflow, additionalData } = prepare(request, plainTypes);
			// n8n reads the execution from its database, and takes away what the node put out before it waited.
			const saved = JSON.parse(JSON.stringify(waiting.run?.data)) as IRunExecutionData;
			const seen = structuredClone(saved);
			seen.resultData.runData[node.name]?.pop();
			const answer: LinkAnswer = { status: 200, headers: {}, page: '' };
			const response = {
				status: (status: number) => Object.assign(answer, { status }) && response,
				set: (headers: object) => Object.assign(answer.headers, headers) && response,
				send: (page: string) => Object.assign(answer, { page }) && response,
			};
			const httpRequest = { method, body, query, headers: {}, params: {} };
			Object.assign(additionalData, { httpRequest, httpResponse: response });
			const context = new WebhookContext(
				workflow,
				node,
				additionalData,
				request.mode ?? 'trigger',
				{} as IWebhookData,
				[],
				seen,
			);
			const result = await plainTypes.getByNameAndVersion(node.type).webhook?.call(context);
			if (result?.workflowData === undefined) return answer;
			const [stack] = saved.executionData?.nodeExecutionStack ?? [];
			Object.assign(stack ?? {}, {
				data: { main: result.workflowData },
				metadata: { forwardAllOutputs: true },
			});
			answer.page = String(result.webhookResponse);
			return { ...answer, run: await execute({ ...request, saved }, 'engine') };
		},
		async poll(request) {
			const { node, workflow, additionalData } = prepare(
				{ nodeType: 'messagingServiceTrigger', mode: 'trigger', ...request },
				plainTypes,
			);
			const type = plainTypes.getByNameAndVersion(node.type);
			if (type.poll === undefined) throw new Error(`${node.type} does not poll.`);
			const budget = request.budgetMs;
			const context = new PollContext(
				workflow,
				node,
				additionalData,
				request.mode ?? 'trigger',
				request.activation ?? 'activate',
				undefined,
				undefined,
				undefined,
				undefined,
				() => (request.staticData ??= {}),
				budget === undefined ? undefined : () => budget,
			);
			return (await type.poll.call(context)) as INodeExecutionData[][] | null;
		},
		async listSearch(name, { filter, paginationToken, ...request }) {
			const search = method('listSearch', name, request.nodeType) as (
				this: LoadOptionsContext,
				filter?: string,
				token?: string,
			) => Promise<INodeListSearchResult>;
			return await search.call(loadOptionsContext(request), filter, paginationToken);
		},
		async loadOptions(name, request) {
			const load = method('loadOptions', name, request.nodeType) as (
				this: LoadOptionsContext,
			) => Promise<INodePropertyOptions[]>;
			return await load.call(loadOptionsContext(request));
		},
		testCredential: async (data) =>
			await testByRequest(
				loader.getCredential(CREDENTIAL).type,
				credentials,
				data as ICredentialDataDecryptedObject,
			),
		store: (data) => credentials.store(credentialType, data as ICredentialDataDecryptedObject),
		nodeType: (name = 'messagingService') => plainTypes.getByNameAndVersion(name),
		storeBinary: async (data, fileName) =>
			await Container.get(BinaryDataService).store(
				{ type: 'execution', workflowId: 'files', executionId: 'files' },
				data,
				{ data: '', mimeType: 'text/csv', fileName },
			),
		readBinary: async (binary) => await Container.get(BinaryDataService).getAsBuffer(binary),
	};
}
