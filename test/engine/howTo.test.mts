import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { startEngine, type Engine } from './harness.mts';
import { KEY } from './stage.mts';

/** The workflows to import that lie beside the pages of docs/how-to: n8n takes their nodes, and they do what the page says. */

const FOLDER = 'docs/how-to';
const OWN = 'n8n-nodes-messaging-service.';
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
const nodesOf = (file: string): INode[] =>
	(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as { nodes: INode[] }).nodes;

let engine: Engine;
let sandbox: Sandbox;
beforeAll(async () => {
	engine = await startEngine();
	sandbox = await startSandbox({ seed: 1 });
});
afterAll(async () => await sandbox.close());

const parametersOf = (file: string, name: string): INodeParameters => {
	const node = nodesOf(file).find((one) => one.name === name);
	if (!node) throw new Error(`${file} has no node ${name}.`);
	return node.parameters;
};
const credential = () => ({ baseUrl: sandbox.url, apiKey: KEY, authentication: 'apiKey' });

test.each(files)('n8n finds nothing to say against the nodes of %s', (file) => {
	const own = nodesOf(file).filter(({ type }) => type.startsWith(OWN));
	expect(own.length).toBeGreaterThan(0);
	for (const node of own) {
		const { description } = engine.nodeType(node.type.slice(OWN.length));
		const filled = NodeHelpers.getNodeParameters(
			description.properties,
			node.parameters,
			true,
			false,
			node,
			description,
		);
		expect(
			NodeHelpers.getNodeParametersIssues(
				description.properties,
				{ ...node, parameters: filled ?? {} },
				description,
			),
		).toBeNull();
		// A parameter that no form shows any more would be dropped.
		expect(filled).toMatchObject(node.parameters);
	}
});

test('a number is put on the stop list', async () => {
	const { items, error } = await engine.run({
		credential: credential(),
		parameters: parametersOf('replies-and-stop-list.json', 'Put on the Stop List'),
		items: [{ json: { phone: '380997000007' } }],
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toMatchObject([{ status: 'listed' }]);
});

test.each(['Wants No More', 'Any Other Reply'])(
	'the trigger %s looks for replies',
	async (name) => {
		const parameters = parametersOf('replies-and-stop-list.json', name);
		await expect(
			engine.poll({ credential: credential(), parameters, staticData: {} }),
		).resolves.toBeNull();
	},
);

test('the file is looked through, and nothing is sent', async () => {
	const before = sandbox.store.messages.size;
	const { items, error } = await engine.run({
		credential: credential(),
		parameters: parametersOf('send-from-file.json', 'Send to the File'),
		items: [
			{
				json: {},
				binary: {
					data: await engine.storeBinary(
						Buffer.from('phone,first_name\n380671112233,Olena\n12345,Petro\n'),
						'contacts.csv',
					),
				},
			},
		],
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ status: 'dry run', recipients: 2, refused: 1 });
	expect(sandbox.store.messages.size).toBe(before);
});
