import type { Fact } from '../../nodes/MessagingService/sending/progress.ts';
import type { AnswerKind, SendKind } from '../../nodes/MessagingService/sending/verdict.ts';
import { all, answer, course, endOf, late, lost, names, results, shows, three } from './steps.mts';

// What follows for a send from each fact, rule by rule, as docs/sending-safely.md promises it; steps.mts says how it is told.

describe('an answer', () => {
	it.each<[kind: SendKind, first: string]>([
		['sms', 'post A now'],
		['bulk', 'post AB now'],
		['campaign', 'post ABC now'],
		['contactLists', 'post A now'],
	])('to %s comes after a post that waits for nothing', (kind, first) => {
		expect(course(kind, {})).toEqual([first]);
	});

	it.each<[kind: SendKind, answers: AnswerKind[], then: string]>([
		['sms', ['idGiven'], 'A accepted, record A accepted, end'],
		[
			'sms',
			['unreachable', 'unauthorized', 'codeRefused', 'refused', 'tooLarge'],
			'A refused, end',
		],
		['sms', ['nothingLeft', 'tooMany', 'maybeCopy', 'codeBusy'], 'post A'],
		['sms', ['noAnswer', 'noId', 'codePresent', 'codeOther'], 'record A unknown, ask A'],
		['bulk', ['unreachable', 'unauthorized', 'codeRefused', 'refused'], 'AB refused, end'],
		['bulk', ['nothingLeft', 'tooMany', 'maybeCopy', 'codeBusy'], 'post AB'],
		['bulk', ['noAnswer', 'noId', 'codePresent', 'codeOther'], 'record AB unknown, ask AB'],
		['bulk', ['tooLarge'], 'halve'],
		['campaign', ['idGiven'], 'ABC accepted, record ABC accepted, end'],
		['campaign', ['unreachable', 'unauthorized', 'maybeCopy', 'refused'], 'ABC refused, end'],
		['campaign', ['nothingLeft', 'tooMany'], 'post ABC'],
		['campaign', ['noAnswer', 'noId'], 'record ABC unknown, ask AC'],
		['campaign', ['tooLarge'], 'halve'],
		['contactLists', ['idGiven'], 'A accepted, record A accepted, end'],
		['contactLists', ['unreachable', 'maybeCopy', 'refused', 'tooLarge'], 'A refused, end'],
		['contactLists', ['nothingLeft', 'tooMany'], 'post A'],
		['contactLists', ['noAnswer', 'noId'], 'A unknown, record A unknown, end'],
	])('to %s of %j: %s', (kind, answers, then) => {
		for (const one of answers) expect([one, endOf(kind, {}, answer(one))]).toEqual([one, then]);
	});

	it('is waited for again until Retry For is over: then it is refused', () => {
		const busy = answer('tooMany');
		expect(course('sms', {}, busy, busy, late)).toEqual([
			'post A now',
			'post A',
			'post A',
			'A refused, end',
		]);
		expect(endOf('campaign', {}, busy, late)).toBe('ABC refused, end');
	});
});

