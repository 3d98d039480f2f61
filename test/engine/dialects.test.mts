import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { SETTINGS } from '../../sandbox/settings.mts';
import type { SettingName } from '../../sandbox/settings.mts';
import { linkUuid } from '../../sandbox/shortLinks.mts';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import type { Dialect } from '../../sandbox/types.mts';
import { OPERATIONS } from '../cases/load.mts';
import { operationSteps } from '../e2e/operations.mts';
import { startEngine } from './harness.mts';
import type { Engine } from './harness.mts';
import { APPLICATION } from '../support/application.mts';
import type { Way } from './stage.mts';

/**
 * Every operation in every accent of the sandbox. What the node puts out must be the same as in the sandbox's own
 * dialect: that is what normalising means to a user.
 */
const KEY = 'live_sandbox_0000000000000000';
let engine: Engine;
beforeAll(async () => {
	engine = await startEngine();
});

/** Fields that differ between any two runs, whatever the dialect: ids, and times that the sandbox draws. */
const OWN = new Set([
	'id',
	'campaign_id',
	'task_id',
	'reference',
	'note',
	'key',
	'delivered_at',
	'message_id',
	'application_id',
	'finished_at',
]);

function comparable(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(comparable);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [
			key,
			OWN.has(key) && entry !== null ? '*' : comparable(entry),
		]),
	);
}

const listed = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });
const CONTACTS = [{ phone: '380991112211' }, { phone: '380991112212' }, { phone: '380991112205' }];

/** What only some services have. */
const EXTENSIONS = OPERATIONS.filter(({ cases }) => cases.isExtension).map(({ id }) => id);

const WAITING = ['sms.sendAndWait'];

/** Runs an operation. */
type Act = (name: string, parameters: INodeParameters) => Promise<IDataObject[]>;

/** What one-time passwords, their templates and short links go through, one step after the other. */
async function handleCodesAndLinks(act: Act): Promise<void> {
	const code = (phone: string) => ({ sender: listed('Shop'), phone, template: '501' });
	const [canceled] = await act('verification.sendCode', code('380997001235'));
	await act('verification.cancel', { verificationId: String(canceled?.verification_id) });
	const [sent] = await act('verification.sendCode', code('380997001234'));
	const verificationId = String(sent?.verification_id);
	await act('verification.resendCode', { verificationId });
	// The sandbox's code for this number, sent again once.
	await act('verification.checkCode', { verificationId, code: '432101' });
	await act('verification.get', { verificationId });
	const text = { name: 'Log-in', templateText: 'Log in with {code2fa}' };
	const [template] = await act('verificationTemplate.create', text);
	await act('verificationTemplate.delete', { template: String(template?.template_id) });
	const where = { address: 'https://shop.example.com/sale', domain: listed(linkUuid('d', 1)) };
	const [link] = await act('shortLink.create', where);
	const linkId = String(link?.link_id);
	await act('shortLink.update', { linkId, updateFields: { name: 'Sale' } });
	await act('shortLink.delete', { linkId });
}

