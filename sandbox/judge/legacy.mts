import type { SandboxConfig } from '../types.mts';
import {
	CLIENT_REFERENCE,
	DEFAULT_VALIDITY,
	MAX_RECIPIENTS,
	MAX_TARIFF,
	MAX_VALIDITY,
	MIN_VALIDITY,
	REFERENCE,
} from './limits.mts';
import { isOriginator } from './sender.mts';
import { judgeText } from './text.mts';
import { isObject, own, readInteger, readPhone } from './values.mts';

/** What the judge must know of the account. */
export interface LegacyAccount {
	config: SandboxConfig;
	senderAllowed(sender: string): boolean;
	referenceTaken(reference: string): boolean;
	/** Whether a message can reach the number; numbers that end in 0005 have no route. */
	routable(msisdn: string): boolean;
}

/** The fields that all recipients share. */
export interface LegacyCommon {
	originator: string;
	body: string;
	validityHours: number;
	tariff: number;
	twoWay: boolean;
}

/** A recipient and what was judged of it. */
export interface LegacyRecipient {
	msisdn: string;
	reference: string | null;
	originator: string;
	body: string;
	/** The code of this recipient; 0 when it is taken. */
	error: number;
}

/** Code 0 and what was read, or the code of what is wrong. */
export type LegacyVerdict<T> = { code: 0; value: T } | { code: number; value?: undefined };

/** The verdict that refuses a request with a code. */
function refused(code: number): { code: number; value?: undefined } {
	return { code };
}

/** The code for an originator; 0 when it may be used. */
function originatorCode(value: unknown, account: LegacyAccount, twoWay: boolean): number {
	if (!isOriginator(value)) return 25;
	if (!account.senderAllowed(value)) return 32;
	// A reply needs a number to go to.
	return twoWay && !/^[0-9]+$/.test(value) ? 36 : 0;
}

/** The code for an external reference; 0 when it may be used. */
function referenceCode(value: unknown, account: LegacyAccount): number {
	if (value === undefined) return 0;
	if (value === '' || value === null) return 22;
	const form = account.config.dialect.references === 'strict' ? REFERENCE : CLIENT_REFERENCE;
	if (typeof value !== 'string' || !form.test(value)) return 27;
	return account.referenceTaken(value) ? 23 : 0;
}

/** The code for a text; 0 when it may be sent. */
function textCode(value: unknown): number {
	return judgeText(value) === undefined ? 0 : 26;
}

/**
 * Judges the fields that the three modes of 4.6 share. In mode individual the common text and sender may be absent,
 * because each recipient may have its own, unless the dialect wants both.
 */
export function judgeLegacyCommon(
	body: Record<string, unknown>,
	account: LegacyAccount,
	individual: boolean,
): LegacyVerdict<LegacyCommon> {
	const twoWayValue = own(body, '2way');
	if (twoWayValue !== undefined && typeof twoWayValue !== 'boolean') return refused(24);
	const twoWay = twoWayValue === true;
	if (twoWay && !account.config.twoWay) return refused(35);
	const originator = own(body, 'originator');
	const text = own(body, 'body');
	const isRequired = !individual || account.config.dialect.individualTexts === 'both';
	if (isRequired || originator !== undefined) {
		const code = originatorCode(originator, account, twoWay);
		if (code !== 0) return refused(code);
	}
	if ((isRequired || text !== undefined) && textCode(text) !== 0) return refused(26);
	const validity = own(body, 'validity');
	const hours = validity === undefined ? DEFAULT_VALIDITY : readInteger(validity, true);
	if (hours === undefined || hours < MIN_VALIDITY || hours > MAX_VALIDITY) return refused(28);
	const tariff = own(body, 'tariff');
	const code = tariff === undefined ? 0 : readInteger(tariff, true);
	if (code === undefined || code < 0 || code > MAX_TARIFF) return refused(6);
	if (!account.config.tariffs.includes(code)) return refused(9);
	return {
		code: 0,
		value: {
			originator: typeof originator === 'string' ? originator : '',
			body: typeof text === 'string' ? text : '',
			validityHours: hours,
			tariff: code,
			twoWay,
		},
	};
}

/** What was taken earlier in the same request: no phone and no reference may occur twice. */
interface Taken {
	phones: Set<string>;
	references: Set<string>;
}

/** The code for a recipient; 0 when it is taken. */
function recipientCode(
	recipient: LegacyRecipient,
	entry: Record<string, unknown>,
	account: LegacyAccount,
	twoWay: boolean,
	isIndividual: boolean,
	taken: Taken,
): number {
	const { msisdn, reference } = recipient;
	if (msisdn === '') return 21;
	const code = referenceCode(own(entry, 'reference'), account);
	if (code !== 0) return code;
	if (reference !== null && taken.references.has(reference)) return 23;
	if (taken.phones.has(msisdn)) return 31;
	if (isIndividual) {
		const senderCode = originatorCode(recipient.originator, account, twoWay);
		if (senderCode !== 0) return senderCode;
		if (textCode(recipient.body) !== 0) return 26;
	}
	return account.routable(msisdn) ? 0 : 33;
}

/**
 * Judges one recipient.
 * @param isIndividual whether it may have a text and a sender of its own, which then are judged as well
 * @param taken what was taken so far; a recipient without fault is added to it
 */
function judgeRecipient(
	entry: Record<string, unknown>,
	account: LegacyAccount,
	common: LegacyCommon,
	isIndividual: boolean,
	taken: Taken,
): LegacyRecipient {
	const reference = own(entry, 'reference');
	const isCommonRead = !isIndividual || account.config.dialect.individualTexts === 'either';
	const standIn = isCommonRead ? common : { originator: '', body: '' };
	const originator = (isIndividual ? own(entry, 'originator') : undefined) ?? standIn.originator;
	const text = (isIndividual ? own(entry, 'body') : undefined) ?? standIn.body;
	const recipient: LegacyRecipient = {
		msisdn: readPhone(own(entry, 'msisdn')) ?? '',
		reference: typeof reference === 'string' ? reference : null,
		originator: typeof originator === 'string' ? originator : '',
		body: typeof text === 'string' ? text : '',
		error: 0,
	};
	recipient.error = recipientCode(recipient, entry, account, common.twoWay, isIndividual, taken);
	if (recipient.error === 0) {
		taken.phones.add(recipient.msisdn);
		if (recipient.reference !== null) taken.references.add(recipient.reference);
	}
	return recipient;
}

/** Judges the recipient of mode `phone`, which stands in the body itself. */
export function judgeSingle(
	body: Record<string, unknown>,
	account: LegacyAccount,
	common: LegacyCommon,
): LegacyRecipient {
	const taken: Taken = { phones: new Set(), references: new Set() };
	return judgeRecipient(body, account, common, false, taken);
}

/** Judges the recipients of modes `phones` and `individual`, each for itself. */
export function judgeRecipients(
	body: Record<string, unknown>,
	account: LegacyAccount,
	common: LegacyCommon,
	isIndividual: boolean,
): LegacyVerdict<LegacyRecipient[]> {
	const entries = own(body, 'phones');
	if (!Array.isArray(entries) || entries.length === 0) return refused(24);
	if (entries.length > MAX_RECIPIENTS) return refused(12);
	if (!entries.every(isObject)) return refused(24);
	const taken: Taken = { phones: new Set(), references: new Set() };
	return {
		code: 0,
		value: entries.map((entry) => judgeRecipient(entry, account, common, isIndividual, taken)),
	};
}
