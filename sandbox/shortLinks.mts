import { stamp } from './clock.mts';
import { written } from './dialect.mts';
import type { Service } from './service.mts';
import type { Click, ShortDomain, ShortLink } from './types.mts';

// Short links (extensions notes, section 7): how they are made and shown.

/** The ID of the nth domain, link or click: tests know it. */
export const linkUuid = (kind: 'd' | 'e' | 'c', nth: number): string =>
	`${kind}0000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;

/** A new link. */
export function newLink(service: Service, domain: string, address: string): ShortLink {
	const nth = service.store.nextId('link', 1);
	return {
		id: linkUuid('e', nth),
		status: 'active',
		name: null,
		slug: `Link${nth}`,
		domain,
		address,
		campaignId: null,
		messageId: null,
		createdMs: service.clock.ms(),
		deletedMs: null,
	};
}

/** A click on a link, kept as the last one. */
export function addClick(service: Service, linkId: string, fields: Partial<Click> = {}): Click {
	const click: Click = {
		id: linkUuid('c', service.store.nextId('click', 1)),
		linkId,
		phone: null,
		isHuman: true,
		isUnique: true,
		createdMs: service.clock.ms(),
		...fields,
	};
	service.store.clicks.push(click);
	return click;
}

const shortLinkOf = ({ domain, slug }: ShortLink): string => `http://${domain}/${slug}`;

/** A domain as the service shows it. */
export const domainView = (
	{ config }: Service,
	{ createdMs, isDefault, ...rest }: ShortDomain,
): Record<string, unknown> => ({
	...rest,
	is_default: isDefault,
	created_at: stamp(createdMs, config.timeZone),
});

/** A link as the service shows it. */
export function linkView({ config, store }: Service, link: ShortLink): Record<string, unknown> {
	const { dialect, timeZone } = config;
	const clicks = store.clicks.filter((click) => click.linkId === link.id);
	const count = (fits: (click: Click) => boolean) =>
		written.number(dialect, clicks.filter(fits).length);
	return {
		id: link.id,
		status: link.status,
		name: link.name,
		slug: link.slug,
		campaign_id: link.campaignId === null ? null : written.id(dialect, link.campaignId),
		message_id: link.messageId === null ? null : written.id(dialect, link.messageId),
		init_deleted_at: stamp(link.deletedMs, timeZone),
		created_at: stamp(link.createdMs, timeZone),
		short_link: shortLinkOf(link),
		original_link: link.address,
		can_restore: link.status === 'deleted',
		count_clicks: count(() => true),
		count_human_clicks: count(({ isHuman }) => isHuman),
		count_unique_clicks: count(({ isUnique }) => isUnique),
	};
}

/** A click as the service shows it. */
export function clickView({ config, store }: Service, click: Click): Record<string, unknown> {
	const { dialect, timeZone } = config;
	const link = store.links.get(click.linkId);
	return {
		id: click.id,
		browser_language: 'uk',
		country_code: 'UA',
		is_human: click.isHuman,
		is_unique: click.isUnique,
		http_status: written.number(dialect, 200),
		http_method: 'get',
		created_at: stamp(click.createdMs, timeZone),
		user_agent: 'Mozilla/5.0 (Linux; Android 15)',
		client_ip: '203.0.113.7',
		browser: 'Chrome',
		referrer_url: null,
		city: null,
		device_os: 'Android',
		short_link: link ? shortLinkOf(link) : null,
		original_link: link?.address ?? null,
		message_id: link?.messageId ? written.id(dialect, link.messageId) : null,
		phone_number: click.phone === null ? null : written.number(dialect, Number(click.phone)),
	};
}