/** Runs all operations once, each on what the earlier ones made; returns what they put out. */
async function everything(
	sandbox: Sandbox,
	authentication: string,
	headerFormat: string,
	way: Way,
): Promise<Record<string, unknown>> {
	const credential = engine.store({
		baseUrl: sandbox.url,
		apiKey: KEY,
		authentication,
		headerFormat,
	});
	const outputs: Record<string, unknown> = {};
	const act = async (
		name: string,
		parameters: INodeParameters,
		items: IDataObject[] = [{}],
	): Promise<IDataObject[]> => {
		const [resource = '', operation = ''] = name.split('.');
		const run = await engine[way]({
			credential,
			executionId: 'dialects',
			parameters: { resource, operation, ...parameters },
			items: items.map((json) => ({ json })),
		});
		if (run.error)
			throw new Error(`${name}: ${run.error.message} ${String(run.error.description)}`);
		const json = run.items.map((item) => item.json);
		outputs[name] = comparable(json);
		return json;
	};
	const send = { sender: 'Shop', text: 'Hello' };
	const [single] = await act('sms.send', {
		...send,
		phone: '380991112211',
		options: { referenceMode: 'custom', reference: 'dialect1' },
	});
	// A caller that takes the declarative route cannot wait.
	if (way === 'run')
		await act('sms.sendAndWait', { sender: 'Shop', phone: '380991112219', message: 'Yes?' });
	const [bulk] = await act('sms.sendBulk', send, CONTACTS);
	await act('sms.sendIndividual', { ...send, text: 'Hello {phone}' }, CONTACTS);
	const [campaign] = await act('campaign.sendSms', send, CONTACTS.slice(0, 2));
	await act('campaign.sendPersonalizedSms', { ...send, text: 'Hi {phone}' }, CONTACTS.slice(0, 2));
	await act('campaign.sendSmsToContactLists', { ...send, groups: [201] });
	sandbox.clock.advance(120_000);
	await act('sms.get', { messageId: String(single?.message_id) });
	await act('sms.getByReference', { reference: 'dialect1' });
	await act('sms.waitForDelivery', { identifyBy: 'id', messageId: String(single?.message_id) });
	await act('bulkTask.get', { taskId: String(bulk?.task_id) });
	await act('campaign.get', { campaignId: String(campaign?.campaign_id) });
	await act('campaign.getAll', { limit: 2 });
	await act('rcsCampaign.getAll', { returnAll: true });
	const paused = [...sandbox.store.campaigns.values()].find(
		({ type, status }) => type === 'rcs' && status === 'paused',
	);
	await act('rcsCampaign.get', { campaignId: String(paused?.id) });
	await act('rcsCampaign.renew', { rcsCampaignId: listed(paused?.id) });
	await act('rcsCampaign.stop', { rcsCampaignId: listed(paused?.id) });
	await act('sender.getAll', { returnAll: true });
	await act('sender.register', APPLICATION);
	await act('contact.update', {
		contactId: '5001',
		phone: '380671112299',
		updateFields: { groups: ['202'] },
	});
	const now = sandbox.clock.now().getTime();
	sandbox.store.reports.set('700000001', {
		key: '700000001',
		request: {},
		createdMs: now,
		readyMs: now,
		messageType: 'sms',
		source: { records: 3, types: ['sms'], bodyLength: 20 },
		shape: null,
		failed: false,
	});
	for (const format of ['json', 'xml', 'csv'])
		await act('report.download', { fileKey: '700000001', options: { format } });
	// What names spam waits for moderation, and can be stopped.
	const [held] = await act('campaign.sendSms', { ...send, text: 'No spam' }, CONTACTS.slice(0, 2));
	if (sandbox.config.dialect.extensions) {
		await act('campaign.getMessages', { filters: { reference: 'dialect1' } });
		await act('campaign.getStatistics', { campaignId: String(campaign?.campaign_id) });
		await act('campaign.stop', { smsCampaignId: listed(held?.campaign_id) });
		await act('message.get', { identifyBy: 'reference', reference: 'dialect1' });
		const [report] = await act('report.request', {
			selectBy: 'messageIds',
			messageIds: String(single?.message_id),
			wait: false,
		});
		await act('report.delete', { fileKey: String(report?.key) });
		const [field] = await act('contactField.create', { name: 'Birthday', type: 'date' });
		await act('contactField.delete', { fieldId: String(field?.field_id) });
		const [list] = await act('contactList.create', { name: 'Newcomers' });
		await act('contactList.delete', { contactList: listed(list?.list_id) });
		await handleCodesAndLinks(act);
	}
	// Those that stand by themselves run as their cases say.
	for (const { resource, operation, parameters } of operationSteps('')) {
		const name = `${resource}.${operation}`;
		const isOffered = sandbox.config.dialect.extensions || !EXTENSIONS.includes(name);
		const canRun = way === 'run' || !WAITING.includes(name);
		if (isOffered && canRun && !(name in outputs)) await act(name, parameters as INodeParameters);
	}
	return outputs;
}