describe('a question', () => {
	it('is put three times before an SMS goes out again that the service does not have', () => {
		expect(course('sms', {}, lost, ...three('A', 'none'), answer('idGiven'))).toEqual([
			'post A now',
			'record A unknown, ask A',
			'ask A',
			'ask A',
			'post A',
			'A accepted, record A accepted, end',
		]);
	});

	it('is put until Retry For is over before a message is called refused or unknown', () => {
		const rounds = ['post A now', 'record A unknown, ask A', 'ask A', 'ask A'];
		const none = [...three('A', 'none'), all('A', 'none'), late];
		expect(course('sms', {}, answer('codeOther'), ...none)).toEqual([
			...rounds,
			'ask A in time',
			'ask A in time',
			'A refused, record A nothing, end',
		]);
		expect(course('sms', {}, answer('noId'), ...none)).toEqual([
			...rounds,
			'ask A in time',
			'ask A in time',
			'A unknown, end',
		]);
	});

	it('that the service does not answer leaves it unknown', () => {
		for (const kind of ['noAnswer', 'codeOther', 'codePresent'] as const)
			expect(endOf('sms', {}, answer(kind), ...three('A', 'hidden'), late)).toBe('A unknown, end');
		expect(endOf('sms', {}, answer('codeOther'), late)).toBe('A unknown, end');
	});

	it('is answered by what the service says last', () => {
		const rounds = [all('A', 'none'), all('A', 'none'), all('A', 'hidden')];
		expect(course('sms', {}, lost, ...rounds, all('A', 'none')).slice(-2)).toEqual([
			'ask A in time',
			'post A',
		]);
		expect(endOf('sms', {}, lost, ...rounds, late)).toBe('A unknown, end');
	});

	it('finds what this execution sent, or what an earlier one may have sent', () => {
		const found = [lost, all('A', 'none'), all('A', 'there')];
		expect(endOf('sms', {}, ...found)).toBe('A shown, record A accepted, end');
		expect(endOf('sms', { isAutomatic: false }, ...found)).toBe(
			'A already sent, record A already sent, end',
		);
		expect(endOf('sms', {}, lost, all('A', 'of another'))).toBe(
			'A refused alone, record A nothing, end',
		);
	});

	it('is put for each message of a bulk request by itself', () => {
		const [, ...rest] = course(
			'bulk',
			{},
			lost,
			shows({ A: 'there', B: 'none' }),
			all('B', 'none'),
			all('B', 'none'),
			answer('refused'),
			...three('B', 'none'),
			late,
		);
		expect(rest).toEqual([
			'record AB unknown, ask AB',
			'A shown, record A accepted, ask B',
			'ask B',
			'post B',
			'ask B',
			'ask B',
			'ask B',
			'ask B in time',
			'B unknown, end',
		]);
	});

	it('to a bulk request whose references the service knows: sends the rest, or unknown if none shows', () => {
		const present = answer('codePresent');
		const some = [shows({ A: 'there', B: 'none' }), all('B', 'none'), all('B', 'none')];
		expect(course('bulk', {}, present, ...some, late, answer('refused')).slice(2)).toEqual([
			'A shown, record A accepted, ask B',
			'ask B',
			'ask B in time',
			'record B nothing, post B now',
			'B refused, end',
		]);
		expect(endOf('bulk', {}, present, ...three('AB', 'none'), late)).toBe('AB unknown, end');
		// Of the next answer only what shows after it counts.
		expect(endOf('bulk', {}, present, ...some, late, present, ...three('B', 'none'), late)).toBe(
			'B unknown, end',
		);
		expect(endOf('bulk', {}, present, ...some.slice(0, 2), all('B', 'hidden'), late)).toBe(
			'B unknown, end',
		);
		expect(endOf('bulk', {}, present, shows({ A: 'of another', B: 'none' }), late)).toBe(
			'B unknown, end',
		);
	});
});

describe('doubt', () => {
	const again = [lost, ...three('A', 'none')];

	it.each<AnswerKind>(['refused', 'codeRefused', 'unauthorized', 'unreachable', 'tooLarge'])(
		'stays after a lost answer: %s says nothing of the request before it',
		(kind) => {
			expect(
				course('sms', {}, ...again, answer(kind), ...three('A', 'none'), late).slice(4),
			).toEqual(['post A', 'ask A', 'ask A', 'ask A', 'ask A in time', 'A unknown, end']);
		},
	);

	it('stays until Retry For is over: then the service is asked once more', () => {
		const over = [...again, answer('tooMany'), late];
		expect(course('sms', {}, ...over, ...three('A', 'none'), late).slice(4)).toEqual([
			'post A',
			'post A',
			'ask A',
			'ask A',
			'ask A',
			'ask A in time',
			'A unknown, end',
		]);
		expect(endOf('sms', {}, ...over, all('A', 'there'))).toBe('A shown, record A accepted, end');
	});

	it('stays after an unknown code, whose message is then not called refused', () => {
		const end = [answer('codeOther'), ...three('A', 'none'), late];
		expect(endOf('sms', {}, ...again, ...end)).toBe('A unknown, end');
	});

	it('is of each message: a bulk request is refused as far as none of it may have been sent', () => {
		const mixed = results({ A: 'resultUnclear', B: 'codeBusy' });
		expect(course('bulk', { of: 'ABC', left: { A: 'unknown' } }).at(0)).toBe('ask A');
		expect(
			course('bulk', { left: { A: 'unknown' } }, ...three('A', 'none'), answer('refused')).slice(3),
		).toEqual(['post AB now', 'B refused, ask A']);
		expect(
			course('bulk', { left: { A: 'unknown' } }, ...three('A', 'none'), answer('tooMany'), late).at(
				-1,
			),
		).toBe('B refused, ask A');
		expect(course('bulk', {}, mixed).at(-1)).toBe('record A unknown, ask A');
	});

	it('keeps a request whole that is too large after it', () => {
		const left = { A: 'unknown' } as const;
		expect(endOf('bulk', { left }, ...three('A', 'none'), answer('tooLarge'))).toBe(
			'B refused, ask A',
		);
	});

	it('ends with an answer that accepts', () => {
		expect(endOf('sms', {}, ...again, answer('idGiven'))).toBe(
			'A accepted, record A accepted, end',
		);
	});
});

