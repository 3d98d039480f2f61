import { MAX_UNITS_GSM7, MAX_UNITS_UCS2 } from './limits.mts';
import { wellFormed } from './values.mts';

/** GSM 03.38 basic set. */
const BASIC = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** GSM 03.38 extension table: these take two units. */
const EXTENSION = new Set('\f^{}\\[~]|€');

/** Units of a text and the segments they fill: 160 or 153 of GSM-7, 70 or 67 of UCS-2. */
export function measure(text: string): { gsm7: boolean; units: number; segments: number } {
	let units = 0;
	for (const character of text) {
		if (BASIC.has(character)) units++;
		else if (EXTENSION.has(character)) units += 2;
		else
			return {
				gsm7: false,
				units: text.length,
				segments: text.length <= 70 ? 1 : Math.ceil(text.length / 67),
			};
	}
	return { gsm7: true, units, segments: units <= 160 ? 1 : Math.ceil(units / 153) };
}

/** Why a text is refused; undefined when it is fine. The longest one is that of 4.8. */
export function judgeText(text: unknown): 'type' | 'empty' | 'long' | 'malformed' | undefined {
	if (typeof text !== 'string') return 'type';
	if (text.trim() === '') return 'empty';
	if (!wellFormed(text)) return 'malformed';
	const { gsm7, units } = measure(text);
	return units > (gsm7 ? MAX_UNITS_GSM7 : MAX_UNITS_UCS2) ? 'long' : undefined;
}
