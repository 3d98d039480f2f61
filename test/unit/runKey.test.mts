import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import { deriveRunKey } from '../../nodes/MessagingService/dispatch/runKey.ts';
import { fakeFunctions } from './fakeFunctions.mts';
import type { FakeOptions } from './fakeFunctions.mts';

const keyOf = (options: FakeOptions): string =>
	deriveRunKey(fromExecute(fakeFunctions(options).functions));

describe('the key of a run in an n8n that draws a token for each execution', () => {
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

describe('the key of a run where n8n draws no token', () => {
	const first: FakeOptions = { executionId: '7', token: null };

	it('is that of the execution', () => {
		expect(keyOf({ ...first, establishedAt: 2 })).toBe(keyOf(first));
		expect(keyOf({ ...first, executionId: '8' })).not.toBe(keyOf(first));
		expect(keyOf({ ...first, runIndex: 1 })).not.toBe(keyOf(first));
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
