import fc from 'fast-check';
import {
	readSentLines,
	writeSentLines,
} from '../../nodes/MessagingService/sending/file/sentLines.ts';

const phone = fc.integer({ min: 100_000_000, max: 999_999_999_999_999 }).map(String);
const message = fc.record({ line: fc.integer({ min: 1, max: 2000 }), phone });

describe('the lines that a request of a file carried', () => {
	it('are known again, in whatever order they were written', () => {
		fc.assert(
			fc.property(fc.array(message, { minLength: 1, maxLength: 300 }), (messages) => {
				const lines = readSentLines(writeSentLines(messages));
				expect(messages.every((one) => lines.has(one))).toBe(true);
			}),
		);
	});

	it('are told from lines that it did not carry, and from other numbers of the same lines', () => {
		fc.assert(
			fc.property(fc.array(message, { minLength: 1, maxLength: 300 }), phone, (messages, other) => {
				const lines = readSentLines(writeSentLines(messages));
				const held = new Set(messages.map(({ line }) => line));
				for (let line = 0; line <= 2001; line++)
					if (!held.has(line)) expect(lines.has({ line, phone: other })).toBe(false);
			}),
		);
		const text = writeSentLines([
			{ line: 2, phone: '380991112233' },
			{ line: 2, phone: '380991112234' },
			{ line: 3, phone: '380991112235' },
		]);
		const lines = readSentLines(text);
		expect(lines.has({ line: 2, phone: '380991112234' })).toBe(true);
		expect(lines.has({ line: 2, phone: '380991112235' })).toBe(false);
		expect(lines.has({ line: 3, phone: '0991112235' })).toBe(false);
	});

	it('take about three characters each', () => {
		const request = Array.from({ length: 10_000 }, (_, index) => ({
			line: index + 2,
			phone: `38099${String(index).padStart(7, '0')}`,
		}));
		expect(writeSentLines(request).length).toBeLessThan(30_010);
		expect(writeSentLines(request.filter((_, index) => index % 3 > 0)).length).toBeLessThan(35_000);
	});
});
