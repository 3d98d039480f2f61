import { readFileSync } from 'node:fs';
import path from 'node:path';
import { failureCode } from '../../nodes/shared/errors/index.ts';
import {
	answerKind,
	idIn,
	kindOfCode,
	LEAVES_DOUBT,
	legacyCodeOf,
	namedRecipients,
	RECIPIENT_CODES,
	resultsOf,
} from '../../nodes/MessagingService/sending/verdict.ts';
import type {
	AnswerKind,
	Asked,
	SendAnswer,
	SendKind,
} from '../../nodes/MessagingService/sending/verdict.ts';
import { verdictTable } from '../../tools/lib/verdictTable.mts';
import { OTHER_CODES, REFUSAL_CODES } from './cells/replies.mts';

// What an answer to a send proves, by its facts alone; the engine's tests of the cells show what follows from it.

const KINDS: readonly SendKind[] = ['sms', 'bulk', 'campaign', 'message', 'contactLists'];
const LEGACY: readonly SendKind[] = ['sms', 'bulk'];
const API: readonly SendKind[] = ['campaign', 'message', 'contactLists'];

it('the page has the table', () => {
	const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'sending-safely.md'), 'utf8');
	expect(page).toContain(`\n${verdictTable()}\n`);
});

describe('doubt', () => {
	it.each<AnswerKind>(['noAnswer', 'noId', 'resultUnclear', 'cannotTell', 'begunBefore'])(
		'stays after %s: the service may have acted',
		(kind) => expect(LEAVES_DOUBT.has(kind)).toBe(true),
	);
	it.each<AnswerKind>([
		'nothingLeft',
		'tooMany',
		'unauthorized',
		'codeRefused',
		'refused',
		'idGiven',
	])('does not come from %s', (kind) => expect(LEAVES_DOUBT.has(kind)).toBe(false));
});

describe('a code', () => {
	it.each(REFUSAL_CODES)('%i refuses', (code) => expect(kindOfCode(code)).toBe('codeRefused'));
	it.each([...OTHER_CODES, 13, 37])('%i says nothing of a send', (code) =>
		expect(kindOfCode(code)).toBe('codeOther'),
	);
	it('11 says that the service is busy, 23 that it has the reference', () => {
		expect([11, 23].map(kindOfCode)).toEqual(['codeBusy', 'codePresent']);
	});
	it('concerns the recipient alone if it is of its number, its reference or where it is', () => {
		expect(REFUSAL_CODES.filter((code) => RECIPIENT_CODES.has(code))).toEqual([21, 27, 31, 33]);
	});

	// Section 7 shows codes as text, the samples of 4.6 as numbers.
	it.each<[value: unknown, code: number | undefined]>([
		[21, 21],
		['21', 21],
		[' 21\r\n', 21],
		['021', 21],
		['123456789', 123_456_789],
		[0, undefined],
		['0', undefined],
		['', undefined],
		['1234567890', 1_234_567_890],
		['21 incorrect phone number', undefined],
		['error 21', undefined],
		[2.1, undefined],
		['2.1', undefined],
		[true, undefined],
		[['21'], undefined],
		[null, undefined],
		[undefined, undefined],
	])('is read from %j as %j', (value, code) => expect(failureCode(value)).toBe(code));
});

