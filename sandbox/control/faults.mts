import type { FaultRule } from '../faults.mts';
import { failApi, ok } from '../http/answers.mts';
import type { OpenRoute } from '../http/route.mts';
import { describeFault } from './describe.mts';
import { bodyOf } from './values.mts';

// Faults between a client and the service are switched on and off here.

/** A rule as it comes in JSON, which has no patterns: `pathPattern` is the source of one. */
function readRule(body: Record<string, unknown>): FaultRule {
	const { pathPattern, ...rest } = body;
	const rule = rest as unknown as FaultRule;
	return typeof pathPattern === 'string' ? { ...rule, path: new RegExp(pathPattern) } : rule;
}

export const listFaults: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/faults',
	answer: ({ service }) => ok({ data: service.faults.list().map(describeFault) }),
};

export const addFault: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/faults',
	answer(call) {
		const { faults, events } = call.service;
		try {
			const id = faults.add(readRule(bodyOf(call)));
			events.emit('fault', () => ({ added: id }));
			return ok({ id });
		} catch (error) {
			return failApi(422, error instanceof Error ? error.message : 'wrong fault');
		}
	},
};

export const clearFaults: OpenRoute = {
	open: true,
	method: 'DELETE',
	path: '/_sandbox/faults',
	answer({ service }) {
		service.faults.clear();
		service.events.emit('fault', () => ({ removed: 'all' }));
		return ok({ data: [] });
	},
};

export const removeFault: OpenRoute = {
	open: true,
	method: 'DELETE',
	path: '/_sandbox/faults/:id',
	answer({ service, params }) {
		const id = Number(params.id);
		if (!service.faults.remove(id)) return failApi(404, 'no such fault');
		service.events.emit('fault', () => ({ removed: id }));
		return ok({ data: service.faults.list().map(describeFault) });
	},
};
