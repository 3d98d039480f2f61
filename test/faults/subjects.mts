import { fieldlessReads } from '../support/fieldless.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server.mts';
import type { RequestEntry } from '../../sandbox/types.mts';

/** What every cell finds in the sandbox. */
export interface Seeded {
	messageId: number;
	reference: string;
	taskId: number;
	campaignId: number;
	reportKey: string;
	paused: number;
	scheduled: number;
}

/** One operation of the node, as the matrix runs it. */
export interface Subject {
	/** resource.operation, with a word in brackets where a part of it is meant. */
	id: string;
	title: string;
	resource: string;
	operation: string;
	parameters(seeded: Seeded): INodeParameters;
	items: IDataObject[];
	/** Output items of a success. */
	outputs: number;
	/** The request that the fault meets. */
	method: string;
	path: RegExp;
	/** How often each thing that is to be done was done; nothing for reads. */
	effects?(sandbox: Sandbox, seeded: Seeded): number[];
	/** Another one does no harm, and Retry On Fail may make it. */
	repeatable?: boolean;
	/** Sets what may be set twice: repeated without a question, with the same values each time. */
	idempotent?: boolean;
	/** Reads what became of its request in every case, so that no reply is taken for it. */
	verified?: { method: string; path: RegExp };
	/** Carries references of its own: whatever happens, Retry On Fail ends in exactly one message each. */
	referenced?: boolean;
	/** Makes a campaign: after an unknown outcome it is asked for through Retry For, and never sent again. */
	campaign?: boolean;
	/** Not made again after an unknown outcome: what was made shows in a list, or it ends in an error. */
	unrepeated?: boolean;
	/** Nothing tells it from another one like it: it is repeated only where the service surely did not act. */
	once?: boolean;
}

/** What the request that the fault meets proves itself with; the login brings the token. */
export function proofOf({ path }: Pick<Subject, 'path'>): 'key' | 'token' | 'login' {
	return path.source.includes('auth')
		? 'login'
		: path.source.startsWith('^\\/api')
			? 'token'
			: 'key';
}

/** Numbers of this matrix; none ends in the sandbox's special digits, and none is seeded. */
export const PHONES = ['380991112211', '380991112222'];
export const NEW_PHONE = '380671112299';
/** Is on the stop list. */
export const STOPPED_PHONE = '380671112298';
export const SEEDED_PHONE = '380991112233';
const SEND_ITEMS = PHONES.map((phone, index) => ({ phone, name: `Person ${index}` }));

