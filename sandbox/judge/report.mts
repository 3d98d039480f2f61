import { parseTime } from '../clock.mts';
import type { ReportType, SandboxConfig } from '../types.mts';
import { MAX_REPORT_MESSAGES } from './limits.mts';
import { isId, length, own, readPhone, wellFormed } from './values.mts';

const TYPES: readonly string[] = ['sms', 'viber', 'hlr'];

/** Which messages a report tells of. */
export interface ReportFilters {
	ids: Set<number> | null;
	fromMs: number;
	toMs: number;
	phones: Set<string> | null;
	originator: string | null;
	messageType: ReportType | null;
}

/** Whether a text can be a filter; nothing that the service stores is longer than 40 characters. */
const isFilter = (value: unknown): boolean =>
	value === undefined || (typeof value === 'string' && length(value) <= 40 && wellFormed(value));

/**
 * Judges the filters of a report request (extensions notes, section 10).
 * @returns the filters, or the code of the first that is wrong
 */
export function judgeReport(
	body: Record<string, unknown>,
	config: SandboxConfig,
): number | ReportFilters {
	const filters: ReportFilters = {
		ids: null,
		fromMs: -Infinity,
		toMs: Infinity,
		phones: null,
		originator: null,
		messageType: null,
	};
	const ids = own(body, 'message_id');
	if (ids !== undefined) {
		if (
			!Array.isArray(ids) ||
			ids.length === 0 ||
			ids.length > MAX_REPORT_MESSAGES ||
			!ids.every(isId)
		)
			return 81;
		filters.ids = new Set(ids.map(Number));
	} else {
		const from = own(body, 'time_in_from');
		const to = own(body, 'time_in_to');
		const fromMs = typeof from === 'string' ? parseTime(from, config) : undefined;
		const toMs = typeof to === 'string' ? parseTime(to, config) : undefined;
		if (fromMs === undefined || toMs === undefined || fromMs > toMs) return 86;
		Object.assign(filters, { fromMs, toMs: toMs + 999 });
	}
	const phones = own(body, 'msisdn');
	if (phones !== undefined) {
		if (!Array.isArray(phones) || !phones.every((phone) => readPhone(phone) !== undefined))
			return 82;
		if (phones.length > 0) filters.phones = new Set(phones.map(String));
	}
	const originator = own(body, 'originator');
	if (!isFilter(originator)) return 83;
	// Nobody has written down its code; of the codes for filters that of the originator is the nearest.
	if (!isFilter(own(body, 'source_type'))) return 83;
	filters.originator = typeof originator === 'string' && originator !== '' ? originator : null;
	const type = own(body, 'message_type');
	if (type !== undefined && (typeof type !== 'string' || !TYPES.includes(type))) return 85;
	filters.messageType = type === undefined ? null : (type as ReportType);
	const country = own(body, 'country_id');
	if (country !== undefined && !isId(country)) return 87;
	return filters;
}
