import { KEYS, startSandbox, type Sandbox } from '../../../sandbox/server.mts';
import { DEFAULT_DIALECT, SETTINGS, type SettingName } from '../../../sandbox/settings.mts';
import { readSettings } from '../../../sandbox/settingsText.mts';
import type { Dialect } from '../../../sandbox/types.mts';
import { verificationId } from '../../../sandbox/verifications.mts';

/*
 * No setting is idle: in each of its values the service answers another way. What a value means is held by the tests of the node in
 * test/engine; one that did nothing would make them true without a reason.
 */

const sms = { destination: 'phone', originator: 'Shop', body: 'Hello', msisdn: '380991112233' };
const phones = [{ number: 380991112233, reference_id: 'r1' }];
const campaign = { sender: 'Shop', text: 'Hello', phones };
const sendCampaign = ['POST', '/api/campaigns/sms/send'] as const;
const personal = { messages: [{ phone: 380991112233, sender: 'Shop', text: 'Hello' }] };
const bulk = {
	...sms,
	msisdn: undefined,
	destination: 'phones',
	phones: [{ msisdn: '380991112233' }],
};
const each = {
	destination: 'individual',
	phones: [{ msisdn: '380991112233', body: 'Own', originator: 'Shop' }],
};
const EVER = 'start_date=2020-01-01 00:00:00&end_date=2040-01-01 00:00:00';
const SOUGHT = 'search[field]=phone&search[operator]==&search[value]=380991112233';
const LATER = '2026-05-10T15:00:00.250+02:00';

/** What is asked of a service, in this order; a number lets so many milliseconds pass. */
const REQUESTS: ReadonlyArray<number | readonly [method: string, path: string, body?: object]> = [
	['POST', '/rest/sms/create', { ...sms, reference: 'a_b' }],
	['POST', '/rest/sms/create', { ...sms, tariff: null }],
	['GET', '/rest/sms/reference/a_b'],
	['GET', '/rest/sms/1'],
	['POST', '/rest/sms/create', bulk],
	['POST', '/rest/sms/create', each],
	['POST', '/rest/sms/create', { ...each, originator: 'Shop', body: 'Common' }],
	['POST', '/rest/sms/create', { ...bulk, destination: 'individual' }],
	[...sendCampaign, campaign],
	['GET', '/rest/sms/reference/r1'],
	['GET', '/api/messages?filter[reference_id]=r1'],
	5000,
	['GET', '/rest/sms/reference/r1'],
	['GET', '/api/messages?filter[reference_id]=r1'],
	[...sendCampaign, { ...campaign, phones: [{ number: 380991112234 }] }],
	[...sendCampaign, { ...campaign, phones: [{ number: 380991112234 }] }],
	[...sendCampaign, { ...campaign, text: 'Again' }],
	[...sendCampaign, { ...campaign, text: '' }],
	[...sendCampaign, { ...campaign, text: 'Later', phones: [{ number: 1 }], start_at: LATER }],
	['POST', '/api/campaigns/sms/send-individual', personal],
	['POST', '/api/campaigns/price', { ...personal, sender: 'Shop', text: 'Hello' }],
	['GET', '/api/campaigns?filter[type]=rcs'],
	['GET', '/api/campaigns?page[limit]=1'],
	['GET', '/api/campaign'],
	['GET', '/api/senders/requests/sms'],
	[
		'POST',
		'/api/senders/requests/legal',
		{
			country_code: 'UA',
			sender: 'NewShop',
			type: 'sms',
			code_of_company: '12345678',
			description: 'Notices',
			informing_purpose: 'Orders',
			legal_name: 'Shop Ltd',
			address: 'Kyiv, 1',
			tax_number: '123',
		},
	],
	['PUT', '/api/contacts/5001', { phone: 380671112210 }],
	['PUT', '/api/contacts/5015', { phone: 380671112224 }],
	['GET', `/api/2fa/authentications/${verificationId(1)}`],
	['POST', '/_sandbox/reports', { records: 1 }],
	[
		'POST',
		'/rest/stat/create',
		{ time_in_from: '2026-05-01 00:00:00', time_in_to: '2026-05-02 00:00:00' },
	],
	['GET', '/rest/stat/list'],
	['POST', '/_sandbox/replies', { phone: '380991112233', sender: 'Shop', text: 'Yes' }],
	['GET', `/rest/sms/2wayIncoming?${EVER}`],
	['GET', `/api/stoplist/search?${SOUGHT}`],
	['GET', '/v1.0/common/balance'],
];

/** All that a service answers to a key, and to a token in both forms */
async function answersOf(dialect: Partial<Dialect>): Promise<string[]> {
	const sandbox = await startSandbox({ seed: 1, now: '2026-05-10T12:00:00Z', dialect });
	try {
		return await ask(sandbox);
	} finally {
		await sandbox.close();
	}
}
async function ask(sandbox: Sandbox): Promise<string[]> {
	const answers: string[] = [];
	const call = async (
		method: string,
		path: string,
		body?: object,
		headers: Record<string, string> = { 'x-api-key': KEYS.live },
	): Promise<string> => {
		const { status, text } = await sandbox.inject({ method, path, headers, body });
		answers.push(`${method} ${path}: ${status} ${text}`);
		return text;
	};
	for (const one of REQUESTS)
		if (typeof one === 'number') sandbox.clock.advance(one);
		else await call(...one);
	const [task] = sandbox.store.tasks.keys();
	for (const path of [`/rest/sms/${task}`, `/rest/sms/task/${task}`]) await call('GET', path);
	for (const key of sandbox.store.reports.keys())
		await call('GET', `/rest/stat/file/id/${key}/format/json`);
	const { bearer } = JSON.parse(await call('POST', '/api/auth/login', { api_key: KEYS.live })) as {
		bearer: string;
	};
	for (const path of ['/rest/common/balance', '/api/campaigns', '/api/campaign'])
		for (const authorization of [`Bearer ${bearer}`, `Bearer: ${bearer}`])
			await call('GET', path, undefined, { authorization });
	return answers;
}

let standard: string[];
beforeAll(async () => {
	standard = await answersOf({});
	expect(await answersOf({})).toEqual(standard);
});

const OTHERS = Object.entries(SETTINGS).flatMap(([name, { values }]) =>
	(values as readonly unknown[])
		.filter((value) => value !== DEFAULT_DIALECT[name as SettingName])
		.map((value) => ({ name, value })),
);
it.each(OTHERS)('$name $value is another service', async ({ name, value }) => {
	// How late is late shows where something is late.
	const late = name === 'lateMs' ? { messageList: 'late' as const } : {};
	const usual = name === 'lateMs' ? await answersOf(late) : standard;
	expect(await answersOf({ ...late, [name]: value })).not.toEqual(usual);
});

it.each([{ nothing: 1 }, { errors: 'none' }, { lateMs: -1 }])(
	'%j is no setting',
	async (dialect) => {
		await expect(startSandbox({ dialect } as never)).rejects.toThrow(RangeError);
		const [[name, value] = []] = Object.entries(dialect);
		expect(() => readSettings([`${name}=${JSON.stringify(value)}`])).toThrow(RangeError);
	},
);

it('settings are read from a command line', () => {
	const [name = '', value] = Object.entries(DEFAULT_DIALECT)[0] ?? [];
	expect(readSettings([`${name}=${String(value)}`, 'lateMs=7'])).toEqual({
		[name]: value,
		lateMs: 7,
	});
});
