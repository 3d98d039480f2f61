import { receive } from '../../sandbox/phones.mts';
import type { Sandbox } from '../../sandbox/server.mts';

// What a world's account holds beside campaigns and messages.

/** The key of the report that can be downloaded, and its records. */
export const REPORT_KEY = '700000001';
export const REPORT_RECORDS = 3;
/** Phones that are on the stop list at first: as many as there may be steps that take one off. */
const STOPPED = 8;

/** Puts a report and phones on the stop list into the account; all of this without a request. */
export function seedOthers({ store, clock }: Sandbox): void {
	const now = clock.now().getTime();
	store.reports.set(REPORT_KEY, {
		key: REPORT_KEY,
		request: {},
		createdMs: now,
		readyMs: now,
		messageType: 'sms',
		source: { records: REPORT_RECORDS, types: ['sms'], bodyLength: 20 },
		shape: null,
		failed: false,
	});
	for (let index = 0; index < STOPPED; index++) {
		const phone = `38067111320${index}`;
		store.stopList.set(phone, {
			id: store.nextId('stopListed', 7001),
			phone,
			createdMs: now,
			channels: ['sms'],
		});
	}
}

/** Lets so many phones reply before the world begins. */
export function seedReplies({ service, clock }: Sandbox, replies: number): void {
	for (let index = 0; index < replies; index++)
		receive(service, {
			phone: `38099800010${index}`,
			sender: 'Shop',
			text: 'Yes',
			receivedMs: clock.now().getTime() - 60_000 * index,
		});
}

/** Sends a bulk message, before the service is changed into that of the world. @returns the task that the service made of it */
export async function seedTask(sandbox: Sandbox, key: string): Promise<number> {
	const { text } = await sandbox.inject({
		method: 'POST',
		path: '/rest/sms/create',
		headers: { 'x-api-key': key },
		body: {
			destination: 'phones',
			phones: [0, 1, 2].map((index) => ({ msisdn: `38099700010${index}` })),
			originator: 'Shop',
			body: 'An older message',
		},
	});
	return Number((JSON.parse(text) as { task_id: number }).task_id);
}

/** How a task stands: it has no status of its own, and the trigger makes one of its counters. */
export function taskStatus({ store }: Sandbox, id: number): string {
	const statuses = (store.tasks.get(id)?.messageIds ?? []).map(
		(message) => store.messages.get(message)?.status ?? 'new',
	);
	if (statuses.every((status) => status === 'new')) return 'new';
	return statuses.some((status) => status === 'new' || status === 'sent') ? 'sending' : 'finished';
}
