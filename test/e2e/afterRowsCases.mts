import { readContract } from '../engine/outputsContract.mts';
import { APPLICATION } from '../support/application.mts';
import { callService } from '../../tools/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { Json } from './examplesHarness.mts';

/* Every send, read and event whose rows n8n's own nodes take, with what the account holds for them. */

/** The columns of each, as the contract of outputs has them. */
const COLUMNS = readContract();

/** The columns under a name of the contract. @throws Error where it has no such name */
export function columnsOf(name: string): string[] {
	const columns = COLUMNS[name];
	if (!columns) throw new Error(`outputs.json has no "${name}"`);
	return columns;
}

export interface RowsCase {
	/** `resource.operation`, or `trigger.event`, and what tells it apart from others of it. */
	name: string;
	/** Where the contract of outputs has its columns under another name. */
	contract?: string;
	/** What the node gets; one empty item by default. */
	items?: Json[];
	parameters: Json;
	/** A column that is filled in some rows and null in others. */
	mixed?: string;
}

const sender = { __rl: true, mode: 'name', value: 'Shop' };
const ALL = { sender, recipientSource: 'allItems', phoneField: 'phone' };
const LEFT_OUT = { options: { invalidRecipients: 'skip' } };
const people = (end: number): Json[] => [
	{ phone: `3809970010${end}`, name: 'Ann' },
	{ phone: '12-34', name: 'Bo' },
	{ phone: `3809970010${end + 1}`, name: 'Cy' },
];

export const SENDS: readonly RowsCase[] = [
	{
		name: 'sms.send',
		items: people(81),
		parameters: { sender, phone: '={{ $json.phone }}', text: 'Hello', ...LEFT_OUT },
		mixed: 'message_id',
	},
	...['sms.sendBulk', 'sms.sendIndividual'].map((name, index) => ({
		name,
		items: people(83 + 2 * index),
		parameters: { ...ALL, text: 'Hello', ...LEFT_OUT },
		mixed: 'price',
	})),
	...['campaign.sendSms', 'campaign.sendPersonalizedSms'].map((name, index) => ({
		name,
		items: people(87 + 2 * index),
		parameters: { ...ALL, text: 'Hello', ...LEFT_OUT },
		mixed: 'start_at',
	})),
	{
		name: 'sms.sendBulk, Dry Run',
		contract: 'sms.sendBulk (Dry Run)',
		items: people(81),
		parameters: { ...ALL, text: 'Hello', dryRun: true, ...LEFT_OUT },
		mixed: 'country',
	},
	{
		name: 'campaign.sendSmsToContactLists',
		parameters: { sender, groups: '={{ [202] }}', text: 'Hello' },
	},
];

/** What the account holds, named as the reads and the trigger name it. */
export interface Seeds {
	/** Messages that have arrived, have failed and are on the way. */
	messages: Array<{ message_id: unknown; reference: string }>;
	task: unknown;
	/** Campaigns that are done, scheduled, and of RCS. */
	campaigns: Array<{ campaign_id: unknown }>;
	/** Report files by what they are. */
	reports: Record<'sms' | 'viber' | 'hlr', string>;
}

