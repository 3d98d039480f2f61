import type { SandboxConfig } from '../types.mts';
import { parseTime } from '../clock.mts';
import type { Complaints } from './complaints.mts';
import {
	CLIENT_REFERENCE,
	DEFAULT_VALIDITY,
	MAX_DAYS_AHEAD,
	MAX_RECIPIENTS,
	MAX_TARIFF,
	MAX_VALIDITY,
	MIN_VALIDITY,
	PAST_TOLERANCE_MS,
	REFERENCE,
} from './limits.mts';
import { isAgent, isCampaignSender } from './sender.mts';
import { judgeText } from './text.mts';
import { isObject, own, readInteger, readPhone } from './values.mts';

/** What the judge must know of the account. */
export interface CampaignAccount {
	config: SandboxConfig;
	nowMs: number;
	senderAllowed(sender: string): boolean;
	referenceTaken(reference: string): boolean;
	/** TEST accounts reach numbers of the Contact Book only (section 8); undefined elsewhere. */
	inContactBook: ((phone: string) => boolean) | undefined;
}

export interface Recipient {
	phone: string;
	reference: string | null;
	sender: string;
	text: string;
}

export interface CampaignTerms {
	validityHours: number;
	tariff: number;
	/** When to start; null is at once. */
	startMs: number | null;
}

const TEXT_COMPLAINTS = {
	type: 'must be a string',
	empty: 'is required',
	long: 'is too long',
	malformed: 'is not valid Unicode',
} as const;

/** Judges the text at `path`; `text` is the common one of 4.7 and 4.9. */
export function judgeCampaignText(value: unknown, path: string, complaints: Complaints): string {
	const verdict = judgeText(value);
	if (verdict !== undefined)
		complaints.add(
			path,
			`The text ${value === undefined ? 'is required' : TEXT_COMPLAINTS[verdict]}.`,
		);
	return typeof value === 'string' ? value : '';
}

/** Judges the sender at `path`. */
export function judgeCampaignSender(
	value: unknown,
	path: string,
	account: CampaignAccount,
	complaints: Complaints,
): string {
	if (value === undefined) complaints.add(path, 'The sender is required.');
	else if (!isCampaignSender(value))
		complaints.add(
			path,
			'The sender must have 1 to 11 Latin letters, symbols, digits and spaces, or 1 to 15 digits.',
		);
	else if (!account.senderAllowed(value)) complaints.add(path, 'The sender is not allowed.');
	return typeof value === 'string' ? value : '';
}

/** Judges the agent of an RCS campaign. */
export function judgeAgent(value: unknown, complaints: Complaints, path = 'sender'): string {
	if (!isAgent(value)) complaints.add(path, 'The sender must have 1 to 40 characters.');
	return typeof value === 'string' ? value : '';
}

/** Judges validity, tariff_code and start_at; 4.8 may name the last one start_code. */
export function judgeTerms(
	body: Record<string, unknown>,
	account: CampaignAccount,
	complaints: Complaints,
	startNames: readonly string[] = ['start_at'],
): CampaignTerms {
	const validity = own(body, 'validity');
	const hours = validity === undefined ? DEFAULT_VALIDITY : readInteger(validity, false);
	if (hours === undefined || hours < MIN_VALIDITY || hours > MAX_VALIDITY)
		complaints.add('validity', 'The validity must be an integer between 1 and 72.');
	const tariff = own(body, 'tariff_code');
	const code = tariff === undefined ? 0 : readInteger(tariff, false);
	if (code === undefined || code < 0 || code > MAX_TARIFF)
		complaints.add('tariff_code', 'The tariff code must be an integer between 0 and 9.');
	else if (!account.config.tariffs.includes(code))
		complaints.add('tariff_code', 'The tariff is not connected to the account.');
	let startMs: number | null = null;
	for (const name of startNames) {
		const value = own(body, name);
		if (value !== undefined) startMs = judgeStart(value, name, account, complaints);
	}
	return { validityHours: hours ?? DEFAULT_VALIDITY, tariff: code ?? 0, startMs };
}

