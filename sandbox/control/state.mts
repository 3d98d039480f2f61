import { resetService } from '../assemble.mts';
import { FAULT_KINDS } from '../faults.mts';
import { failApi, ok } from '../http/answers.mts';
import type { OpenRoute } from '../http/route.mts';
import { own } from '../judge/values.mts';
import { seedHistory } from '../seed.mts';
import { SETTINGS } from '../settings.mts';
import { applyConfig } from './config.mts';
import { describeFault, describeLedger } from './describe.mts';
import { bodyOf, queryNumber } from './values.mts';

// The sandbox as a whole: its figures, its settings, its clock, and its return to the beginning.

export const getStats: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/stats',
	answer: ({ service }) => ok(service.stats),
};

export const getRequests: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/requests',
	answer(call) {
		const { stats, requests } = call.service;
		const limit = queryNumber(call, 'limit', 200);
		return ok({ total: stats.requests, data: requests.slice(-limit).reverse() });
	},
};

export const getLedger: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/ledger',
	answer: ({ service }) => ok(describeLedger(service)),
};

export const getState: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/state',
	answer({ service }) {
		const { clock, store } = service;
		const statuses: Record<string, number> = {};
		for (const { status } of store.messages.values())
			statuses[status] = (statuses[status] ?? 0) + 1;
		return ok({
			now: clock.now().toISOString(),
			running: clock.running,
			speed: clock.rate,
			keys: [...service.keys.keys()],
			faultKinds: FAULT_KINDS,
			messages: store.messages.size,
			statuses,
			campaigns: store.campaigns.size,
			tasks: store.tasks.size,
			applications: store.applications.size,
			contacts: store.contacts.size,
			groups: store.groups.size,
			reports: store.reports.size,
			references: store.references.size,
			senders: [...store.senders],
			pending: service.lifecycle.queue.size,
			faults: service.faults.list().map(describeFault),
		});
	},
};

export const getConfig: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/config',
	answer: ({ service }) => ok({ ...service.config, settings: SETTINGS }),
};

export const changeConfig: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/config',
	answer(call) {
		const { config, events } = call.service;
		const wrong = applyConfig(config, bodyOf(call));
		if (wrong !== undefined) return failApi(422, wrong);
		events.emit('config', () => config);
		return ok(config);
	},
};

export const advanceClock: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/clock',
	answer(call) {
		const { clock, events } = call.service;
		const advanceMs = Number(own(bodyOf(call), 'advanceMs'));
		if (!Number.isFinite(advanceMs) || advanceMs < 0)
			return failApi(422, 'advanceMs must be 0 or more');
		clock.advance(advanceMs);
		const time = { now: clock.now().toISOString() };
		events.emit('clock', () => time);
		return ok(time);
	},
};

export const revokeTokens: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/tokens/revoke',
	answer({ service }) {
		service.tokens.revokeAll();
		return ok({});
	},
};

export const reset: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/reset',
	answer({ service }) {
		resetService(service);
		return ok({});
	},
};

export const fillHistory: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/history',
	answer(call) {
		const body = bodyOf(call);
		const made = seedHistory(call.service, {
			...body,
			campaigns: Number(own(body, 'campaigns') ?? 100),
		});
		return ok({ campaigns: made.length });
	},
};
