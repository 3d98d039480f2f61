import { fieldlessReads } from '../support/fieldless.mts';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';

type Json = Record<string, unknown>;

/** One operation of the node as a step of a workflow: later steps use what earlier ones put out. */
export interface OperationStep {
	resource: string;
	operation: string;
	/** Told apart where an operation occurs twice. */
	note?: string;
	parameters: Json;
	/** Of one that waits: what the page is answered with. */
	answer?: Json;
	/** @returns what is wrong with the items it put out, if anything */
	check(items: Json[]): string | undefined;
}

export const PACKAGE = 'n8n-nodes-messaging-service';
export const START = 'Start';

/** The name of a step's node in the workflow. */
export function nameOf({
	resource,
	operation,
	note,
}: Pick<OperationStep, 'resource' | 'operation' | 'note'>): string {
	return `${resource} ${operation}${note ? ` ${note}` : ''}`;
}

const first = (step: string, field: string): string => `={{ $('${step}').first().json.${field} }}`;
const sender = { __rl: true, mode: 'name', value: 'Shop' };
const list = (value: string): Json => ({ recipientSource: 'list', recipients: value, sender });
const TWO = '+380 99 700 10 21; (380) 99-700-10-22';

function every(items: Json[], count: number, test: (item: Json) => boolean): string | undefined {
	if (items.length !== count) return `${items.length} items instead of ${count}`;
	const wrong = items.find((item) => !test(item));
	return wrong === undefined ? undefined : `unexpected item ${JSON.stringify(wrong)}`;
}
const accepted = (item: Json): boolean =>
	item.status === 'accepted' && item.reason === 'Accepted by the service';
const some = (items: Json[], test: (item: Json) => boolean): string | undefined =>
	items.some(test) ? undefined : `no such item among ${items.length}: ${JSON.stringify(items[0])}`;

