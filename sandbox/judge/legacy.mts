import type { SandboxConfig } from '../types.mts';
import {
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
	/** Last four digits 0005: no route there. */
	routable(msisdn: string): boolean;
}

export interface LegacyCommon {
	originator: string;
	body: string;
	validityHours: number;
	tariff: number;
	twoWay: boolean;
}

export interface LegacyRecipient {
	msisdn: string;
	reference: string | null;
	originator: string;
	body: string;
	/** Code of this recipient, 0 when it is taken. */
	error: number;
}

export type LegacyVerdict<T> = { code: 0; value: T } | { code: number; value?: undefined };

function bad(code: number): { code: number; value?: undefined } {
	return { code };
}

function originatorCode(value: unknown, account: LegacyAccount, twoWay: boolean): number {
	if (!isOriginator(value)) return 25;
	if (!account.senderAllowed(value)) return 32;
	// A reply needs a number to go to.
	return twoWay && !/^[0-9]+$/.test(value) ? 36 : 0;
}

function referenceCode(value: unknown, account: LegacyAccount): number {
	if (value === undefined) return 0;
	if (value === '') return 22;
	if (typeof value !== 'string' || !REFERENCE.test(value)) return 27;
	return account.referenceTaken(value) ? 23 : 0;
}

/** Judges the fields that the three modes of 4.6 share; `own` text and sender of mode individual may stand in for the common ones. */
export function judgeLegacyCommon(
	body: Record<string, unknown>,
	account: LegacyAccount,
	individual: boolean,
): LegacyVerdict<LegacyCommon> {
	const twoWayValue = own(body, '2way');
	if (twoWayValue !== undefined && typeof twoWayValue !== 'boolean') return bad(24);
	const twoWay = twoWayValue === true;
	if (twoWay && !account.config.twoWay) return bad(35);
	const originator = own(body, 'originator');
	const text = own(body, 'body');
	if (!individual || originator !== undefined) {
		const code = originatorCode(originator, account, twoWay);
		if (code !== 0) return bad(code);
	}
	if ((!individual || text !== undefined) && judgeText(text) !== undefined) return bad(26);
	const validity = own(body, 'validity');
	const hours = validity === undefined ? DEFAULT_VALIDITY : readInteger(validity, true);
	if (hours === undefined || hours < MIN_VALIDITY || hours > MAX_VALIDITY) return bad(28);
	const tariff = own(body, 'tariff');
	const code = tariff === undefined ? 0 : readInteger(tariff, true);
	if (code === undefined || code < 0 || code > MAX_TARIFF) return bad(6);
	if (!account.config.tariffs.includes(code)) return bad(9);
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

/** Judges mode `phone`. */
export function judgeSingle(
	body: Record<string, unknown>,
	account: LegacyAccount,
	common: LegacyCommon,
): LegacyRecipient {
	return judgeRecipient(body, account, common, new Set(), new Set(), true);
}

function judgeRecipient(
	entry: Record<string, unknown>,
	account: LegacyAccount,
	common: LegacyCommon,
	phones: Set<string>,
	references: Set<string>,
	shared: boolean,
): LegacyRecipient {
	const given = own(entry, 'reference');
	const phone = readPhone(own(entry, 'msisdn'));
	const originator = shared ? common.originator : (own(entry, 'originator') ?? common.originator);
	const text = shared ? common.body : (own(entry, 'body') ?? common.body);
	const recipient: LegacyRecipient = {
		msisdn: phone ?? '',
		reference: typeof given === 'string' ? given : null,
		originator: String(originator),
		body: String(text),
		error: 0,
	};
	recipient.error = referenceCode(given, account);
	if (phone === undefined) recipient.error = 21;
	else if (
		recipient.error === 0 &&
		recipient.reference !== null &&
		references.has(recipient.reference)
	)
		recipient.error = 23;
	else if (recipient.error === 0 && phones.has(phone)) recipient.error = 31;
	else if (recipient.error === 0 && !shared)
		recipient.error =
			originatorCode(originator, account, common.twoWay) ||
			(judgeText(text) === undefined ? 0 : 26);
	if (recipient.error === 0 && !account.routable(recipient.msisdn)) recipient.error = 33;
	if (recipient.error === 0) {
		phones.add(recipient.msisdn);
		if (recipient.reference !== null) references.add(recipient.reference);
	}
	return recipient;
}

/** Judges the recipients of modes `phones` and `individual`, each for itself. */
export function judgeRecipients(
	body: Record<string, unknown>,
	account: LegacyAccount,
	common: LegacyCommon,
	individual: boolean,
): LegacyVerdict<LegacyRecipient[]> {
	const entries = own(body, 'phones');
	if (!Array.isArray(entries) || entries.length === 0) return bad(24);
	if (entries.length > MAX_RECIPIENTS) return bad(12);
	if (!entries.every(isObject)) return bad(24);
	const phones = new Set<string>();
	const references = new Set<string>();
	return {
		code: 0,
		value: entries.map((entry) =>
			judgeRecipient(entry, account, common, phones, references, !individual),
		),
	};
}
