import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { exampleMobile } from '../../tools/lib/phoneLibrary.mts';
import { startEngine } from '../engine/harness.mts';
import type { Engine, StoredCredential } from '../engine/harness.mts';
import { words } from '../support/options.mts';
import { KEY } from './host.mts';
import { seed } from './load.mts';

/*
 * Phone Number: Check beside a Dry Run, number by number: whoever cleans a list by the one must not find other numbers refused by the
 * other.
 */

const COUNTRIES =
	'UA US GB DE FR IT ES PL CZ RO TR IL BR IN PK NG KE JP AU KZ CA MX AR CL CO PE AT CH NL BE SE NO DK FI IE PT GR HU BG HR RS SK SI LT LV EE MD GE AM AZ EG MA ZA SA AE TH VN ID PH CN'.split(
		' ',
	);
const COUNT = 10_000;

/** A number of a country as lists hold it: in each of its forms, with a digit more, less or another, or with something beside it. */
const numberOf = fc
	.record({
		country: fc.constantFrom(...COUNTRIES),
		form: fc.constantFrom('international', 'plain', 'national', 'bare', 'zeros', 'number'),
		last: fc.nat(9999),
		change: fc.constantFrom('none', 'none', 'none', 'more', 'less', 'other', 'beside', 'letter'),
		at: fc.nat(20),
		named: fc.constantFrom('own', 'none', 'other', 'wrong'),
	})
	.map(({ country, form, last, change, at, named }): IDataObject => {
		const example = exampleMobile(country);
		const whole = example.number.slice(1, -4) + String(last).padStart(4, '0');
		const forms: Record<string, string> = {
			international: `+${whole.slice(0, 4)} ${whole.slice(4, 7)}-${whole.slice(7)}`,
			plain: whole,
			national: example.formatNational(),
			bare: example.nationalNumber,
			zeros: `00${whole}`,
			number: whole,
		};
		const text = forms[form] ?? '';
		const place = at % text.length;
		const changed: Record<string, string> = {
			more: `${text.slice(0, place)}7${text.slice(place)}`,
			less: text.slice(0, place) + text.slice(place + 1),
			other: `${text.slice(0, place)}3${text.slice(place + 1)}`,
			beside: `${text} ext. ${at}`,
			letter: `${text.slice(0, place)}O${text.slice(place + 1)}`,
		};
		const phone = changed[change] ?? text;
		const names: Record<string, string> = { own: country, none: '', other: 'UA', wrong: 'Xx' };
		return {
			phone: form === 'number' && /^\d+$/.test(phone) ? Number(phone) : phone,
			country: names[named] ?? '',
		};
	});

/** Empty numbers and values of other kinds, as tables hold them. */
const odd = fc.constantFrom<IDataObject[string]>(
	'',
	' ',
	null,
	true,
	3.5,
	3.80991e11,
	'{{ $json.phone }}',
	'380991112233, 380991112244',
	'2026-11-21',
);

let engine: Engine;
let sandbox: Sandbox;
let credential: StoredCredential;

beforeAll(async () => {
	engine = await startEngine();
	// A Dry Run would wait for the price, which it asks again and again here.
	sandbox = await startSandbox({ seed: 1, dialect: { extensions: false } });
	credential = engine.store({ baseUrl: sandbox.url, apiKey: KEY, authentication: 'apiKey' });
});
afterAll(async () => {
	await sandbox.close();
});

const isChosen = words.every((word) => 'phoneNumber.check'.includes(word));

(isChosen ? test : test.skip)(
	'Phone Number: Check says of 10,000 numbers of 60 countries what a send does with them',
	async () => {
		expect(new Set(COUNTRIES).size).toBe(60);
		const rows = fc.sample(
			fc.oneof(
				{ weight: 99, arbitrary: numberOf },
				{ weight: 1, arbitrary: fc.record({ phone: odd, country: fc.constant('UA') }) },
			),
			{ numRuns: COUNT, seed },
		);
		const run = async (parameters: IDataObject): Promise<[rows: IDataObject[], ms: number]> => {
			const begin = performance.now();
			const { items, error } = await engine.run({
				credential,
				parameters: { defaultCountry: '{country}', ...parameters } as never,
				items: rows.map((json) => ({ json: { ...json } })),
			});
			const ms = performance.now() - begin;
			expect(error).toBeUndefined();
			expect(items).toHaveLength(COUNT);
			return [items.map(({ json }) => json), ms];
		};
		const sends = async () =>
			await run({
				resource: 'campaign',
				operation: 'sendSms',
				sender: 'Shop',
				text: 'Sale',
				dryRun: true,
				options: { invalidRecipients: 'skip' },
			});
		const checks = async () => await run({ resource: 'phoneNumber', operation: 'check' });
		const [[sent], [checked]] = [await sends(), await checks()];
		const wrong = sent.flatMap((row, at) => {
			const own = checked[at] ?? {};
			const isRefused = row.status === 'refused';
			const isSame =
				own.refused === isRefused &&
				own.phone === row.phone &&
				own.country === row.country &&
				own.reason === (isRefused ? row.reason : null);
			return isSame ? [] : [{ given: rows[at], checked: own, sent: row }];
		});
		expect(wrong.slice(0, 3)).toEqual([]);
		const others = checked.flatMap((row) => {
			if (row.refused) return [];
			const read = parsePhoneNumberFromString(String(row.e164));
			const [type, national] = [
				read?.getType()?.toLowerCase() ?? null,
				read?.isValid() ? read.formatNational() : null,
			];
			const isSame =
				row.valid === read?.isValid() && row.type === type && row.national === national;
			return isSame ? [] : [{ row, type, national }];
		});
		expect(others.slice(0, 3)).toEqual([]);
		const refused = sent.filter(({ status }) => status === 'refused').length;
		// Neither way may be rare, or nothing would be compared.
		expect([refused > COUNT / 10, refused < (COUNT * 9) / 10]).toEqual([true, true]);
		// How long each takes is printed, and held against no clock: the first runs have compiled the patterns of the countries.
		const [[, sendMs], [, checkMs]] = [await sends(), await checks()];
		process.stderr.write(
			`Of ${COUNT} numbers ${refused} are refused: Check takes ${(checkMs / sendMs).toFixed(2)} of the time of a Dry Run\n`,
		);
	},
);
