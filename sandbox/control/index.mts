import sse from '@fastify/sse';
import type { FastifyInstance } from 'fastify';
import { addRoute } from '../http/route.mts';
import type { Service } from '../service.mts';
import { registerEvents } from './events.mts';
import * as clicks from './clicks.mts';
import * as faults from './faults.mts';
import { guard } from './guard.mts';
import * as keys from './keys.mts';
import * as phones from './phones.mts';
import * as records from './records.mts';
import * as reports from './reports.mts';
import * as state from './state.mts';

const ROUTES = [clicks, faults, keys, phones, records, reports, state].flatMap((group) =>
	Object.values(group),
);

/** Adds the control interface under /_sandbox: reading, acting and watching, for tests, the demo and the page. */
export async function registerControl(app: FastifyInstance, service: Service): Promise<void> {
	await app.register(sse);
	app.addHook('preHandler', guard);
	app.addHook('preHandler', async (request) => {
		// What is due by now happens before something is changed by hand.
		if (request.method === 'POST') service.lifecycle.catchUp();
	});
	for (const route of ROUTES) addRoute(app, service, route);
	registerEvents(app, service);
}
