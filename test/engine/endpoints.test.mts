import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { COMPANY } from '../cases/applications.mts';
import { SPECIFICATION } from '../unit/house/specification.mts';
import { openStage, type Stage } from './stage.mts';

/**
 * Every parameter of every request of the specification is sent: each operation is run with all of its fields filled in,
 * and what reached the sandbox is compared with section 4. The declarations are compared with it by
 * test/unit/house/endpoints.test.mts; this test sees the requests that are made by code, too.
 */
const SENDER = { __rl: true, mode: 'name', value: 'Shop' };
const MANY = {
	sender: SENDER,
	text: 'Hi {name}',
	phoneField: 'phone',
};
const PEOPLE = [
	{ phone: '380997001001', name: 'Ann', order: 'o1' },
	{ phone: '380997001002', name: 'Bo', order: 'o2' },
];
const OWN = { referenceMode: 'custom', reference: '{order}' };
const DELIVERY = { delivery: { how: { validity: 5, tariff: 3 } } };
const LEGACY_OPTIONS = { ...DELIVERY, twoWay: true, ...OWN };
const CAMPAIGN_OPTIONS = {
	...OWN,
	...DELIVERY,
	startAt: '={{ $now.plus({ days: 2 }).toISO() }}',
};

interface Run {
	operation: string;
	parameters: INodeParameters;
	items?: IDataObject[];
}

/** By section of the specification: runs in which every field is filled in. */
const RUNS: Record<string, Run[]> = {
	'4.3': [{ operation: 'sms.get', parameters: { messageId: '42' } }],
	'4.4': [{ operation: 'sms.getByReference', parameters: { reference: 'order1' } }],
	'4.5': [{ operation: 'bulkTask.get', parameters: { taskId: '42' } }],
	'4.6 phone': [
		{
			operation: 'sms.send',
			parameters: {
				sender: SENDER,
				phone: '380997001001',
				text: 'Hello',
				options: { ...LEGACY_OPTIONS, reference: 'order1' },
			},
		},
	],
	'4.6 phones': [
		{
			operation: 'sms.sendBulk',
			parameters: { ...MANY, text: 'Hello', options: LEGACY_OPTIONS },
			items: PEOPLE,
		},
	],
	'4.6 individual': [
		{
			operation: 'sms.sendIndividual',
			parameters: { ...MANY, options: LEGACY_OPTIONS },
			items: PEOPLE,
		},
	],
	'4.7': [
		{
			operation: 'campaign.sendSms',
			parameters: { ...MANY, text: 'Hello', options: CAMPAIGN_OPTIONS },
			items: PEOPLE,
		},
	],
	'4.8': [
		{
			operation: 'campaign.sendPersonalizedSms',
			parameters: { ...MANY, options: CAMPAIGN_OPTIONS },
			items: PEOPLE,
		},
	],
	'4.9': [
		{
			operation: 'campaign.sendSmsToContactLists',
			parameters: { groups: ['202'], sender: SENDER, text: 'Hello', options: CAMPAIGN_OPTIONS },
		},
	],
	'4.10': [
		{
			operation: 'campaign.getAll',
			parameters: {
				returnAll: true,
				filters: {
					from: '2026-11-01',
					to: '2026-11-20',
					searchField: 'sender',
					searchValue: 'Shop',
				},
				options: { sort: 'date', way: 'desc' },
			},
		},
	],
	'4.11': [
		{
			operation: 'rcsCampaign.stop',
			parameters: { rcsCampaignId: { __rl: true, mode: 'id', value: '1003' } },
		},
	],
	'4.12': [
		{
			operation: 'rcsCampaign.renew',
			parameters: { rcsCampaignId: { __rl: true, mode: 'id', value: '1002' } },
		},
	],
	'4.13': [
		{
			operation: 'sender.getAll',
			parameters: {
				returnAll: true,
				filters: {
					id: '101',
					country_code: 'UA',
					created_at: '2026-09-22',
					sender: 'Sandbox',
					status: 'accepted',
				},
				options: { sort: 'status', way: 'desc' },
			},
		},
	],
	'4.14': [
		{
			operation: 'sender.register',
			parameters: {
				senderName: 'NewShop',
				...COMPANY,
				options: { comment: 'Please hurry', siteUrl: 'https://shop.example.com' },
			},
		},
	],
	'4.15': [
		{
			operation: 'contact.update',
			parameters: {
				contactId: '5001',
				phone: '380997001050',
				updateFields: { groups: ['202'], fields: { field: [{ id: '388077', value: 'Olena' }] } },
			},
		},
	],
	'4.16': [{ operation: 'report.download', parameters: { fileKey: '42' } }],
};

