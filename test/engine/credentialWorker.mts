import { acceptErrorsOfEveryRealm } from './support/environment.mts';
import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { AsyncLocalStorage } from 'node:async_hooks';
import { MemoryCredentialsHelper } from './support/credentials.mts';
import type { StoredCredential } from './support/credentials.mts';

acceptErrorsOfEveryRealm();

const TYPE = 'messagingServiceApi';

/** n8n's HTTP Request node as far as credentials go: it may use any of them. */
const HTTP_REQUEST = {
	description: {
		displayName: 'HTTP Request',
		name: 'n8n-nodes-base.httpRequest',
		group: ['output'],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
} as unknown as INodeType;
const nodeTypes = {
	getByName: () => HTTP_REQUEST,
	getByNameAndVersion: () => HTTP_REQUEST,
	getKnownTypes: () => ({}),
};

const current = new AsyncLocalStorage<ICredentialType>();
const helper = new MemoryCredentialsHelper(() => {
	const type = current.getStore();
	if (!type) throw new Error('Outside of a worker.');
	return type;
}, nodeTypes);

/** One n8n process: its own copy of the credential's code, and the database it shares with the others. */
export interface Worker {
	/** As nodes ask: httpRequestWithAuthentication, with a full response. */
	request(
		credential: StoredCredential,
		options: IHttpRequestOptions,
	): Promise<{ statusCode: number; body: IDataObject }>;
	/** As the HTTP Request node asks: requestWithAuthentication with its legacy options. */
	legacy(credential: StoredCredential, options: IDataObject): Promise<unknown>;
}

/** Stores a credential in the shared database. */
export function store(data: ICredentialDataDecryptedObject): StoredCredential {
	return helper.store(TYPE, data);
}

/** Starts a worker with a fresh copy of the shipped code; n8n-workflow stays the one n8n has. */
export function startWorker(): Worker {
	let type: ICredentialType | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => ({
			...jest.requireActual<object>('n8n-workflow'),
			...shared,
		}));
		const module = jest.requireActual<{ MessagingServiceApi: new () => ICredentialType }>(
			'../../credentials/MessagingServiceApi.credentials.ts',
		);
		type = new module.MessagingServiceApi();
		jest.dontMock('n8n-workflow');
	});
	const own = type as unknown as ICredentialType;
	const context = (credential: StoredCredential): ExecuteContext => {
		const node: INode = {
			id: 'http',
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			credentials: { [TYPE]: { id: credential.id, name: 'Messaging Service' } },
		};
		const workflow = new Workflow({
			id: 'w',
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes,
		});
		const additionalData = {
			credentialsHelper: helper,
			variables: {},
			webhookWaitingBaseUrl: 'http://127.0.0.1/',
			executionId: '1',
		} as unknown as IWorkflowExecuteAdditionalData;
		return new ExecuteContext(
			workflow,
			node,
			additionalData,
			'trigger',
			createRunExecutionData({}),
			0,
			[{ json: {} }],
			{ main: [[{ json: {} }]] },
			{ node, data: {}, source: null },
			[],
		);
	};
	return {
		request: async (credential, options) =>
			await current.run(own, async () => {
				const ctx = context(credential);
				return (await ctx.helpers.httpRequestWithAuthentication.call(ctx as never, TYPE, {
					returnFullResponse: true,
					json: true,
					...options,
				})) as { statusCode: number; body: IDataObject };
			}),
		legacy: async (credential, options) =>
			await current.run(own, async () => {
				const ctx = context(credential);
				return (await ctx.helpers.requestWithAuthentication.call(ctx as never, TYPE, {
					json: true,
					followRedirect: true,
					followAllRedirects: true,
					...options,
				} as never)) as unknown;
			}),
	};
}

const shared = jest.requireActual<object>('n8n-workflow');
