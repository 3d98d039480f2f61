/** Values that are far larger than any that people or services write: they take little time and memory, and lose no digits. */
import { READERS } from '../../nodes/MessagingService/resources/report/readers.ts';
import { parseJson } from '../../nodes/shared/json.ts';
import { route } from './fakeOperations.mts';
import { readAll } from './reportRecords.mts';

const { csv, json, xml } = READERS;

describe('what is long', () => {
	it('as a row of csv, or as elements within each other, stops the reading', async () => {
		const commas = ','.repeat(64_000);
		await expect(readAll(csv, [`${commas}\n`])).rejects.toThrow('too large');
		// Until its end arrives it is held as text, up to a million characters.
		await expect(readAll(csv, [commas.repeat(16)])).rejects.toThrow('too large');
		await expect(readAll(xml, ['<a>'.repeat(10_000)])).rejects.toThrow('too large');
		const names = Array.from({ length: 200_000 }, (_, at) => `<n${at}/>`).join('');
		await expect(readAll(xml, [`<a>${names}`])).rejects.toThrow('too large');
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
		const { json: rows } = await route('sms.get', { messageId: ID }, () => ({
			body: `{"id":${ID},"status":"sent"}`,
		}));
		expect(rows).toMatchObject([{ message_id: ID }]);
		const { records } = await readAll(json, [`[{"message_ID":${ID}}]`]);
		expect(records).toEqual([{ message_ID: ID }]);
	});
});
