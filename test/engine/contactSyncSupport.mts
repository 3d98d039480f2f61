import type { IDataObject } from 'n8n-workflow';
import { asked, stageOfTests } from './stage.mts';

/* What the tests of contacts and lists in step have in common. */

export const list = (value: string) => ({ __rl: true, mode: 'id', value });
export const automatic = { mappingMode: 'autoMapInputData', value: null };
export const phoneOf = (number: number) => String(380_501_234_567 + number);
export const people = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, at): IDataObject => ({ phone: phoneOf(at), ...more }));

/** How many rows have each status. */
export const counts = (rows: IDataObject[]) => {
	const sums: Record<string, number> = {};
	for (const { status } of rows) sums[String(status)] = (sums[String(status)] ?? 0) + 1;
	return sums;
};

/** A stage for each test, and the sandbox's Contact Book on it. */
export function bookStageOfTests() {
	const stage = stageOfTests();
	return {
		stage,
		contacts: () => [...stage.sandbox.store.contacts.values()],
		addPeople(count: number, groupIds: number[] = [], city = 'Kyiv') {
			for (let at = 0; at < count; at++)
				stage.sandbox.store.addContact({
					id: 10_000 + at,
					phone: phoneOf(at),
					fields: new Map([[388078, city]]),
					groupIds: [...groupIds],
					hlrStatus: 'active',
					hlrCheckMs: null,
					createdMs: 0,
				});
		},
		/** The requests that change something. */
		writes: () => asked(stage).filter((one) => !one.startsWith('GET')),
	};
}
