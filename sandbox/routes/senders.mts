import type { FastifyInstance } from 'fastify';
import { callerOf } from '../auth.mts';
import { stamp } from '../clock.mts';
import { judgeApplication } from '../judge/application.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgeApplicationFilter, judgePaging, type Query } from '../judge/listing.mts';
import { isObject } from '../judge/values.mts';
import { failApi, failValidation } from '../replies.mts';
import type { Service } from '../service.mts';
import { TestData } from '../testdata.mts';
import type { Application } from '../types.mts';
import { applicationView, createdApplicationView } from '../views.mts';

const SORTS = ['id', 'sender', 'status', 'country_code', 'created at', 'created_at'] as const;

function sortValue(application: Application, sort: string): string | number {
	if (sort === 'sender' || sort === 'status' || sort === 'country_code') return application[sort];
	return sort === 'id' ? application.id : application.createdMs;
}

/** Sender registration: list (4.13) and register (4.14). */
export function registerSenders(app: FastifyInstance, service: Service): void {
	app.get('/api/senders/requests/sms', async (request, reply) => {
		const complaints = new Complaints();
		const query = request.query as Query;
		const paging = judgePaging(query, SORTS, complaints);
		const filter = judgeApplicationFilter(query, complaints);
		if (complaints.any) return failValidation(service, reply, complaints);
		const data = callerOf(request).testKey ? new TestData(service, request.url) : null;
		const all = data
			? Array.from({ length: data.random.integer(1, 5) }, () => data.application({}))
			: [...service.store.applications.values()];
		const found = all.filter(
			(application) =>
				(filter.status === undefined || application.status === filter.status) &&
				(filter.id === undefined || application.id === filter.id) &&
				(filter.country === undefined || application.country_code === filter.country) &&
				(filter.sender === undefined ||
					application.sender.toLowerCase() === filter.sender.toLowerCase()) &&
				(filter.day === undefined ||
					stamp(application.createdMs, service.config.timeZone).startsWith(filter.day)),
		);
		found.sort((a, b) => {
			const left = sortValue(a, paging.sort);
			const right = sortValue(b, paging.sort);
			return left < right ? -1 : left > right ? 1 : a.id - b.id;
		});
		if (paging.descending) found.reverse();
		const page = found
			.slice(paging.offset, paging.offset + paging.limit)
			.map((application) => applicationView(service, application));
		return reply.send({
			data: page,
			meta: { page: { total: found.length, offset: paging.offset, limit: paging.limit } },
		});
	});

	app.post('/api/senders/requests/legal', async (request, reply) => {
		const caller = callerOf(request);
		if (caller.mode !== 'live')
			return failApi(
				reply,
				403,
				`Sender registration is not available in ${caller.mode.toUpperCase()} mode`,
			);
		if (!isObject(request.body))
			return failApi(reply, 400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const fields = judgeApplication(request.body, complaints);
		if (complaints.any) return failValidation(service, reply, complaints);
		const application: Application = {
			id: caller.testKey
				? new TestData(service, request.rawText).id()
				: service.store.nextId('application', 101),
			...fields,
			status: 'new',
			createdMs: service.clock.ms(),
			registeredMs: null,
			changedMs: null,
			type: 'sms',
			name: null,
			rejection_reason: null,
		};
		if (!caller.testKey) {
			service.store.applications.set(application.id, application);
			service.lifecycle.startApplication(application);
		}
		return reply.code(201).send({ data: createdApplicationView(service, application) });
	});
}
