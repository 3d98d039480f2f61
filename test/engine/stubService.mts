import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { startEngine } from './harness.mts';
import type { Engine, RunResult } from './harness.mts';

/** A service whose every answer a test chooses, shapes among them that the sandbox has no setting for. */

export const KEY = 'live_0123456789abcdef0123456789abcdef';

export interface Asked {
	method: string;
	path: string;
	query: URLSearchParams;
	/** The body, parsed. */
	body: IDataObject;
}

export interface Answer {
	/** 200 unless said. */
	status?: number;
	headers?: Record<string, string>;
	/** Text and bytes go out as they are, anything else as JSON. */
	body?: unknown;
	/** Writes to the connection itself, in place of all the others. */
	raw?: (response: http.ServerResponse) => void;
}

export interface Stub {
	engine: Engine;
	baseUrl: string;
	/** What was asked since the last run began. */
	asked: Asked[];
	answer: (asked: Asked) => Answer;
	/** Runs an operation, such as `sms.send`, for one empty item unless others are given; a request is not repeated. */
	run(
		operation: string,
		parameters?: IDataObject,
		node?: Partial<INode>,
		items?: INodeExecutionData[],
	): Promise<RunResult>;
	/** How many requests with a method were made in the last run. */
	count(method: string): number;
	close(): Promise<void>;
}

/**
 * Starts a service on loopback that answers with 404 until a test says otherwise.
 * @param started n8n's engine, where a test opens several services; it is started unless given
 */
export async function openStub(started?: Engine): Promise<Stub> {
	const server = http.createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const url = new URL(request.url ?? '/', 'http://service');
			const text = Buffer.concat(parts).toString();
			const asked: Asked = {
				method: request.method ?? '',
				path: url.pathname,
				query: url.searchParams,
				body: (text === '' ? {} : JSON.parse(text)) as IDataObject,
			};
			stub.asked.push(asked);
			const { status = 200, headers = {}, body, raw } = stub.answer(asked);
			if (raw) {
				raw(response);
				return;
			}
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const engine = started ?? (await startEngine());
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const credential = engine.store({ baseUrl, apiKey: KEY, authentication: 'apiKey' });
	const stub: Stub = {
		engine,
		baseUrl,
		asked: [],
		answer: () => ({ status: 404, body: { code: 404, message: 'Not found' } }),
		async run(operation, parameters = {}, node, items = [{ json: {} }]) {
			const [resource = '', name = ''] = operation.split('.');
			stub.asked = [];
			const options = { retryFor: 0, ...(parameters.options as IDataObject | undefined) };
			return await engine.run({
				items,
				credential,
				parameters: { resource, operation: name, ...parameters, options } as never,
				...(node && { node }),
			});
		},
		count: (method) => stub.asked.filter((one) => one.method === method).length,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return stub;
}

/** A page of a list as section 2.1 shows it; the total is that of the page unless said. */
export const pageOf = (data: unknown[], total = data.length): IDataObject => ({
	data: data as IDataObject[],
	meta: { page: { total, limit: 50, offset: 0 } },
});

/** What the user sees: the message of the error, or the output as JSON. */
export const seen = (run: RunResult): string =>
	run.error?.message ?? JSON.stringify(run.items.map(({ json }) => json));
