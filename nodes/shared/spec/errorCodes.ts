/** What happened (a sentence without a full stop) and how to mend it (a whole sentence). A pair, to keep the package small. */
export type ErrorCode = readonly [meaning: string, cure: string];

/** Codes of section 7 of the specification. */
export const SPEC_CODES: Readonly<Record<number, ErrorCode>> = {
	20: ['The SMS was not found', 'Check the message ID or the reference.'],
	21: ['The phone number is not correct', 'Use the international form with 9 to 15 digits, for example 380991112233.'],
	22: ['The reference (external ID) is missing', 'Give the message a reference.'],
	23: ['An SMS with this reference is already present', 'The message was accepted before. Use another reference to send a new one.'],
	24: ['The service could not read the request', 'Check the fields of the operation; report it if they are right.'],
	25: ['The sender is not correct', 'Use a sender registered for the account (Sender: Get Many lists them).'],
	26: ['The text is empty or too long', 'Shorten the text; Dry Run shows its length and segments.'],
	27: ['The reference (external ID) is not correct', 'Use 1 to 32 Latin letters and digits.'],
	28: ['The validity is not correct', 'Use 1 to 72 hours.'],
	29: ['The task ID is not correct', 'Use the task ID that Send Bulk returned.'],
	30: ['The task was not found', 'Use the task ID that Send Bulk returned, with the same account.'],
	31: ['The phone is already in the messaging list', 'The recipient is named twice: remove one, or set Repeated Numbers to merge.'],
	32: ['The sender is not allowed', 'Register the sender first (Sender: Register), or choose a registered one.'],
	33: ['The account may not send to this direction', 'Ask the service to open the country or the operator for the account.'],
	34: ['The one-time password is not valid or could not be made', 'Request a new code.'],
	35: ['The 2WAY service is not activated', 'Turn off Two-Way, or ask the service to activate 2WAY.'],
	36: ['The sender is not correct for 2WAY', 'Use the number that the service gave for 2WAY.'],
};

/** More codes of the legacy interface (wire notes). */
export const WIRE_CODES: Readonly<Record<number, ErrorCode>> = {
	1: ['The API key is not valid', 'Copy the key again from the account (Integrations and API) into the credential.'],
	2: ['The account or the API key is blocked', 'Ask the service to unblock the account.'],
	3: ['The request lacks a parameter', 'Fill in every required field of the operation.'],
	4: ['The service does not support this request', 'Check that the account offers this operation.'],
	5: ['The service reported an unknown fault', 'Try again later; if it stays, ask the service with the time of the call.'],
	6: ['The tariff is not valid', 'Choose a tariff (0 to 9) that is connected to the account.'],
	7: ['A parameter is not valid', 'Check the fields of the operation against their hints.'],
	8: ['The account has not enough funds', 'Top up the account, then send again.'],
	9: ['The tariff is not active', 'Ask the service to connect the tariff, or choose another.'],
	10: ['The time is not valid', 'Check the scheduled time and the time zone of the credential.'],
	11: ['Too many requests are being processed', 'Lower Requests in Flight under Options, or try again later.'],
	12: ['The request holds too many recipients', 'Send to fewer recipients at a time.'],
};

/** Codes of report requests and files (extensions notes). */
export const REPORT_CODES: Readonly<Record<number, ErrorCode>> = {
	80: ['The report filter is not valid', 'Check the filters of the report.'],
	81: ['The report filter is not valid: message IDs', 'Use up to 300 message IDs.'],
	82: ['The report filter is not valid: phone numbers', 'Use phone numbers with 9 to 15 digits.'],
	83: ['The report filter is not valid: sender', 'Check the sender filter.'],
	84: ['The report filter is not valid: source type', 'Check the source type filter.'],
	85: ['The report filter is not valid: message type', 'Choose sms, viber or hlr.'],
	86: ['The time frame of the report is not valid', 'Check that From lies before To and that the span is not too long.'],
	87: ['The report filter is not valid: country', 'Check the country filter.'],
	90: ['The report file was not found', 'Check the file key; old files are removed by the service. Request the report again.'],
	91: ['The report is not ready yet', 'Wait a little and download it again, or let Report: Request wait for it.'],
	92: ['Too many reports are being made at a time', 'Wait until the earlier reports are ready, or delete some.'],
	93: ['The report is empty', 'No message matches the filters: widen the period.'],
};

export const ERROR_CODES: Readonly<Record<number, ErrorCode>> = { ...WIRE_CODES, ...SPEC_CODES, ...REPORT_CODES };

/** Code 0 is success (2.2, section 7). */
export const SUCCESS_CODE = 0;
/** Code 20: SMS not found. */
export const CODE_SMS_NOT_FOUND = 20;
/** Code 23: SMS with this ID already present. */
export const CODE_REFERENCE_PRESENT = 23;
/** Code 30: task not found. */
export const CODE_TASK_NOT_FOUND = 30;
/** Code 31: phone already in the messaging list. */
export const CODE_PHONE_REPEATED = 31;
/** Codes that ask the caller to wait. */
export const CODE_TOO_MANY_PROCESSING = 11;
export const CODE_REPORT_NOT_READY = 91;
export const CODE_TOO_MANY_REPORTS = 92;
