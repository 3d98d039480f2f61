/** The patterns of the specification. Each matches the whole value. */
export const PATTERNS = {
	/** External id as the service documents it (section 8, "External id"). */
	reference: /^[A-Za-z0-9]{1,32}$/,
	/** External id as real accounts hold it; accepted when one is looked up (wire notes, "References"). */
	referenceLookup: /^[A-Za-z0-9_-]{1,32}$/,
	/** Message, campaign, contact and task ids. */
	id: /^[0-9]{1,19}$/,
	/** IDs of verifications and short links (extensions notes, sections 7 and 8). */
	uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
	/** One-time passwords (extensions notes, section 8). */
	code: /^[0-9]{3,9}$/,
	/** IDs of templates of one-time passwords (extensions notes, section 8). */
	templateId: /^[0-9]{1,9}$/,
	/** Report file keys: integers by section 4.16, hex strings in the wire notes. */
	fileKey: /^[A-Za-z0-9]{1,64}$/,
	/** The service's own date form (2.1, 2.2). */
	dateTime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
	/** Sender of 4.8: Latin letters, symbols, digits and spaces, or digits only. */
	sender: /^(?:[\x20-\x7e]{1,11}|[0-9]{1,15})$/,
	/** Sender of the legacy interface (4.6), which shows no alphabet. */
	originator: /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,14}$/u,
	/** Sender of 4.7 and 4.9, which show no rule: anything that can be shown. */
	anySender: /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u,
	/** Sender of a one-time password (extensions notes, section 8): as in 4.8, from 3 characters on. */
	codeSender: /^(?:[\x20-\x7e]{3,11}|[0-9]{3,15})$/,
	/** Sender to register (4.14): Latin letters or digits. */
	registrableSender: /^(?:[A-Za-z0-9]{1,11}|[0-9]{1,15})$/,
	/** Company code (4.14): digits. */
	companyCode: /^[0-9]{1,30}$/,
} as const;