/** Every operation once, in an order in which each finds what it needs. `reportKey` is a report the sandbox has ready. */
export function operationSteps(reportKey: string): OperationStep[] {
	return [
		{
			resource: 'sms',
			operation: 'send',
			parameters: { sender, phone: '+380 (99) 700-10-10', text: 'One SMS from n8n' },
			check: (items) =>
				every(
					items,
					1,
					(item) =>
						accepted(item) && item.phone === '380997001010' && typeof item.message_id === 'number',
				),
		},
		{
			resource: 'sms',
			operation: 'waitForDelivery',
			parameters: { reference: first('sms send', 'reference'), waitMinutes: 1 },
			check: (items) => every(items, 1, ({ status }) => status === 'delivered'),
		},
		{
			resource: 'sms',
			operation: 'get',
			parameters: { messageId: first('sms send', 'message_id') },
			check: (items) =>
				every(items, 1, ({ phone, status }) => phone === '380997001010' && status === 'delivered'),
		},
		{
			resource: 'sms',
			operation: 'getByReference',
			parameters: { reference: first('sms send', 'reference') },
			check: (items) => every(items, 1, ({ phone }) => phone === '380997001010'),
		},
		{
			resource: 'sms',
			operation: 'sendBulk',
			parameters: { ...list(TWO), text: 'To two' },
			check: (items) => every(items, 2, (item) => accepted(item) && Number(item.task_id) > 0),
		},
		{
			resource: 'bulkTask',
			operation: 'get',
			parameters: { taskId: first('sms sendBulk', 'task_id') },
			check: (items) => every(items, 1, (item) => Number(item.task_id) > 0),
		},
		{
			resource: 'sms',
			operation: 'sendIndividual',
			parameters: {
				...list(
					`={{ [{ phone: '380997001031', name: 'Ann' }, { phone: '380997001032', name: 'Bo' }] }}`,
				),
				phoneField: 'phone',
				text: 'Hi {name}',
			},
			check: (items) =>
				every(items, 2, (item) => accepted(item) && /^Hi (Ann|Bo)$/.test(String(item.text))),
		},
		{
			resource: 'campaign',
			operation: 'sendSms',
			parameters: { ...list(TWO), text: 'A campaign' },
			check: (items) => every(items, 2, (item) => accepted(item) && Number(item.campaign_id) > 0),
		},
		{
			resource: 'campaign',
			operation: 'sendPersonalizedSms',
			parameters: {
				...list(`={{ [{ phone: '380997001041', name: 'Олена' }] }}`),
				phoneField: 'phone',
				text: 'Вітаємо, {name}',
			},
			check: (items) => every(items, 1, (item) => accepted(item) && item.segments === 1),
		},
		{
			resource: 'campaign',
			operation: 'sendSmsToContactLists',
			parameters: { groups: '={{ [202] }}', sender, text: 'To a list' },
			check: (items) => every(items, 1, ({ campaign_id }) => Number(campaign_id) > 0),
		},
		{
			resource: 'campaign',
			operation: 'get',
			parameters: { campaignId: first('campaign sendSms', 'campaign_id') },
			check: (items) => every(items, 1, ({ campaign_id }) => Number(campaign_id) > 0),
		},
		{
			resource: 'campaign',
			operation: 'getAll',
			parameters: { type: 'sms', limit: 10 },
			check: (items) => (items.length >= 3 ? undefined : `${items.length} campaigns instead of 3`),
		},
		{
			resource: 'campaign',
			operation: 'getAll',
			note: 'rcs',
			parameters: { type: 'rcs', returnAll: true },
			check: (items) => some(items, ({ status }) => status === 'paused'),
		},
		{
			resource: 'rcsCampaign',
			operation: 'stop',
			parameters: {
				campaignId: {
					__rl: true,
					mode: 'id',
					value: `={{ $('campaign getAll rcs').all().find((item) => item.json.status === 'scheduled').json.campaign_id }}`,
				},
			},
			check: (items) => every(items, 1, ({ status }) => status === 'stopped'),
		},
		{
			resource: 'rcsCampaign',
			operation: 'renew',
			parameters: {
				campaignId: {
					__rl: true,
					mode: 'id',
					value: `={{ $('campaign getAll rcs').all().find((item) => item.json.status === 'paused').json.campaign_id }}`,
				},
			},
			check: (items) => every(items, 1, ({ status }) => status !== 'paused'),
		},
		{
			resource: 'sender',
			operation: 'getAll',
			parameters: { returnAll: true },
			check: (items) => some(items, (item) => typeof item.sender === 'string'),
		},
		{
			resource: 'sender',
			operation: 'register',
			parameters: {
				sender: 'EndToEnd',
				countryCode: 'UA',
				companyCode: '12345678',
				legalName: 'Example Ltd',
				address: '1 Example Street, Kyiv',
				taxNumber: '1234567890',
				serviceDescription: 'Order notifications',
				informingPurpose: 'Tell customers about their orders',
			},
			check: (items) =>
				every(items, 1, ({ sender: name, status }) => name === 'EndToEnd' && status === 'new'),
		},
		{
			resource: 'contact',
			operation: 'update',
			parameters: { contactId: '5001', phone: '+380 99 700 10 50' },
			check: (items) => every(items, 1, ({ phone }) => String(phone) === '380997001050'),
		},
		{
			resource: 'report',
			operation: 'download',
			parameters: { fileKey: reportKey },
			check: (items) =>
				every(items, 5, (item) => item.price !== undefined || item.status !== undefined),
		},
		{
			resource: 'report',
			operation: 'request',
			parameters: {
				selectBy: 'messageIds',
				messageIds: first('sms send', 'message_id'),
				wait: true,
			},
			check: (items) => every(items, 1, (item) => String(item.phone) === '380997001010'),
		},
		{
			resource: 'campaign',
			operation: 'getMessages',
			parameters: { filters: { campaignId: first('campaign sendSms', 'campaign_id') } },
			check: (items) =>
				every(items, 2, (item) => Number(item.message_id) > 0 && Number(item.campaign_id) > 0),
		},
		{
			resource: 'sms',
			operation: 'send',
			note: 'answered',
			parameters: { sender, phone: '+380 99 700 00 06', text: 'Answer YES, please' },
			check: (items) => every(items, 1, accepted),
		},
		{
			resource: 'sms',
			operation: 'waitForDelivery',
			note: 'answered',
			parameters: { reference: first('sms send answered', 'reference'), waitMinutes: 1 },
			check: (items) => every(items, 1, ({ status }) => status === 'delivered'),
		},
		{
			resource: 'sms',
			operation: 'getAllReceived',
			parameters: { filters: { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' } },
			// The phone of the step before may have answered by now, too.
			check: (items) =>
				some(items, ({ phone, text }) => phone === '380997001006' && text === 'YES'),
		},
		{
			resource: 'stopList',
			operation: 'add',
			parameters: { phones: '+380 99 700 10 60, 380997001061' },
			check: (items) =>
				every(items, 2, (item) => item.status === 'listed' && item.confirmed_by === 'reply'),
		},
		{
			resource: 'stopList',
			operation: 'getAll',
			parameters: { returnAll: true },
			check: (items) => some(items, ({ phone, sms }) => phone === '380997001060' && sms === true),
		},
		{
			resource: 'stopList',
			operation: 'search',
			parameters: { searchValue: '+380 99 700 10 60' },
			check: (items) => every(items, 1, ({ phone }) => phone === '380997001060'),
		},
		{
			resource: 'stopList',
			operation: 'remove',
			parameters: { phones: '380997001060' },
			check: (items) => every(items, 1, ({ status }) => status === 'removed'),
		},
		...fieldlessReads().map(({ resource, operation }) => ({
			resource,
			operation,
			parameters: {},
			check: (items: Json[]) =>
				every(items, 1, (item) => Object.keys(item).length > 0 && item.error === undefined),
		})),
	];
}

/** Every operation that lets its execution wait: such a step has the rest of a workflow wait with it. */
export function waitingSteps(): OperationStep[] {
	return [
		{
			resource: 'sms',
			operation: 'sendAndWait',
			parameters: { sender, phone: '+380 (99) 700-10-70', message: 'Order 1042, 480 EUR?' },
			answer: { approved: 'true' },
			check: (items) =>
				every(items, 1, ({ data, phone }) =>
					Boolean((data as Json).approved === true && phone === '380997001070'),
				),
		},
	];
}

/** A workflow that runs the steps one after the other; a failure of one is put out as its item, and the next runs. */
export function operationsWorkflow(id: string, steps: OperationStep[]): StoredWorkflow {
	const names = [START, ...steps.map(nameOf)];
	return {
		id,
		name: `Every operation once (${id})`,
		nodes: [
			{
				id: 'start',
				name: START,
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			...steps.map((step, index) => ({
				id: `step-${index}`,
				name: nameOf(step),
				type: `${PACKAGE}.messagingService`,
				typeVersion: 1,
				position: [200 * (index + 1), 0],
				parameters: { resource: step.resource, operation: step.operation, ...step.parameters },
				credentials: {
					[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
				},
				executeOnce: true,
				alwaysOutputData: true,
				onError: 'continueRegularOutput',
			})),
		],
		connections: Object.fromEntries(
			names
				.slice(0, -1)
				.map((name, index) => [
					name,
					{ main: [[{ node: names[index + 1], type: 'main', index: 0 }]] },
				]),
		),
		settings: { executionOrder: 'v1' },
	};
}
