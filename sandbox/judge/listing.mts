import { DateTime } from 'luxon';
import { monthsBefore, parseStamp, parseTime } from '../clock.mts';
import { APPLICATION_STATUSES, type SandboxConfig } from '../types.mts';
import type { Complaints } from './complaints.mts';
import type { Dialect } from '../settings.mts';
import {
	DEFAULT_PAGE,
	ID,
	MAX_LIST_MONTHS,
	MAX_PAGE,
	MIN_OTHER_PAGE,
	MIN_PAGE,
} from './limits.mts';
import { length } from './values.mts';

/** The query parameters as they came: text, or a list where one was repeated. */
export type Query = Record<string, string | string[] | undefined>;

export interface Paging {
	offset: number;
	limit: number;
	sort: string;
	descending: boolean;
}

/** A parameter that may occur once; undefined when it is absent or empty. */
export function single(query: Query, name: string, complaints: Complaints): string | undefined {
	const value = query[name];
	if (Array.isArray(value)) complaints.add(name, 'The parameter occurs twice.');
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A parameter that takes one of some values. */
function choice(
	query: Query,
	name: string,
	values: readonly string[],
	fallback: string,
	complaints: Complaints,
): string {
	const value = single(query, name, complaints) ?? fallback;
	if (!values.includes(value))
		complaints.add(name, `The parameter must be one of ${values.join(', ')}.`);
	return value;
}

/**
 * Judges page[offset], page[limit], sort and way.
 * @param isBounded says that it is a list whose least limit is 30 where there is one, not 15
 */
export function judgePaging(
	query: Query,
	sorts: readonly string[],
	dialect: Pick<Dialect, 'pageLimit'>,
	complaints: Complaints,
	isBounded = false,
): Paging {
	const offset = single(query, 'page[offset]', complaints) ?? '0';
	const limit = single(query, 'page[limit]', complaints) ?? String(DEFAULT_PAGE);
	if (!ID.test(offset))
		complaints.add('page.offset', 'The offset must be an integer of 0 or more.');
	const least = dialect.pageLimit !== 'bounded' ? 1 : isBounded ? MIN_PAGE : MIN_OTHER_PAGE;
	if (!ID.test(limit) || Number(limit) < least || Number(limit) > MAX_PAGE)
		complaints.add('page.limit', `The limit must be an integer between ${least} and ${MAX_PAGE}.`);
	return {
		offset: Number(offset),
		limit: Number(limit),
		sort: choice(query, 'sort', sorts, 'id', complaints),
		descending: choice(query, 'way', ['asc', 'desc'], 'asc', complaints) === 'desc',
	};
}

export interface CampaignFilter {
	type: 'sms' | 'rcs';
	fromMs: number;
	toMs: number;
	field: string | undefined;
	value: string | undefined;
}

/** Judges the filters of 4.10. */
export function judgeCampaignFilter(
	query: Query,
	nowMs: number,
	config: SandboxConfig,
	complaints: Complaints,
): CampaignFilter {
	const time = (name: string): number | undefined => {
		const text = single(query, name, complaints);
		if (text === undefined) return undefined;
		const at = parseTime(text, config);
		if (at === undefined)
			complaints.add(
				name.replace(/[[\]]/g, '.'),
				'The time must have the form yyyy-mm-dd hh:mm:ss.',
			);
		return at;
	};
	// A written second holds everything until the next one.
	const toMs = time('filter[to]') ?? nowMs;
	const earliest = monthsBefore(toMs, MAX_LIST_MONTHS, 'utc');
	const fromMs = time('filter[from]') ?? earliest;
	if (fromMs > toMs) complaints.add('filter.from', 'The period ends before it begins.');
	else if (Math.floor(fromMs / 1000) < Math.floor(earliest / 1000))
		complaints.add('filter.from', 'The period may be at most 3 months.');
	const field = single(query, 'filter[field]', complaints);
	const value = single(query, 'filter[value]', complaints);
	if (field !== undefined && field !== 'sender' && field !== 'taskname')
		complaints.add('filter.field', 'The field must be sender or taskname.');
	if (field === undefined && value !== undefined)
		complaints.add('filter.field', 'A value needs a field.');
	const type = choice(query, 'filter[type]', ['sms', 'rcs'], 'sms', complaints);
	return {
		type: type === 'rcs' ? 'rcs' : 'sms',
		fromMs,
		toMs: Math.floor(toMs / 1000) * 1000 + 999,
		field,
		value,
	};
}

export interface MessageFilter {
	id: number | undefined;
	campaignId: number | undefined;
	reference: string | undefined;
	fromMs: number;
	toMs: number;
}

/** Judges the filters of the list of messages (extensions notes, section 1). */
export function judgeMessageFilter(
	query: Query,
	config: SandboxConfig,
	complaints: Complaints,
): MessageFilter {
	const id = (name: string): number | undefined => {
		const text = single(query, `filter[${name}]`, complaints);
		if (text !== undefined && !ID.test(text))
			complaints.add(`filter.${name}`, 'The id must be an integer.');
		return text === undefined ? undefined : Number(text);
	};
	const time = (name: string, fallback: number): number => {
		const text = single(query, `filter[${name}]`, complaints);
		const at = text === undefined ? fallback : parseTime(text, config);
		if (at === undefined)
			complaints.add(`filter.${name}`, 'The time must have the form yyyy-mm-dd hh:mm:ss.');
		return at ?? fallback;
	};
	return {
		id: id('id'),
		campaignId: id('campaign_id'),
		reference: single(query, 'filter[reference_id]', complaints),
		fromMs: time('from', -Infinity),
		toMs: time('to', Infinity),
	};
}

/** Judges the number of a page and how many records it has (extensions notes, section 7). */
export function judgeNumberedPage(
	query: Query,
	complaints: Complaints,
): { page: number; size: number } {
	const page = single(query, 'page', complaints) ?? '1';
	if (!ID.test(page) || Number(page) < 1) complaints.add('page', 'The page must be 1 or more.');
	const sizes = ['10', '20', '50', '100', '200', '500'];
	const size = choice(query, 'per_page', sizes, '20', complaints);
	return { page: Number(page), size: Number(size) };
}

/** Judges the whole days that a list is asked for, both of which it needs; returns when they begin and end. */
export function judgeDays(
	query: Query,
	[first, last]: readonly [string, string],
	zone: string,
	complaints: Complaints,
): { fromMs: number; toMs: number } {
	const day = (name: string): number => {
		const at = parseStamp(`${single(query, name, complaints) ?? ''} 00:00:00`, zone);
		if (at === undefined)
			complaints.add(name.replace(/[[\]]/g, '.'), 'The date must have the form yyyy-mm-dd.');
		return at ?? 0;
	};
	const [fromMs, toMs] = [day(first), day(last)];
	// A day on which clocks change is an hour longer or shorter.
	return { fromMs, toMs: DateTime.fromMillis(toMs, { zone }).plus({ days: 1 }).toMillis() - 1 };
}

/** A filter that is one of some values; undefined where it is absent. */
export function judgeOneOf<T extends string>(
	query: Query,
	name: string,
	values: readonly T[],
	complaints: Complaints,
): T | undefined {
	const value = single(query, name, complaints);
	const found = values.find((one) => one === value);
	if (value !== undefined && found === undefined)
		complaints.add(name.replace(/[[\]]/g, '.'), `It must be one of ${values.join(', ')}.`);
	return found;
}

export interface ApplicationFilter {
	status: string | undefined;
	id: number | undefined;
	country: string | undefined;
	sender: string | undefined;
	day: string | undefined;
}

/** Judges the filters of 4.13. */
export function judgeApplicationFilter(query: Query, complaints: Complaints): ApplicationFilter {
	const status = single(query, 'filter[status]', complaints);
	if (status !== undefined && !APPLICATION_STATUSES.some((known) => known === status))
		complaints.add('filter.status', 'The status is not known.');
	const id = single(query, 'filter[id]', complaints);
	if (id !== undefined && !ID.test(id)) complaints.add('filter.id', 'The id must be an integer.');
	const country = single(query, 'filter[country_code]', complaints);
	if (country !== undefined && !/^[A-Z]{2}$/.test(country))
		complaints.add('filter.country_code', 'The country code must be two capital letters.');
	const sender = single(query, 'filter[sender]', complaints);
	if (sender !== undefined && length(sender) > 15)
		complaints.add('filter.sender', 'The sender may not have more than 15 characters.');
	const day = single(query, 'filter[created_at]', complaints);
	if (day !== undefined && parseStamp(`${day} 00:00:00`, 'UTC') === undefined)
		complaints.add('filter.created_at', 'The date must have the form yyyy-mm-dd.');
	return { status, id: id === undefined ? undefined : Number(id), country, sender, day };
}
