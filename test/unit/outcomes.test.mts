import { advance, isOpen, ready, reasonOf } from '../../nodes/MessagingService/sending/outcomes.ts';
import type { Recipient, RecipientEvent } from '../../nodes/MessagingService/sending/outcomes.ts';
import { Progress } from '../../nodes/MessagingService/sending/progress.ts';

const message = (item: number) => ({
	item,
	position: -1,
	phone: '380991112233',
	sender: 'Shop',
	text: 'Hi',
	reference: 'a1',
	round: 0,
});
const EVENTS: RecipientEvent[] = [
	{ type: 'refused', refusal: { field: 'Text', message: 'No' } },
	{ type: 'skipped', reason: 'Empty' },
	{ type: 'merged', reason: 'The same' },
	{ type: 'previewed' },
	{ type: 'sending' },
	{ type: 'notSent' },
	{ type: 'accepted', answer: { fields: { id: 1 } }, already: false },
	{ type: 'stopped' },
];
const after = (...events: RecipientEvent[]): Recipient =>
	events.reduce<Recipient>(advance, ready(message(0)));
const statuses = (...before: RecipientEvent[]) =>
	Object.fromEntries(EVENTS.map((event) => [event.type, after(...before, event).status]));

describe('a recipient', () => {
	it('that is ready', () => {
		expect(statuses()).toEqual({
			refused: 'refused',
			skipped: 'skipped',
			merged: 'merged',
			previewed: 'dry run',
			sending: 'unknown',
			notSent: 'ready',
			accepted: 'accepted',
			stopped: 'skipped',
		});
	});

	it('whose request has left', () => {
		expect(statuses({ type: 'sending' })).toEqual({
			refused: 'refused',
			skipped: 'skipped',
			merged: 'merged',
			previewed: 'dry run',
			sending: 'unknown',
			notSent: 'ready',
			accepted: 'accepted',
			stopped: 'unknown',
		});
	});

	it('that is settled never changes again', () => {
		for (const event of EVENTS) {
			const settled = after(event);
			if (isOpen(settled)) continue;
			for (const next of EVENTS) expect(advance(settled, next)).toBe(settled);
		}
	});

	it('keeps its message, and is not changed itself', () => {
		const before = Object.freeze(ready(Object.freeze(message(0))));
		for (const event of EVENTS) expect(advance(before, event).message).toBe(before.message);
	});

	it('says why it is what it is', () => {
		expect(EVENTS.map((event) => reasonOf(after(event)))).toEqual([
			'No',
			'Empty',
			'The same',
			undefined,
			undefined,
			undefined,
			undefined,
			'The execution was stopped before',
		]);
		expect(reasonOf(after({ type: 'sending' }, { type: 'stopped' }))).toContain(
			'before the answer',
		);
	});
});

describe('the recipients of a request under way', () => {
	it('advance each by itself and keep their order', () => {
		const [one, two] = [ready(message(0)), ready(message(1))];
		const progress = new Progress([one, two]);
		progress.advanceAll([one, two], { type: 'sending' });
		progress.advance(two, { type: 'accepted', answer: { fields: {} }, already: false });
		expect(progress.recipients.map(({ status }) => status)).toEqual(['unknown', 'accepted']);
		expect(progress.open.map((recipient) => recipient.message)).toEqual([one.message]);
		// Whatever they were when somebody last looked.
		progress.advanceAll([one, two], { type: 'notSent' });
		expect(progress.recipients.map(({ status }) => status)).toEqual(['ready', 'accepted']);
		progress.advance(ready(message(2)), { type: 'sending' });
		expect(progress.recipients).toHaveLength(2);
	});
});
