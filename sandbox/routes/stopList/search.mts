import { failUnsupported, failValidation, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { Complaints } from '../../judge/complaints.mts';
import { judgePaging } from '../../judge/listing.mts';
import type { StopListed } from '../../types.mts';
import { stopListedView } from '../../views.mts';

type Compare = (one: string, other: string) => boolean;

const inOrder = (one: string, other: string): number =>
	/^\d+$/.test(one) && /^\d+$/.test(other) ? Number(one) - Number(other) : one < other ? -1 : 1;

const OPERATORS: Readonly<Record<string, Compare>> = {
	like: (one, other) => one.includes(other),
	'=': (one, other) => one === other,
	'>=': (one, other) => one === other || inOrder(one, other) > 0,
	'<=': (one, other) => one === other || inOrder(one, other) < 0,
	'>': (one, other) => one !== other && inOrder(one, other) > 0,
	'<': (one, other) => one !== other && inOrder(one, other) < 0,
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
		const field = String(query['search[field]'] ?? '');
		const compare = OPERATORS[String(query['search[operator]'] ?? '')];
		const value = query['search[value]'];
		if (!FIELDS.includes(field)) complaints.add('search.field', 'The field cannot be searched.');
		if (!compare) complaints.add('search.operator', 'The operator is not known.');
		if (typeof value !== 'string') complaints.add('search.value', 'The value is missing.');
		if (complaints.any || !compare || typeof value !== 'string')
			return failValidation(service, complaints);
		const group = Number(query.contact_group_id ?? 0);
		const inGroup = ({ phone }: StopListed): boolean => {
			const contact = service.store.contacts.get(service.store.contactIdByPhone.get(phone) ?? -1);
			return group === 0 || (contact?.groupIds.includes(group) ?? false);
		};
		const found = [...service.store.stopList.values()]
			.filter((listed) => {
				if (!inGroup(listed)) return false;
				if (field === 'type') return listed.channels.some((channel) => compare(channel, value));
				return compare(String(stopListedView(service, listed)[field]), value);
			})
			.sort((one, other) =>
				sort === 'phone' ? inOrder(one.phone, other.phone) : one.id - other.id,
			);
		if (descending) found.reverse();
		return ok({
			data: found.slice(offset, offset + limit).map((one) => stopListedView(service, one)),
			meta: { page: { total: found.length, limit, offset }, search: { field, value } },
		});
	},
};