describe('what is said of single messages', () => {
	it('counts for each: results of a bulk request', () => {
		const each = results({ A: 'idGiven', B: 'codeRefused', C: 'codeBusy' });
		expect(course('bulk', { of: 'ABC' }, each, results({ C: 'idGiven' }))).toEqual([
			'post ABC now',
			'A accepted, B refused alone, record A accepted, post C',
			'C accepted, record C accepted, end',
		]);
	});

	it('is asked for where a result says too little, whatever the order', () => {
		const ends = (one: AnswerKind, other: AnswerKind, ...then: Fact[]): string[] =>
			course('bulk', {}, results({ A: one, B: other }), ...three('AB', 'none'), late, ...then);
		const rounds = ['record AB unknown, ask AB', 'ask AB', 'ask AB', 'ask AB in time'];
		expect(ends('resultUnclear', 'codeOther').slice(1)).toEqual([
			...rounds,
			'A unknown, B refused alone, record B nothing, end',
		]);
		expect(ends('codeOther', 'resultUnclear').slice(1)).toEqual([
			...rounds,
			'A refused alone, B unknown, record A nothing, end',
		]);
		expect(ends('codePresent', 'codePresent').at(-1)).toBe('AB unknown, end');
	});

	it('goes before the rest, which goes out when the questions are over', () => {
		const each = results({ A: 'codeOther', B: 'codeBusy' });
		expect(course('bulk', {}, each, all('A', 'there'), late)).toEqual([
			'post AB now',
			'record A unknown, ask A',
			'A shown, record A accepted, post B',
			'B refused, end',
		]);
	});

	it('changes nothing of those that it does not speak of', () => {
		const each = results({ A: 'codeOther', B: 'codeBusy', C: 'idGiven' });
		expect(endOf('bulk', { of: 'ABC' }, each, ...three('A', 'hidden'), late)).toBe(
			'A unknown, post B',
		);
		expect(endOf('campaign', {}, names('B'), lost, all('A', 'there'))).toBe(
			'AC shown, record AC accepted, end',
		);
	});

	it('leaves out whom a campaign names, and sends it at once to the others', () => {
		expect(course('campaign', {}, names('B'), names('A'), answer('idGiven'))).toEqual([
			'post ABC now',
			'B refused alone, post AC now',
			'A refused alone, post C now',
			'C accepted, record C accepted, end',
		]);
		expect(course('campaign', {}, names('B'), answer('tooMany'), late).slice(2)).toEqual([
			'post AC',
			'AC refused, end',
		]);
	});

	it('refuses a campaign that names all that are left, or nobody', () => {
		expect(endOf('campaign', {}, names('ABC'))).toBe('ABC refused, end');
		expect(endOf('campaign', {}, names('B'), names('AC'))).toBe('AC refused, end');
		expect(endOf('campaign', {}, names(''))).toBe('ABC refused, end');
		expect(endOf('campaign', {}, answer('namesRecipients'))).toBe('ABC refused, end');
	});

	it('says nothing of an earlier request that may have been carried out', () => {
		const again = [answer('noId'), ...three('AC', 'none'), late];
		expect(course('campaign', { ifUnknown: 'sendAgain' }, ...again, names('B')).slice(-2)).toEqual([
			'record ABC sent again, post ABC now',
			'ask AC',
		]);
	});
});

describe('what is too large', () => {
	it('goes out in halves, whatever a killed process may have done', () => {
		expect(endOf('bulk', { cause: 'retriedFromList' }, answer('tooLarge'))).toBe('halve');
	});

	it('is refused if it is a single one', () => {
		for (const kind of ['bulk', 'campaign'] as const)
			expect(endOf(kind, { of: 'A' }, answer('tooLarge'))).toBe('A refused, end');
	});

	it('is refused if it is the rest of a request', () => {
		const part = results({ A: 'idGiven', B: 'codeBusy', C: 'codeBusy' });
		expect(endOf('bulk', { of: 'ABC' }, part, answer('tooLarge'))).toBe('BC refused, end');
	});
});

describe('a campaign', () => {
	it('is shown by its first or its last message, as this run sent it as a whole', () => {
		for (const seen of [all('A', 'there'), all('C', 'there'), all('A', 'of another')])
			expect(course('campaign', {}, lost, seen).slice(1)).toEqual([
				'record ABC unknown, ask AC',
				'ABC shown, record ABC accepted, end',
			]);
	});

	it('stays unknown if neither shows, or the service does not answer', () => {
		for (const round of [all('AC', 'none'), all('AC', 'hidden'), shows({ A: 'none', C: 'hidden' })])
			expect(course('campaign', {}, lost, round, round, round, late).slice(1)).toEqual([
				'record ABC unknown, ask AC',
				'ask AC',
				'ask AC',
				'ask AC in time',
				'ABC unknown, end',
			]);
	});

	it('stays unknown with references under which an earlier execution may have sent', () => {
		expect(endOf('campaign', { isAutomatic: false }, lost, all('A', 'there'))).toBe(
			'ABC unknown, end',
		);
	});

	it('is asked for by the ends of what has left', () => {
		expect(endOf('campaign', {}, names('A'), lost)).toBe('record BC unknown, ask BC');
		expect(endOf('campaign', {}, names('AC'), lost)).toBe('record B unknown, ask B');
	});
});
