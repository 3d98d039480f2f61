import fc from 'fast-check';
import { isUtf8 } from 'node:buffer';
import type { OperationContext } from '../../../nodes/MessagingService/dispatch/context.ts';
import { openRecipients } from '../../../nodes/MessagingService/sending/file/openRecipients.ts';
import { CODE_PAGES, encoded, TABLES, type CodePage } from '../../support/codePages.mts';
import { rowsOf } from './fileRows.mts';

/*
 * Random lists as other programs write them, held against what was written: a list in an encoding that nothing names is never read before
 * its encoding is chosen, and then as it was meant; a long number keeps its digits.
 */

const open = async (content: Buffer, fileEncoding: CodePage | 'automatic') => {
	const data = { data: content.toString('base64'), mimeType: 'text/csv' };
	const values: Record<string, string> = {
		binaryProperty: 'data',
		'options.fileEncoding': fileEncoding,
	};
	const ctx = {
		node: { name: 'Messaging Service', type: 'messagingService', typeVersion: 1, parameters: {} },
		functions: { helpers: {} },
		items: [{ json: {}, binary: { data } }],
		parameter: (name: string) => values[name],
	} as unknown as OperationContext;
	return await openRecipients(
		ctx,
		0,
		(cell) => /^\d+$/.test(cell),
		() => false,
	);
};

const messageOf = async (opening: Promise<unknown>): Promise<string> =>
	await opening.then(
		() => 'was opened',
		(error: unknown) => (error as Error).message,
	);

/** The letters beyond ASCII of an encoding. */
const lettersOf = (page: CodePage): string[] =>
	[...(TABLES.get(page)?.keys() ?? [])].filter((character) => /\p{L}/u.test(character));
/** What an encoding writes in one byte, or two, that others have no letter for. */
const HAS_NO_LETTER: Partial<Record<CodePage, number[]>> = {
	'windows-1250': [0x81, 0x83, 0x88, 0x90, 0x98],
	'windows-1251': [0x98],
	'windows-1252': [0x81, 0x8d, 0x8f, 0x90, 0x9d],
};

describe.each(CODE_PAGES)('names in %s', (page) => {
	const name = fc
		.tuple(
			fc.constantFrom(...lettersOf(page)),
			fc.string({
				unit: fc.oneof(fc.constantFrom('a', 'Z', ' ', '-'), fc.constantFrom(...lettersOf(page))),
				maxLength: 8,
			}),
		)
		.map((parts) => parts.join('').trim())
		// A value with no other byte beyond ASCII than the no-break space of Windows shows nothing, and is not shown.
		.filter((one) => encoded(one, page).some((byte) => byte >= 0x80 && byte !== 0xa0));
	const ascii = fc.constantFrom('Ann', 'Bo', 'O-Neil');
	const list = fc.tuple(
		fc.array(ascii, { maxLength: 3 }),
		name,
		fc.array(fc.oneof(ascii, name), { maxLength: 6 }),
		fc.boolean(),
	);
	const names = list.map(([before, one, after, isNdjson]) => ({
		names: [...before, one, ...after],
		first: one,
		isNdjson: isNdjson && page !== 'gbk',
	}));
	const contentOf = (all: readonly string[], isNdjson: boolean): Buffer =>
		encoded(
			isNdjson
				? all.map((one, index) => `{"phone":"${index}","name":"${one}"}\n`).join('')
				: `phone;name\n${all.map((one, index) => `${index};${one}\n`).join('')}`,
			page,
		);

	it('are refused until their encoding is chosen; the refusal shows them, and no encoding that cannot be', async () => {
		let shown = 0;
		await fc.assert(
			fc.asyncProperty(names, async ({ names: all, first, isNdjson }) => {
				const content = contentOf(all, isNdjson);
				// Letters of another encoding may be UTF-8 by chance.
				fc.pre(!isUtf8(content));
				const message = await messageOf(open(content, 'automatic'));
				expect(message).toMatch(/^The file is (?:neither UTF-8 nor UTF-16|not UTF-8 throughout)/);
				if (!message.startsWith('The file is neither')) return;
				shown++;
				const readings = Object.fromEntries(
					[...message.matchAll(/(GBK|Mac|Windows-\d+) [^:;]*: ([^;]*)/g)].map(
						([, label = '', values = '']) => [label, values],
					),
				);
				const label = { gbk: 'GBK', macintosh: 'Mac' }[page as string] ?? `W${page.slice(1)}`;
				expect(readings[label]).toContain(`"${first}"`);
				for (const [other, empty] of Object.entries(HAS_NO_LETTER))
					expect(`W${other.slice(1)}` in readings).toBe(
						!empty.some((byte) => content.includes(byte)),
					);
			}),
			{ numRuns: 60 },
		);
		expect(shown).toBeGreaterThan(20);
	});

	it('are read as they were meant where it is chosen', async () => {
		await fc.assert(
			fc.asyncProperty(names, async ({ names: all, isNdjson }) => {
				const file = await open(contentOf(all, isNdjson), page);
				const read: unknown[] = [];
				for await (const rows of file.rows()) read.push(...rows.map(({ fields }) => fields.name));
				expect(read).toEqual(all);
			}),
			{ numRuns: 60 },
		);
	});
});

it('NDJSON keeps the digits of whole numbers as the file has them', async () => {
	const digits = fc.string({
		unit: fc.constantFrom(...'0123456789'),
		minLength: 1,
		maxLength: 30,
		size: 'max',
	});
	const number = fc.tuple(fc.constantFrom('', '-'), digits).map((parts) => parts.join(''));
	await fc.assert(
		fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 5 }), async (orders) => {
			const lines = orders.map((order) => `{"phone":"1","order":${order},"more":[${order}]}`);
			const rows = await rowsOf(lines.join('\n'), { format: 'ndjson' });
			expect(rows).toHaveLength(orders.length);
			for (const [index, order] of orders.entries()) {
				const { fields, mistake } = rows[index] ?? {};
				// JSON has no numbers that begin with a zero, and -0 is 0.
				if (/^-?0./.test(order)) expect(mistake).toBeDefined();
				else {
					const text = order === '-0' ? '0' : order;
					expect([String(fields?.order), String(fields?.more)]).toEqual([text, text]);
				}
			}
		}),
		{ numRuns: 300 },
	);
});
