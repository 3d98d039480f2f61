import fc from 'fast-check';
import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import { deriveRunKey } from '../../nodes/MessagingService/dispatch/runKey.ts';
import { identityOf, contentReference } from '../../nodes/MessagingService/sending/references.ts';
import { PATTERNS } from '../../nodes/shared/spec/index.ts';
import { fakeFunctions } from './fakeFunctions.mts';
import type { FakeOptions } from './fakeFunctions.mts';

// What identifies a run (small-house, section 2): workflow, node name, run index, and the signature of `$execution.resumeUrl`.

const keyOf = (options: FakeOptions): string =>
	deriveRunKey(fromExecute(fakeFunctions(options).functions));
const first: FakeOptions = { executionId: '7', token: 'a'.repeat(64) };

it('is short, and does not show the signature', () => {
	expect(keyOf(first)).toMatch(/^[0-9a-f]{32}$/);
	expect(keyOf(first)).not.toContain('aaaa');
});

it.each<[string, FakeOptions]>([
	['for a stalled job that another worker runs again', { establishedAt: 2 }],
	['for Retry in the list of executions', { executionId: '8', mode: 'retry' }],
])('is the same %s', (_, again) => expect(keyOf({ ...first, ...again })).toBe(keyOf(first)));

it.each<[string, FakeOptions]>([
	['in a new execution', { token: 'b'.repeat(64), executionId: '8' }],
	['in a new database, which counts from 1 again', { token: 'b'.repeat(64) }],
	['in the next round of a loop', { runIndex: 1 }],
	['for another node of the workflow', { node: { name: 'Second' } }],
])('is another one %s', (_, other) => {
	expect(keyOf({ ...first, ...other })).not.toBe(keyOf(first));
});

it('is made from the id of the execution where there is no signature', () => {
	const unsigned: FakeOptions = { executionId: '7', token: null };
	expect(keyOf(unsigned)).toBe(keyOf({ ...unsigned, establishedAt: 2 }));
	expect(keyOf(unsigned)).not.toBe(keyOf({ ...unsigned, executionId: '8' }));
});

it('is another one each time where there is no execution', () => {
	expect(keyOf({ executionId: '' })).not.toBe(keyOf({ executionId: '' }));
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
