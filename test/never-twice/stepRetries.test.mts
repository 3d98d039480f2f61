import type { Fact } from '../../nodes/MessagingService/sending/progress.ts';
import {
	all,
	answer,
	course,
	endOf,
	late,
	lost,
	names,
	results,
	shows,
	stopped,
	three,
} from './steps.mts';

// What follows for a send that was tried before, that is unknown, or that is stopped, as docs/sending-safely.md promises it.

describe('a retry', () => {
	it('asks first for what is unknown, and sends the rest with what is not there', () => {
		const left = { A: 'unknown' } as const;
		expect(
			course('bulk', { left }, ...three('A', 'none'), results({ A: 'idGiven', B: 'idGiven' })),
		).toEqual(['ask A', 'ask A', 'ask A', 'post AB now', 'AB accepted, record AB accepted, end']);
		expect(course('bulk', { left }, all('A', 'there')).slice(1)).toEqual([
			'A shown, record A accepted, post B now',
		]);
	});

	it('asks for a campaign of which a part is unknown as a whole, and never sends it again', () => {
		const left = { B: 'unknown' } as const;
		expect(course('campaign', { left }, all('AC', 'there'))).toEqual([
			'record AC unknown, ask AC',
			'ABC shown, record ABC accepted, end',
		]);
		expect(endOf('campaign', { left }, ...three('AC', 'none'), late)).toBe('ABC unknown, end');
	});

	it('sends an SMS that is not there at once, though Retry For is over', () => {
		expect(endOf('sms', { left: { A: 'unknown' } }, ...three('A', 'none'))).toBe('post A now');
	});

	it('does not ask for contact lists: there is nothing to ask by', () => {
		expect(course('contactLists', { left: { A: 'unknown' } })).toEqual(['A unknown, end']);
	});

	it('with another API key, or after another version, leaves unknown what may have been sent', () => {
		const left = { B: 'cannot tell' } as const;
		expect(course('sms', { left: { A: 'cannot tell' } })).toEqual(['A unknown, end']);
		expect(course('bulk', { left })).toEqual(['B unknown, post A now']);
		expect(course('campaign', { left })).toEqual(['ABC unknown, record AC unknown, end']);
		expect(course('campaign', { left: { A: 'unknown', ...left } })).toEqual([
			'ABC unknown, record C unknown, end',
		]);
	});
});

describe('a retry from the list', () => {
	const cause = 'retriedFromList';

	it('sends under the old references; of a refusal one brief round says whether it was sent', () => {
		const refused = [answer('refused'), all('A', 'none')];
		expect(course('sms', { cause }, ...refused)).toEqual(['post A now', 'ask A', 'A refused, end']);
		expect(endOf('bulk', { of: 'A', cause }, ...refused)).toBe('A refused alone, end');
		expect(endOf('sms', { cause }, answer('refused'), all('A', 'there'))).toBe(
			'A shown, record A accepted, end',
		);
		expect(
			course('sms', { cause }, answer('refused'), ...three('A', 'hidden'), late).slice(2),
		).toEqual(['ask A', 'ask A', 'ask A in time', 'A unknown, record A unknown, end']);
	});

	it('believes a refusal alone of a result, too, once it has asked', () => {
		const refused = results({ A: 'codeRefused', B: 'idGiven' });
		expect(course('bulk', { cause }, refused, all('A', 'none')).slice(1)).toEqual([
			'B accepted, record B accepted, ask A',
			'A refused alone, end',
		]);
	});

	it('asks as well when Retry For is over', () => {
		expect(course('sms', { cause }, answer('tooMany'), late, all('A', 'none'))).toEqual([
			'post A now',
			'post A',
			'ask A',
			'A refused, end',
		]);
	});

	it('asks at length after a lost answer, or one that says too little', () => {
		const rounds = ['record A unknown, ask A', 'ask A', 'ask A'];
		expect(course('sms', { cause }, lost, ...three('A', 'none')).slice(1)).toEqual([
			...rounds,
			'post A',
		]);
		expect(
			course('sms', { cause }, answer('codeOther'), ...three('A', 'none'), late).slice(1),
		).toEqual([...rounds, 'ask A in time', 'A refused, record A nothing, end']);
	});

	it('sends a campaign only if the service has neither its first nor its last message', () => {
		expect(course('campaign', { cause }, ...three('AC', 'none'), answer('idGiven'))).toEqual([
			'ask AC',
			'ask AC',
			'ask AC',
			'post ABC now',
			'ABC accepted, record ABC accepted, end',
		]);
		expect(endOf('campaign', { cause }, all('AC', 'there'))).toBe(
			'ABC shown, record ABC accepted, end',
		);
		for (const other of ['none', 'hidden'] as const)
			expect(
				course(
					'campaign',
					{ cause },
					...Array<Fact>(3).fill(shows({ A: 'there', C: other })),
					late,
				),
			).toEqual([
				'ask AC',
				'ask C',
				'ask C',
				'ask C in time',
				'ABC unknown, record ABC unknown, end',
			]);
	});

	it('adds up what two rounds show of a campaign', () => {
		const part = shows({ A: 'there', C: 'none' });
		expect(course('campaign', { cause }, part, all('C', 'there'))).toEqual([
			'ask AC',
			'ask C',
			'ABC shown, record ABC accepted, end',
		]);
	});

	it('holds one end of a campaign for enough once it has sent it', () => {
		const sent = [...three('AC', 'none'), lost, all('A', 'there')];
		expect(endOf('campaign', { cause }, ...sent)).toBe('ABC shown, record ABC accepted, end');
	});

	it('holds one end for too little, also if the record knows the campaign', () => {
		const left = { A: 'unknown' } as const;
		expect(endOf('campaign', { cause, left }, all('C', 'there'))).toBe('ask A');
		expect(endOf('campaign', { left }, all('C', 'there'))).toBe('ask A');
	});

	it('of a node that had begun: a campaign is accepted by both ends, and unknown otherwise', () => {
		const begun = { cause: 'begunBefore' } as const;
		const part = shows({ A: 'none', C: 'there' });
		expect(course('campaign', begun, all('AC', 'there'))).toEqual([
			'record ABC unknown, ask AC',
			'ABC shown, record ABC accepted, end',
		]);
		for (const round of [part, all('AC', 'none'), all('AC', 'hidden')])
			expect(endOf('campaign', begun, round, round, round, late)).toBe('ABC unknown, end');
		expect(course('contactLists', begun)).toEqual(['A unknown, record A unknown, end']);
		expect(course('contactLists', { cause })).toEqual(['post A now']);
	});
});

