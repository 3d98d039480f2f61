import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { findByReference, isListed } from '../../sandbox/references.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { REPORT_KEY } from './seeds.mts';
import type { Change, Read } from './world.mts';

// What a user fills into the forms of changes and reads, and what the service holds of what is read.

/** Resource, operation and parameters. */
export type Form = [resource: string, operation: string, parameters: INodeParameters];

/** The last of the contacts that are there at first: no contact list of a send has it, nor the two before it. */
const LAST_CONTACT = 5015;

/** A change as a user has it made, for one item or for several. */
export interface ChangeForm {
	form: Form;
	items: INodeExecutionData[];
	/** Whether a change in the service's ledger, by the ID in it, is that of an item. */
	isOf: (id: string, item: number) => boolean;
}

/** The form of a change for so many items; `nth` tells what it makes from what others made. */
export function changeForm(
	change: Change,
	store: Sandbox['store'],
	nth: number,
	count: number,
): ChangeForm {
	const rcs = (status: string): INodeParameters => {
		const found = [...store.campaigns.values()].find(
			(one) => one.type === 'rcs' && one.status === status,
		);
		return { rcsCampaignId: { __rl: true, mode: 'id', value: String(found?.id ?? 1002) } };
	};
	const one = (...form: Form): ChangeForm => ({ form, items: [{ json: {} }], isOf: () => true });
	const each = (
		form: Form,
		itemOf: (index: number) => IDataObject,
		isOf: ChangeForm['isOf'],
	): ChangeForm => ({
		form,
		items: Array.from({ length: count }, (_, index) => ({ json: itemOf(index) })),
		isOf,
	});
	const numberFrom = (first: number, index: number): string =>
		String(first + ((nth * 3 + index) % 900));
	switch (change) {
		case 'rcs.stop':
			return one('rcsCampaign', 'stop', rcs('scheduled'));
		case 'rcs.renew':
			return one('rcsCampaign', 'renew', rcs('paused'));
		case 'register': {
			const senderOf = (index: number): string => `New${nth}x${index}`;
			const application: INodeParameters = {
				senderName: '={{ $json.sender }}',
				countryCode: 'UA',
				companyCode: '38212345',
				legalName: 'Shop Ltd',
				address: '1 Main Street',
				taxNumber: '382',
				serviceDescription: 'Books',
				informingPurpose: 'Orders',
			};
			return each(
				['sender', 'register', application],
				(index) => ({ sender: senderOf(index) }),
				(id, index) => store.applications.get(Number(id))?.sender === senderOf(index),
			);
		}
		case 'contact': {
			const idOf = (index: number): string => String(LAST_CONTACT - index);
			return each(
				['contact', 'update', { contactId: '={{ $json.id }}', phone: '={{ $json.phone }}' }],
				(index) => ({ id: idOf(index), phone: numberFrom(380_671_133_000, index) }),
				(id, index) => id === idOf(index),
			);
		}
		case 'report': {
			const timeTo = new Date().toISOString();
			return one('report', 'request', { timeFrom: '2026-11-21T00:00:00Z', timeTo });
		}
		case 'addStop': {
			const phoneOf = (index: number): string => numberFrom(380_671_134_000, index);
			return each(
				['stopList', 'add', { phones: '={{ $json.phone }}' }],
				(index) => ({ phone: phoneOf(index) }),
				(id, index) => id === phoneOf(index),
			);
		}
		case 'removeStop': {
			const [phone = ''] = store.stopList.keys();
			return one('stopList', 'remove', { phones: phone });
		}
	}
}

/** The ids, or the one value, that the service holds for a read. */
export function truthOf(read: Read, { store, service }: Sandbox): string[] {
	const sms = (): string[] =>
		[...store.campaigns.values()].filter(({ type }) => type === 'sms').map(({ id }) => String(id));
	switch (read) {
		case 'campaigns':
			return sms();
		case 'campaign':
			return sms().slice(-1);
		case 'reference':
			return [String(findByReference(service, 'order1001')?.id)];
		case 'senders':
			return [...store.applications.keys()].map(String);
		case 'delivery':
		case 'message':
			return [String(findByReference(service, 'order1001')?.id)];
		case 'bulk task':
			return [...store.tasks.keys()].slice(0, 1).map(String);
		case 'stop list search':
			return [...store.stopList.keys()].slice(-1);
		case 'received':
			return store.received.map(({ phone }) => phone);
		case 'messages':
			return [...store.messages.values()]
				.filter((message) => isListed(service, message))
				.map(({ id }) => String(id));
		case 'stop list':
			return [...store.stopList.keys()];
		case 'balance':
		case 'report file':
			return [];
	}
}

/** The form of a read; `first` is what the service holds first. */
export function readForm(read: Read, first: string | undefined): Form {
	const asked: Record<Read, Form> = {
		campaigns: ['campaign', 'getAll', { type: 'sms', returnAll: true }],
		campaign: ['campaign', 'get', { campaignId: first ?? '4711' }],
		reference: ['sms', 'getByReference', { reference: 'order1001' }],
		senders: ['sender', 'getAll', { returnAll: true }],
		balance: ['account', 'getBalance', {}],
		messages: ['campaign', 'getMessages', { returnAll: true }],
		delivery: [
			'sms',
			'waitForDelivery',
			{ identifyBy: 'reference', reference: 'order1001', waitMinutes: 1, outputMode: 'single' },
		],
		'report file': ['report', 'download', { fileKey: REPORT_KEY }],
		'stop list': ['stopList', 'getAll', { returnAll: true }],
		message: ['sms', 'get', { messageId: first ?? '4711' }],
		'bulk task': ['bulkTask', 'get', { taskId: first ?? '4711' }],
		'stop list search': ['stopList', 'search', { searchValue: first ?? '380991112233' }],
		received: ['sms', 'getAllReceived', { returnAll: true }],
	};
	return asked[read];
}
