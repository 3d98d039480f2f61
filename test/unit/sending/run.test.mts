import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { fromExecute } from '../../../nodes/MessagingService/dispatch/context.ts';
import { deriveRunKey } from '../../../nodes/MessagingService/dispatch/runKey.ts';
import {
	identityOf,
	contentReference,
} from '../../../nodes/MessagingService/sending/references.ts';
import { PATTERNS } from '../../../nodes/shared/spec/index.ts';
import { recordOf, type RunRecord } from '../../../nodes/MessagingService/dispatch/record.ts';
import { fakeFunctions, type FakeOptions } from './fakeFunctions.mts';

describe('the key of a run', () => {
	// What it is made of is held by unchanged.test.mts, and what that means to retries by test/engine/identity.
	it('is another one each time where there is no execution', () => {
		const keyOf = (executionId: string): string =>
			deriveRunKey(fromExecute(fakeFunctions({ executionId }).functions));
		expect(keyOf('')).not.toBe(keyOf(''));
	});

	it('references made from it are valid, the same for the same row of a number and different otherwise', () => {
		fc.assert(
			fc.property(fc.string(), fc.nat(), fc.string(), (run, nth, phone) => {
				const reference = identityOf(run, { phone, nth });
				expect(reference).toMatch(PATTERNS.reference);
				expect(identityOf(run, { phone, nth })).toBe(reference);
				expect(identityOf(run, { phone, nth: nth + 1 })).not.toBe(reference);
			}),
		);
		const message = { phone: '380991112233', sender: 'Shop', text: 'Hi' };
		const reference = contentReference(message, '2026-11-21');
		expect(reference).toMatch(PATTERNS.reference);
		expect(contentReference(message, '2026-11-22')).not.toBe(reference);
		expect(contentReference({ ...message, text: 'Ho' }, '2026-11-21')).not.toBe(reference);
	});
});

describe('the record of a run', () => {
	// The one record of a run: written after each outcome, kept while any row failed, deleted on full success.

	const DAY = '2026-11-21';

	interface Try extends FakeOptions {
		account?: string;
		today?: string;
		lasting?: boolean;
	}
	/** The record as a try of the run finds it. */
	const tryOf = ({ account = 'A', today = DAY, lasting = true, ...options }: Try): RunRecord =>
		recordOf(
			{
				...fromExecute(fakeFunctions({ token: 'a'.repeat(64), ...options }).functions),
			},
			{ account, today, lasting },
		);
	const MADE = { statusCode: 200, headers: {}, body: { id: 1 } };

	describe('the messages of a run', () => {
		it('leave the request that they were in when they are noted again', () => {
			const context: IDataObject = {};
			const record = tryOf({ context });
			record.note({ state: 'unknown', messages: ['a', 'b', 'c'] });
			record.note({ state: 'accepted', id: 7, messages: ['b'] });
			expect(record.requests).toEqual([
				{ state: 'unknown', messages: ['a', 'c'] },
				{ state: 'accepted', id: 7, messages: ['b'] },
			]);
			record.note({ state: 'accepted', id: 8, messages: ['a', 'c'] });
			expect(tryOf({ context }).requests.map(({ id }) => id)).toEqual([7, 8]);
		});

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

	describe('the record', () => {
		it('of a test key ends with the try', () => {
			const context: IDataObject = {};
			const record = tryOf({ context, lasting: false });
			record.note({ state: 'accepted', messages: ['a'] });
			record.noteReply('x', MADE);
			expect([record.find('a')?.state, record.reply('x'), context]).toEqual(['accepted', MADE, {}]);
			tryOf({ context }).noteReply('x', MADE);
			expect(tryOf({ context }).reply('x')).toEqual(MADE);
			expect(tryOf({ context, lasting: false }).reply('x')).toBeUndefined();
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
});
