import { measure } from './judge/text.mts';
import { isObject } from './judge/values.mts';
import type { Message } from './types.mts';

// What a message costs: a segment by its country, an RCS message by what it shows. A tariff costs a tenth of a cent more for each of its steps.

/** The countries that have a price of their own, by the beginning of their numbers. */
export const COUNTRIES = [
	{ prefix: '380', price: 0.03, country: 'UA', country_name: 'Ukraine', mcc: '255', mnc: '03' },
	// All networks (extensions notes, section 13).
	{ prefix: '49', price: 0.08, country: 'DE', country_name: 'Germany', mcc: '262', mnc: '0' },
	{
		prefix: '1',
		price: 0.01,
		country: 'US',
		country_name: 'United States',
		mcc: '310',
		mnc: '260',
	},
] as const;
const ELSEWHERE = 0.05;

const countryOf = (phone: string) => COUNTRIES.find(({ prefix }) => phone.startsWith(prefix));

/** The country of a number, where it is one that has a price. */
export const countryCodeOf = (phone: string): string | null => countryOf(phone)?.country ?? null;

/** What an RCS message costs: "only Delivered is charged, by text, single card or carousel" (extensions notes, section 13). */
function rcsPrice(options: unknown): number {
	const cards = isObject(options) ? options.cards : undefined;
	if (!Array.isArray(cards)) return 0.03;
	return cards.length > 1 ? 0.08 : 0.05;
}

/** Segments and price of a message. */
export function priceOf({
	channel,
	text,
	rcs,
	msisdn,
	tariff,
}: Pick<Message, 'channel' | 'text' | 'rcs' | 'msisdn' | 'tariff'>): {
	segments: number;
	price: number;
} {
	const { segments } = measure(text);
	const each = (countryOf(msisdn)?.price ?? ELSEWHERE) + tariff * 0.001;
	const price = channel === 'rcs' ? rcsPrice(rcs) : (channel === 'sms' ? segments : 1) * each;
	return { segments, price: Number(price.toFixed(4)) };
}
