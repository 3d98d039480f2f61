import type { IDataObject } from 'n8n-workflow';
import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import { recordOf, type RunRecord } from '../../nodes/MessagingService/dispatch/record.ts';
import { fakeFunctions, type FakeOptions } from './fakeFunctions.mts';

// The one record of a run (small-house, section 2): written after each outcome, kept while any row failed, deleted on full success.

const DAY = '2026-11-21';

interface Try extends FakeOptions {
	account?: string;
	today?: string;
	lasting?: boolean;
	tool?: object;
}
/** The record as a try of the run finds it. */
const tryOf = ({ account = 'A', today = DAY, lasting = true, tool, ...options }: Try): RunRecord =>
	recordOf(
		{
			...fromExecute(fakeFunctions({ token: 'a'.repeat(64), ...options }).functions),
			toolCall: tool,
		},
		{ account, today, lasting },
	);
const MADE = {
	state: 'accepted',
	account: 'A',
	reply: { statusCode: 200, body: { id: 1 } },
} as const;

describe('the messages of a run', () => {
	it('are what the next try finds, and no other run', () => {
		const context: IDataObject = {};
		const first = tryOf({ context });
		expect(first.isEmpty).toBe(true);
		first.note({ state: 'accepted', id: 7, messages: ['a', 'b'], ids: [71, null] });
		first.note({ state: 'unknown', messages: ['c'], sentAgain: true });
		const next = tryOf({ context });
		expect([next.run, next.isEmpty]).toEqual([first.run, false]);
		expect(['a', 'b', 'c', 'd'].map((key) => next.find(key))).toMatchObject([
			{ state: 'accepted', id: 7, messageId: 71, otherAccount: false, sentAgain: false },
			{ state: 'accepted', id: 7, messageId: undefined },
			{ state: 'unknown', sentAgain: true },
			undefined,
		]);
		expect(tryOf({ context, runIndex: 1 }).isEmpty).toBe(true);
		expect(tryOf({ context, node: { name: 'Second' } }).isEmpty).toBe(true);
	});
});

describe('the other writes of a run', () => {});

describe('the record', () => {
	it('of a test key ends with the try', () => {
		const context: IDataObject = {};
		const record = tryOf({ context, lasting: false });
		record.note({ state: 'accepted', messages: ['a'] });
		record.noteWrite('x', MADE);
		expect([record.find('a')?.state, record.write('x'), context]).toEqual(['accepted', MADE, {}]);
		tryOf({ context }).noteWrite('x', MADE);
		expect(tryOf({ context, lasting: false }).write('x')).toBeUndefined();
	});

	it('ends with the try where n8n has no context', () => {
		const { functions } = fakeFunctions();
		const bare = fromExecute({
			...functions,
			getContext(): never {
				throw new Error('`executionData` is not initialized');
			},
		});
		const record = recordOf(bare, { account: 'A', today: DAY, lasting: true });
		record.note({ state: 'accepted', messages: ['a'] });
		expect(record.find('a')?.state).toBe('accepted');
	});

	it('takes little room: 20 bytes for a message', () => {
		const context: IDataObject = {};
		const messages = Array.from({ length: 10_000 }, (_, at) => at.toString(16).padStart(16, '0'));
		tryOf({ context }).note({ state: 'accepted', id: 7, messages });
		expect(JSON.stringify(context).length / messages.length).toBeLessThan(20);
	});
});