/** The parts of a body as the specification writes them: `phones[].number`. */
function bodyNames(body: unknown, prefix = ''): string[] {
	if (Array.isArray(body))
		return body.flatMap((one: unknown) =>
			typeof one === 'object' ? bodyNames(one, `${prefix}[]`) : [prefix],
		);
	if (typeof body !== 'object' || body === null) return [prefix];
	return Object.entries(body).flatMap(([name, value]) =>
		bodyNames(value, prefix === '' ? name : `${prefix}.${name}`),
	);
}

/** What reached the sandbox at an endpoint: how many requests, and the names of all that they carried. */
function received({ sandbox }: Stage, endpoint: string): { count: number; names: Set<string> } {
	const [method = '', path = ''] = endpoint.split(' ');
	const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/{}]+')}$`);
	const requests = sandbox.requests.filter(
		(request) => request.method === method && pattern.test(request.path),
	);
	return {
		count: requests.length,
		names: new Set(
			requests.flatMap(({ query, body }) => [
				...[...new URLSearchParams(query).keys()].map((name) => `query ${name}`),
				...bodyNames(body).map((name) => `body ${name.replace(/\[\]$/, '')}`),
			]),
		),
	};
}

const BY_CREDENTIAL = SPECIFICATION.filter(({ section }) => /^4\.[12]$/.test(section));
const BY_OPERATION = SPECIFICATION.filter((one) => !BY_CREDENTIAL.includes(one));

describe('requests of the operations', () => {
	let stage: Stage;
	beforeAll(async () => {
		stage = await openStage({ config: { twoWay: true } });
	});
	afterAll(async () => await stage.close());

	test.each(BY_OPERATION)('$section $endpoint: every parameter is sent', async (one) => {
		await stage.fresh();
		const runs = RUNS[one.section] ?? [];
		for (const { operation, parameters, items } of runs)
			await stage.act(
				operation,
				{ ...parameters, options: { retryFor: 0, ...(parameters.options as object) } },
				items ? { items } : {},
			);
		const { count, names } = received(stage, one.endpoint);
		expect(count).toBeGreaterThan(0);
		const wanted = [
			...(one.query ?? []).map((name) => `query ${name}`),
			...(one.body ?? []).map((name) => `body ${name}`),
		];
		expect(wanted.filter((name) => !names.has(name))).toEqual([]);
	});
});

test('requests of the credential: a login with the key, and a refresh of the token', async () => {
	const stage = await openStage({}, 'automatic');
	try {
		await stage.fresh();
		stage.sandbox.tokens.revokeAll();
		const items = Array.from({ length: 50 }, () => ({}));
		const run = await stage.act('campaign.getAll', { limit: 1 }, { items });
		expect(run.error).toBeUndefined();
		for (const { endpoint, body = [] } of BY_CREDENTIAL) {
			const { count, names } = received(stage, endpoint);
			// However many items ask.
			expect({ endpoint, count }).toEqual({ endpoint, count: 1 });
			expect(body.filter((name) => !names.has(`body ${name}`))).toEqual([]);
		}
	} finally {
		await stage.close();
	}
});
