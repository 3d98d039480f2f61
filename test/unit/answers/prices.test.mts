/** Amounts of money as services write them (2.6), judged by whoever wrote them. */
import fc from 'fast-check';
import { priceOf } from '../../../nodes/shared/reply/values.ts';

const BLANKS = [' ', '\u00a0', '\u202f', '\u2009'];
const blank = fc.constantFrom('', ...BLANKS);
const CODES = ['EUR', 'UAH', 'USD', 'XAF'];

/** Puts blanks between the thousands. */
const grouped = (whole: string, between: string): string =>
	whole.replace(/\B(?=(?:\d{3})+$)/g, between);

interface Written {
	text: string;
	price: number;
	currency: string | null;
}

const written: fc.Arbitrary<Written> = fc
	.record({
		sign: fc.constantFrom('', '', '-', '+'),
		whole: fc.oneof(fc.nat({ max: 999 }), fc.nat({ max: 9_999_999 })),
		decimals: fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: undefined }),
		mark: fc.constantFrom('.', ','),
		between: blank,
		exponent: fc.option(fc.integer({ min: -9, max: 6 }), { nil: undefined }),
		isBare: fc.boolean(),
		code: fc.option(fc.constantFrom(...CODES), { nil: null }),
		around: fc.tuple(blank, blank, blank),
	})
	// One comma before three digits may stand between thousands.
	.filter(
		({ mark, whole, decimals, between, isBare }) =>
			!(mark === ',' && decimals?.length === 3 && whole > 0) ||
			(isBare && whole === 0) ||
			(between !== '' && whole > 999),
	)
	.map(({ sign, whole, decimals, mark, between, exponent, isBare, code, around }) => {
		const before = isBare && decimals !== undefined && whole === 0 ? '' : String(whole);
		const power = exponent === undefined ? '' : `E${exponent}`;
		const fraction = decimals === undefined ? '' : mark + decimals;
		const [one, two, three] = around;
		return {
			text: `${one}${sign}${grouped(before, between)}${fraction}${power}${code === null ? '' : two + code}${three}`,
			price: Number(`${sign}${whole}.${decimals ?? '0'}${power}`),
			currency: code,
		};
	});

test('an amount is the number that was written, with its currency', () => {
	fc.assert(
		fc.property(written, ({ text, price, currency }) => {
			expect(priceOf(text)).toEqual({ price: price === 0 ? expect.closeTo(0) : price, currency });
			expect(priceOf(text, 'PLN')).toMatchObject({ currency: 'PLN' });
		}),
		{ numRuns: 3000 },
	);
});

test('a number stays what it is', () => {
	fc.assert(
		fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (price) => {
			expect(priceOf(price)).toEqual({
				price: price === 0 ? expect.closeTo(0) : price,
				currency: null,
			});
		}),
	);
});

test('what cannot be read stays as text', () => {
	const odd = fc.oneof(
		fc.string({ minLength: 1 }).filter((text) => !/\d/.test(text) && text.trim() !== ''),
		fc.constantFrom(
			'1,234',
			'-12,345 EUR',
			'1.2.3',
			'5 E',
			'12 34',
			'0.05 EURO',
			'€5',
			'1 2345',
			'1e999',
		),
	);
	fc.assert(
		fc.property(odd, (text) => {
			expect(priceOf(text)).toEqual({ price: text.trim(), currency: null });
		}),
	);
});

test.each([undefined, null, '', ' \u00a0'])('nothing is nothing: %j', (value) => {
	expect(priceOf(value)).toEqual({ price: null, currency: null });
});
