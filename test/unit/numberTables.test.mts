import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { buildSync } from 'esbuild';
import { COUNTRY_CODES, countryOf } from '../../nodes/shared/numbers/index.ts';
import { plainName } from '../../nodes/shared/numbers/countries.ts';
import { ALPHA_3 } from '../../nodes/shared/numbers/alpha3.ts';
import { ENGLISH_NAMES, OWN_NAMES, SHARED_NAMES } from '../../nodes/shared/numbers/names.ts';
import { PLANS, SHARED_CODES } from '../../nodes/shared/numbers/plans.ts';
import { checkCountry } from '../../nodes/shared/validation/index.ts';
import * as alpha3 from '../../tools/lib/alpha3Codes.mts';
import * as names from '../../tools/lib/countryNames.mts';
import { planRows, sharedCodes } from '../../tools/lib/numberPlans.mts';
import { COUNTRIES, license, version } from '../../tools/lib/phoneLibrary.mts';

test('the table of plans is loaded in a few milliseconds', () => {
	const { outputFiles } = buildSync({
		entryPoints: ['nodes/shared/numbers/plans.ts'],
		bundle: true,
		platform: 'node',
		format: 'cjs',
		write: false,
	});
	const code = outputFiles[0]?.text ?? '';
	let best = Infinity;
	for (let attempt = 0; attempt < 5; attempt++) {
		const begun = process.cpuUsage();
		vm.runInNewContext(code, { module: { exports: {} } });
		const { user, system } = process.cpuUsage(begun);
		best = Math.min(best, (user + system) / 1000);
	}
	expect(best).toBeLessThan(10);
});

test('the table of plans is the one of the installed library, and names it', () => {
	expect(PLANS).toEqual(planRows());
	expect(SHARED_CODES).toEqual(sharedCodes());
	expect(readFileSync('nodes/shared/numbers/plans.ts', 'utf8').slice(0, 400)).toContain(
		`libphonenumber-js ${version}\n * (${license} licence)`,
	);
	expect([...COUNTRY_CODES].sort()).toEqual([...COUNTRIES].sort());
});

test('the table of codes in three letters is the one of the installed library, names it, and knows every country', () => {
	expect(ALPHA_3).toEqual(alpha3.alpha3Rows());
	expect(readFileSync('nodes/shared/numbers/alpha3.ts', 'utf8').slice(0, 400)).toContain(
		`i18n-iso-countries ${alpha3.version}\n * (${alpha3.license} licence)`,
	);
	expect([...new Set(Object.values(ALPHA_3))].sort()).toEqual([...COUNTRIES].sort());
});

describe('a country', () => {
	it.each([
		['UA', 'UA'],
		[' ua ', 'UA'],
		['UK', 'GB'],
		['Ukraine', 'UA'],
		['Україна', 'UA'],
		['Deutschland', 'DE'],
		['the Netherlands', 'NL'],
		["Côte d'Ivoire", 'CI'],
		['United States of America', 'US'],
		['Turkey', 'TR'],
		['Czech Republic', 'CZ'],
		['Bosnia and Herzegovina', 'BA'],
		['Bosnia & Herzegovina', 'BA'],
		['+380', 'UA'],
		['380', 'UA'],
		['0044', 'GB'],
		['GER', undefined],
		['AN', undefined],
		['1', 'US'],
		['+1 876', 'JM'],
		['7', 'RU'],
		['881', undefined],
		['999', undefined],
		['(+380)', 'UA'],
		['+1 (876)', 'JM'],
		['Ukraine (+380)', 'UA'],
		['+380 Ukraine', undefined],
		['United States +1', 'US'],
		['Canada (+1)', 'CA'],
		['US - United States', 'US'],
		['Korea, Republic of (KR)', 'KR'],
		['Congo (DRC)', 'CD'],
		['China (PRC)', 'CN'],
		['DR Congo', 'CD'],
		['Bosnia', 'BA'],
		['East Timor', 'TL'],
		['🇺🇦', 'UA'],
		['🇺🇸 United States', 'US'],
		['+44 🇬🇧', 'GB'],
		['🇺🇦🇵🇱', undefined],
		['Ukraine (+48)', undefined],
		['Georgia (US)', undefined],
		['Guinea (Bissau)', 'GW'],
		['CA - California', undefined],
		['US-CA', undefined],
		['()', undefined],
		['Nederland', 'NL'],
		['Sverige', 'SE'],
		['Suomi', 'FI'],
		['Polska', 'PL'],
		['България', 'BG'],
		['Ελλάδα', 'GR'],
		['日本', 'JP'],
		['대한민국', 'KR'],
		['ไทย', 'TH'],
		['مصر', 'EG'],
		['Magyarország', 'HU'],
		['Česká republika', 'CZ'],
		['Atlantis', undefined],
		['ZZ', undefined],
		['x'.repeat(1000), undefined],
		['constructor', undefined],
	])('%j is %s', (named, country) => {
		expect(countryOf(named)).toBe(country);
	});
});

describe('the names of countries', () => {
	const why = (named: string) => {
		const country = checkCountry(named);
		return country.ok ? country.value : country.refusal.message;
	};
	const english = Object.entries(names.englishNames());

	it('are those of the installed library', () => {
		expect(ENGLISH_NAMES).toEqual(names.englishNames());
		expect(SHARED_NAMES).toEqual(names.sharedNames());
		expect(english.flatMap(([, all]) => all).length).toBeGreaterThan(270);
	});

	const own = Object.entries(OWN_NAMES).flatMap(([country, all]) =>
		all.map((name) => [name, country] as const),
	);
	const byName = names.countriesByName();

	it.each(own)('%s is %s in its own language, and no other country anywhere', (name, country) => {
		expect(why(name)).toBe(country);
		expect([...(byName.get(plainName(name)) ?? [country])]).toEqual([country]);
	});

	it('in their own languages are known of many countries', () => {
		expect(own.length).toBeGreaterThan(100);
	});

	it.each(english)('%s in English, official and other', (code, all) => {
		for (const name of all)
			if (name === 'Congo')
				expect(why(name)).toBe(
					'Default Country "Congo" may be Congo - Kinshasa or Congo - Brazzaville',
				);
			else if (COUNTRIES.includes(code as (typeof COUNTRIES)[number]))
				expect([name, why(name)]).toEqual([name, code]);
			else expect(why(name)).toMatch(/^Default Country .* has no phone numbers of its own$/);
	});

	it('that several countries have are refused, and the error names these', () => {
		expect(why('São Martinho')).toBe(
			'Default Country "São Martinho" may be St. Martin or Sint Maarten',
		);
		expect(why('Saint Martin (French part)')).toBe('MF');
		expect(why('AQ')).toBe('Default Country "AQ" has no phone numbers of its own');
		expect(why('Atlantis')).toBe('Default Country "Atlantis" is no country');
	});
});