describe('the code of a request', () => {
	const ALL_PLACES = { error: 24, result: { error: 21 } };

	// Wire notes, "Where a legacy error sits".
	it.each(LEGACY)('%s: stands at the top, or in the result', (kind) => {
		expect(legacyCodeOf({ error: 24 }, 200, kind)).toBe(24);
		expect(legacyCodeOf({ result: { error: '21' } }, 200, kind)).toBe(21);
		expect(legacyCodeOf({ error: 0, result: { error: 21 } }, 200, kind)).toBe(21);
		expect(legacyCodeOf(ALL_PLACES, 200, kind)).toBe(24);
		expect(legacyCodeOf(JSON.stringify(ALL_PLACES), 200, kind)).toBe(24);
		expect(legacyCodeOf({ error: 0, result: { error: 0, id: 7 } }, 200, kind)).toBeUndefined();
	});

	it.each([
		'',
		undefined,
		[],
		'<html></html>',
		{ result: null },
		{ result: [] },
		{ result: [null] },
	])('is not in %j', (body) => {
		for (const kind of LEGACY) expect(legacyCodeOf(body, 200, kind)).toBeUndefined();
	});

	it('that of one SMS may stand in its only result', () => {
		const one = { error: 0, result: [{ error: 31 }] };
		expect(legacyCodeOf(one, 200, 'sms')).toBe(31);
		expect(legacyCodeOf({ ...one, error: 24 }, 200, 'sms')).toBe(24);
	});

	it('one result of several is no code of the request', () => {
		expect(legacyCodeOf({ result: [{ error: 31 }, { error: 0 }] }, 200, 'sms')).toBeUndefined();
		expect(legacyCodeOf({ result: [{ error: 31 }] }, 200, 'bulk')).toBeUndefined();
	});

	it.each(API)('%s: has none', (kind) => {
		expect(legacyCodeOf(ALL_PLACES, 200, kind)).toBeUndefined();
		expect(legacyCodeOf({ code: 21 }, 400, kind)).toBeUndefined();
	});

	// Wire notes, "Legacy HTTP status": a 4xx with `{code, message}`, where `code` may also be the status.
	it.each<[code: unknown, status: number, found: number | undefined]>([
		[24, 400, 24],
		['11', 499, 11],
		[23, 422, 23],
		[24, 200, undefined],
		[24, 302, undefined],
		[24, 399, undefined],
		[24, 500, undefined],
		[24, 503, undefined],
		[404, 404, undefined],
		[5, 400, undefined],
		[undefined, 400, undefined],
	])('`code` %j beside HTTP %i is %j', (code, status, found) => {
		for (const kind of LEGACY) expect(legacyCodeOf({ code }, status, kind)).toBe(found);
	});

	it('`error` counts before `code`', () => {
		expect(legacyCodeOf({ error: 24, code: 21 }, 400, 'sms')).toBe(24);
	});
});

describe('results', () => {
	it('are the records of the list', () => {
		expect(resultsOf({ result: [{ id: 1 }, null, 'x', [2], { id: 3 }] })).toEqual([
			{ id: 1 },
			{ id: 3 },
		]);
		expect(resultsOf({ result: [] })).toEqual([]);
	});
	it.each([{}, { result: { id: 1 } }, { result: null }, '', undefined, [{ id: 1 }]])(
		'%j has no list of them',
		(body) => expect(resultsOf(body)).toBeUndefined(),
	);
});

describe('the id', () => {
	// 4.6 to 4.9, and wire notes, "Single create reply" and "`phones` reply".
	it.each<[kind: SendKind, body: unknown, id: number | string | undefined]>([
		['sms', { id: 7 }, 7],
		['sms', { id: '0007' }, '0007'],
		['sms', { result: { id: 7 } }, 7],
		['sms', { task_id: 7 }, 7],
		['sms', { result: [{ id: 7 }] }, 7],
		['sms', { result: [{ id: 7 }, { id: 8 }] }, 7],
		['sms', { result: [] }, undefined],
		['sms', { result: [null] }, undefined],
		['campaign', { data: { id: 7 } }, 7],
		['campaign', { id: 7 }, 7],
		['campaign', { result: { id: 7 } }, 7],
		['campaign', { task_id: 7 }, 7],
		['campaign', { result: [{ id: 7 }] }, undefined],
		['contactLists', { data: { id: 7 } }, 7],
		['bulk', { task_id: 7 }, 7],
		['bulk', { result: { task_id: 7 } }, 7],
		['bulk', { id: 7 }, 7],
		['bulk', { result: { id: 7 } }, 7],
		['bulk', { data: { id: 7 } }, undefined],
		['bulk', { result: [{ id: 7 }] }, undefined],
	])('%s %j: %j', (kind, body, id) => expect(idIn(body, kind)).toBe(id));

	it.each(KINDS)('%s: is none that names nothing', (kind) => {
		for (const id of [0, -1, 1.5, '', '0', 'abc', null, true, {}])
			expect(idIn({ id, task_id: id }, kind)).toBeUndefined();
		for (const body of ['', undefined, [], '<html></html>', { data: null }, { result: null }])
			expect(idIn(body, kind)).toBeUndefined();
	});

	it('is the first that names something', () => {
		expect(idIn({ data: { id: null }, id: 0, task_id: 9 }, 'campaign')).toBe(9);
		expect(idIn({ task_id: '', id: 9 }, 'bulk')).toBe(9);
	});
});