/** The RCS campaign that every sandbox holds paused. */
const PAUSED_RCS = 1002;
const PERIOD = { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' };
const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Fills the account and lets a minute pass, so that what can end has ended. */
export async function seed(sandbox: SandboxProcess): Promise<Seeds> {
	const call = async (name: string, body: object): Promise<Json> =>
		await callService(sandbox, 'POST', name, body);
	const originator = 'Shop';
	const text = 'Your order is ready';
	const create = async (body: object): Promise<Json> =>
		await call('/rest/sms/create', { originator, body: text, ...body });
	const messages: Seeds['messages'] = [];
	for (const msisdn of ['380997001001', '380997000002', '380997000004']) {
		const reference = `read${msisdn}`;
		const { id } = await create({ destination: 'phone', msisdn, reference });
		messages.push({ message_id: id, reference });
	}
	const { task_id: task } = await create({
		destination: 'phones',
		phones: ['380997001011', '380997000004'].map((msisdn) => ({
			msisdn,
			reference: `task${msisdn}`,
		})),
	});
	for (const [start, numbers] of [
		[undefined, [380997001021, 380997010002]],
		[Date.now() + 30 * 60_000, [380997001022, 380997020002]],
	] as const)
		await call('/api/campaigns/sms/send', {
			sender: 'Shop',
			text,
			phones: numbers.map((number) => ({ number, reference_id: `campaign${number}` })),
			...(start !== undefined && { start_at: stamp(start) }),
		});
	await call('/api/senders/requests/legal', {
		country_code: 'UA',
		sender: 'NewShop',
		type: 'sms',
		code_of_company: APPLICATION.companyCode,
		description: APPLICATION.serviceDescription,
		informing_purpose: APPLICATION.informingPurpose,
		legal_name: APPLICATION.legalName,
		address: APPLICATION.address,
		tax_number: APPLICATION.taxNumber,
	});
	await call('/api/stoplist/attach', { phones: [380997001061], types: ['sms'] });
	await call('/api/stoplist/attach', { phones: [380997001062], types: ['viber'] });
	await sandbox.control('POST', 'replies', { phone: '380997001001', sender: 'Shop', text: 'YES' });
	const reportOf = async (type: string): Promise<string> =>
		(
			await sandbox.control<{ key: string }>('POST', 'reports', {
				records: 20,
				types: [type],
				key: `report${type}`,
			})
		).key;
	await sandbox.control('POST', 'clock', { advanceMs: 60_000 });
	const { data } = await sandbox.control<{ data: Array<{ id: number }> }>('GET', 'campaigns');
	return {
		messages,
		task,
		campaigns: [...data.slice(0, 2).map(({ id }) => id), PAUSED_RCS].map((campaign_id) => ({
			campaign_id,
		})),
		reports: {
			sms: await reportOf('sms'),
			viber: await reportOf('viber'),
			hlr: await reportOf('hlr'),
		},
	};
}

/** Every operation that reads, and those that put out what they have changed. */
export function readsOf({ messages, task, campaigns, reports }: Seeds): RowsCase[] {
	const ended = { mixed: 'delivered_at' };
	const byId = { messageId: '={{ $json.message_id }}' };
	return [
		{ name: 'sms.get', items: messages, parameters: byId, ...ended },
		{
			name: 'sms.getByReference',
			items: messages,
			parameters: { reference: '={{ $json.reference }}' },
			mixed: 'reason',
		},
		{
			name: 'sms.waitForDelivery',
			items: messages,
			parameters: { identifyBy: 'id', ...byId, waitMinutes: 0, outputMode: 'single' },
			mixed: 'finished_at',
		},
		{ name: 'sms.getAllReceived', parameters: { filters: PERIOD } },
		{ name: 'bulkTask.get', parameters: { taskId: String(task) } },
		{
			name: 'campaign.get',
			items: campaigns,
			parameters: { campaignId: '={{ $json.campaign_id }}' },
			mixed: 'finished_at',
		},
		{
			name: 'campaign.getAll',
			parameters: { type: 'sms', returnAll: true },
			mixed: 'started_at',
		},
		{
			name: 'campaign.getAll of RCS',
			contract: 'campaign.getAll (RCS)',
			parameters: { type: 'rcs', returnAll: true },
			mixed: 'started_at',
		},
		{ name: 'campaign.getMessages', parameters: { returnAll: true }, ...ended },
		{ name: 'sender.getAll', parameters: { returnAll: true }, mixed: 'registered_at' },
		{ name: 'stopList.getAll', parameters: { returnAll: true } },
		{ name: 'stopList.search', parameters: { searchValue: '380997001061' } },
		{
			name: 'contact.update',
			items: [
				{ id: 5001, phone: '380671112210' },
				{ id: 5015, phone: '380671112224' },
			],
			parameters: { contactId: '={{ $json.id }}', phone: '={{ $json.phone }}' },
		},
		{ name: 'account.getBalance', parameters: {} },
		...(['json', 'xml', 'csv'] as const).map((format) => ({
			name: `report.download as ${format}`,
			parameters: { fileKey: reports.sms, format },
			...ended,
		})),
		{
			name: 'report.download of Viber',
			parameters: { fileKey: reports.viber },
			mixed: 'in_place_of',
		},
		{
			name: 'report.request',
			parameters: {
				selectBy: 'messageIds',
				messageIds: messages.map(({ message_id }) => message_id).join(),
			},
			...ended,
		},
		{
			name: 'report.request without waiting',
			contract: 'report.request (without waiting)',
			parameters: {
				selectBy: 'messageIds',
				messageIds: String(messages[0]?.message_id),
				wait: false,
			},
		},
	];
}

/** Every event of the trigger. Each reports what there is, and then what has changed. */
export function eventsOf({ messages, task }: Seeds): RowsCase[] {
	const ids = messages.map(({ message_id }) => message_id).join();
	const tasks = { taskIds: String(task) };
	const cases: ReadonlyArray<[event: string, parameters: Json, mixed?: string]> = [
		['campaignStatusChanged', {}, 'previous_status'],
		['campaignFinished', {}, 'failed'],
		['campaignProgress', {}, 'fallback_sent'],
		['campaignMessageFinished', {}, 'delivered_at'],
		['campaignMessageStatusChanged', {}, 'delivered_at'],
		['messageReceived', {}, 'answers_message_id'],
		['messageStatusChanged', { messageIds: ids, notify: 'every' }, 'finished_at'],
		['bulkTaskProgress', tasks],
		['bulkTaskFinished', { ...tasks, options: { reportExisting: true, expected: 2 } }],
		['applicationStatusChanged', {}, 'registered_at'],
	];
	return cases.map(([event, parameters, mixed]) => ({
		name: `trigger.${event}`,
		parameters: { event, options: { reportExisting: true }, ...parameters },
		mixed,
	}));
}

/** What happens between two polls: replies come, and hours pass. */
export async function letHappen(sandbox: SandboxProcess): Promise<void> {
	for (const [phone, text] of [
		['380997001001', 'When do you close?'],
		['380997009999', 'Who is this?'],
	])
		await sandbox.control('POST', 'replies', { phone, text, sender: 'Shop' });
	await sandbox.control('POST', `campaigns/${PAUSED_RCS}`, { status: 'stopped' });
	await sandbox.control('POST', 'clock', { advanceMs: 3 * 3_600_000 });
}
