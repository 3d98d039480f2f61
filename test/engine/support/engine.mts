import type {
	IBinaryData,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	IRun,
	IRunExecutionData,
	IWorkflowSettings,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Readable } from 'node:stream';
import type { StoredCredential } from './credentials.mts';

// What n8n's engine can be asked in a test, and what it says.

/** What a call of a node needs, whichever way it is called. */
export interface NodeSetting {
	/** Node type without the package's name; `messagingService` unless given. */
	nodeType?: string;
	parameters?: INodeParameters;
	/** Data of a new credential, or one stored before (to share its token between runs). */
	credential?: IDataObject | StoredCredential;
	/** Settings of the node itself: onError, retryOnFail, maxTries, waitBetweenTries, alwaysOutputData, id … */
	node?: Partial<INode>;
	workflowId?: string;
	/** Settings of the workflow beside those of every test. */
	settings?: IWorkflowSettings;
	executionId?: string;
	mode?: WorkflowExecuteMode;
	/** The node's error output leads back to its input. */
	loops?: boolean;
	/** Where n8n takes what people answer to executions that wait. */
	waitingUrl?: string;
	/** Name of another node of the workflow, from which a connection leads on (polls only). */
	beside?: string;
}

export interface RunRequest extends NodeSetting {
	/** Input items; one empty item unless given. */
	items?: INodeExecutionData[];
	/** Aborting it cancels the execution, as the Stop button does. */
	signal?: AbortSignal;
	/** Data of an execution as n8n saved it, in place of `items`: the run goes on where that one ended (see savedExecutions.mts). */
	saved?: IRunExecutionData;
	/** Called at the beginning of each try with its number, from 1 (Retry On Fail). */
	onTry?: (number: number) => void;
}

export interface RunResult {
	/** Items of each output of the node; with `continueErrorOutput` the last one is the error output. */
	outputs: INodeExecutionData[][];
	items: INodeExecutionData[];
	/** What stopped the execution. */
	error?: Error & {
		description?: string | null;
		context?: IDataObject;
		httpCode?: string | null;
		node?: INode;
	};
	hints: NodeExecutionHint[];
	/** How often the engine ran the node (Retry On Fail). */
	tries: number;
	status: IRun['status'];
	credential?: StoredCredential;
	/** n8n's own record of the run, as it would be saved. */
	run?: IRun;
}

/** A request to the address at which an execution waits. */
export interface LinkRequest {
	method?: 'GET' | 'POST';
	body?: object;
	query?: object;
}

/** What somebody sees who makes it, and the execution that goes on with it, if it does. */
export interface LinkAnswer {
	status: number;
	headers: Record<string, string>;
	page: string;
	run?: RunResult;
}

export interface PollRequest extends NodeSetting {
	/** The node's static data; it is changed in place, as n8n keeps it between polls. */
	staticData?: IDataObject;
	activation?: 'activate' | 'init' | 'update';
	/** What `getPollBudgetMs` tells; absent as in n8n without its new scheduler. */
	budgetMs?: number;
}

export interface Engine {
	/** Runs one node in a workflow, dispatched as n8n's executions do. */
	run(request: RunRequest): Promise<RunResult>;
	/** The same with custom operations bypassed, as n8n's agents and queue-mode tools do. */
	viaRoute(request: RunRequest): Promise<RunResult>;
	/** A call of the node as a tool by another node, such as an agent or n8n's MCP server; returns what that node is given. */
	asTool(request: NodeSetting, args: IDataObject): Promise<string>;
	/** A request to the link of an execution that waits, as n8n handles it when the signature is right. */
	openLink(waiting: RunResult, request: RunRequest, link: LinkRequest): Promise<LinkAnswer>;
	/** One poll of a polling trigger: null, or the items of its output. Throws what the trigger throws. */
	poll(request: PollRequest): Promise<INodeExecutionData[][] | null>;
	listSearch(
		method: string,
		request: NodeSetting & { filter?: string; paginationToken?: string },
	): Promise<INodeListSearchResult>;
	loadOptions(method: string, request: NodeSetting): Promise<INodePropertyOptions[]>;
	/** The credential's test as the credential form's button runs it. */
	testCredential(data: IDataObject): Promise<INodeCredentialTestResult>;
	/** Stores a credential whose token then lasts between runs. */
	store(data: IDataObject): StoredCredential;
	nodeType(name?: string): INodeType;
	/** A file in the binary store, as a node before would have put it there. */
	storeBinary(data: Buffer | Readable, fileName: string): Promise<IBinaryData>;
	/** The content of a binary property that a node put out. */
	readBinary(binary: IBinaryData): Promise<Buffer>;
}