function judgeStart(
	value: unknown,
	name: string,
	account: CampaignAccount,
	complaints: Complaints,
): number | null {
	const at = typeof value === 'string' ? parseTime(value, account.config) : undefined;
	if (at === undefined) complaints.add(name, 'The start must have the form yyyy-mm-dd hh:mm:ss.');
	else if (at < account.nowMs - PAST_TOLERANCE_MS)
		complaints.add(name, 'The start lies in the past.');
	else if (at > account.nowMs + MAX_DAYS_AHEAD * 86_400_000)
		complaints.add(name, 'The start may lie at most 30 days ahead.');
	return at ?? null;
}

interface RecipientNames {
	list: 'phones' | 'messages';
	phone: 'number' | 'phone';
	/** Sender and text of each recipient of its own (4.8), or the common ones. */
	common: { sender: string; text: string } | null;
	max?: number;
}

/** Judges a list of recipients (4.7 `phones`, 4.8 `messages`). */
export function judgeRecipients(
	body: Record<string, unknown>,
	names: RecipientNames,
	account: CampaignAccount,
	complaints: Complaints,
): Recipient[] {
	const entries = own(body, names.list);
	const max = names.max ?? MAX_RECIPIENTS;
	if (!Array.isArray(entries) || entries.length === 0) {
		complaints.add(names.list, `The ${names.list} field must be a list that is not empty.`);
		return [];
	}
	if (entries.length > max) {
		complaints.add(names.list, `The ${names.list} field may not have more than ${max} items.`);
		return [];
	}
	const seen = new Set<string>();
	return entries.map((entry: unknown, index) => {
		const path = `${names.list}.${index}`;
		if (!isObject(entry)) {
			complaints.add(path, 'The recipient must be an object.');
			return { phone: '', reference: null, sender: '', text: '' };
		}
		const phone = readPhone(own(entry, names.phone));
		if (phone === undefined)
			complaints.add(`${path}.${names.phone}`, 'The phone must be an integer of 9 to 15 digits.');
		else if (account.inContactBook && !account.inContactBook(phone))
			complaints.add(
				`${path}.${names.phone}`,
				'In test mode the phone must be in the Contact Book.',
			);
		const reference = own(entry, 'reference_id');
		judgeReference(reference, `${path}.reference_id`, seen, account, complaints);
		return {
			phone: phone ?? '',
			reference: typeof reference === 'string' ? reference : null,
			sender:
				names.common?.sender ??
				judgeCampaignSender(own(entry, 'sender'), `${path}.sender`, account, complaints),
			text: names.common?.text ?? judgeCampaignText(own(entry, 'text'), `${path}.text`, complaints),
		};
	});
}

function judgeReference(
	value: unknown,
	path: string,
	seen: Set<string>,
	account: CampaignAccount,
	complaints: Complaints,
): void {
	if (value === undefined) return;
	const form = account.config.dialect.references === 'strict' ? REFERENCE : CLIENT_REFERENCE;
	if (typeof value !== 'string' || !form.test(value))
		complaints.add(path, 'The reference id must have 1 to 32 letters and digits.');
	else if (
		account.referenceTaken(value) ||
		(seen.has(value) && account.config.dialect.apiReferences === 'refuse')
	)
		complaints.add(path, 'The reference id has already been taken.');
	else seen.add(value);
}

/** Judges a list of ids (`groups` of 4.9 and 4.15). */
export function judgeIds(
	value: unknown,
	path: string,
	known: (id: number) => boolean,
	complaints: Complaints,
	mayBeEmpty: boolean,
): number[] {
	if (!Array.isArray(value) || (value.length === 0 && !mayBeEmpty)) {
		complaints.add(
			path,
			`The ${path} field must be a list of integers${mayBeEmpty ? '' : ' that is not empty'}.`,
		);
		return [];
	}
	return value.flatMap((entry: unknown, index) => {
		if (typeof entry !== 'number' || !Number.isSafeInteger(entry))
			complaints.add(`${path}.${index}`, 'The id must be an integer.');
		else if (!known(entry)) complaints.add(`${path}.${index}`, 'The list does not exist.');
		else return [entry];
		return [];
	});
}
