/** What a code of the legacy interface means and what the user can do about it. */
export interface ErrorCode {
	/** What happened, a sentence without a full stop. */
	meaning: string;
	/** How to mend it, a whole sentence. */
	cure: string;
	/** 'spec' is section 7 of the specification, 'wire' and 'extension' are the notes. */
	source: 'spec' | 'wire' | 'extension';
}

/** Codes of section 7, of the wire notes ("More legacy codes") and of the extensions notes ("Report errors"). */
export const ERROR_CODES: Readonly<Record<number, ErrorCode>> = {
	1: { meaning: 'The API key is not valid', cure: 'Copy the key again from the account (Integrations and API) into the credential.', source: 'wire' },
	2: { meaning: 'The account or the API key is blocked', cure: 'Ask the service to unblock the account.', source: 'wire' },
	3: { meaning: 'The request lacks a parameter', cure: 'Fill in every required field of the operation.', source: 'wire' },
	4: { meaning: 'The service does not support this request', cure: 'Check that the account offers this operation.', source: 'wire' },
	5: { meaning: 'The service reported an unknown fault', cure: 'Try again later; if it stays, ask the service with the time of the call.', source: 'wire' },
	6: { meaning: 'The tariff is not valid', cure: 'Choose a tariff (0 to 9) that is connected to the account.', source: 'wire' },
	7: { meaning: 'A parameter is not valid', cure: 'Check the fields of the operation against their hints.', source: 'wire' },
	8: { meaning: 'The account has not enough funds', cure: 'Top up the account, then send again.', source: 'wire' },
	9: { meaning: 'The tariff is not active', cure: 'Ask the service to connect the tariff, or choose another.', source: 'wire' },
	10: { meaning: 'The time is not valid', cure: 'Check the scheduled time and the time zone of the credential.', source: 'wire' },
	11: { meaning: 'Too many requests are being processed', cure: 'Lower Requests in Flight under Options, or try again later.', source: 'wire' },
	12: { meaning: 'The request holds too many recipients', cure: 'Send to fewer recipients at a time.', source: 'wire' },
	20: { meaning: 'The SMS was not found', cure: 'Check the message ID or the reference.', source: 'spec' },
	21: { meaning: 'The phone number is not correct', cure: 'Use the international form with 9 to 15 digits, for example 380991112233.', source: 'spec' },
	22: { meaning: 'The reference (external ID) is missing', cure: 'Give the message a reference.', source: 'spec' },
	23: { meaning: 'An SMS with this reference is already present', cure: 'The message was accepted before. Use another reference to send a new one.', source: 'spec' },
	24: { meaning: 'The service could not read the request', cure: 'Check the fields of the operation; report it if they are right.', source: 'spec' },
	25: { meaning: 'The sender is not correct', cure: 'Use a sender registered for the account (Sender: Get Many lists them).', source: 'spec' },
	26: { meaning: 'The text is empty or too long', cure: 'Shorten the text; Dry Run shows its length and segments.', source: 'spec' },
	27: { meaning: 'The reference (external ID) is not correct', cure: 'Use 1 to 32 Latin letters and digits.', source: 'spec' },
	28: { meaning: 'The validity is not correct', cure: 'Use 1 to 72 hours.', source: 'spec' },
	29: { meaning: 'The task ID is not correct', cure: 'Use the task ID that Send Bulk returned.', source: 'spec' },
	30: { meaning: 'The task was not found', cure: 'Use the task ID that Send Bulk returned, with the same account.', source: 'spec' },
	31: { meaning: 'The phone is already in the messaging list', cure: 'The recipient is named twice: remove one, or set Repeated Numbers to merge.', source: 'spec' },
	32: { meaning: 'The sender is not allowed', cure: 'Register the sender first (Sender: Register), or choose a registered one.', source: 'spec' },
	33: { meaning: 'The account may not send to this direction', cure: 'Ask the service to open the country or the operator for the account.', source: 'spec' },
	34: { meaning: 'The one-time password is not valid or could not be made', cure: 'Request a new code.', source: 'spec' },
	35: { meaning: 'The 2WAY service is not activated', cure: 'Turn off Two-Way, or ask the service to activate 2WAY.', source: 'spec' },
	36: { meaning: 'The sender is not correct for 2WAY', cure: 'Use the number that the service gave for 2WAY.', source: 'spec' },
	80: { meaning: 'The report filter is not valid', cure: 'Check the filters of the report.', source: 'extension' },
	81: { meaning: 'The report filter is not valid: message IDs', cure: 'Use up to 300 message IDs.', source: 'extension' },
	82: { meaning: 'The report filter is not valid: phone numbers', cure: 'Use phone numbers with 9 to 15 digits.', source: 'extension' },
	83: { meaning: 'The report filter is not valid: sender', cure: 'Check the sender filter.', source: 'extension' },
	84: { meaning: 'The report filter is not valid: source type', cure: 'Check the source type filter.', source: 'extension' },
	85: { meaning: 'The report filter is not valid: message type', cure: 'Choose sms, viber or hlr.', source: 'extension' },
	86: { meaning: 'The time frame of the report is not valid', cure: 'Check that From lies before To and that the span is not too long.', source: 'extension' },
	87: { meaning: 'The report filter is not valid: country', cure: 'Check the country filter.', source: 'extension' },
	90: { meaning: 'The report file was not found', cure: 'Check the file key; old files are removed by the service. Request the report again.', source: 'extension' },
	91: { meaning: 'The report is not ready yet', cure: 'Wait a little and download it again, or let Report: Request wait for it.', source: 'extension' },
	92: { meaning: 'Too many reports are being made at a time', cure: 'Wait until the earlier reports are ready, or delete some.', source: 'extension' },
	93: { meaning: 'The report is empty', cure: 'No message matches the filters: widen the period.', source: 'extension' },
};

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
