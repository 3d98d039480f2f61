import {
	Workflow,
	ICredentials,
	ICredentialsHelper,
	NodeHelpers,
	UserError,
	getCredentialOwnRequestAllowedDomains,
	isExpression,
} from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsEncrypted,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IExecuteData,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	INodeTypes,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { setTimeout } from 'node:timers/promises';

/** How long one reading of a credential takes, and the next, in milliseconds. */
const LATENCIES_MS = [3, 0, 1];

/** A credential as n8n keeps it: workers, executions and parallel items share it; a new token is written into `data`. */
export interface StoredCredential {
	readonly id: string;
	readonly type: string;
	/** What the credential holds now, the token included. */
	data: ICredentialDataDecryptedObject;
	/** How often n8n wrote a new token into it. */
	updates: number;
}

class MemoryCredentials extends ICredentials<ICredentialDataDecryptedObject> {
	readonly #entry: StoredCredential;

	constructor(entry: StoredCredential) {
		super({ id: entry.id, name: entry.id }, entry.type, JSON.stringify(entry.data));
		this.#entry = entry;
	}

	async getData(): Promise<ICredentialDataDecryptedObject> {
		return structuredClone(this.#entry.data);
	}

	getDataToSave(): ICredentialsEncrypted {
		return {
			id: this.#entry.id,
			name: this.#entry.id,
			type: this.#entry.type,
			data: JSON.stringify(this.#entry.data),
		};
	}

	async setData(data: ICredentialDataDecryptedObject): Promise<void> {
		// Through JSON, as n8n stores it.
		this.#entry.data = JSON.parse(JSON.stringify(data)) as ICredentialDataDecryptedObject;
		this.#entry.updates += 1;
	}

	async updateData(
		toUpdate: Partial<ICredentialDataDecryptedObject>,
		toDelete: string[] = [],
	): Promise<void> {
		const kept = Object.entries({ ...this.#entry.data, ...toUpdate }).filter(
			([key]) => !toDelete.includes(key),
		);
		await this.setData(Object.fromEntries(kept) as ICredentialDataDecryptedObject);
	}
}

/** n8n wraps the helpers of `preAuthentication` so that its requests keep to the credential's allowed domains. */
function restrictToCredentialDomains(
	helpers: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): IHttpRequestHelper {
	return {
		helpers: {
			httpRequest: async (options: IHttpRequestOptions): Promise<unknown> => {
				const allowedDomains = getCredentialOwnRequestAllowedDomains(credentials);
				if (allowedDomains === undefined) return await helpers.helpers.httpRequest(options);
				if (options.allowedDomains !== undefined)
					throw new UserError('This credential restricts requests to specific domains.');
				return await helpers.helpers.httpRequest({ ...options, allowedDomains });
			},
		},
	};
}

const RESOLVER: INode = {
	id: 'resolver',
	name: '',
	typeVersion: 1,
	type: 'harness.start',
	position: [0, 0],
	parameters: {},
};

/**
 * The part of n8n's CredentialsHelper that a node meets, with the same steps in the same order, over a store in memory.
 * Left out: credential overwrites, external secrets, dynamic credentials.
 */
export class MemoryCredentialsHelper extends ICredentialsHelper {
	readonly #store = new Map<string, StoredCredential>();
	readonly #types: (name: string) => ICredentialType;
	readonly #nodeTypes: INodeTypes;
	#readings = 0;

	constructor(types: (name: string) => ICredentialType, nodeTypes: INodeTypes) {
		super();
		this.#types = types;
		this.#nodeTypes = nodeTypes;
	}

	/** Stores `data` as a new credential of `type`. */
	store(type: string, data: ICredentialDataDecryptedObject): StoredCredential {
		const entry: StoredCredential = {
			id: `credential-${this.#store.size + 1}`,
			type,
			data: structuredClone(data),
			updates: 0,
		};
		this.#store.set(entry.id, entry);
		return entry;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.#types(typeName);
		const options = requestOptions as IHttpRequestOptions;
		if (authenticate === undefined) return options;
		if (typeof authenticate !== 'function')
			throw new Error('The harness runs credentials whose authenticate is a function.');
		return await authenticate(credentials, options);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.#types(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		);
		if (expirable === undefined || typeof type.preAuthentication !== 'function') return undefined;
		const isTesting = node.parameters.temp === '' && node.type === 'n8n-nodes-base.noOp';
		if (credentials[expirable.name] !== '' && !credentialsExpired && !isTesting) return undefined;
		const output = await type.preAuthentication.call(
			restrictToCredentialDomains(helpers, credentials),
			credentials,
		);
		const details = node.credentials?.[type.name];
		if (output[expirable.name] === undefined || details === undefined) return undefined;
		const stored = await (await this.getCredentials(details)).getData();
		const next = { ...stored };
		for (const [key, value] of Object.entries(output)) {
			if (key === expirable.name || !isExpression(stored[key]))
				next[key] = value as ICredentialDataDecryptedObject[string];
		}
		await this.updateCredentials(details, type.name, next);
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.#types(typeName);
		if (typeof type.preAuthentication !== 'function') return undefined;
		return (await type.preAuthentication.call(
			restrictToCredentialDomains(helpers, credentials),
			credentials,
		)) as ICredentialDataDecryptedObject;
	}

	/** n8n reads a credential from its database: each reading takes its time, and a later one may end before an earlier one. */
	async getCredentials(details: INodeCredentialsDetails): Promise<ICredentials> {
		this.#readings += 1;
		await setTimeout(LATENCIES_MS[this.#readings % LATENCIES_MS.length]);
		const entry = this.#store.get(details.id ?? '');
		if (entry === undefined)
			throw new UserError(`Credential with ID "${details.id ?? ''}" does not exist.`);
		return new MemoryCredentials(entry);
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolve?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const original = (await (
			await this.getCredentials(details)
		).getData()) as ICredentialDataDecryptedObject;
		return raw === true
			? original
			: await this.applyDefaults(original, type, mode, executeData, resolve);
	}

	/** Fills in the type's defaults and resolves expressions, as n8n does before a node or a test sees the credential. */
	async applyDefaults(
		original: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		resolve?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const filled = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			original as never,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		for (const key of ['allowedHttpRequestDomains', 'allowedDomains']) {
			if (filled[key] === undefined && original[key] !== undefined) filled[key] = original[key];
		}
		if (resolve !== undefined) {
			const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } =
				resolve;
			return workflow.expression.getParameterValue(
				filled as never,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				{},
				executeData,
				false,
				filled as never,
			) as ICredentialDataDecryptedObject;
		}
		const workflow = new Workflow({
			nodes: [RESOLVER],
			connections: {},
			active: false,
			nodeTypes: this.#nodeTypes,
		});
		return workflow.expression.getComplexParameterValue(
			RESOLVER,
			filled as never,
			mode,
			{},
			undefined,
			undefined,
			filled as never,
		) as unknown as ICredentialDataDecryptedObject;
	}

	async updateCredentials(
		details: INodeCredentialsDetails,
		_type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		await (await this.getCredentials(details)).setData(data);
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('No OAuth credential in this package.');
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.#types(type).properties;
	}
}
