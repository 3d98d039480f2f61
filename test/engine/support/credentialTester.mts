import { ExecuteContext, RoutingNode } from 'n8n-core';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	INode,
	INodeCredentialTestResult,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import type { MemoryCredentialsHelper } from './credentials.mts';

/** The node in whose name n8n makes the request of a credential's test. */
const NO_OP = 'n8n-nodes-base.noOp';

/** n8n hands the credential that is being tested to the node, in place of the stored one. */
function helperFor(
	helper: MemoryCredentialsHelper,
	data: ICredentialDataDecryptedObject,
): MemoryCredentialsHelper {
	return new Proxy(helper, {
		get(target, name) {
			if (name === 'getDecrypted') return async () => data;
			const value: unknown = Reflect.get(target, name);
			return typeof value === 'function' ? (value.bind(target) as unknown) : value;
		},
	});
}

/**
 * Tests a credential as n8n 2.41's CredentialsTester does where the credential type declares a request (`runRequestTest`),
 * by the same steps on n8n-core.
 */
export async function testByRequest(
	type: ICredentialType,
	helper: MemoryCredentialsHelper,
	given: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	if (type.test === undefined) throw new Error(`The credential ${type.name} declares no test.`);
	const data = await helper.applyDefaults(structuredClone(given), type.name, 'internal');
	const decrypted = { id: helper.store(type.name, given).id, name: 'x', type: type.name, data };
	const nodeType = {
		description: {
			displayName: 'No Operation',
			name: NO_OP,
			group: ['organization'],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: type.name, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request: type.test.request },
					default: '',
				},
			],
		},
	} as unknown as INodeType;
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: NO_OP,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [type.name]: { id: decrypted.id, name: decrypted.name } },
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		{
			credentialsHelper: helperFor(helper, data),
			variables: {},
			webhookWaitingBaseUrl: 'http://127.0.0.1/',
			currentNodeParameters: node.parameters,
		} as unknown as IWorkflowExecuteAdditionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		input,
		{ node, data: {}, source: null },
		[],
	);
	try {
		await new RoutingNode(context, nodeType, decrypted).runNode();
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: messageOf(error as Failure, type) };
	}
}

interface Failure extends Error {
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

/** What n8n shows of a request that failed: the rule for its status, else the status, else the code, else the error's text. */
function messageOf({ message, cause }: Failure, { test }: ICredentialType): string {
	if (!cause?.response) return cause?.code ?? message;
	const { status, statusText } = cause.response;
	const rule = test?.rules?.find(
		(one) => one.type === 'responseCode' && one.properties.value === status,
	);
	return rule?.properties.message ?? (statusText || `Received HTTP status code: ${status}`);
}