async function speak(
	dialect: Partial<Dialect>,
	way: Way = 'run',
): Promise<Record<string, unknown>> {
	const sandbox = await startSandbox({ seed: 1, now: '2026-11-21T10:00:00Z', dialect });
	const authentication =
		dialect.restAuth === 'bearer'
			? 'bearer'
			: dialect.apiAuth === 'apiKey'
				? 'apiKey'
				: 'automatic';
	try {
		return await everything(
			sandbox,
			authentication,
			dialect.bearer === 'bearerColon' ? 'bearerColon' : 'bearer',
			way,
		);
	} finally {
		await sandbox.close();
	}
}

/** What an accent leaves out cannot be put out. */
function without(
	outputs: Record<string, unknown>,
	dialect: Partial<Dialect>,
): Record<string, unknown> {
	const left = new Set<string>();
	if (dialect.extensions === false) for (const name of EXTENSIONS) left.add(name);
	if (dialect.individualTaskId === false) left.add('sms.sendIndividual');
	// Whether the reply to a new SMS campaign names its price is no promise (extensions notes, section 1).
	if (dialect.calculatedPrice !== undefined) left.add('campaign.sendSmsToContactLists');
	return Object.fromEntries(Object.entries(outputs).filter(([name]) => !left.has(name)));
}

/** What a service may do differently and a user must not notice: the other values of each accent, and which requests are taken. */
const OTHERS: Partial<Record<SettingName, readonly unknown[]>> = {
	...Object.fromEntries(
		Object.entries(SETTINGS).flatMap(([name, { kind, values }]) =>
			kind === 'accent' ? [[name, (values as readonly unknown[]).slice(1)]] : [],
		),
	),
	pageLimit: ['any'],
	individualTexts: ['own', 'both'],
};
/** Settings under which some outputs are missing, so that each has a dialect of its own. */
const LEAVING_OUT: Array<Partial<Dialect>> = [{ extensions: false }, { individualTaskId: false }];
const ALONE = LEAVING_OUT.flatMap((dialect) => Object.keys(dialect));
/** Dialects that have, between them, every other value: the nth one has the nth other value of each setting. */
const DIALECTS = Array.from(
	{ length: Math.max(...Object.values(OTHERS).map((values) => values.length)) },
	(_, nth) =>
		Object.fromEntries(
			Object.entries(OTHERS).flatMap(([name, values]) =>
				nth < values.length && !ALONE.includes(name) ? [[name, values[nth]]] : [],
			),
		) as Partial<Dialect>,
);
let standard: Record<string, unknown>;

describe('every operation in every dialect', () => {
	beforeAll(async () => {
		standard = await speak({});
	});

	test("the sandbox's own dialect serves every operation", () => {
		const type = engine.nodeType();
		const operations = type.description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				options.map(
					(option) =>
						`${String(displayOptions?.show?.resource?.[0])}.${String('value' in option ? option.value : '')}`,
				),
			);
		expect(Object.keys(standard).sort()).toEqual(operations.sort());
	});

	test.each([...DIALECTS, ...LEAVING_OUT])('%j', async (dialect) => {
		expect(without(await speak(dialect), dialect)).toEqual(without(standard, dialect));
	});

	test('by the declarative route, as n8n takes it for agents and tools', async () => {
		const waiting = Object.fromEntries(WAITING.map((name) => [name, undefined]));
		expect(await speak({}, 'viaRoute')).toEqual({
			...standard,
			...waiting,
			// The message that cannot be waited for there is not paid for.
			'account.getBalance': [{ balance: expect.any(Number), currency: 'EUR', credit: 0 }],
		});
	});
});
