import { readFileSync } from 'node:fs';
import { EXAMPLE_CREDENTIAL, sandboxCredential } from '../../tools/lib/examples.mts';
import { ensureN8n } from '../../tools/lib/install.mts';
import { N8n } from '../../tools/lib/n8n.mts';
import { build, pack, packageName, removePacked } from '../../tools/lib/package.mts';
import type { Packed } from '../../tools/lib/package.mts';

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
	let packed: Packed;
	let n8n: N8n;

	beforeAll(async () => {
		await build();
		packed = await pack();
		n8n = await N8n.create({ installed: await ensureN8n(), tarball: packed.file });
		await n8n.importCredentials([sandboxCredential('http://127.0.0.1:9', { apiKey: 'live_0' })]);
		const workflow = await refusedSend(EXAMPLE_CREDENTIAL.type);
		await n8n.importWorkflows([workflow as Parameters<N8n['importWorkflows']>[0][number]]);
	}, 600_000);
	afterAll(async () => {
		await n8n.remove();
		await removePacked(packed);
	});

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
