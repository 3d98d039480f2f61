import { readFileSync } from 'node:fs';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import type { N8n } from '../../tools/lib/n8n.mts';
import { packageName } from '../../tools/lib/package.mts';
import { Fixtures } from '../support/fixtures.mts';
import { createN8n, prepared } from '../support/prepared.mts';

const WORKFLOW = 'stackTrace000001';

/** A send that the node refuses before anything is sent: the number has three digits. */
async function refusedSend(type: string): Promise<object> {
	return {
		id: WORKFLOW,
		name: 'A refused send',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'send',
				name: 'Send',
				type: `${await packageName()}.messagingService`,
				typeVersion: 1,
				position: [200, 0],
				parameters: {
					resource: 'sms',
					operation: 'send',
					phone: '123',
					sender: 'Info',
					text: 'Hello',
				},
				credentials: { [type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name } },
			},
		],
		connections: { Start: { main: [[{ node: 'Send', type: 'main', index: 0 }]] } },
	};
}

describe('the stack of an error in the real n8n', () => {
	const fixtures = new Fixtures();
	let n8n: N8n;

	beforeAll(async () => {
		n8n = await createN8n(fixtures, await prepared(fixtures));
		const workflow = await refusedSend(EXAMPLE_CREDENTIAL.type);
		await n8n.importWorkflows([workflow as Parameters<N8n['importWorkflows']>[0][number]]);
	}, 600_000);
	afterAll(async () => await fixtures.end());

	it('names our files and lines', async () => {
		const { error } = await n8n.execute(WORKFLOW);
		const { stack = '' } = error as { stack?: string };
		const own = new RegExp(`at (\\S+) \\(.+/${await packageName()}/(.+):(\\d+):\\d+\\)`, 'g');
		const frames = [...stack.matchAll(own)].map(([, name = '', file = '', line = '']) => ({
			name,
			file,
			line: Number(line),
		}));
		expect([stack, frames.length > 1]).toEqual([stack, true]);
		for (const { name, file, line } of frames) {
			expect(file).toMatch(/^nodes\/.+\.ts$/);
			const source = readFileSync(file, 'utf8');
			expect(source.split('\n').length).toBeGreaterThan(line);
			// A method is called by its object, e.g. ExecuteContext.execute.
			expect(source).toContain(name.split('.').at(-1));
		}
	});
});
