import { failApi, failValidation, ok, okRecord } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { UUID } from '../judge/limits.mts';
import { judgeDays, judgeNumberedPage, single } from '../judge/listing.mts';
import { judgeLink } from '../judge/shortLink.mts';
import { isObject } from '../judge/values.mts';
import { clickView, domainView, linkView, newLink } from '../shortLinks.mts';
import type { ShortLink } from '../types.mts';
import { DUPLICATE, isDuplicate, remember } from './orders.mts';

// Short links and their clicks, an extension (extensions notes, section 7).

const NOT_FOUND: Answer = { status: 422, body: { message: 'Short link not found' } };

/** A numbered page of what was made in some days. The order says nothing. */
function answerPage<T extends { createdMs: number }>(
	{ service, query }: AccountCall,
	records: Iterable<T>,
	view: (record: T) => unknown,
	passes: (record: T) => boolean = () => true,
): Answer {
	const complaints = new Complaints();
	const { fromMs, toMs } = judgeDays(query, ['from', 'to'], service.config.timeZone, complaints);
	const { page, size } = judgeNumberedPage(query, complaints);
	if (complaints.any) return failValidation(service, complaints);
	const found = [...records].filter(
		(record) => record.createdMs >= fromMs && record.createdMs <= toMs && passes(record),
	);
	const data = found.slice((page - 1) * size, page * size).map(view);
	return ok({ data, total: found.length });
}

/** The domains of the account. */
export const listDomains: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/short-url/domains',
	answer: (call) =>
		answerPage(call, call.service.store.domains.values(), (one) => domainView(call.service, one)),
};

/** The short links of some days. */
export const listLinks: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/short-url/links',
	answer: (call) =>
		answerPage(call, call.service.store.links.values(), (one) => linkView(call.service, one)),
};

/** The clicks of some days, perhaps of one campaign. */
export const listClicks: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/short-url/clicks',
	answer(call) {
		const { service, query } = call;
		const campaign = single(query, 'campaign', new Complaints());
		const { clicks, links } = service.store;
		return answerPage(
			call,
			clicks,
			(click) => clickView(service, click),
			({ linkId }) =>
				campaign === undefined || String(links.get(linkId)?.campaignId ?? '') === campaign,
		);
	},
};

/** Makes a short link. */
export const createLink: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/short-url/links',
	answer(call) {
		const { service, caller, body } = call;
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		if (isDuplicate(call)) return DUPLICATE;
		const complaints = new Complaints();
		const { address = '', domainId = '' } = judgeLink(body, true, complaints);
		const domain = service.store.domains.get(domainId);
		if (!complaints.any && domain?.status !== 'active')
			complaints.add('domain_id', 'The domain is not active.');
		if (complaints.any) return failValidation(service, complaints);
		const link = newLink(service, domain?.name ?? '', address);
		if (!caller.testKey) {
			remember(call);
			service.store.links.set(link.id, link);
			service.ledger.change('addLink', link.id);
		}
		return okRecord(service, linkView(service, link), 201);
	},
};

/** The link that a path names; with a test key a made-up one. */
function named({ service, caller, params }: AccountCall): ShortLink | undefined {
	const { id = '' } = params;
	if (!UUID.test(id)) return undefined;
	if (caller.testKey) return { ...newLink(service, 'example.test', 'https://example.com'), id };
	return service.store.links.get(id);
}

/** Changes a short link: what is not named stays. */
export const updateLink: AccountRoute = {
	extension: true,
	method: 'PUT',
	path: '/api/short-url/links/:id',
	answer(call) {
		const { service, caller, body } = call;
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const given = judgeLink(body, false, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const link = named(call);
		if (!link) return NOT_FOUND;
		const isTaken = [...service.store.links.values()].some(
			({ id, slug, domain }) => id !== link.id && slug === given.slug && domain === link.domain,
		);
		if (isTaken) return { status: 422, body: { message: 'The short link already exists' } };
		Object.assign(link, given);
		if (!caller.testKey) service.ledger.change('changeLink', link.id);
		return okRecord(service, linkView(service, link));
	},
};

/** Deletes a short link that is active; one that is deleted or blocked is removed for ever. */
export const deleteLink: AccountRoute = {
	extension: true,
	method: 'DELETE',
	path: '/api/short-url/links/:id',
	answer(call) {
		const { service, caller } = call;
		const link = named(call);
		if (!link) return NOT_FOUND;
		if (!caller.testKey && link.status === 'active') {
			Object.assign(link, { status: 'deleted', deletedMs: service.clock.ms() });
			service.ledger.change('deleteLink', link.id);
		} else if (!caller.testKey) {
			service.store.links.delete(link.id);
			service.ledger.change('removeLink', link.id);
		}
		return { status: 204, body: undefined };
	},
};
