import { readContract } from '../engine/outputsContract.mts';
import { callService } from '../../tools/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { Json } from './examplesHarness.mts';

/* Sends, reads and events whose rows n8n's own nodes take: between them they have each kind of column. */

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
	{
		name: 'campaign.sendPersonalizedSms',
		items: people(83),
		parameters: { ...ALL, text: 'Hello', ...LEFT_OUT },
		mixed: 'start_at',
	},
	{
		name: 'sms.sendBulk, Dry Run',
		contract: 'sms.sendBulk (Dry Run)',
		items: people(81),
		parameters: { ...ALL, text: 'Hello', dryRun: true, ...LEFT_OUT },
		mixed: 'country',
	},
];

/** Messages of the account that have arrived, have failed and are on the way. */
export interface Seeds {
	messages: Array<{ message_id: unknown }>;
	campaigns: Array<{ campaign_id: unknown }>;
	/** The key of a report. */
	report: string;
}

const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Fills the account and lets a minute pass, so that what can end has ended. */
export async function seed(sandbox: SandboxProcess): Promise<Seeds> {
	const call = async (name: string, body: object): Promise<Json> =>
		await callService(sandbox, 'POST', name, body);
	const messages: Seeds['messages'] = [];
	for (const msisdn of ['380997001001', '380997000002', '380997000004']) {
		const { id } = await call('/rest/sms/create', {
			destination: 'phone',
			msisdn,
			originator: 'Shop',
			body: 'Your order is ready',
		});
		messages.push({ message_id: id });
	}
	for (const [start, numbers] of [
		[undefined, [380997001021, 380997010002]],
		[Date.now() + 30 * 60_000, [380997001022, 380997020002]],
	] as const)
		await call('/api/campaigns/sms/send', {
			sender: 'Shop',
			text: 'Sale',
			phones: numbers.map((number) => ({ number, reference_id: `campaign${number}` })),
			...(start !== undefined && { start_at: stamp(start) }),
		});
	await sandbox.control('POST', 'replies', { phone: '380997001001', sender: 'Shop', text: 'YES' });
	const { key: report } = await sandbox.control<{ key: string }>('POST', 'reports', {
		records: 20,
		types: ['sms'],
	});
	await sandbox.control('POST', 'clock', { advanceMs: 60_000 });
	const { data } = await sandbox.control<{ data: Array<{ id: number }> }>('GET', 'campaigns');
	return {
		messages,
		campaigns: data.slice(0, 2).map(({ id }) => ({ campaign_id: id })),
		report,
	};
}

/** Reads, and a change that puts out what it has changed: rows with each kind of column. */
export const readsOf = ({ messages, campaigns, report }: Seeds): RowsCase[] => [
	{
		name: 'sms.waitForDelivery',
		items: messages,
		parameters: {
			identifyBy: 'id',
			messageId: '={{ $json.message_id }}',
			waitMinutes: 0,
			outputMode: 'single',
		},
		mixed: 'finished_at',
	},
	{
		name: 'campaign.get',
		items: campaigns,
		parameters: { campaignId: '={{ $json.campaign_id }}' },
		mixed: 'finished_at',
	},
	{ name: 'sender.getAll', parameters: { returnAll: true } },
	{
		name: 'contact.update',
		items: [{ id: 5001, phone: '380671112210' }],
		parameters: { contactId: '={{ $json.id }}', phone: '={{ $json.phone }}' },
	},
	{
		name: 'report.download as csv',
		parameters: { fileKey: report, options: { format: 'csv' } },
		mixed: 'delivered_at',
	},
];

/** Events of the trigger. Each reports what there is, and then what has changed. */
export const EVENTS: readonly RowsCase[] = (
	[
		['campaignMessageFinished', 'delivered_at'],
		['messageReceived', 'answers_message_id'],
	] as const
).map(([event, mixed]) => ({
	name: `trigger.${event}`,
	parameters: { event, options: { reportExisting: true } },
	mixed,
}));

/** What happens between two polls: replies come, and hours pass. */
export async function letHappen(sandbox: SandboxProcess): Promise<void> {
	for (const [phone, text] of [
		['380997001001', 'When do you close?'],
		['380997009999', 'Who is this?'],
	])
		await sandbox.control('POST', 'replies', { phone, text, sender: 'Shop' });
	await sandbox.control('POST', 'clock', { advanceMs: 3 * 3_600_000 });
}
