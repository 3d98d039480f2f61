import { lost, NOT_THERE } from './fakeFunctions.mts';
import type { FakeOptions } from './fakeFunctions.mts';
import { route } from './fakeOperations.mts';
import type { Ran } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('Bulk Task: Get', () => {
	const get = async (answer: FakeOptions['answer'], more: object = {}): Promise<Ran> =>
		await route('bulkTask.get', { taskId: '4', ...more }, answer);

	it('knows both paths, and what is no task', async () => {
		expect((await get(() => ({ body: { task_id: 4, sent: 2 } }))).json).toMatchObject([
			{ task_id: 4, sent: 2 },
		]);
		expect(
			(await get(({ path }) => (path.includes('/task/') ? { body: { sent: 1 } } : NOT_THERE))).json,
		).toMatchObject([{ task_id: 4, sent: 1 }]);
		expect((await get(() => NOT_THERE)).error?.message).toMatch(/\(code 30\) \[item 0\]$/);
		expect((await get(() => ({ status: 403, body: {} }))).error?.message).toBe(
			'The account may not do this (HTTP 403) [item 0]',
		);
		expect((await get(() => lost(), { options: { retryFor: 0 } })).error?.message).toBe(
			'The connection to the service was lost [item 0]',
		);
	});
});
