import { stamp } from '../clock.mts';
import { bookChanged, contactsOf } from '../contactBook.mts';
import { failApi, failInWords, failValidation, ok } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgeAttached, judgeList } from '../judge/contact.mts';
import { ID } from '../judge/limits.mts';
import { judgePaging } from '../judge/listing.mts';
import { compareBy, judgeSearch } from '../judge/search.mts';
import type { Comparable, Condition } from '../judge/search.mts';
import { isObject } from '../judge/values.mts';
import type { Service } from '../service.mts';
import type { Group } from '../types.mts';
import { groupView, listView } from '../views.mts';
import { answerPage } from './page.mts';

/** A page of the contact lists; an extension (extensions notes, section 4). */
export const listGroups: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/groups',
	answer(call) {
		const { service } = call;
		const groups = [...service.store.groups.values()];
		return answerPage(call, (offset, limit) => ({
			data: groups.slice(offset, offset + limit).map((group) => ({
				...groupView(service, group),
				items: contactsOf(service, [group.id]).length,
				stop_list_count: 0,
			})),
			total: groups.length,
		}));
	},
};

const SORTS = ['id', 'items', 'name', 'description', 'created_at'];

/** What lists can be searched by; `phone` is that of a contact. */
const KINDS: Readonly<Record<string, Comparable>> = {
	id: 'order',
	items: 'order',
	created_at: 'order',
	name: 'text',
	description: 'text',
	phone: 'text',
};

/** What a list has under a name, as it is compared and sorted. */
function valueOf(service: Service, group: Group, name: string): string {
	if (name === 'items') return String(contactsOf(service, [group.id]).length);
	if (name === 'created_at') return stamp(group.createdMs, service.config.timeZone) ?? '';
	if (name === 'name' || name === 'description') return group[name];
	return String(group.id);
}

const fulfils = (service: Service, group: Group, { field, holds }: Condition): boolean =>
	field === 'phone'
		? contactsOf(service, [group.id]).some(({ phone }) => holds(phone))
		: holds(valueOf(service, group, field));

/** A page of the lists that fulfil all conditions; an extension (extensions notes, section 4). */
export const searchGroups: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/groups/search',
	answer({ service, query }) {
		const complaints = new Complaints();
		const paging = judgePaging(query, SORTS, service.config.dialect, complaints);
		const conditions = judgeSearch(
			query,
			(field) => (Object.hasOwn(KINDS, field) ? KINDS[field] : undefined),
			complaints,
		);
		if (complaints.any) return failValidation(service, complaints);
		const { sort, descending, offset, limit } = paging;
		const found = [...service.store.groups.values()]
			.filter((group) => conditions.every((condition) => fulfils(service, group, condition)))
			.sort(compareBy((group: Group) => valueOf(service, group, sort)));
		if (descending) found.reverse();
		return ok({
			data: found.slice(offset, offset + limit).map((group) => listView(service, group)),
			meta: { page: { total: found.length, offset, limit } },
		});
	},
};

/** The list that a path names, or its refusal; with a test key a made-up one. */
function groupIn({ service, caller, params }: AccountCall): Group | Answer {
	const id = ID.test(params.id ?? '') ? Number(params.id) : -1;
	if (caller.testKey)
		return { id, name: 'Test', description: '', default: false, createdMs: service.clock.ms() };
	return service.store.groups.get(id) ?? failApi(404, 'List not found');
}

/** Shows a list; an extension (extensions notes, section 4). */
export const getGroup: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/groups/:id',
	answer(call) {
		const found = groupIn(call);
		return 'status' in found ? found : ok({ data: listView(call.service, found) });
	},
};

/** Whether another list has the name. */
const isTaken = (service: Service, name: string, id?: number): boolean =>
	[...service.store.groups.values()].some((group) => group.name === name && group.id !== id);

/** Adds a list; an extension (extensions notes, section 4). */
export const createGroup: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/groups',
	answer({ service, caller, body }) {
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const given = judgeList(body, complaints);
		if (complaints.any) return failValidation(service, complaints);
		if (!caller.testKey && isTaken(service, given.name))
			return failInWords('The name has already been taken.');
		const group: Group = {
			id: caller.testKey ? 1 : service.store.nextId('group', 301),
			...given,
			createdMs: service.clock.ms(),
		};
		if (!caller.testKey) {
			service.store.groups.set(group.id, group);
			service.ledger.change('addList', group.id);
			bookChanged(service);
		}
		return { status: 201, body: { data: listView(service, group) } };
	},
};

/** Changes a list; an extension (extensions notes, section 4). What is not given becomes what a new list has. */
export const updateGroup: AccountRoute = {
	extension: true,
	method: 'PUT',
	path: '/api/groups/:id',
	answer(call) {
		const { service, caller, body } = call;
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const given = judgeList(body, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const found = groupIn(call);
		if ('status' in found) return failInWords('The list was not found.');
		if (!caller.testKey && isTaken(service, given.name, found.id))
			return failInWords('The name has already been taken.');
		Object.assign(found, given);
		if (!caller.testKey) {
			service.ledger.change('changeList', found.id);
			bookChanged(service);
		}
		return ok({ data: listView(service, found) });
	},
};

/** Deletes a list, whose contacts stay; an extension (extensions notes, section 4). */
export const deleteGroup: AccountRoute = {
	extension: true,
	method: 'DELETE',
	path: '/api/groups/:id',
	answer(call) {
		const { service, caller } = call;
		const found = groupIn(call);
		if ('status' in found) return found;
		if (!caller.testKey) {
			service.store.groups.delete(found.id);
			for (const contact of service.store.contacts.values())
				contact.groupIds = contact.groupIds.filter((id) => id !== found.id);
			service.ledger.change('deleteList', found.id);
			bookChanged(service);
		}
		return { status: 204, body: undefined };
	},
};

/** Answers a change of the lists that contacts are in. */
function answerMembers(call: AccountCall, kind: 'attach' | 'detach'): Answer {
	const { service, caller, body } = call;
	const { store } = service;
	if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
	const complaints = new Complaints();
	const { contacts, groups } = judgeAttached(
		body,
		{
			contact: (id) => caller.testKey || store.contacts.has(id),
			group: (id) => caller.testKey || store.groups.has(id),
		},
		complaints,
	);
	if (complaints.any) return failValidation(service, complaints);
	if (caller.testKey) return ok({});
	for (const id of contacts) {
		const contact = store.contacts.get(id);
		if (!contact) continue;
		for (const group of groups) {
			const isIn = contact.groupIds.includes(group);
			if (isIn === (kind === 'attach')) continue;
			contact.groupIds =
				kind === 'attach'
					? [...contact.groupIds, group]
					: contact.groupIds.filter((other) => other !== group);
			service.ledger.change(kind, `${id} ${group}`);
		}
	}
	bookChanged(service);
	return ok({});
}

/** Adds contacts to lists; an extension (extensions notes, section 4). */
export const attachContacts: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/groups/attach',
	answer: (call) => answerMembers(call, 'attach'),
};

/** Takes contacts out of lists; an extension (extensions notes, section 4). */
export const detachContacts: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/groups/detach',
	answer: (call) => answerMembers(call, 'detach'),
};
