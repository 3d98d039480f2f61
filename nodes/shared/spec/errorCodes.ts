/** What happened (a sentence without a full stop) and how to mend it (a whole sentence). */
export interface ErrorCode {
	readonly meaning: string;
	readonly cure: string;
	/** Whether only the service's own words say which part of the request is wrong. */
	readonly isVague?: true;
}

/** Cures that several faults share. */
export const LATER = 'Try again later; if it keeps happening, ask the service.';
export const SLOWER = 'Try again later, or send a campaign instead of single messages.';
export const FEWER = 'Send to fewer recipients at a time.';
export const FIELDS = 'Check the fields of the operation.';
export const TOP_UP = 'Top up the account.';
export const NEW_KEY =
	'Copy the API key again from the account (Integrations and API) into the credential.';
const TASK = 'Use the task ID that Send Bulk returned, with the same account.';

/** Codes of section 7 of the specification. */
export const SPEC_CODES: Readonly<Record<number, ErrorCode>> = {
	20: { meaning: 'The SMS was not found', cure: 'Check the message ID or the reference.' },
	21: {
		meaning: 'The phone number is not correct',
		cure: 'Use the international form, 9 to 15 digits.',
	},
	22: {
		meaning: 'The message has no reference (external ID)',
		cure: 'Give the message a reference.',
	},
	23: {
		meaning: 'An SMS with this reference is already present',
		cure: 'Use another reference for a new message.',
	},
	24: { meaning: 'The service could not read the request', cure: FIELDS, isVague: true },
	25: { meaning: 'The sender is not correct', cure: 'Use a registered sender (Sender: Get Many).' },
	26: { meaning: 'The text is empty or too long', cure: 'Shorten it; Dry Run shows its segments.' },
	27: {
		meaning: 'The reference (external ID) is not correct',
		cure: 'Use 1 to 32 Latin letters and digits.',
	},
	28: { meaning: 'The validity of the message is not correct', cure: 'Use 1 to 72 hours.' },
	29: { meaning: 'The task ID is not correct', cure: TASK },
	30: { meaning: 'The task was not found', cure: TASK },
	31: {
		meaning: 'The phone is already in the messaging list',
		cure: 'Remove it.',
	},
	32: {
		meaning: 'The sender is not allowed',
		cure: 'Register it (Sender: Register), or use a registered one.',
	},
	33: {
		meaning: 'The account may not send to this country or network',
		cure: 'Ask the service to open it.',
	},
	34: {
		meaning: 'The one-time password is not valid or was not made',
		cure: 'Request a new code.',
	},
	35: {
		meaning: 'Answers by recipients (2WAY) are not activated for the account',
		cure: 'Turn off Recipients Can Answer, or have 2WAY activated.',
	},
	36: {
		meaning: 'Recipients cannot answer to this sender (2WAY)',
		cure: 'Use the number that the service gave for 2WAY.',
	},
};

/** More codes of the legacy interface (wire notes). */
export const WIRE_CODES: Readonly<Record<number, ErrorCode>> = {
	1: { meaning: 'The API key is not valid', cure: NEW_KEY },
	2: { meaning: 'The account or the API key is blocked', cure: 'Ask the service to unblock it.' },
	3: { meaning: 'The request lacks a parameter', cure: FIELDS, isVague: true },
	4: {
		meaning: 'The service does not support this request',
		cure: 'Check that the account offers this operation.',
	},
	5: { meaning: 'The service reported an unknown fault', cure: LATER },
	6: { meaning: 'The tariff is not valid', cure: 'Choose a tariff (0 to 9) of the account.' },
	7: { meaning: 'A parameter is not valid', cure: FIELDS, isVague: true },
	8: { meaning: 'The account has not enough funds', cure: TOP_UP },
	9: { meaning: 'The tariff is not active', cure: 'Choose another, or have it activated.' },
	10: { meaning: 'The time is not valid', cure: 'Check it, and the time zone of the credential.' },
	11: { meaning: 'Too many requests are being processed', cure: SLOWER },
	12: { meaning: 'The request holds too many recipients', cure: FEWER },
};

const filter = (name: string, cure = 'Check this filter.'): ErrorCode => ({
	meaning: `The report filter is not valid: ${name}`,
	cure,
});

/** Codes of report requests and files (extensions notes). */
export const REPORT_CODES: Readonly<Record<number, ErrorCode>> = {
	80: filter('the service does not say which', 'Check the filters.'),
	81: filter('message IDs', 'Use up to 300 message IDs.'),
	82: filter('phone numbers', 'Use 9 to 15 digits.'),
	83: filter('sender'),
	84: filter('source type'),
	85: filter('message type', 'Choose sms, viber or hlr.'),
	86: {
		meaning: 'The time frame of the report is not valid',
		cure: 'From must lie before To; shorten the span.',
	},
	87: filter('country'),
	90: {
		meaning: 'The report file was not found',
		cure: 'Check the file key, or request the report again: old files are removed.',
	},
	91: {
		meaning: 'The report is not ready yet',
		cure: 'Download it later, or let Report: Request wait for it.',
	},
	92: {
		meaning: 'Too many reports are being made at a time',
		cure: 'Wait for the earlier ones, or delete some.',
	},
	93: { meaning: 'The report is empty', cure: 'Widen the period or the filters.' },
};

export const ERROR_CODES: Readonly<Record<number, ErrorCode>> = {
	...WIRE_CODES,
	...SPEC_CODES,
	...REPORT_CODES,
};

/** Code 0 is success (2.2, section 7). */
export const SUCCESS_CODE = 0;
/** Codes by which the service says that it does not take the API key: it is not valid, or blocked (wire notes). */
export const CODES_OF_KEY: readonly number[] = [1, 2];
/** What the service does not know itself; the notes on the wire tell it. */
export const CODE_UNKNOWN_FAULT = 5;
/** Code 20: SMS not found. */
export const CODE_SMS_NOT_FOUND = 20;
/** Code 29: task id incorrect. */
export const CODE_TASK_INCORRECT = 29;
/** Code 30: task not found. */
export const CODE_TASK_NOT_FOUND = 30;
/** Codes that ask the caller to wait. */
export const CODE_TOO_MANY_PROCESSING = 11;
export const CODE_REPORT_NOT_FOUND = 90;
export const CODE_REPORT_NOT_READY = 91;
export const CODE_REPORT_EMPTY = 93;
export const CODE_TOO_MANY_REPORTS = 92;
