import type { IDataObject } from 'n8n-workflow';
import { stamp } from '../../sandbox/clock.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import type { RequestEntry } from '../../sandbox/types.mts';

/** What every cell finds in the sandbox. */
export interface Seeded {
	messageId: number;
	reference: string;
	taskId: number;
	campaignId: number;
	reportKey: string;
	paused: number;
	scheduled: number;
	/** An SMS campaign that has not begun. */
	planned: number;
}

/** Numbers of this matrix; none ends in the sandbox's special digits, and none is seeded. */
export const PHONES = ['380991112211', '380991112222'];
export const NEW_PHONE = '380671112299';
/** Is on the stop list. */
export const STOPPED_PHONE = '380671112298';
export const SEEDED_PHONE = '380991112233';

const post = async (
	sandbox: Sandbox,
	key: string,
	path: string,
	body: object,
): Promise<IDataObject> => {
	const reply = await fetch(sandbox.url + path, {
		method: 'POST',
		headers: { 'x-api-key': key, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return (await reply.json()) as IDataObject;
};

function rcsIn(sandbox: Sandbox, status: string): number {
	for (const { id, type, status: own } of sandbox.store.campaigns.values())
		if (type === 'rcs' && own === status) return id;
	throw new Error(`no RCS campaign is ${status}`);
}

/** Fills a fresh sandbox with one of each thing that can be read or changed; all sent messages are delivered. */
export async function seed(sandbox: Sandbox, key: string): Promise<Seeded> {
	const reference = 'seededReference1';
	const sms = await post(sandbox, key, '/rest/sms/create', {
		destination: 'phone',
		msisdn: SEEDED_PHONE,
		originator: 'Shop',
		body: 'Hello',
		reference,
	});
	const task = await post(sandbox, key, '/rest/sms/create', {
		destination: 'phones',
		phones: [{ msisdn: '380991112244' }],
		originator: 'Shop',
		body: 'Hello',
	});
	const campaign = await post(sandbox, key, '/api/campaigns/sms/send', {
		phones: [{ number: 380991112255 }],
		sender: 'Sandbox',
		text: 'Hello',
	});
	const planned = await post(sandbox, key, '/api/campaigns/sms/send', {
		phones: [{ number: 380991112266 }],
		sender: 'Sandbox',
		text: 'Later',
		start_at: stamp(sandbox.clock.now().getTime() + 86_400_000, sandbox.config.timeZone),
	});
	const now = sandbox.clock.now().getTime();
	const reportKey = '700000001';
	sandbox.store.reports.set(reportKey, {
		key: reportKey,
		request: {},
		createdMs: now,
		readyMs: now,
		messageType: 'sms',
		source: { records: 3, types: ['sms'], bodyLength: 40 },
		shape: null,
		failed: false,
	});
	const seeded = {
		messageId: Number(sms.id),
		reference,
		taskId: Number(task.task_id),
		campaignId: Number((campaign.data as IDataObject).id),
		reportKey,
		paused: rcsIn(sandbox, 'paused'),
		scheduled: rcsIn(sandbox, 'scheduled'),
		planned: Number((planned.data as IDataObject).id),
	};
	sandbox.store.stopList.set(STOPPED_PHONE, {
		id: sandbox.store.nextId('stopListed', 7001),
		phone: STOPPED_PHONE,
		createdMs: now,
		channels: ['sms'],
	});
	sandbox.store.received.push({
		id: sandbox.store.nextId('received', 9001),
		phone: SEEDED_PHONE,
		sender: 'Shop',
		text: 'Yes',
		receivedMs: now,
	});
	sandbox.clock.advance(120_000);
	return seeded;
}

/**
 * How often the service took a change, by the requests that it handled: a state is set or not, and cannot show a second one. One
 * that a fault kept from the service, or that proved itself with nothing valid, carries no proof in the log.
 */
export const handled = (sandbox: Sandbox, method: string, path: RegExp): RequestEntry[] =>
	sandbox.requests.filter(
		(entry) => entry.method === method && path.test(entry.path) && entry.auth !== 'none',
	);
