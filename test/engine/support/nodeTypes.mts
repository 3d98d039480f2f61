import { PackageDirectoryLoader, RoutingNode } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';
import type { ExecuteContext } from 'n8n-core';
import type { IDataObject, IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where a run's node starts from: its output is pinned to the run's input items. */
export const START_TYPE = 'harness.start';

const START: INodeType = {
	description: {
		displayName: 'Start',
		name: START_TYPE,
		group: ['trigger'],
		version: 1,
		description: 'Gives the input items of a run',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};

/** How n8n dispatches a node that has both: by its custom operation, or (agents, queue mode's tools) by its declarative route. */
export type Dispatch = 'engine' | 'route';

/**
 * Loads the package in `directory` as n8n does; nodes that are not built are left out.
 * @throws Error when none of the nodes or no credential that package.json names is built.
 */
export async function loadPackage(directory: string): Promise<PackageDirectoryLoader> {
	const loader = new PackageDirectoryLoader(directory);
	const entries = (loader.packageJson as { n8n: { nodes: string[]; credentials: string[] } }).n8n;
	const isBuilt = (file: string): boolean => existsSync(path.join(directory, file));
	if (!entries.nodes.some(isBuilt) || !entries.credentials.every(isBuilt)) {
		throw new Error(
			`Not built: ${[...entries.nodes, ...entries.credentials].join(', ')}. Run "npm run build" first; the engine tests load dist as n8n does.`,
		);
	}
	entries.nodes = entries.nodes.filter(isBuilt);
	await loader.loadAll();
	return loader;
}

/** The node types of a loaded package, dispatched as asked; `onExecute` is told of each try of a node. */
export class LoadedNodeTypes implements INodeTypes {
	readonly #loader: PackageDirectoryLoader;
	readonly #dispatch: Dispatch;
	readonly #onExecute: () => void;
	/** Made once of each type: n8n asks for the type of a node at every request that it sends for it. */
	readonly #made = new Map<INodeType, INodeType>();
	readonly #tools = new Map<INodeType, INodeType>();

	constructor(
		loader: PackageDirectoryLoader,
		dispatch: Dispatch = 'engine',
		onExecute: () => void = () => {},
	) {
		this.#loader = loader;
		this.#dispatch = dispatch;
		this.#onExecute = onExecute;
	}

	getByName(name: string): INodeType {
		return this.getByNameAndVersion(name);
	}

	getByNameAndVersion(name: string, version?: number): INodeType {
		if (name === START_TYPE) return START;
		const prefix = `${this.#loader.packageName}.`;
		const own = name.startsWith(prefix) ? name.slice(prefix.length) : name;
		const { type } = this.#loader.getNode(own.replace(/Tool$/, ''));
		const versioned = NodeHelpers.getVersionedNodeType(type, version);
		return this.#dispatched(own.endsWith('Tool') ? this.#tool(versioned) : versioned);
	}

	/** What n8n makes of a node for agents: the same under another name, by which fields are shown there or not. */
	#tool(type: INodeType): INodeType {
		const description = { ...type.description, name: `${type.description.name}Tool` };
		const tool =
			this.#tools.get(type) ??
			(Object.create(type, { description: { value: description } }) as INodeType);
		this.#tools.set(type, tool);
		return tool;
	}

	getKnownTypes(): IDataObject {
		return {};
	}

	#dispatched(type: INodeType): INodeType {
		const made = this.#made.get(type) ?? this.#dispatching(type);
		this.#made.set(type, made);
		return made;
	}

	#dispatching(type: INodeType): INodeType {
		if (type.poll !== undefined || type.trigger !== undefined) return type;
		const tell = this.#onExecute;
		const own = type.execute;
		const execute: NonNullable<INodeType['execute']> = async function (
			this: IExecuteFunctions,
			response,
		) {
			tell();
			if (own !== undefined) return await own.call(this, response);
			return (await new RoutingNode(this as ExecuteContext, type).runNode()) ?? [];
		};
		const customOperations =
			type.customOperations === undefined || this.#dispatch === 'route'
				? undefined
				: Object.fromEntries(
						Object.entries(type.customOperations).map(([resource, operations]) => [
							resource,
							Object.fromEntries(
								Object.entries(operations).map(([operation, run]) => [
									operation,
									async function (this: IExecuteFunctions) {
										tell();
										return await run.call(this);
									},
								]),
							),
						]),
					);
		return Object.create(type, {
			execute: { value: execute },
			customOperations: { value: customOperations },
		}) as INodeType;
	}
}
