import fc from 'fast-check';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openFile } from '../../../nodes/MessagingService/sending/file/bytes.ts';
import { inspect, type Encoding } from '../../../nodes/MessagingService/sending/file/encoding.ts';
import { readAhead } from '../../../nodes/MessagingService/sending/file/readAhead.ts';
import { formatOf } from '../../../nodes/MessagingService/sending/file/rows.ts';
import { Repeats } from '../../../nodes/MessagingService/sending/repeats.ts';
import { readTexts, textReader } from '../../../nodes/shared/text/index.ts';
import { pieces } from './fileRows.mts';

/* The parts of which the reading of a file of recipients consists. */

describe('The format of a file', () => {
	it.each([
		['PK\u0003\u0004', 'spreadsheet'],
		['%PDF-1.7', 'PDF'],
		['[{"phone":1}]', 'one JSON list'],
		['\n<!DOCTYPE html>\n<p>Log in</p>', 'a web page or XML'],
		['<?xml version="1.0"?><rows/>', 'a web page or XML'],
		['\u001f\u008b\u0008', 'gzip twice'],
		['', 'empty'],
	])('refuses %j', (text, words) => {
		expect(() => formatOf(Buffer.from(text, 'latin1'), text)).toThrow(words);
	});

	it('is NDJSON where the file begins with an object, else csv', () => {
		expect(formatOf(Buffer.from('{'), '\ufeff {"a":1}')).toBe('ndjson');
		expect(formatOf(Buffer.from('a'), 'a,b')).toBe('csv');
	});
});

describe('The encoding of a file', () => {
	const text = 'phone,name\n1,Вітаю вас\n2,Олена\n';
	const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

	it.each<[Encoding, Buffer, string]>([
		['utf-8', Buffer.from(text), text],
		['utf-8', Buffer.from(`\ufeff${text}`), text],
		['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le'), text],
		['utf-16le', Buffer.from('phone,name\n1,Ann\n', 'utf16le'), 'phone,name\n1,Ann\n'],
		['utf-16be', swapped(Buffer.from(`\ufeff${text}`, 'utf16le')), text],
	])('%s is recognised and read, however it is cut', async (encoding, bytes, expected) => {
		for (const size of [1, 3, 1000]) {
			const found = await inspect(pieces<Uint8Array>(bytes, size));
			expect(found.encoding).toBe(encoding);
			expect(found.breaks).toBe(bytes.filter((byte) => byte === 0x0a).length);
			let read = '';
			const texts = readTexts(pieces<Uint8Array>(bytes, size), textReader(encoding));
			for await (const piece of texts) read += piece;
			expect(read).toBe(expected);
		}
	});
});

describe('UTF-8 that is damaged', () => {
	const words = Buffer.from('phone,name\n1,Вітаю\n2,José\n3,Zoë\n');

	it.each<[string, Buffer, number]>([
		['cut in its last letter', words.subarray(0, -2), 4],
		['with a byte too many', Buffer.concat([words, Buffer.from([0xd0]), Buffer.from(',x\n')]), 5],
		['with a letter of Windows-1252', Buffer.concat([Buffer.from([0xe9]), words]), 1],
	])('stays UTF-8: %s', async (_, bytes, line) => {
		for (const size of [1, 3, 1000]) {
			const found = await inspect(pieces<Uint8Array>(bytes, size));
			expect([found.encoding, found.brokenLine]).toEqual(['utf-8', line]);
		}
	});

	it('is not what Cyrillic of Windows looks like', async () => {
		// "Ві, Лі" of Windows-1251 are two characters of UTF-8; the words around them are none.
		const bytes = Buffer.from([
			0xc2, 0xb3, 0xea, 0xf2, 0xee, 0xf0, 0x2c, 0xcb, 0xb3, 0xe4, 0xb3, 0xff,
		]);
		const found = await inspect(pieces<Uint8Array>(bytes, 5));
		expect(found.encoding).toBeUndefined();
	});
});

