import { MAX_ORIGINATOR } from './limits.mts';

/** 4.8, and for want of a rule 4.7 and 4.9: 1 to 11 Latin letters, digits, symbols and spaces, or 1 to 15 digits. */
export function isCampaignSender(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		(/^[0-9]{1,15}$/.test(value) || (/^[\x20-\x7e]{1,11}$/.test(value) && value.trim() !== ''))
	);
}

/** 4.6: up to 14 characters. */
export function isOriginator(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		value.trim() !== '' &&
		value.length <= MAX_ORIGINATOR &&
		/^[\x20-\x7e]+$/.test(value)
	);
}

/** 4.14: up to 11 Latin letters or digits, up to 15 when digits only. */
export function isRegistrable(value: unknown): value is string {
	return typeof value === 'string' && /^(?:[A-Za-z0-9]{1,11}|[0-9]{1,15})$/.test(value);
}

/** Sender (agent) of an RCS campaign, an extension: 1 to 40 characters. */
export function isAgent(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '' && value.length <= 40;
}