describe('Unknown Outcome', () => {
	const unclear = [answer('noId'), ...three('A', 'none'), late];

	it('Send Again: it is sent once more', () => {
		const again = { ifUnknown: 'sendAgain' } as const;
		const twice = [...unclear, ...unclear];
		expect(course('sms', again, ...twice).filter((line) => !line.startsWith('ask'))).toEqual([
			'post A now',
			'record A unknown, ask A',
			'record A sent again, post A now',
			'A unknown, end',
		]);
		expect(course('contactLists', again, lost, lost)).toEqual([
			'post A now',
			'record A sent again, post A now',
			'A unknown, end',
		]);
		expect(endOf('sms', again, ...unclear, answer('idGiven'))).toBe(
			'A accepted, record A accepted, end',
		);
	});

	it('Send Again: it goes out though Retry For is over, with what waits beside it', () => {
		const each = results({ A: 'resultUnclear', B: 'codeBusy' });
		const again = { ifUnknown: 'sendAgain' } as const;
		expect(endOf('bulk', again, each, ...three('A', 'hidden'), late)).toBe(
			'record A sent again, post AB now',
		);
	});

	it('Send Again: a retry does not send it a third time', () => {
		const again = { ifUnknown: 'sendAgain', left: { A: 'unknown' } } as const;
		expect(course('contactLists', again)).toEqual(['record A sent again, post A now']);
		expect(course('contactLists', { ...again, sentAgain: 'A' })).toEqual(['A unknown, end']);
	});

	it('Send Again: a refusal says nothing of the first', () => {
		const again = { ifUnknown: 'sendAgain' } as const;
		expect(course('sms', again, ...unclear, answer('refused')).slice(-1)).toEqual(['ask A']);
		expect(endOf('contactLists', again, lost, answer('refused'))).toBe('A unknown, end');
	});

	it('Send Again: one that has not left may be sent by a later try', () => {
		const again = { ifUnknown: 'sendAgain' } as const;
		expect(endOf('contactLists', again, lost, answer('unreachable'))).toBe(
			'A unknown, record A unknown, end',
		);
		expect(endOf('contactLists', again, lost, answer('nothingLeft'), late)).toBe(
			'A unknown, record A unknown, end',
		);
		expect(endOf('contactLists', again, lost, stopped)).toBe('A unknown, record A unknown, end');
		expect(endOf('contactLists', again, lost, answer('nothingLeft'), lost)).toBe('A unknown, end');
	});

	it('Count as Sent: the execution goes on', () => {
		const count = { ifUnknown: 'countAsSent' } as const;
		expect(endOf('sms', count, ...unclear)).toBe('A counted, record A counted, end');
		expect(course('contactLists', count, lost)).toEqual([
			'post A now',
			'A counted, record A counted, end',
		]);
		expect(endOf('campaign', count, lost, ...three('AC', 'none'), late)).toBe(
			'ABC counted, record ABC counted, end',
		);
	});
});