describe('recipients named by a refusal', () => {
	const namedIn = (errors: unknown): unknown => {
		const named = namedRecipients({ message: 'Wrong', errors });
		return named && [...named];
	};

	// Wire notes, "/api errors".
	it('are named by the keys of its errors', () => {
		expect(
			namedIn({
				messages0phone: ['not a number'],
				'messages.12.phone': ['too short', 'not a number'],
				'phones[3]number': 'blocked',
			}),
		).toEqual([
			[0, 'messages0phone: not a number'],
			[12, 'messages.12.phone: too short not a number'],
			[3, 'phones[3]number: blocked'],
		]);
	});

	it.each([
		{ messages0phone: ['x'], sender: ['not registered'] },
		{ sender: ['not registered'] },
		{ messages: ['at least one'] },
		{ 'body.messages0phone': ['x'] },
		{ messagesAbove0: ['x'] },
		{ names0: ['x'] },
		['messages0phone'],
		{},
		null,
		'messages0phone',
		undefined,
	])('are none in %j', (errors) => expect(namedIn(errors)).toBeUndefined());

	it('are none without a body', () => expect(namedRecipients(undefined)).toBeUndefined());
});

describe('an answer', () => {
	const OUT = { messages0phone: ['not a number'] };
	const kindOf = (
		send: SendKind,
		answer: SendAnswer,
		more: Partial<Omit<Asked, 'kind'>> = {},
	): AnswerKind =>
		answerKind(answer, { kind: send, isAutomatic: false, leavesOut: false, ...more });
	const fault = (more: Partial<SendAnswer['fault']> = {}): SendAnswer['fault'] => ({
		message: 'Wrong',
		description: '',
		retryable: false,
		outcome: 'rejected',
		...more,
	});

	describe.each(KINDS)('to %s', (send) => {
		const ofStatus = (statusCode: number, body: unknown = {}): AnswerKind =>
			kindOf(send, { statusCode, body, fault: fault({ httpStatus: statusCode }) });

		it('that never came proves what the connection proves', () => {
			expect(kindOf(send, { fault: fault({ retryable: true }) })).toBe('nothingLeft');
			expect(kindOf(send, { fault: fault() })).toBe('unreachable');
			for (const retryable of [true, false])
				expect(kindOf(send, { fault: fault({ outcome: 'unknown', retryable }) })).toBe('noAnswer');
			expect(kindOf(send, {})).toBe('noAnswer');
		});

		// RFC 6585; wire notes, "Duplicate POST".
		it('429 may be to a copy, unless it says when to come again', () => {
			expect(ofStatus(429)).toBe('maybeCopy');
			expect(kindOf(send, { statusCode: 429 })).toBe('maybeCopy');
			for (const retryAfterMs of [0, 1000])
				expect(kindOf(send, { statusCode: 429, fault: fault({ retryAfterMs }) })).toBe('tooMany');
		});
		it('429 is to no copy if automatic references make it unlike any other', () => {
			const unique = kindOf(send, { statusCode: 429, fault: fault() }, { isAutomatic: true });
			const hasOwn = send === 'campaign' || send === 'message';
			expect(unique).toBe(hasOwn ? 'tooMany' : 'maybeCopy');
		});

		it('401 is unauthorized, whatever it says', () => {
			for (const body of ['', { error: 24 }, { id: 7 }])
				expect(ofStatus(401, body)).toBe('unauthorized');
		});
		// RFC 9110, 15.5.14.
		it('413 is too large, whatever it says', () => {
			for (const body of ['', { error: 24 }, { id: 7 }])
				expect(ofStatus(413, body)).toBe('tooLarge');
		});

		// RFC 9110, 9.2.2 and 15.6.
		it.each([302, 303, 408, 500, 502, 503, 504, 599])('%i is none', (status) => {
			for (const body of ['', { id: 7 }, { error: 0 }, { error: 99 }, { errors: OUT }])
				expect(ofStatus(status, body)).toBe('noAnswer');
		});
		// RFC 9110, 15.4 and 15.5.
		it.each([300, 301, 304, 307, 308, 400, 402, 403, 404, 409, 422, 499, 501])(
			'%i refuses',
			(status) => {
				for (const body of ['', { id: 7, data: { id: 7 } }, { code: status }])
					expect(ofStatus(status, body)).toBe('refused');
			},
		);

		it.each([200, 201, 202, 299])('%i without an id promises nothing', (status) => {
			for (const body of [
				'',
				undefined,
				{},
				{ error: 0 },
				{ id: null },
				'<html></html>',
				{ result: [] },
			])
				expect(kindOf(send, { statusCode: status, body })).toBe('noId');
		});
		it.each([200, 201, 202, 299])('%i with an id is accepted', (status) => {
			expect(kindOf(send, { statusCode: status, body: { error: 0, id: 7 } })).toBe('idGiven');
		});

		it('422 that names recipients leaves them out of a campaign that may go out without them', () => {
			const naming = { statusCode: 422, body: { errors: OUT }, fault: fault() };
			expect(kindOf(send, naming)).toBe('refused');
			expect(kindOf(send, { ...naming, statusCode: 400 }, { leavesOut: true })).toBe('refused');
			expect(kindOf(send, { ...naming, body: {} }, { leavesOut: true })).toBe('refused');
			const left = kindOf(send, naming, { leavesOut: true });
			expect(left).toBe(send === 'campaign' ? 'namesRecipients' : 'refused');
		});
	});

	describe.each(LEGACY)('to %s', (send) => {
		it.each<[code: number, kind: AnswerKind]>([
			[24, 'codeRefused'],
			[23, 'codePresent'],
			[11, 'codeBusy'],
			[99, 'codeOther'],
		])('with code %i is %s', (error, kind) => {
			for (const statusCode of [200, 400])
				expect(kindOf(send, { statusCode, body: { error, id: 7 } })).toBe(kind);
		});
		it('with a code that a document names needs no status', () => {
			for (const statusCode of [302, 408, 500, 503])
				expect(kindOf(send, { statusCode, body: { error: 24 } })).toBe('codeRefused');
			expect(kindOf(send, { statusCode: 501, body: { error: 99 } })).toBe('codeOther');
		});
	});

	it.each(API)('to %s has no code', (send) => {
		expect(kindOf(send, { statusCode: 200, body: { error: 24, id: 7 } })).toBe('idGiven');
		expect(kindOf(send, { statusCode: 400, body: { error: 11 } })).toBe('refused');
	});

	// The reply to `individual` may lack the task (wire notes): its results speak then.
	it('to bulk may have results in place of an id', () => {
		const body = { error: 0, result: [{ error: 0, id: 7 }] };
		expect(kindOf('bulk', { statusCode: 200, body })).toBe('idGiven');
		expect(kindOf('bulk', { statusCode: 200, body: { result: [null] } })).toBe('noId');
		expect(kindOf('campaign', { statusCode: 200, body })).toBe('noId');
	});
});
