import { KEYS } from '../../sandbox/server.mts';
import type { Answer, Client, Json } from './sandboxClient.mts';

// What the proofs of settings do with a sandbox, over HTTP.

export const PHONES = [{ msisdn: '380991112233' }, { msisdn: '380991112234' }];

export const PERIOD = 'start_date=2020-01-01 00:00:00&end_date=2040-01-01 00:00:00';
export const SOUGHT = 'search[field]=phone&search[operator]==&search[value]=380991112233';

export const bulk = (client: Client, changes: Json = {}): Promise<Answer> =>
	client.post('/rest/sms/create', {
		destination: 'phones',
		originator: 'Shop',
		body: 'Hello',
		phones: PHONES,
		...changes,
	});

export const individual = (client: Client): Promise<Answer> =>
	client.post('/rest/sms/create', {
		destination: 'individual',
		phones: [{ msisdn: '380991112233', body: 'x', originator: 'Shop' }],
	});

export const register = (client: Client, changes: Json = {}): Promise<Answer> =>
	client.post('/api/senders/requests/legal', {
		country_code: 'UA',
		sender: 'Books',
		type: 'sms',
		code_of_company: '1',
		description: 'x',
		informing_purpose: 'x',
		legal_name: 'Books Ltd',
		address: 'Main Street 1',
		tax_number: '1',
		...changes,
	});

export const statuses = async (client: Client, paths: readonly string[]): Promise<number[]> => {
	const seen: number[] = [];
	for (const path of paths) seen.push((await client.get(path)).status);
	return seen;
};

/** Calls with the key of the client written in another way. */
const callingWith = (client: Client, headers: Record<string, string>): Client => {
	const other = client.as('');
	other.headers = headers;
	return other;
};

async function tokenOf(client: Client): Promise<string> {
	return String((await client.post('/api/auth/login', { api_key: KEYS.live })).json.bearer);
}

/** HTTP statuses by key, by `Bearer x` and by `Bearer: x`. */
export async function ways(client: Client, path: string): Promise<number[]> {
	const token = await tokenOf(client);
	const seen: number[] = [];
	const written: Array<Record<string, string>> = [
		{ 'x-api-key': KEYS.live },
		{ authorization: `Bearer ${token}` },
		{ authorization: `Bearer: ${token}` },
	];
	for (const headers of written)
		seen.push((await callingWith(client, headers).get(path)).text.length > 60 ? 1 : 0);
	return seen;
}

export async function report(client: Client, changes: Json = {}): Promise<string> {
	const made = await client.post('/_sandbox/reports', { records: 1, ...changes });
	return (await client.get(`/rest/stat/file/id/${String(made.json.key)}/format/json`)).text;
}

export async function campaignLate(client: Client): Promise<unknown[]> {
	await client.campaign({ phones: [{ number: 380991112233, reference_id: 'seen' }] });
	const seen: unknown[] = [];
	for (const wait of [0, 5000, 55_000]) {
		client.sandbox.clock.advance(wait);
		const bySms = (await client.get('/rest/sms/reference/seen')).json.error;
		const inList = (await client.get('/api/messages?filter[reference_id]=seen')).text.length;
		seen.push([bySms, inList > 100]);
	}
	return seen;
}

export const statusesOf = async (client: Client, changes: readonly Json[]): Promise<number[]> => {
	const seen: number[] = [];
	for (const change of changes) seen.push((await client.campaign(change)).status);
	return seen;
};
