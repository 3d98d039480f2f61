/** Values that are far larger than any that people or services write: they take little time and memory, and lose no digits. */
import { csvScanner } from '../../nodes/MessagingService/resources/report/csvScanner.ts';
import { xmlScanner } from '../../nodes/MessagingService/resources/report/xmlScanner.ts';
import { normaliseMessage } from '../../nodes/shared/reply/legacy.ts';
import { RecordScanner } from '../../nodes/shared/reply/scanner.ts';
import { parseJson } from '../../nodes/shared/json.ts';
import { route } from './fakeOperations.mts';

describe('what is long', () => {
	it.each(['/', 'https://', 'https://a/1', '1?', '0'])(
		'in place of an ID is refused: 240 kB of %s',
		async (piece) => {
			const messageId = `https://${piece.repeat(240_000 / piece.length)}`;
			const { error } = await route('sms.get', { messageId }, () => ({ body: {} }));
			expect(error).toBeDefined();
		},
	);

	it('in place of a price is none', () => {
		const price = `1${' '.repeat(60_000)}E U`;
		expect(normaliseMessage({ id: 1, price }, 'UTC').price).toBeNull();
	});

	it('in a tag of xml is read', () => {
		const names = Array.from({ length: 6000 }, (_, at) => `a${at}="b"`).join(' ');
		const xml = `<list ${names}><m id="1" message_id="2"/></list>`;
		expect(xmlScanner().push(xml)).toEqual([{ id: '1', message_id: '2' }]);
	});

	it('as a row of csv, or as elements within each other, stops the reading', () => {
		const commas = ','.repeat(64_000);
		expect(() => csvScanner().push(`${commas}\n`)).toThrow('too large');
		// Until its end arrives it is held as text, up to a million characters.
		expect(() => csvScanner().push(commas.repeat(16))).toThrow('too large');
		expect(() => xmlScanner().push('<a>'.repeat(10_000))).toThrow('too large');
		const names = Array.from({ length: 200_000 }, (_, at) => `<n${at}/>`).join('');
		expect(() => xmlScanner().push(`<a>${names}`)).toThrow('too large');
	});
});

describe('an ID of 19 digits', () => {
	const ID = '1234567890123456789';

	it('keeps them, wherever it stands', () => {
		expect(
			parseJson(`{"id":${ID},"a":[-${ID}, 1.${ID}, 1e5, 42],"b":"id ${ID} \\" ${ID}"}`),
		).toEqual({
			id: ID,
			a: [`-${ID}`, Number(`1.${ID}`), 1e5, 42],
			b: `id ${ID} " ${ID}`,
		});
		expect(parseJson(`["\\\\",${ID}]`)).toEqual(['\\', ID]);
		expect(parseJson('9007199254740991')).toBe(9007199254740991);
		expect(() => parseJson(`{"id":${ID}`)).toThrow(SyntaxError);
		expect(() => parseJson(`["${ID}`)).toThrow(SyntaxError);
	});

	it('keeps them in replies and in reports', async () => {
		const { json } = await route('sms.get', { messageId: ID }, () => ({
			body: `{"id":${ID},"status":"sent"}`,
		}));
		expect(json).toMatchObject([{ message_id: ID }]);
		expect(new RecordScanner().push(`[{"message_ID":${ID}}]`)).toEqual([{ message_ID: ID }]);
	});
});