describe('an execution that is stopped', () => {
	it('leaves open what was not sent', () => {
		expect(course('sms', {}, stopped)).toEqual(['post A now', 'end']);
		expect(endOf('sms', {}, answer('tooMany'), stopped)).toBe('end');
		expect(endOf('campaign', { cause: 'retriedFromList' }, stopped)).toBe('end');
	});

	it('leaves unknown what may have been carried out', () => {
		expect(endOf('sms', {}, lost, stopped)).toBe('A unknown, end');
		expect(endOf('sms', {}, answer('codeOther'), stopped)).toBe('A unknown, end');
		expect(endOf('sms', { cause: 'retriedFromList' }, answer('codeOther'), stopped)).toBe(
			'A unknown, end',
		);
		expect(endOf('bulk', {}, results({ A: 'codeOther', B: 'codeBusy' }), stopped)).toBe(
			'A unknown, end',
		);
		expect(endOf('bulk', {}, results({ A: 'idGiven', B: 'resultUnclear' }), stopped)).toBe(
			'B unknown, end',
		);
	});

	it('sends nothing again, and counts what the user counts', () => {
		expect(endOf('sms', { ifUnknown: 'sendAgain' }, lost, stopped)).toBe('A unknown, end');
		expect(endOf('sms', { ifUnknown: 'countAsSent' }, lost, stopped)).toBe(
			'A counted, record A counted, end',
		);
	});
});

describe('the one key of a piece of a file', () => {
	const hasOneKey = true;

	it('says of all messages what is known of them', () => {
		expect(course('campaign', { hasOneKey }, lost, all('A', 'there'))).toEqual([
			'post ABC now',
			'record ABC unknown, ask AC',
			'ABC shown, record ABC accepted, end',
		]);
		expect(endOf('campaign', { hasOneKey }, answer('refused'))).toBe('ABC refused, end');
		expect(endOf('campaign', { hasOneKey, ifUnknown: 'countAsSent' }, lost, late)).toBe(
			'ABC counted, record ABC counted, end',
		);
		const again = [lost, ...three('AC', 'none'), late];
		expect(endOf('campaign', { hasOneKey, ifUnknown: 'sendAgain' }, ...again)).toBe(
			'record ABC sent again, post ABC now',
		);
	});

	it('is unknown as long as a part is there, and the rest is not', () => {
		const part = results({ A: 'idGiven', B: 'codeBusy' });
		expect(course('bulk', { hasOneKey }, part, late).slice(1)).toEqual([
			'A accepted, record AB unknown, post B',
			'B refused, end',
		]);
		expect(endOf('bulk', { hasOneKey }, part, results({ B: 'idGiven' }))).toBe(
			'B accepted, record AB accepted, end',
		);
		const unclear = results({ A: 'codeOther', B: 'codeBusy' });
		expect(course('bulk', { hasOneKey, isAutomatic: false }, unclear, all('A', 'there'))).toEqual([
			'post AB now',
			'record AB unknown, ask A',
			'A already sent, post B',
		]);
		expect(
			endOf(
				'bulk',
				{ hasOneKey, ifUnknown: 'countAsSent' },
				unclear,
				late,
				results({ B: 'idGiven' }),
			),
		).toBe('B accepted, record AB accepted, end');
		expect(endOf('bulk', { hasOneKey, ifUnknown: 'countAsSent' }, unclear, late)).toBe(
			'A counted, post B',
		);
	});

	it('says nothing if nothing of it is there', () => {
		const each = results({ A: 'codeOther', B: 'codeBusy' });
		expect(endOf('bulk', { hasOneKey }, each, ...three('A', 'none'), late)).toBe(
			'A refused alone, record AB nothing, post B',
		);
	});

	it('is accepted though some are refused by themselves, and not before the others are accepted', () => {
		expect(course('campaign', { hasOneKey }, names('B'), answer('idGiven'))).toEqual([
			'post ABC now',
			'B refused alone, post AC now',
			'AC accepted, record ABC accepted, end',
		]);
		expect(endOf('campaign', { hasOneKey }, names('B'), answer('refused'))).toBe('AC refused, end');
		expect(endOf('campaign', { hasOneKey }, names('B'), lost)).toBe('record ABC unknown, ask AC');
	});
});
