import { memoryOf, runKey } from '../../nodes/MessagingService/dispatch/memory.ts';

const UNKNOWN = { state: 'unknown' } as const;
const fill = (run: string, count: number): void => {
	const memory = memoryOf(run);
	for (let index = 0; index < count; index++) memory.remember(String(index), UNKNOWN);
};
const sizes = (...runs: string[]): number[] => runs.map((run) => memoryOf(run).size);
const forget = (...runs: string[]): void => runs.forEach((run) => memoryOf(run).forgetAll());

describe('the memory of a run', () => {
	it('is what the next try of the same run recalls, and no other run', () => {
		const accepted = { state: 'accepted', reference: 'a1', result: { id: 1 } } as const;
		memoryOf('one').remember('0', accepted);
		memoryOf('one').remember('1', UNKNOWN);
		expect(memoryOf('one').recall('0')).toEqual(accepted);
		expect(memoryOf('one').recall('2')).toBeUndefined();
		expect(memoryOf('two').recall('0')).toBeUndefined();
		expect(sizes('one', 'two')).toEqual([2, 0]);
		forget('one');
		expect(memoryOf('one').recall('0')).toBeUndefined();
	});

	it('holds the latest of each entry, and forgets single ones', () => {
		const memory = memoryOf('one');
		memory.remember('0', UNKNOWN);
		memory.remember('0', { state: 'accepted' });
		expect([memory.size, memory.recall('0')?.state]).toEqual([1, 'accepted']);
		memory.forget('0');
		memory.forget('0');
		memoryOf('never').forget('0');
		expect([memory.size, memory.recall('0')]).toEqual([0, undefined]);
		forget('one');
	});

	it('is given up after a quarter of an hour, when another run remembers or ends', () => {
		jest.useFakeTimers();
		try {
			fill('old', 1);
			jest.advanceTimersByTime(900_000);
			fill('new', 1);
			expect(sizes('old')).toEqual([1]);
			jest.advanceTimersByTime(1);
			fill('new', 1);
			expect(sizes('old', 'new')).toEqual([0, 1]);
			jest.advanceTimersByTime(900_001);
			forget('other');
			expect(sizes('new')).toEqual([0]);
		} finally {
			jest.useRealTimers();
			forget('old', 'new');
		}
	});

	it('is kept while it changes', () => {
		jest.useFakeTimers();
		try {
			fill('long', 1);
			jest.advanceTimersByTime(600_000);
			memoryOf('long').remember('1', UNKNOWN);
			jest.advanceTimersByTime(600_000);
			fill('new', 1);
			expect(sizes('long', 'new')).toEqual([2, 1]);
		} finally {
			jest.useRealTimers();
			forget('long', 'new');
		}
	});

	it('holds 200,000 entries beside the run that changes, which is kept however large', () => {
		fill('first', 1);
		fill('second', 199_999);
		expect(sizes('first', 'second')).toEqual([1, 199_999]);
		fill('third', 200_001);
		expect(sizes('first', 'second', 'third')).toEqual([0, 0, 200_001]);
		// What was forgotten leaves room again.
		forget('third');
		fill('first', 100_000);
		fill('second', 100_000);
		expect(sizes('first', 'second')).toEqual([100_000, 100_000]);
		memoryOf('first').forget('0');
		fill('third', 1);
		expect(sizes('first', 'second', 'third')).toEqual([99_999, 100_000, 1]);
		fill('third', 2);
		expect(sizes('first', 'second', 'third')).toEqual([0, 100_000, 2]);
		forget('first', 'second', 'third');
	});
});

describe('the key of a run', () => {
	const identity = { workflowId: 'w', executionId: 'e', nodeName: 'n', runIndex: 0 };
	const keyOf = (more: object): string =>
		runKey({ identity, functions: {}, ...more } as unknown as Parameters<typeof runKey>[0]);

	it('holds workflow, execution, its start, node and run', () => {
		expect(keyOf({})).toBe('w\ne\n\nn\n0');
		expect(keyOf({ functions: { getExecutionContext: () => ({ establishedAt: 5 }) } })).toBe(
			'w\ne\n5\nn\n0',
		);
		expect(keyOf({ functions: { getExecutionContext: () => undefined } })).toBe('w\ne\n\nn\n0');
	});

	it('is another one each time where there is no execution', () => {
		const without = { identity: { ...identity, executionId: '' } };
		expect(keyOf(without)).not.toBe(keyOf(without));
	});

	it('of a tool is the same for the same call only', () => {
		const [call, other] = [{}, {}];
		expect(keyOf({ toolCall: call })).toBe(keyOf({ toolCall: call }));
		expect(keyOf({ toolCall: call })).not.toBe(keyOf({ toolCall: other }));
		expect(keyOf({ toolCall: call })).not.toContain('w');
	});
});
