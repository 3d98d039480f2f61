import { failApi, failUnsupported, failValidation, ok } from '../http/answers.mts';
import type { AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { MAX_STOP_IDS, MAX_STOP_PHONES } from '../judge/limits.mts';
import { judgePaging } from '../judge/listing.mts';
import { compareBy, judgeSearch } from '../judge/search.mts';
import { judgeChannels, judgeIntegers } from '../judge/stopList.mts';
import { isObject } from '../judge/values.mts';
import { stopListing } from '../phones.mts';
import type { StopListed } from '../types.mts';
import { stopListedView } from '../views.mts';
import { answerPage } from './page.mts';

/** Puts phones on the stop list; an extension (extensions notes, section 3). */
export const addToStopList: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/stoplist/attach',
	answer({ service, caller, body }) {
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const channels = judgeChannels(body, complaints);
		const phones = judgeIntegers(body, 'phones', MAX_STOP_PHONES, complaints);
		if (complaints.any) return failValidation(service, complaints);
		if (caller.testKey) {
			const createdMs = service.clock.ms();
			return ok({
				data: phones.map((phone, index) =>
					stopListedView(service, { id: index + 1, phone, channels, createdMs }),
				),
			});
		}
		const listed = phones.map((phone) => {
			service.ledger.change('addStop', phone);
			return stopListing(service, phone, channels);
		});
		service.events.emit('stopList', () => ({}));
		return ok({ data: listed.map((one) => stopListedView(service, one)) });
	},
};

/** A page of the stop list; an extension (extensions notes, section 3). */
export const listStopList: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/stoplist',
	answer(call) {
		const { service, query } = call;
		const type = query.type ?? query.types;
		const found = [...service.store.stopList.values()].filter(
			({ channels }) => typeof type !== 'string' || channels.some((channel) => channel === type),
		);
		return answerPage(call, (offset, limit) => ({
			data: found.slice(offset, offset + limit).map((listed) => stopListedView(service, listed)),
			total: found.length,
		}));
	},
};

/** The fields that can be searched; of the channels it has, `type` names one. */
const FIELDS = ['id', 'phone', 'created_at', 'type'];

/** Searches the stop list; an extension (extensions notes, section 3). */
export const searchStopList: AccountRoute = {
	extension: true,
	method: 'GET',
	path: ['/api/stoplist/search', '/api/stoplists/search'],
	answer(call) {
		const { service, query, url } = call;
		const { dialect } = service.config;
		if (!url.startsWith(`/api/${dialect.stopListSearch}/`)) return failUnsupported(service, url);
		const complaints = new Complaints();
		const { sort, descending, offset, limit } = judgePaging(
			query,
			['id', 'phone'],
			dialect,
			complaints,
		);
		const kindOf = (field: string) => (FIELDS.includes(field) ? 'any' : undefined);
		const [condition] = judgeSearch(query, kindOf, complaints);
		if (!condition) complaints.add('search.field', 'The field is missing.');
		if (complaints.any || !condition) return failValidation(service, complaints);
		const { field, holds } = condition;
		const group = Number(query.contact_group_id ?? 0);
		const inGroup = ({ phone }: StopListed): boolean => {
			const contact = service.store.contacts.get(service.store.contactIdByPhone.get(phone) ?? -1);
			return group === 0 || (contact?.groupIds.includes(group) ?? false);
		};
		const found = [...service.store.stopList.values()]
			.filter((listed) => {
				if (!inGroup(listed)) return false;
				if (field === 'type') return listed.channels.some(holds);
				return holds(String(stopListedView(service, listed)[field]));
			})
			.sort(
				compareBy((listed: StopListed) => (sort === 'phone' ? listed.phone : String(listed.id))),
			);
		if (descending) found.reverse();
		return ok({
			data: found.slice(offset, offset + limit).map((one) => stopListedView(service, one)),
			meta: { page: { total: found.length, limit, offset }, search: { field } },
		});
	},
};

/** Takes phones off the stop list by the IDs of their entries; an extension (extensions notes, section 3). */
export const removeFromStopList: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/stoplist/detach',
	answer({ service, caller, body }) {
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const channels = judgeChannels(body, complaints);
		const ids = judgeIntegers(body, 'ids', MAX_STOP_IDS, complaints).map(Number);
		if (complaints.any) return failValidation(service, complaints);
		if (caller.testKey) return ok({});
		const { stopList } = service.store;
		for (const listed of [...stopList.values()].filter(({ id }) => ids.includes(id))) {
			listed.channels = listed.channels.filter((channel) => !channels.includes(channel));
			if (listed.channels.length === 0) stopList.delete(listed.phone);
			service.ledger.change('removeStop', listed.phone);
		}
		service.events.emit('stopList', () => ({}));
		return ok({});
	},
};
