import { stamp } from '../clock.mts';
import { failApi, failUnsupported, failValidation, ok } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import { judgeApplication, judgeNatural } from '../judge/application.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgeApplicationFilter, judgePaging } from '../judge/listing.mts';
import type { ApplicationFilter } from '../judge/listing.mts';
import { isObject } from '../judge/values.mts';
import { TestData } from '../testData.mts';
import type { Application } from '../types.mts';
import { applicationView, createdApplicationView } from '../views.mts';

/** What applications can be sorted by: 4.13 calls the creation time `created at`, and the field itself is `created_at`. */
const SORTS = ['id', 'sender', 'status', 'country_code', 'created at', 'created_at'] as const;

/** What an application is sorted by. */
function sortValue(application: Application, sort: string): string | number {
	if (sort === 'sender' || sort === 'status' || sort === 'country_code') return application[sort];
	return sort === 'id' ? application.id : application.createdMs;
}

/** Whether an application passes the filters of 4.13: each is equal, the sender in any case. */
function passes(application: Application, filter: ApplicationFilter, timeZone: string): boolean {
	const { status, id, country, sender, day } = filter;
	return (
		(status === undefined || application.status === status) &&
		(id === undefined || application.id === id) &&
		(country === undefined || application.country_code === country) &&
		(sender === undefined || application.sender.toLowerCase() === sender.toLowerCase()) &&
		(day === undefined || stamp(application.createdMs, timeZone).startsWith(day))
	);
}

function applicationsOf({ service, caller, url }: AccountCall): Application[] {
	if (!caller.testKey) return [...service.store.applications.values()];
	const data = new TestData(service, url);
	return Array.from({ length: data.random.integer(1, 5) }, () => data.application({}));
}

/** A page of the applications to register a sender (specification 4.13). */
export const listSenders: AccountRoute = {
	method: 'GET',
	path: '/api/senders/requests/sms',
	answer(call) {
		const { service, query } = call;
		const complaints = new Complaints();
		const { sort, descending, offset, limit } = judgePaging(
			query,
			SORTS,
			service.config.dialect,
			complaints,
			true,
		);
		const filter = judgeApplicationFilter(query, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const found = applicationsOf(call).filter((application) =>
			passes(application, filter, service.config.timeZone),
		);
		found.sort((one, other) => {
			const left = sortValue(one, sort);
			const right = sortValue(other, sort);
			return left < right ? -1 : left > right ? 1 : one.id - other.id;
		});
		if (descending) found.reverse();
		return ok({
			data: found
				.slice(offset, offset + limit)
				.map((application) => applicationView(service, application)),
			meta: { page: { total: found.length, offset, limit } },
		});
	},
};

/**
 * The senders of the account, an extension (extensions notes, section 9). A service that takes any sender has no such list.
 */
export const listOwnSenders: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/senders',
	answer({ service, query, url }) {
		if (service.config.senders === 'any') return failUnsupported(service, url);
		const complaints = new Complaints();
		const { type } = query;
		if (type !== 'sms' && type !== 'viber')
			complaints.add('type', 'The type must be sms or viber.');
		if (complaints.any) return failValidation(service, complaints);
		const names = type === 'sms' ? [...service.store.senders] : [];
		const data = names.map((sender, index) => ({
			id: index + 1,
			status: 'active',
			country: null,
			sender,
			created_at: null,
			is_default: index === 0,
		}));
		return ok({ data, total: data.length });
	},
};

/** Takes an application, unless the account's mode or a complaint forbids it. */
function apply(
	{ service, caller, body, rawText }: AccountCall,
	judge: (
		body: Record<string, unknown>,
		complaints: Complaints,
	) => Pick<Application, 'country_code' | 'sender' | 'type' | 'code_of_company'> &
		Partial<Application>,
): Answer {
	if (caller.mode !== 'live') {
		const mode = caller.mode.toUpperCase();
		return failApi(403, `Sender registration is not available in ${mode} mode`);
	}
	if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
	const complaints = new Complaints();
	const fields = judge(body, complaints);
	if (complaints.any) return failValidation(service, complaints);
	const application: Application = {
		id: caller.testKey
			? new TestData(service, rawText).id()
			: service.store.nextId('application', 101),
		status: 'new',
		createdMs: service.clock.ms(),
		registeredMs: null,
		changedMs: null,
		name: null,
		legal_name: null,
		address: null,
		tax_number: '',
		site_url: null,
		informing_purpose: null,
		comment: null,
		description: null,
		rejection_reason: null,
		...fields,
	};
	if (!caller.testKey) {
		service.store.applications.set(application.id, application);
		service.ledger.change('register', application.id);
		service.lifecycle.startApplication(application);
	}
	return {
		status: 201,
		body: { data: createdApplicationView(service, application) },
	};
}

/** Applies for a sender of a legal entity (specification 4.14). */
export const registerSender: AccountRoute = {
	method: 'POST',
	path: '/api/senders/requests/legal',
	answer: (call) =>
		apply(call, (body, complaints) => ({
			type: 'sms',
			...judgeApplication(body, complaints),
		})),
};

/** Applies for a sender of a natural person; an extension (extensions notes, section 9). */
export const registerNaturalSender: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/senders/requests/natural',
	answer: (call) => apply(call, (body, complaints) => judgeNatural(body, complaints)),
};
