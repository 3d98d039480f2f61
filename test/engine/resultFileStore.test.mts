import type { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { openStage, type Stage } from './sendsSupport.mts';
import type { IRunExecutionData } from 'n8n-workflow';
import type { RunResult } from './harness.mts';
import { listRetry } from './support/savedExecutions.mts';

/* What became of each line of a file is written to n8n's binary store while the file goes out. The store may be full. */

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey' });
});
beforeEach(() => stage.sandbox.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await stage.close());

const LINES = 25_000;
const CONTENT = `phone\n${Array.from({ length: LINES }, (_, index) => `380991${101_000 + index}`).join('\n')}\n`;

/** Lets the store be full after so many bytes of a stream. */
function fullAfter(bytes: number): void {
	const service = Container.get(BinaryDataService);
	const store = service.store.bind(service);
	jest.spyOn(service, 'store').mockImplementation(async (location, data, metadata) => {
		if (Buffer.isBuffer(data)) return await store(location, data, metadata);
		let written = 0;
		for await (const piece of data as Readable) {
			written += (piece as Buffer).length;
			if (written > bytes) throw new Error('ENOSPC: no space left on device, write');
		}
		return await store(location, Buffer.from('whole'), metadata);
	});
}

async function send(retries?: IRunExecutionData): Promise<RunResult> {
	const data = await stage.engine.storeBinary(Buffer.from(CONTENT), 'list.csv');
	return await stage.engine.run({
		...(retries ? { saved: retries, mode: 'retry' } : { items: [{ json: {}, binary: { data } }] }),
		credential: stage.credential,
		parameters: {
			resource: 'campaign',
			operation: 'sendSms',
			recipientSource: 'file',
			phoneField: 'phone',
			sender: 'Shop',
			text: 'Hello',
		},
	});
}

it.each([10, 100_000, 900_000])(
	'sends nothing twice in the retry where the store is full after %d bytes',
	async (bytes) => {
		fullAfter(bytes);
		const run = await send();
		expect(run.error?.message).toContain('ENOSPC');
		expect(stage.stored().size).toBeGreaterThan(0);

		jest.restoreAllMocks();
		const rest = await send(listRetry(run));
		expect(rest.error).toBeUndefined();
		expect(stage.stored().size).toBe(LINES);
		expect(new Set(stage.stored().values())).toEqual(new Set([1]));
	},
);
