import { DEFAULT_DIALECT, SETTINGS } from '../../sandbox/settings.mts';
import { closeAll, open, type Client, type Json } from './sandboxClient.mts';

// The page builds its form of settings from GET /_sandbox/config and posts each choice to the same address.

afterEach(closeAll);

interface Told {
	settings: Record<
		string,
		{ values: unknown[]; allowed: string; section: string; meaning: string }
	>;
	dialect: Json;
}

async function told(client: Client): Promise<Told> {
	return (await client.get('/_sandbox/config')).json as unknown as Told;
}

describe('the settings on the page', () => {
	it('are all told with what the form needs of them', async () => {
		const client = await open({ dialect: { ...DEFAULT_DIALECT } });
		const { settings, dialect } = await told(client);
		expect(Object.keys(settings)).toEqual(Object.keys(SETTINGS));
		for (const [name, { values, allowed, section, meaning }] of Object.entries(settings)) {
			expect(values.length).toBeGreaterThan(1);
			expect(dialect[name]).toEqual(values[0]);
			expect(section).toMatch(/^[0-9]+(?:\.[0-9]+)?$/);
			expect(allowed).not.toBe('');
			expect(meaning).not.toBe('');
		}
	});

	it('take each value that the form offers, and the defaults all at once', async () => {
		const client = await open();
		const { settings } = await told(client);
		for (const [name, { values }] of Object.entries(settings))
			for (const value of values.toReversed()) {
				const answer = await client.post('/_sandbox/config', { dialect: { [name]: value } });
				expect([name, answer.status]).toEqual([name, 200]);
				expect((await told(client)).dialect[name]).toEqual(value);
			}
		const last = Object.entries(settings).map(([name, { values }]) => [name, values.at(-1)]);
		await client.post('/_sandbox/config', { dialect: Object.fromEntries(last) as Json });
		expect((await told(client)).dialect).not.toEqual(DEFAULT_DIALECT);
		const first = Object.entries(settings).map(([name, { values }]) => [name, values[0]]);
		await client.post('/_sandbox/config', { dialect: Object.fromEntries(first) as Json });
		expect((await told(client)).dialect).toEqual(DEFAULT_DIALECT);
	});

	it('refuse a value that is none, and stay as they were', async () => {
		const client = await open();
		const answer = await client.post('/_sandbox/config', { dialect: { pageLimit: 'some' } });
		expect([answer.status, answer.json.message]).toEqual([
			422,
			'dialect pageLimit must be one of bounded, any',
		]);
		expect((await told(client)).dialect.pageLimit).toBe('bounded');
	});

	it('have a script that the page loads', async () => {
		const client = await open();
		const { status, headers, text } = await client.get('/_page/settings.js');
		expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
		expect(text).toContain('export function settingsForm');
		expect((await client.get('/_page/faults.js')).text).toContain("from './settings.js'");
	});
});