const post = async (
	sandbox: Sandbox,
	key: string,
	path: string,
	body: object,
): Promise<IDataObject> => {
	const reply = await fetch(sandbox.url + path, {
		method: 'POST',
		headers: { 'x-api-key': key, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return (await reply.json()) as IDataObject;
};

function rcsIn(sandbox: Sandbox, status: string): number {
	for (const { id, type, status: own } of sandbox.store.campaigns.values())
		if (type === 'rcs' && own === status) return id;
	throw new Error(`no RCS campaign is ${status}`);
}

/** Fills a fresh sandbox with one of each thing that can be read or changed; all sent messages are delivered. */
export async function seed(sandbox: Sandbox, key: string): Promise<Seeded> {
	const reference = 'seededReference1';
	const sms = await post(sandbox, key, '/rest/sms/create', {
		destination: 'phone',
		msisdn: SEEDED_PHONE,
		originator: 'Shop',
		body: 'Hello',
		reference,
	});
	const task = await post(sandbox, key, '/rest/sms/create', {
		destination: 'phones',
		phones: [{ msisdn: '380991112244' }],
		originator: 'Shop',
		body: 'Hello',
	});
	const campaign = await post(sandbox, key, '/api/campaigns/sms/send', {
		phones: [{ number: 380991112255 }],
		sender: 'Sandbox',
		text: 'Hello',
	});
	const now = sandbox.clock.now().getTime();
	const reportKey = '700000001';
	sandbox.store.reports.set(reportKey, {
		key: reportKey,
		request: {},
		createdMs: now,
		readyMs: now,
		messageType: 'sms',
		source: { records: 3, types: ['sms'], bodyLength: 40 },
		shape: null,
		failed: false,
	});
	const seeded = {
		messageId: Number(sms.id),
		reference,
		taskId: Number(task.task_id),
		campaignId: Number((campaign.data as IDataObject).id),
		reportKey,
		paused: rcsIn(sandbox, 'paused'),
		scheduled: rcsIn(sandbox, 'scheduled'),
	};
	sandbox.store.stopList.set(STOPPED_PHONE, {
		id: sandbox.store.nextId('stopListed', 7001),
		phone: STOPPED_PHONE,
		createdMs: now,
		channels: ['sms'],
	});
	sandbox.store.received.push({
		id: sandbox.store.nextId('received', 9001),
		phone: SEEDED_PHONE,
		sender: 'Shop',
		text: 'Yes',
		receivedMs: now,
	});
	sandbox.clock.advance(120_000);
	return seeded;
}

const perPhone = (sandbox: Sandbox): number[] =>
	PHONES.map(
		(phone) => [...sandbox.store.messages.values()].filter(({ msisdn }) => msisdn === phone).length,
	);
const SHOP: INodeParameters = { sender: 'Shop' };
const CREATE = /^\/rest\/sms\/create/;
const DETACH = /^\/api\/stoplist\/detach/;

const sending = (id: string, title: string, path: RegExp, parameters: INodeParameters): Subject => {
	const [resource = '', operation = ''] = id.replace(/ .*/, '').split('.');
	return {
		id,
		title,
		resource,
		operation,
		parameters: () => ({ ...SHOP, ...parameters }),
		items: SEND_ITEMS,
		outputs: 2,
		method: 'POST',
		path,
		campaign: resource === 'campaign' && path.source.includes('send'),
		effects: perPhone,
		referenced: true,
	};
};

/**
 * How often the service took a change, by the requests that it handled: a state is set or not, and cannot show a second one. One
 * that a fault kept from the service, or that proved itself with nothing valid, carries no proof in the log.
 */
export const handled = (sandbox: Sandbox, method: string, path: RegExp): RequestEntry[] =>
	sandbox.requests.filter(
		(entry) => entry.method === method && path.test(entry.path) && entry.auth !== 'none',
	);

const reading = (
	id: string,
	title: string,
	path: RegExp,
	parameters: (seeded: Seeded) => INodeParameters,
	more: Partial<Subject> = {},
): Subject => {
	const [resource = '', operation = ''] = id.split('.');
	return {
		id,
		title,
		resource,
		operation,
		parameters,
		items: [{}],
		outputs: 1,
		method: 'GET',
		path,
		...more,
	};
};

const byId = (id: number): INodeParameters => ({
	campaignId: { __rl: true, mode: 'id', value: String(id) },
});

const changed = (
	id: string,
	title: string,
	campaign: 'scheduled' | 'paused',
	status: string,
): Subject => {
	const path = new RegExp(`^\\/api\\/campaigns\\/\\d+\\/${id.split('.')[1]}$`);
	return reading(id, title, path, (seeded) => byId(seeded[campaign]), {
		method: 'PUT',
		effects: (sandbox, seeded) => [
			sandbox.store.campaigns.get(seeded[campaign])?.status === status
				? handled(sandbox, 'PUT', path).length
				: 0,
		],
	});
};

/** Every operation of the node. */
export const SUBJECTS: Subject[] = [
	sending('sms.send', 'SMS: Send', CREATE, {
		phone: '={{ $json.phone }}',
		text: '=Hi {{ $json.name }}',
		// The service numbers messages in the order in which they arrive: one after the other, so that outputs compare.
		requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 0 } } },
	}),
	{
		...sending('sms.sendAndWait', 'SMS: Send and Wait for Response', CREATE, {
			phone: '={{ $json.phone }}',
			message: '=Hi {{ $json.name }}',
		}),
		items: SEND_ITEMS.slice(0, 1),
		outputs: 1,
		effects: (sandbox) => perPhone(sandbox).slice(0, 1),
	},
	sending('sms.sendBulk', 'SMS: Send Bulk', CREATE, { text: 'Sale' }),
	sending('sms.sendIndividual', 'SMS: Send Individual', CREATE, { text: 'Hi {name}' }),
	sending('campaign.sendSms', 'Campaign: Send SMS', /^\/api\/campaigns\/sms\/send$/, {
		text: 'Sale',
	}),
	sending(
		'campaign.sendPersonalizedSms',
		'Campaign: Send Personalized SMS',
		/^\/api\/campaigns\/sms\/send-individual/,
		{ text: 'Hi {name}' },
	),
	{
		...sending(
			'campaign.sendSms (login)',
			'Campaign: Send SMS, at the login',
			/^\/api\/auth\/login/,
			{ text: 'Sale' },
		),
	},
	reading(
		'campaign.sendSmsToContactLists',
		'Campaign: Send SMS to Contact Lists',
		/^\/api\/campaigns\/sms\/send-groups/,
		() => ({ ...SHOP, groups: '={{ [202] }}', text: 'Sale' }),
		{
			method: 'POST',
			campaign: true,
			once: true,
			effects: ({ store }, { campaignId }) => [
				[...store.campaigns.values()].filter(({ id, type }) => type === 'sms' && id !== campaignId)
					.length,
			],
		},
	),
	reading('sms.get', 'SMS: Get', /^\/rest\/sms\/\d+/, ({ messageId }) => ({
		messageId: String(messageId),
	})),
	reading(
		'sms.getByReference',
		'SMS: Get by Reference',
		/^\/rest\/sms\/reference/,
		({ reference }) => ({ reference }),
	),
	reading(
		'sms.waitForDelivery',
		'SMS: Wait for Delivery',
		/^\/rest\/sms\/reference/,
		({ reference }) => ({ reference, waitMinutes: 0.1, outputMode: 'single' }),
	),
	reading('bulkTask.get', 'Bulk Task: Get', /^\/rest\/sms\//, ({ taskId }) => ({
		taskId: String(taskId),
	})),
	reading('campaign.get', 'Campaign: Get', /^\/api\/campaign/, ({ campaignId }) => ({
		campaignId: String(campaignId),
	})),
	reading('campaign.getAll', 'Campaign: Get Many', /^\/api\/campaign/, () => ({ type: 'sms' }), {}),
	changed('rcsCampaign.stop', 'RCS Campaign: Stop', 'scheduled', 'stopped'),
	changed('rcsCampaign.renew', 'RCS Campaign: Renew', 'paused', 'sending'),
	reading('sender.getAll', 'Sender: Get Many', /^\/api\/senders/, () => ({}), { outputs: 3 }),
	reading(
		'sender.register',
		'Sender: Register',
		/^\/api\/senders\/requests\/legal/,
		() => ({
			sender: 'NewShop',
			countryCode: 'UA',
			companyCode: '38212345',
			legalName: 'Shop Ltd',
			address: '1 Main Street',
			taxNumber: '382',
			serviceDescription: 'Books',
			informingPurpose: 'Orders',
		}),
		{
			method: 'POST',
			unrepeated: true,
			effects: ({ store }) => [
				[...store.applications.values()].filter(({ sender }) => sender === 'NewShop').length,
			],
		},
	),
	reading(
		'contact.update',
		'Contact: Update',
		/^\/api\/contacts/,
		() => ({ contactId: '5015', phone: '={{ $json.phone }}' }),
		{
			method: 'PUT',
			items: [{ phone: NEW_PHONE }],
			idempotent: true,
			effects: ({ store }) => [store.contacts.get(5015)?.phone === NEW_PHONE ? 1 : 0],
		},
	),
	reading(
		'report.download',
		'Report: Download',
		/^\/rest\/stat\/file/,
		({ reportKey }) => ({ fileKey: reportKey }),
		{ outputs: 3 },
	),
	reading(
		'report.request',
		'Report: Request',
		/^\/rest\/stat\/create/,
		() => ({ timeFrom: '2026-11-21T00:00:00Z', timeTo: '2027-11-22T00:00:00Z' }),
		{
			method: 'POST',
			outputs: 3,
			repeatable: true,
			once: true,
			effects: ({ store }) => [store.reports.size - 1],
		},
	),
	reading(
		'campaign.getMessages',
		'Campaign: Get Messages',
		/^\/api\/messages/,
		({ campaignId }) => ({ filters: { campaignId: String(campaignId) } }),
	),
	reading('sms.getAllReceived', 'SMS: Get Many Received', /^\/rest\/sms\/2wayIncoming/, () => ({
		filters: { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' },
	})),
	reading('stopList.getAll', 'Stop List: Get Many', /^\/api\/stoplist/, () => ({})),
	reading(
		'stopList.search',
		'Stop List: Search',
		/^\/api\/stoplists?\/search/,
		() => ({ searchValue: '={{ $json.phone }}' }),
		{ items: [{ phone: STOPPED_PHONE }] },
	),
	reading(
		'stopList.add',
		'Stop List: Add',
		/^\/api\/stoplist\/attach/,
		() => ({ phones: '={{ $json.phone }}' }),
		{
			items: [{ phone: NEW_PHONE }],
			method: 'POST',
			idempotent: true,
			effects: ({ store }) => [store.stopList.has(NEW_PHONE) ? 1 : 0],
		},
	),
	reading(
		'stopList.remove',
		'Stop List: Remove',
		DETACH,
		() => ({ phones: '={{ $json.phone }}' }),
		{
			items: [{ phone: STOPPED_PHONE }],
			method: 'POST',
			idempotent: true,
			verified: { method: 'GET', path: /^\/api\/stoplists?(?:\/search)?(?:\?|$)/ },
			// An account without the phone shows no removal.
			effects: (sandbox) => [
				sandbox.store.stopList.has(STOPPED_PHONE)
					? 0
					: Math.min(1, handled(sandbox, 'POST', DETACH).length),
			],
		},
	),
	...fieldlessReads().map(({ resource, operation, title, path }) =>
		reading(`${resource}.${operation}`, title, new RegExp(`^${path}`), () => ({})),
	),
];
