import type { INodeParameters } from 'n8n-workflow';
import { findByReference, isListed } from '../../sandbox/references.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { REPORT_KEY } from './seeds.mts';
import type { Change, Read } from './world.mts';

// What a user fills into the forms of changes and reads, and what the service holds of what is read.

/** Resource, operation and parameters. */
export type Form = [resource: string, operation: string, parameters: INodeParameters];

/** The form of a change; `nth` tells what it makes from what others made. */
export function changeForm(change: Change, store: Sandbox['store'], nth: number): Form {
	const rcs = (status: string): INodeParameters => {
		const found = [...store.campaigns.values()].find(
			(one) => one.type === 'rcs' && one.status === status,
		);
		return { campaignId: { __rl: true, mode: 'id', value: String(found?.id ?? 1002) } };
	};
	switch (change) {
		case 'rcs.stop':
			return ['rcsCampaign', 'stop', rcs('scheduled')];
		case 'rcs.renew':
			return ['rcsCampaign', 'renew', rcs('paused')];
		case 'register':
			return [
				'sender',
				'register',
				{
					sender: `New${nth}x`,
					countryCode: 'UA',
					companyCode: '38212345',
					legalName: 'Shop Ltd',
					address: '1 Main Street',
					taxNumber: '382',
					serviceDescription: 'Books',
					informingPurpose: 'Orders',
				},
			];
		case 'contact': {
			const phone = `3806711133${String(10 + (nth % 80))}`;
			return ['contact', 'update', { contactId: '5015', phone }];
		}
		case 'report': {
			const timeTo = new Date().toISOString();
			return ['report', 'request', { timeFrom: '2026-11-21T00:00:00Z', timeTo }];
		}
		case 'addStop': {
			const phone = `3806711134${String(10 + (nth % 80))}`;
			return ['stopList', 'add', { phones: phone }];
		}
		case 'removeStop': {
			const [phone = ''] = store.stopList.keys();
			return ['stopList', 'remove', { phones: phone }];
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