describe('The bytes of a file', () => {
	it.each([
		['as they are', Buffer.from('phone\n1\n')],
		['gzipped', gzipSync(Buffer.from('phone\n1\n'))],
	])('are no longer open when nobody reads on: %s', async (_, bytes) => {
		const streams: Readable[] = [];
		const helpers = {
			async getBinaryStream() {
				const stream = Readable.from([bytes, bytes]);
				streams.push(stream);
				return await Promise.resolve(stream);
			},
		};
		const file = await openFile({ helpers }, { id: 'store:1', data: '', mimeType: 'text/csv' });
		for await (const part of file.read()) if (part.length > 0) break;
		expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true]);
	});
});

describe('What came before', () => {
	it('is what maps say of the rows of a number, its messages and references', () => {
		const row = fc.tuple(
			fc.integer({ min: 1, max: 999_999_999_999_999 }).map((one) => one % 3000 || one),
			fc.integer({ min: 0, max: 2 }),
			fc.integer({ min: 0, max: 900 }),
		);
		fc.assert(
			fc.property(fc.array(row, { maxLength: 500 }), fc.nat(500), (rows, scope) => {
				const repeats = new Repeats();
				const counts = new Map<string, number>();
				const messages = new Map<string, number>();
				const references = new Map<string, number>();
				rows.forEach(([number, text, reference], index) => {
					if (index === scope) {
						repeats.endScope();
						messages.clear();
					}
					const phone = String(number);
					const message = `${phone} ${text}`;
					const before = counts.get(phone) ?? 0;
					expect(repeats.countRow(phone)).toBe(before);
					counts.set(phone, before + 1);
					expect(repeats.find(phone, `text ${text}`)).toBe(messages.get(message));
					if (messages.has(message)) return;
					const name = `own${reference}`;
					expect(repeats.otherWith(name, index + 2)).toBe(references.get(name));
					if (references.has(name)) return;
					references.set(name, index + 2);
					const isFurther = [0, 1, 2].some((other) => messages.has(`${phone} ${other}`));
					expect(repeats.take(index + 2)).toBe(isFurther);
					messages.set(message, index + 2);
				});
			}),
		);
	});

	it('is nothing once it was cleared', () => {
		const repeats = new Repeats();
		repeats.countRow('1');
		repeats.find('1', 'a');
		repeats.take(1);
		repeats.otherWith('own', 1);
		repeats.clear();
		expect([repeats.find('1', 'a'), repeats.countRow('1'), repeats.otherWith('own', 2)]).toEqual([
			undefined,
			0,
			undefined,
		]);
	});

	it('confuses no texts that are almost the same', () => {
		const repeats = new Repeats();
		const texts = Array.from({ length: 20_000 }, (_, index) => `Your code is ${index}.`);
		for (const [index, text] of texts.entries()) {
			expect(repeats.find('380991112233', text)).toBeUndefined();
			if (index < 200) repeats.take(index + 1);
		}
	});
});

describe('Reading ahead', () => {
	it('gives all parts in their order, and reads one more while a part is worked with', async () => {
		let begun = 0;
		async function* parts(): AsyncGenerator<number> {
			for (let part = 1; part <= 4; part++) {
				begun = part;
				yield await Promise.resolve(part);
			}
		}
		const seen: Array<[number, number]> = [];
		for await (const part of readAhead(parts())) {
			await new Promise((resolve) => setImmediate(resolve));
			seen.push([part, begun]);
		}
		expect(seen).toEqual([
			[1, 2],
			[2, 3],
			[3, 4],
			[4, 4],
		]);
	});

	it('closes what it reads from when nobody asks on', async () => {
		let closed = false;
		async function* parts(): AsyncGenerator<number> {
			try {
				for (;;) yield await Promise.resolve(1);
			} finally {
				closed = true;
			}
		}
		for await (const part of readAhead(parts())) if (part === 1) break;
		expect(closed).toBe(true);
	});
});
