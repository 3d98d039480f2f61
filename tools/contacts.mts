import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { stringify } from 'csv-stringify/sync';
import { randomOf } from './lib/random.mts';

// Writes examples/crm-contacts.csv: npx tsx tools/contacts.mts. The same file each time.

const PEOPLE = [
	{
		first: ['James', 'Olivia', 'Noah', 'Amelia', 'George', 'Grace'],
		last: ['Carter', 'O’Neill', 'Walsh', 'Bennett-Clarke', 'Hughes'],
	},
	{
		first: ['Zoë', 'Jürgen', 'François', 'Łukasz', 'Søren', 'Chloé'],
		last: ['Müller', 'Nuñez', 'Kowalczyk', 'Åkesson', 'Lefèvre'],
	},
	{
		first: ['Олена', 'Андрій', 'Ірина', 'Тарас', 'Соломія'],
		last: ['Шевченко', 'Коваленко', 'Бондар', 'Мельник'],
	},
	{ first: ['Γιώργος', 'Ελένη', 'Δημήτρης'], last: ['Παπαδόπουλος', 'Νικολάου'] },
	{ first: ['محمد', 'فاطمة', 'ليلى'], last: ['الحسن', 'عبد الله'] },
	{ first: ['נועה', 'דוד'], last: ['כהן', 'לוי'] },
	{ first: ['美咲', '健太', '小明'], last: ['佐藤', '鈴木', '王'] },
	{ first: ['Đặng', 'Nguyễn'], last: ['Thị Hương', 'Văn An'] },
	{ first: ['Ana', 'João', 'Íñigo'], last: ['da Silva', 'Santos, PhD', 'García "Pepe" Ruiz'] },
];
const COMPANIES = [
	'',
	'',
	'Northwind Ltd',
	'Rossi & Figli',
	'ТОВ "Світанок"',
	'Acme, Inc.',
	'Café Müller',
	'株式会社さくら',
];
const CITIES = ['Kyiv', 'London', 'München', 'Łódź', 'Αθήνα', 'Lisboa', 'Hà Nội', 'Tel Aviv'];
/** Country code, a range kept for fiction or tests where the country has one, and the digits that follow. */
const RANGES = [
	{ prefix: '38099', digits: 7 },
	{ prefix: '447700900', digits: 3 },
	{ prefix: '4915550', digits: 6 },
	{ prefix: '1202555', digits: 4 },
	{ prefix: '33639980', digits: 3 },
	{ prefix: '84912345', digits: 4 },
];
/** How the last digits choose an outcome in the sandbox: expired, undeliverable, unknown, slow, rejected. */
const OUTCOMES = ['0001', '0002', '0002', '0003', '0004', '0005'];

const FORMATS: Array<(digits: string) => string> = [
	(digits) => digits,
	(digits) => `+${digits}`,
	(digits) =>
		`+${digits.slice(0, 2)} ${digits.slice(2, 5)} ${digits.slice(5, 8)} ${digits.slice(8)}`,
	(digits) =>
		`+${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5, 8)}-${digits.slice(8)}`,
	(digits) =>
		`+${digits.slice(0, 2)} (${digits.slice(2, 5)}) ${digits.slice(5, 8)}-${digits.slice(8)}`,
	(digits) =>
		`${digits.slice(0, 2)}.${digits.slice(2, 5)}.${digits.slice(5, 8)}.${digits.slice(8)}`,
	(digits) => `  +${digits} `,
];

const MISTYPED = [
	'n/a',
	'12345',
	'call the office',
	'+44 7700 9',
	'380991112233 / 380992223344',
	'+1 (202) 555',
	'0',
	'—',
	'+380 99 111 22 33 44 55 66',
	'38O99 1112233',
];

/**
 * Makes the contacts of a CRM as it exports them: several scripts, mixed phone formats, blanks, mistyped and repeated numbers.
 * @returns the file's text, CSV with a head
 */
export function contactsCsv(count = 1000, seed = 2026): string {
	const random = randomOf(seed);
	const pick = <T,>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	const used: string[] = [];
	const rows = [
		[
			'Contact ID',
			'First Name',
			'Last Name',
			'Company',
			'Mobile Phone',
			'City',
			'Bonus Points',
			'Last Order',
		],
	];
	for (let index = 0; index < count; index++) {
		const { first, last } = pick(PEOPLE);
		const range = pick(RANGES);
		let digits =
			range.prefix + String(Math.floor(random() * 10 ** range.digits)).padStart(range.digits, '0');
		const chance = random();
		if (chance < 0.03 && range.digits >= 4) digits = digits.slice(0, -4) + pick(OUTCOMES);
		// Fictional ranges are small: a number that was there already is a repetition only where it is meant.
		if (used.includes(digits)) digits = `38067${String(1_000_000 + index * 7).padStart(7, '0')}`;
		const repeated = used.length > 20 && chance > 0.97;
		if (repeated) digits = pick(used);
		let phone = pick(FORMATS)(digits);
		if (chance > 0.4 && chance < 0.425) phone = '';
		else if (chance > 0.5 && chance < 0.512) phone = pick(MISTYPED);
		else if (!repeated) used.push(digits);
		rows.push([
			`C-${String(10_001 + index)}`,
			random() < 0.02 ? '' : pick(first),
			pick(last),
			pick(COMPANIES),
			phone,
			pick(CITIES),
			String(Math.floor(random() * 500) * 10),
			`2026-${String(1 + Math.floor(random() * 10)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`,
		]);
	}
	return stringify(rows);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	const file = path.resolve('examples/crm-contacts.csv');
	await writeFile(file, contactsCsv());
	console.log(`Wrote ${file}`);
}
