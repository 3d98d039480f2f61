import { failApi, ok } from '../http/answers.mts';
import type { OpenRoute } from '../http/route.mts';
import { readPhone, own } from '../judge/values.mts';
import { addClick, newLink } from '../shortLinks.mts';
import type { Service } from '../service.mts';
import type { ShortLink } from '../types.mts';
import { describeClick } from './describe.mts';
import { bodyOf, queryNumber } from './values.mts';

// Who opens short links.

/** The most clicks in an answer. */
const MAX_RECORDS = 10_000;

export const listClicks: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/clicks',
	answer(call) {
		const { clicks } = call.service.store;
		const limit = Math.min(queryNumber(call, 'limit', 200), MAX_RECORDS);
		return ok({
			total: clicks.length,
			data: clicks.slice(-limit).map(describeClick).reverse(),
		});
	},
};

/** The link of a campaign, made if it has none; without a campaign the first link that is there. */
function linkOf(service: Service, campaignId: number | undefined): ShortLink | undefined {
	const { links, domains } = service.store;
	const found = [...links.values()].find(
		(link) => campaignId === undefined || link.campaignId === campaignId,
	);
	const [domain] = domains.values();
	if (found || !domain) return found;
	const link = newLink(service, domain.name, 'https://shop.example.com/sale');
	links.set(link.id, Object.assign(link, { campaignId: campaignId ?? null }));
	return link;
}

/** Lets somebody, or a program, open a short link. */
export const addLinkClick: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/clicks',
	answer(call) {
		const { service } = call;
		const body = bodyOf(call);
		const phone = own(body, 'phone');
		const campaign = own(body, 'campaign');
		if (phone !== undefined && readPhone(phone) === undefined)
			return failApi(422, 'phone must be 9 to 15 digits');
		const link = linkOf(service, typeof campaign === 'number' ? campaign : undefined);
		if (!link) return failApi(422, 'there is no short link');
		const click = addClick(service, link.id, {
			phone: readPhone(phone) ?? null,
			isHuman: own(body, 'human') !== false,
		});
		return ok(describeClick(click));
	},
};
