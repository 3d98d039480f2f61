import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import { deriveRunKey } from '../../nodes/MessagingService/dispatch/runKey.ts';
import { fakeFunctions } from './fakeFunctions.mts';
import type { FakeOptions } from './fakeFunctions.mts';

const keyOf = (options: FakeOptions): string =>
	deriveRunKey(fromExecute(fakeFunctions(options).functions));

describe('the key of a run in n8n 2.x, which draws a token for each execution', () => {
	const first: FakeOptions = { executionId: '7', token: 'a'.repeat(64) };

	it('is short, and the same however often and wherever the execution is run', () => {
		expect(keyOf(first)).toMatch(/^[0-9a-f]{32}$/);
		expect(keyOf(first)).toBe(keyOf(first));
		// A stalled job that another worker runs again, at another time.
		expect(keyOf({ ...first, establishedAt: 2 })).toBe(keyOf(first));
		// Retry in the list of executions, also of one that was cut off and whose node left nothing behind.
		expect(keyOf({ ...first, executionId: '8', mode: 'retry' })).toBe(keyOf(first));
	});

	it.each<[string, FakeOptions]>([
		['a new execution', { token: 'b'.repeat(64), executionId: '8' }],
		['a new database, which counts from 1 again', { token: 'b'.repeat(64) }],
		['the next round of a loop', { runIndex: 1 }],
		['another node of the workflow', { node: { name: 'Second' } }],
	])('is another one in %s', (_, other) => {
		expect(keyOf({ ...first, ...other })).not.toBe(keyOf(first));
	});

	it('does not tell the token', () => {
		expect(keyOf(first)).not.toContain('aaaa');
	});
});

describe('the key of a run in n8n 1.x, which draws no token', () => {
	const first: FakeOptions = { executionId: '7', token: null, started: { body: { order: 1 } } };

	it('is the same in a stalled job that another worker runs again, at another time', () => {
		expect(keyOf({ ...first, establishedAt: 2 })).toBe(keyOf(first));
	});

	it.each<[string, FakeOptions]>([
		['a new execution', { executionId: '8' }],
		['a new database, where something else has started it', { started: { body: { order: 2 } } }],
		['another n8n', { instanceId: 'other' }],
		['the next round of a loop', { runIndex: 1 }],
		['another node of the workflow', { node: { name: 'Second' } }],
	])('is another one in %s', (_, other) => {
		expect(keyOf({ ...first, ...other })).not.toBe(keyOf(first));
	});

	it('is another one where another file, or another output of the trigger, has started it', () => {
		const file = (more: object): FakeOptions => ({
			...first,
			startedBy: [[{ json: {}, binary: { data: { mimeType: 'text/plain', data: '', ...more } } }]],
		});
		const keys = [
			file({ data: 'b3JkZXIgMQ==' }),
			file({ data: 'b3JkZXIgMg==' }),
			file({ fileName: 'order 1' }),
			{ ...first, startedBy: [[], [{ json: { order: 1 } }]] },
			{ ...first, startedBy: [[], [{ json: { order: 2 } }]] },
			{ ...first, startedBy: [[{ json: { order: 1 } }], []] },
		].map(keyOf);
		expect(new Set(keys).size).toBe(keys.length);
		// n8n may move a file that it stores elsewhere.
		expect(keyOf(file({ id: 'filesystem-v2:temp/1', data: 'filesystem-v2' }))).toBe(
			keyOf(file({ id: 'filesystem-v2:executions/7/1', data: 'filesystem-v2' })),
		);
	});

	it('of a run by hand holds the moment: its trigger puts out nothing of its own', () => {
		const manual: FakeOptions = { ...first, mode: 'manual' };
		expect(keyOf(manual)).toBe(keyOf(manual));
		expect(keyOf({ ...manual, establishedAt: 2 })).not.toBe(keyOf(manual));
	});
});

describe('the key of a run', () => {
	it('is another one each time where there is no execution', () => {
		expect(keyOf({ executionId: '' })).not.toBe(keyOf({ executionId: '' }));
	});

	it('of a tool is the same for the same call only', () => {
		const [call, other] = [{}, {}];
		const { functions } = fakeFunctions();
		const ofCall = (toolCall: object): string =>
			deriveRunKey({ ...fromExecute(functions), toolCall } as Parameters<typeof deriveRunKey>[0]);
		expect(ofCall(call)).toBe(ofCall(call));
		expect(ofCall(call)).not.toBe(ofCall(other));
	});
});
