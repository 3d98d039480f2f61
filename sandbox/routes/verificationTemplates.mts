import { failApi, failValidation, ok, okRecord } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { MAX_WAITING_TEMPLATES } from '../judge/limits.mts';
import { judgeOneOf, judgePaging } from '../judge/listing.mts';
import { judgeTemplate } from '../judge/verification.mts';
import { isObject } from '../judge/values.mts';
import { TEMPLATE_STATUSES } from '../types.mts';
import type { CodeTemplate } from '../types.mts';
import { templateView } from '../verifications.mts';

// The templates of one-time passwords, an extension (extensions notes, sections 8 and 13).

/** Refuses in words alone. */
const fail = (status: 404 | 422, words: string): Answer => ({
	status,
	body: { message: 'The given data was invalid.', errors: [words] },
});

/** Lists templates. */
export const listTemplates: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/2fa/authentications/templates',
	answer({ service, query }) {
		const complaints = new Complaints();
		const { dialect } = service.config;
		// Its preset order is that of template_id.
		const sorts = ['id', 'template_id', 'status', 'name', 'updated_at'];
		const { sort, descending, offset, limit } = judgePaging(query, sorts, dialect, complaints);
		const status = judgeOneOf(query, 'filter[status]', TEMPLATE_STATUSES, complaints);
		if (query.sort === 'id') complaints.add('sort', 'The parameter must be template_id.');
		if (complaints.any) return failValidation(service, complaints);
		const found = [...service.store.codeTemplates.values()]
			.filter((one) => status === undefined || one.status === status)
			.map((one) => templateView(service, one));
		if (sort !== 'id' && sort !== 'template_id')
			found.sort((one, other) => (String(one[sort]) < String(other[sort]) ? -1 : 1));
		if (descending) found.reverse();
		return ok({ data: { list: found.slice(offset, offset + limit), total: found.length } });
	},
};

/** Adds a template, which waits for approval. */
export const createTemplate: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/2fa/authentications/templates',
	answer({ service, caller, body }) {
		const { store, ledger } = service;
		if (caller.mode !== 'live')
			return fail(422, 'This action is not available for the account of your type');
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const given = judgeTemplate(body, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const others = [...store.codeTemplates.values()].filter(({ status }) => status !== 'deleted');
		if (!caller.testKey && others.some(({ name }) => name === given.name))
			return fail(422, 'User has a template with the identical name!');
		const waiting = others.filter(({ status }) => status === 'requested');
		if (!caller.testKey && waiting.length >= MAX_WAITING_TEMPLATES)
			return fail(422, 'The number of requests to create a template is limited to 10.');
		const template: CodeTemplate = {
			id: caller.testKey ? 1 : store.nextId('codeTemplate', 501),
			...given,
			status: 'requested',
			updatedMs: service.clock.ms(),
		};
		if (!caller.testKey) {
			store.codeTemplates.set(template.id, template);
			ledger.change('addTemplate', template.id);
		}
		return okRecord(service, templateView(service, template));
	},
};

/** The template that a path names, if there is one. */
const named = ({ service, params }: AccountCall): CodeTemplate | undefined =>
	service.store.codeTemplates.get(/^\d{1,9}$/.test(params.id ?? '') ? Number(params.id) : -1);

/** Shows a template. */
export const getTemplate: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/2fa/authentications/templates/:id',
	answer(call) {
		const found = named(call);
		return found
			? okRecord(call.service, templateView(call.service, found))
			: { status: 404, body: { message: 'Model not found' } };
	},
};

/** Deletes a template. */
export const deleteTemplate: AccountRoute = {
	extension: true,
	method: 'DELETE',
	path: '/api/2fa/authentications/templates/:id',
	answer(call) {
		const { service, caller } = call;
		const found = named(call);
		if (!caller.testKey) {
			if (!found) return fail(404, 'Template not found');
			service.store.codeTemplates.delete(found.id);
			service.ledger.change('deleteTemplate', found.id);
		}
		return okRecord(service, { status: 'Successfully removed' });
	},
};
