import { APPLICATION } from '../support/application.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import { messagingNode, rowOfNodes, START, startNode, storedNode } from '../support/workflows.mts';
import type { Stage } from './stage.mts';

// Retry in the real n8n's list of executions, after the service took a part of what was sent: the sandbox's ledger judges.

interface Case {
	name: string;
	/** What the node gets: an item each. */
	items: object[];
	parameters: object;
	/** What goes wrong the first time. */
	faults: object[];
	/** What there is after the retry. */
	made: Omit<Made, 'twice'>;
	/** Whether the workflow as it is saved by then is run, not the one of the execution. */
	loadWorkflow: boolean;
}

/** How often each message and each application is there, and how many campaigns. */
interface Made {
	twice: number;
	messages: number;
	campaigns: number;
	others: number;
}

interface Ledger {
	messages: Array<{ msisdn: string }>;
	campaigns: unknown[];
	changes: Array<{ kind: string; id: string }>;
}

const phoneOf = (index: number): string => `38099700${String(index).padStart(3, '0')}1`;
const phones = (first: number, count: number): Array<{ phone: string }> =>
	Array.from({ length: count }, (_, index) => ({ phone: phoneOf(first + index) }));
/** Two lists of five, each of which is a request by itself. */
const LISTS = [{ list: phones(0, 5) }, { list: phones(5, 5) }];
const OPTIONS = { retryFor: 0 };
const TO_LISTS = {
	sender: { __rl: true, mode: 'name', value: 'Shop' },
	text: 'Sale',
	recipientSource: 'list',
	recipients: '={{ $json.list }}',
	options: OPTIONS,
};
const refusing = (path: string, skip: number): object => ({
	kind: 'status',
	status: 403,
	method: 'POST',
	path,
	skip,
	times: 1,
});

const CASES: Case[] = [
	{
		name: 'SMS: Send, after 15 of 20 messages',
		items: phones(0, 20),
		parameters: {
			resource: 'sms',
			operation: 'send',
			sender: { __rl: true, mode: 'name', value: 'Shop' },
			phone: '={{ $json.phone }}',
			text: 'Sale',
			options: OPTIONS,
		},
		faults: [refusing('/rest/sms/create', 15)],
		made: { messages: 20, campaigns: 0, others: 0 },
		loadWorkflow: true,
	},
	{
		name: 'SMS: Send Bulk, whose reply was lost',
		items: LISTS,
		parameters: { resource: 'sms', operation: 'sendBulk', ...TO_LISTS },
		faults: [
			{ kind: 'dropAfter', method: 'POST', path: '/rest/sms/create', times: 1 },
			{ kind: 'status', status: 403, method: 'GET', path: '/rest/sms/reference', times: 50 },
		],
		made: { messages: 10, campaigns: 0, others: 0 },
		loadWorkflow: false,
	},
	{
		name: 'Campaign: Send SMS, after one of two campaigns',
		items: LISTS,
		parameters: { resource: 'campaign', operation: 'sendPersonalizedSms', ...TO_LISTS },
		faults: [refusing('/api/campaigns/sms', 1)],
		made: { messages: 10, campaigns: 2, others: 0 },
		loadWorkflow: true,
	},
	...[
		{
			name: 'RCS Message: Send',
			path: '/api/messages/rcs/send',
			parameters: {
				resource: 'rcsMessage',
				operation: 'send',
				sender: { __rl: true, mode: 'name', value: 'Sandbox Agent' },
				content: 'text',
				contentText: 'Sale',
			},
		},
		{
			name: 'Message: Send',
			path: '/api/messages/send',
			parameters: {
				resource: 'message',
				operation: 'send',
				sendBy: 'viber,sms',
				viberSender: 'Shop',
				viberText: 'Sale',
				smsSender: { __rl: true, mode: 'name', value: 'Shop' },
				smsText: 'Sale',
			},
		},
	].map(
		({ name, path, parameters }): Case => ({
			name: `${name}, one of whose replies was lost`,
			items: phones(0, 4),
			parameters: { ...parameters, phone: '={{ $json.phone }}', options: OPTIONS },
			faults: [
				{ kind: 'dropAfter', method: 'POST', path, times: 1 },
				{ kind: 'status', status: 403, method: 'GET', path: '/api/messages', times: 50 },
			],
			made: { messages: 4, campaigns: 0, others: 0 },
			loadWorkflow: false,
		}),
	),
	{
		name: 'Sender: Register, after two of three',
		items: ['ShopA', 'ShopB', 'ShopC'].map((sender) => ({ sender })),
		parameters: {
			resource: 'sender',
			operation: 'register',
			...APPLICATION,
			senderName: '={{ $json.sender }}',
			options: OPTIONS,
		},
		faults: [refusing('/api/senders/requests', 2)],
		made: { messages: 0, campaigns: 0, others: 3 },
		loadWorkflow: false,
	},
];

const idOf = (index: number): string => `e2eListRetry000${index}`;

/** A workflow that gives the items of a case to the node. */
const workflowOf = ({ name, items, parameters }: Case, index: number): StoredWorkflow =>
	rowOfNodes(idOf(index), `List retry: ${name}`, [
		startNode(),
		storedNode(1, {
			name: 'All',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ all: items }), options: {} },
		}),
		storedNode(2, {
			name: 'Each',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'all', options: {} },
		}),
		messagingNode(3, parameters),
	]);

async function made({ sandbox }: Stage): Promise<Made> {
	const { messages, campaigns, changes } = await sandbox.control<Ledger>('GET', 'ledger');
	const numbers = new Set(messages.map(({ msisdn }) => msisdn));
	return {
		twice: messages.length - numbers.size,
		messages: messages.length,
		campaigns: campaigns.length,
		others: changes.length,
	};
}

/** Tests that Retry in the list makes everything once. */
export function testListRetry(use: () => Stage): void {
	beforeAll(async () => await use().n8n.addWorkflows(CASES.map(workflowOf)));

	test.each(CASES.map((one, index) => ({ ...one, index })))(
		'$name',
		async ({ faults, index, made: expected, loadWorkflow }) => {
			const { n8n, sandbox } = use();
			await sandbox.control('POST', 'reset');
			await sandbox.control('POST', 'config', { senders: 'any' });
			for (const fault of faults) await sandbox.control('POST', 'faults', fault);
			const failed = await n8n.runWorkflow(idOf(index), START);
			expect(failed.status).toBe('error');
			const before = await made(use());
			expect(before.messages + before.others).toBeGreaterThan(0);
			await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });

			const { id } = await n8n.rest<{ id: string }>('POST', `executions/${failed.id}/retry`, {
				loadWorkflow,
			});
			const retried = await n8n.execution(id);
			expect([retried.status, retried.error?.message]).toEqual(['success', undefined]);
			expect(await made(use())).toEqual({ twice: 0, ...expected });
		},
	);
}
