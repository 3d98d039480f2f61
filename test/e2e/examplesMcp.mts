import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { EXAMPLE_KEYS } from '../../tools/lib/examples.mts';
import { until } from '../../tools/lib/shell.mts';
import { must, same } from './examplesHarness.mts';
import type { Json, Stored } from './examplesHarness.mts';

/** All but the last digit of the numbers that these calls use. */
const PHONE = '38099700902';

/** What the calls need: an n8n whose example with the tools is active, and the messages that the sandbox holds. */
export interface ToolHarness {
	n8n: { url: string };
	messages(query: string): Promise<Stored[]>;
}

interface Answer {
	isError: boolean;
	text: string;
}

/** A client of the official library, connected to the example's MCP Server Trigger with this token. */
async function connect(
	harness: ToolHarness,
	token: string,
): Promise<{ client: Client; call(name: string, args: Json): Promise<Answer> }> {
	const client = new Client({ name: 'end-to-end', version: '1.0.0' });
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${harness.n8n.url}/mcp/sms-tools`), {
			requestInit: { headers: { authorization: `Bearer ${token}` } },
		}),
	);
	return {
		client,
		async call(name, args) {
			const result = await client.callTool({ name, arguments: args });
			const content = result.content as Array<{ type: string; text?: string }>;
			return {
				isError: result.isError === true,
				text: content.map(({ text }) => text ?? '').join('\n'),
			};
		},
	};
}

/** What a tool answers: the node's items. */
function itemsIn({ isError, text }: Answer): Json[] {
	if (isError) throw new Error(`the tool answered with an error: ${text}`);
	let value: unknown = JSON.parse(text);
	// n8n hands the text of the items on as a text.
	if (typeof value === 'string') value = JSON.parse(value) as unknown;
	if (!Array.isArray(value)) throw new Error(`the tool answered ${text}`);
	return value as Json[];
}

/** The node as tools of an agent, called as one calls them, without a model. */
export async function mcpTools(harness: ToolHarness): Promise<void> {
	const refusal = await connect(harness, 'wrong').then(
		() => undefined,
		(error: unknown) => String(error),
	);
	must(refusal !== undefined, 'a wrong token was let in');

	const { client, call } = await connect(harness, EXAMPLE_KEYS.mcp);
	try {
		const { tools } = await client.listTools();
		same(
			tools.map(({ name }) => name).sort(),
			['alert_on_call', 'preview_sms', 'send_sms', 'sms_status'],
			'tools',
		);
		const schema = tools.find(({ name }) => name === 'send_sms')?.inputSchema;
		same(
			Object.keys(schema?.properties ?? {}).sort(),
			['phone', 'text'],
			'what the model fills in for send_sms',
		);
		must(
			tools.every(({ description }) => (description ?? '').length > 20),
			'a tool has no description',
		);

		const before = (await harness.messages(`msisdn=${PHONE}2`)).length;
		const [preview] = itemsIn(
			await call('preview_sms', { phone: `+${PHONE}2`, text: 'Only looking' }),
		);
		same([preview?.phone, preview?.segments], [`${PHONE}2`, 1], 'preview');
		same((await harness.messages(`msisdn=${PHONE}2`)).length, before, 'messages after a preview');

		const [sent] = itemsIn(
			await call('send_sms', { phone: `+${PHONE}1`, text: 'Hello from an agent' }),
		);
		same(
			[sent?.status, sent?.phone, sent?.reason],
			['accepted', `${PHONE}1`, 'Accepted by the service'],
			'send_sms',
		);
		const [repeated] = itemsIn(
			await call('send_sms', { phone: `+${PHONE}1`, text: 'Hello from an agent' }),
		);
		same(
			[repeated?.message_id, repeated?.status],
			[sent?.message_id, 'already sent'],
			'send_sms again',
		);
		same((await harness.messages(`msisdn=${PHONE}1`)).length, 1, 'messages at the service');

		const status = await until(
			'A delivery by sms_status',
			async () => {
				const [item] = itemsIn(await call('sms_status', { id: String(sent?.message_id) }));
				return item?.status === 'delivered' ? item : undefined;
			},
			30_000,
			1000,
		);
		same(status.phone, `${PHONE}1`, 'sms_status');

		itemsIn(await call('alert_on_call', { text: 'The shop is down', phone: '380997009099' }));
		same(
			[
				(await harness.messages('msisdn=380997009010')).length,
				(await harness.messages('msisdn=380997009099')).length,
			],
			[1, 0],
			'alerts to the fixed number and to one that the model made up',
		);

		const refused = await call('send_sms', { phone: '12-34', text: 'Hello' });
		must(
			/Phone Number/.test(refused.text) && /9.{0,5}15/.test(refused.text),
			`a bad number is refused without saying why: ${refused.text}`,
		);
		must(!refused.text.includes('12-34'), `the refusal shows the number: ${refused.text}`);
	} finally {
		await client.close();
	}
}
