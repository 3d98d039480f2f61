import type { Dialect } from './settings.mts';

/** Meanings of the legacy codes: section 7 and the wire notes. */
export const CODE_TEXTS: Readonly<Record<number, string>> = {
	0: 'No errors',
	1: 'Invalid API key',
	2: 'Account is blocked',
	3: 'Not enough parameters',
	4: 'Unsupported request',
	5: 'Unknown error',
	6: 'Incorrect tariff code',
	7: 'Incorrect parameters',
	8: 'Not enough funds',
	9: 'Tariff is not active',
	11: 'Too many requests are being processed',
	12: 'Package is too big',
	20: 'SMS not found',
	21: 'Incorrect phone number',
	22: 'External ID of the SMS request is missing',
	23: 'SMS with this ID already present',
	24: 'Invalid query payload',
	25: 'Incorrect originator',
	26: 'Empty or too long SMS text',
	27: 'Incorrect external SMS ID',
	28: 'Incorrect value of SMS duration',
	29: 'Task id incorrect',
	30: 'Task not found',
	31: 'Phone already in the messaging list',
	32: 'Sender not allowed',
	33: 'Unresolved direction',
	34: 'Invalid OTP, code generation error',
	35: '2WAY service is not activated',
	36: 'Incorrect sender for 2WAY',
	37: 'Number is on your stop list',
	80: 'Incorrect filter',
	81: 'Incorrect filter message_id',
	82: 'Incorrect filter msisdn',
	83: 'Incorrect filter originator',
	84: 'Incorrect filter source_type',
	85: 'Incorrect filter message_type',
	86: 'Incorrect time frame',
	87: 'Incorrect filter country_id',
	90: 'File not found',
	91: 'File is not ready',
	92: 'Too many files are being prepared',
	93: 'File is empty',
};

/** HTTP statuses of the codes that have another one than 400. */
const STATUS_OF_CODE: Readonly<Record<number, number>> = {
	1: 401,
	2: 403,
	5: 500,
	11: 429,
	20: 404,
	21: 422,
	23: 422,
	30: 404,
	32: 403,
	33: 403,
	35: 403,
	90: 404,
	92: 429,
};

/** HTTP status of a legacy code in the dialects that use one. */
export function httpStatusOf(code: number): number {
	return STATUS_OF_CODE[code] ?? 400;
}

/** Writes numbers the way the dialect does. */
export const written = {
	/** A code: 0 as a number and faults as strings by the documentation. */
	code({ numbers }: Dialect, code: number): number | string {
		if (numbers === 'number' || numbers === 'textIds') return code;
		return numbers === 'string' || code !== 0 ? String(code) : code;
	},
	/** A code inside `result`: section 7 shows the code of a reply as a text, and the public clients know this one as a number. */
	innerCode({ numbers }: Dialect, code: number): number | string {
		return numbers === 'string' ? String(code) : code;
	},
	/** A number that the documentation shows as a number. */
	number({ numbers }: Dialect, value: number): number | string {
		return numbers === 'string' ? String(value) : value;
	},
	/** An id that the documentation shows as a number. */
	id({ numbers }: Dialect, value: number): number | string {
		return numbers === 'string' ? String(value) : value;
	},
	/** An id under /rest, which a client may declare as a text. */
	restId({ numbers }: Dialect, value: number): number | string {
		return numbers === 'string' || numbers === 'textIds' ? String(value) : value;
	},
	/** A number that the documentation's samples show as a string. */
	sample({ numbers }: Dialect, value: number | string): number | string {
		return numbers === 'number' ? Number(value) : String(value);
	},
};
