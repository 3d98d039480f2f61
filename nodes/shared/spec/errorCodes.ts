/** What happened (a sentence without a full stop) and how to mend it (a whole sentence). */
export type ErrorCode = readonly [meaning: string, cure: string];

/** Cures that several faults share. */
export const LATER = 'Try again later; if it stays, ask the service.';
export const SLOWER = 'Lower Requests in Flight under Options, or try again later.';
export const FEWER = 'Send to fewer recipients at a time.';
export const FIELDS = 'Check the fields of the operation.';
export const TOP_UP = 'Top up the account.';
export const NEW_KEY =
	'Copy the API key again from the account (Integrations and API) into the credential.';
const TASK = 'Use the task ID that Send Bulk returned, with the same account.';

/** Codes of section 7 of the specification. */
export const SPEC_CODES: Readonly<Record<number, ErrorCode>> = {
	20: ['The SMS was not found', 'Check the message ID or the reference.'],
	21: ['The phone number is not correct', 'Use the international form, 9 to 15 digits.'],
	22: ['The reference (external ID) is missing', 'Give the message a reference.'],
	23: ['An SMS with this reference is already present', 'Use another reference for a new message.'],
	24: ['The service could not read the request', FIELDS],
	25: ['The sender is not correct', 'Use a registered sender (Sender: Get Many).'],
	26: ['The text is empty or too long', 'Shorten it; Dry Run shows its segments.'],
	27: ['The reference (external ID) is not correct', 'Use 1 to 32 Latin letters and digits.'],
	28: ['The validity is not correct', 'Use 1 to 72 hours.'],
	29: ['The task ID is not correct', TASK],
	30: ['The task was not found', TASK],
	31: [
		'The phone is already in the messaging list',
		'Remove it, or set Repeated Numbers to merge.',
	],
	32: ['The sender is not allowed', 'Register it (Sender: Register), or use a registered one.'],
	33: ['The account may not send to this direction', 'Ask the service to open it.'],
	34: ['The one-time password is not valid or was not made', 'Request a new code.'],
	35: ['The 2WAY service is not activated', 'Turn off Two-Way, or have it activated.'],
	36: ['The sender is not correct for 2WAY', 'Use the number that the service gave for 2WAY.'],
};

/** More codes of the legacy interface (wire notes). */
export const WIRE_CODES: Readonly<Record<number, ErrorCode>> = {
	1: ['The API key is not valid', NEW_KEY],
	2: ['The account or the API key is blocked', 'Ask the service to unblock it.'],
	3: ['The request lacks a parameter', FIELDS],
	4: ['The service does not support this request', 'Check that the account offers this operation.'],
	5: ['The service reported an unknown fault', LATER],
	6: ['The tariff is not valid', 'Choose a tariff (0 to 9) of the account.'],
	7: ['A parameter is not valid', FIELDS],
	8: ['The account has not enough funds', TOP_UP],
	9: ['The tariff is not active', 'Choose another, or have it activated.'],
	10: ['The time is not valid', 'Check it, and the time zone of the credential.'],
	11: ['Too many requests are being processed', SLOWER],
	12: ['The request holds too many recipients', FEWER],
};

const filter = (name: string, cure = 'Check this filter.'): ErrorCode => [
	`The report filter is not valid: ${name}`,
	cure,
];

/** Codes of report requests and files (extensions notes). */
export const REPORT_CODES: Readonly<Record<number, ErrorCode>> = {
	80: filter('the service does not say which', 'Check the filters.'),
	81: filter('message IDs', 'Use up to 300 message IDs.'),
	82: filter('phone numbers', 'Use 9 to 15 digits.'),
	83: filter('sender'),
	84: filter('source type'),
	85: filter('message type', 'Choose sms, viber or hlr.'),
	86: ['The time frame of the report is not valid', 'From must lie before To; shorten the span.'],
	87: filter('country'),
	90: [
		'The report file was not found',
		'Check the file key, or request the report again: old files are removed.',
	],
	91: ['The report is not ready yet', 'Download it later, or let Report: Request wait for it.'],
	92: ['Too many reports are being made at a time', 'Wait for the earlier ones, or delete some.'],
	93: ['The report is empty', 'Widen the period or the filters.'],
};

export const ERROR_CODES: Readonly<Record<number, ErrorCode>> = {
	...WIRE_CODES,
	...SPEC_CODES,
	...REPORT_CODES,
};

/** Code 0 is success (2.2, section 7). */
export const SUCCESS_CODE = 0;
/** Code 20: SMS not found. */
export const CODE_SMS_NOT_FOUND = 20;
/** Code 23: SMS with this ID already present. */
export const CODE_REFERENCE_PRESENT = 23;
/** Code 29: task id incorrect. */
export const CODE_TASK_INCORRECT = 29;
/** Code 30: task not found. */
export const CODE_TASK_NOT_FOUND = 30;
/** Codes that ask the caller to wait. */
export const CODE_TOO_MANY_PROCESSING = 11;
export const CODE_REPORT_NOT_READY = 91;
export const CODE_TOO_MANY_REPORTS = 92;
