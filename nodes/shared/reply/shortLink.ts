import type { IDataObject } from 'n8n-workflow';
import type { ToRow } from './rows';
import {
	flagOf,
	idOf,
	numberOf,
	readAll,
	statusOf,
	textOf,
	timeOf,
	unwrap,
	type Readers,
} from './values';

const LINK: Readers = {
	id: textOf,
	status: statusOf,
	name: textOf,
	slug: textOf,
	short_link: textOf,
	original_link: textOf,
	count_clicks: numberOf,
	count_human_clicks: numberOf,
	count_unique_clicks: numberOf,
	campaign_id: idOf,
	message_id: idOf,
	created_at: timeOf,
};

/** Reads a short link (extensions notes, section 7). `zone` is the service's. */
export const normaliseLink = (body: unknown, zone: string): IDataObject =>
	readAll(unwrap(body), zone, LINK);

/** The row of a short link. */
export const linkRow: ToRow = (link) => ({
	link_id: link.id,
	short_link: link.short_link,
	status: link.status,
	original_link: link.original_link,
	clicks: link.count_clicks,
	human_clicks: link.count_human_clicks,
	unique_clicks: link.count_unique_clicks,
	name: link.name,
	slug: link.slug,
	campaign_id: link.campaign_id,
	message_id: link.message_id,
	created_at: link.created_at,
});

const DOMAIN: Readers = { id: textOf, name: textOf, status: statusOf, is_default: flagOf };

/** Reads a domain of which short links are made. */
export const normaliseDomain = (record: IDataObject): IDataObject => readAll(record, 'UTC', DOMAIN);

const CLICK: Readers = {
	id: textOf,
	is_human: flagOf,
	is_unique: flagOf,
	created_at: timeOf,
	phone_number: textOf,
	message_id: idOf,
	short_link: textOf,
	original_link: textOf,
	country_code: textOf,
	city: textOf,
	device_os: textOf,
	browser: textOf,
	browser_language: textOf,
	referrer_url: textOf,
	client_ip: textOf,
	user_agent: textOf,
};

/** Reads a click on a short link. */
export const normaliseClick = (body: unknown, zone: string): IDataObject =>
	readAll(unwrap(body), zone, CLICK);

/** The row of a click. */
export const clickRow: ToRow = ({ id, created_at, phone_number, ...click }) => ({
	click_id: id,
	clicked_at: created_at,
	phone: phone_number,
	...click,
});
