import type { IDataObject } from 'n8n-workflow';
import type { ServerResponse } from 'node:http';
import {
	A,
	BOTH,
	CODE_20,
	isPost,
	LISTS,
	NONE,
	NOT_FOUND,
	ok,
	ONE,
	OTHER,
	referenceIn,
	referencesOf,
	statuses,
} from './contrarySupport.mts';
import { phoneOf } from './sendsSupport.mts';
import { openStub, pageOf } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Answers to sends that say of recipients or of the whole something else than they seem to. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

describe('nobody counts as accepted whom the answer', () => {
	it.each(['phones', 'results', 'messages', 'data'])(
		'refuses in the list of results that it names %s',
		async (name) => {
			stub.answer = (asked) => {
				if (!isPost(asked)) return CODE_20;
				const [first, second] = referencesOf(asked);
				const results = [
					{ reference: first, id: 1, error: 0 },
					{ reference: second, error: 21 },
				];
				return ok({ error: 0, task_id: 7, [name]: results });
			};
			expect(statuses(await stub.run('sms.sendBulk', BOTH))[1]).not.toBe('accepted');
		},
	);

	it('refuses in the legacy shape, to a campaign', async () => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return NOT_FOUND;
			const [first, second] = referencesOf(asked);
			const result = [
				{ reference: first, id: 501, error: 0 },
				{ reference: second, id: null, error: 21 },
			];
			return ok({ error: 0, result });
		};
		expect(statuses(await stub.run('campaign.sendSms', BOTH))[1]).not.toBe('accepted');
	});

	it.each([
		['campaign.sendSms', BOTH],
		['campaign.sendSmsToContactLists', LISTS],
	] as const)(
		'passes over, with old campaigns of another sender, to %s',
		async (operation, parameters) => {
			const old = { sender: 'Other', status: 'done', created_at: '2020-01-01 00:00:00' };
			const list = ok(
				pageOf([
					{ id: 1041, ...old },
					{ id: 1040, ...old },
				]),
			);
			stub.answer = (asked) => (isPost(asked) ? list : NOT_FOUND);
			expect(statuses(await stub.run(operation, parameters))).not.toContain('accepted');
		},
	);

	it('does not name, with messages to other numbers', async () => {
		const result = [
			{ id: 1, msisdn: OTHER, error: 0 },
			{ id: 2, msisdn: phoneOf(78), error: 0 },
		];
		stub.answer = (asked) => (isPost(asked) ? ok({ error: 0, result }) : NOT_FOUND);
		expect(statuses(await stub.run('sms.sendBulk', BOTH))).not.toContain('accepted');
		stub.answer = (asked) => (isPost(asked) ? ok({ error: 0, id: 1, msisdn: OTHER }) : NOT_FOUND);
		expect(statuses(await stub.run('sms.send', ONE))).not.toContain('accepted');
	});
});

it.each<IDataObject>([
	{ success: 'false' },
	{ success: 0 },
	{ ok: false },
	{ accepted: false },
	{ status: false },
	{ status: 422 },
	{ status: 'NOK' },
	{ result: 'error' },
])('an ID beside %j proves nothing', async (mark) => {
	stub.answer = (asked) => (isPost(asked) ? ok({ ...mark, id: 5 }) : CODE_20);
	expect(statuses(await stub.run('sms.send', ONE))).not.toContain('accepted');
});

it.each([
	'N/A',
	'Insufficient funds',
	'error',
	'?',
	'[]',
	'0.0',
	'00000000-0000-0000-0000-000000000000',
])('%j is no ID', async (id) => {
	stub.answer = (asked) => (isPost(asked) ? ok({ error: 0, id }) : CODE_20);
	expect(statuses(await stub.run('sms.send', ONE))).not.toContain('accepted');
});

it.each([
	['sms.send', ONE],
	['sms.sendBulk', { ...BOTH, recipients: A }],
] as const)(
	'the code of success around a list speaks for no result in it, to %s',
	async (operation, parameters) => {
		const asked: string[] = [];
		stub.answer = (one) => {
			if (!isPost(one)) {
				asked.push(one.path);
				return CODE_20;
			}
			const reference = referencesOf(one)[0];
			const result = [{ id: 5, reference, message: 'Not sent: the number is blocked' }];
			return ok({ error: 0, result });
		};
		const run = await stub.run(operation, { ...parameters, options: { retryFor: 0 } });
		expect(run.error?.message).toMatch(/^It is not known whether the service accepted the send/);
		expect(asked).not.toEqual([]);
	},
);

describe('an entry of a list of results that names an ID and the code of success', () => {
	const answerWith = (mark: IDataObject): void => {
		stub.answer = (asked) => {
			if (!isPost(asked)) return CODE_20;
			const [first, second] = referencesOf(asked);
			const result = [
				{ reference: first, id: 501, error: 0 },
				{ reference: second, id: 502, error: 0, ...mark },
			];
			return ok({ error: 0, task_id: 7, result });
		};
	};

	it.each<IDataObject>([
		{ state: 'REJECTED' },
		{ status: 'skipped' },
		{ status: 'stoplist' },
		{ status: 'duplicate' },
		{ skipped: true },
		{ blocked: true },
		{ reason: 'Number is on the stop list' },
		{ reason: 21 },
		{ reason: '21' },
	])('does not prove that its recipient was accepted beside %j', async (mark) => {
		answerWith(mark);
		const run = await stub.run('sms.sendBulk', BOTH);
		expect(statuses(run)).not.toEqual(['accepted', 'accepted']);
		expect(stub.asked.filter((asked) => referenceIn(asked) !== '' && !isPost(asked))).not.toEqual(
			[],
		);
	});

	it.each<IDataObject>([
		...[
			'No errors',
			'No error',
			'OK',
			'Success',
			'Accepted',
			'Queued',
			'0 errors',
			'Без ошибок',
			'Ошибок нет',
			'Нет ошибок',
			'Успешно',
			'Помилок немає',
			'Без помилок',
			'Успішно',
			'Сообщение принято',
			'Keine Fehler',
			'Erfolgreich',
			'Sin errores',
			'No hay errores',
			'Éxito',
			"Pas d'erreur",
			'Aucune erreur',
			'Nessun errore',
			'Sem erros',
			'Brak błędów',
		].flatMap((text) => [{ errorDescription: text }, { reason: text }]),
		{ errorDescription: 'Mensagem aceita no sistema' },
		{ errorDescription: 'NO_ERROR' },
		{ errorDescription: 'Accepted. SMS left: 99' },
		{ errorDescription: 'Accepted, not delivered yet' },
		{ errorDescription: 'Ошибок нет, дублей нет' },
		{ errorDescription: 'Сообщение отправлено, номер не в стоп-листе' },
		{ reason: 'pending' },
		{ reason: 'В очереди' },
		{ reason: 'Передано оператору' },
		{ reason: 'Not a duplicate' },
		{ reason: { code: 0, text: 'OK' } },
		{ not_final: true },
		{ status: 'not delivered yet' },
		{ errorDescription: '' },
		{ reason: '' },
		{ reason: null },
		{ status: 'new', skipped: false, blocked: 0 },
		{ state: 'queued' },
		{ status: 'ok' },
		{ status: { toString: null } },
	])('proves it beside %j', async (mark) => {
		answerWith(mark);
		expect(statuses(await stub.run('sms.sendBulk', BOTH))).toEqual(['accepted', 'accepted']);
	});

	it.each<IDataObject>([{ state: 'rejected' }, { status: 'skipped' }, { status: 'stop list' }])(
		'nor does the answer about a single message beside %j',
		async (mark) => {
			stub.answer = (asked) => (isPost(asked) ? ok({ error: 0, id: 501, ...mark }) : CODE_20);
			expect(statuses(await stub.run('sms.send', ONE))).not.toContain('accepted');
		},
	);
});

describe('nobody counts as refused', () => {
	it.each<[string, IDataObject]>([
		['an undocumented code', { error: 99 }],
		['a code beside an ID', { error: 21, id: 55 }],
	])('whose result has %s and whose message shows a moment later', async (_, result) => {
		let at = 0;
		stub.answer = (asked) => {
			if (isPost(asked)) {
				at = Date.now();
				const [first, second] = referencesOf(asked);
				const results = [
					{ reference: first, ...result },
					{ reference: second, id: 9, error: 0 },
				];
				return ok({ error: 0, result: results });
			}
			return Date.now() - at > 300
				? ok({ error: 0, id: 55, msisdn: A, reference: referenceIn(asked), status: 'sent' })
				: CODE_20;
		};
		const run = await stub.run('sms.sendBulk', { ...BOTH, options: { retryFor: 5 } });
		expect(statuses(run)[0]).not.toBe('refused');
	});

	it.each(['sms.sendBulk', 'sms.sendIndividual'])(
		'of whom one result says taken and another refused, by %s',
		async (operation) => {
			stub.answer = (asked) => {
				if (!isPost(asked)) return CODE_20;
				const [first, second] = referencesOf(asked);
				const result = [
					{ reference: first, error: 0, price: 0.05 },
					{ reference: first, error: 31 },
					{ reference: second, id: 9, error: 0 },
				];
				return ok({ error: 0, task_id: 7, result });
			};
			expect(statuses(await stub.run(operation, BOTH))[0]).not.toBe('refused');
		},
	);
});

it('the row of a refused recipient tells the reason in the words of the service', async () => {
	stub.answer = (asked) => {
		if (!isPost(asked)) return CODE_20;
		const [first, second] = referencesOf(asked);
		const result = [
			{ reference: first, id: 1, error: 0 },
			{ reference: second, error: 37, errorDescription: 'Number is on your stop list' },
		];
		return ok({ error: 0, task_id: 7, result });
	};
	const { items } = await stub.run('sms.sendBulk', BOTH);
	expect(items[1]?.json).toMatchObject({
		status: 'refused',
		reason: 'The service refused the request (code 37): Number is on your stop list',
		error_code: 37,
	});
});

it('a service that switches the protocol and says no more holds nothing up for ever', async () => {
	const raw = ({ socket }: ServerResponse): void => {
		const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: x', 'Connection: upgrade'];
		socket?.end(`${head.join('\r\n')}\r\n\r\n`);
	};
	stub.answer = (asked) => (isPost(asked) ? { raw } : CODE_20);
	const { error } = await stub.run('sms.send', { ...ONE, ...NONE, options: { timeout: 2 } });
	expect(error?.message).toMatch(/^It is not known whether/);
});

it.each([BOTH, { ...BOTH, ...NONE }])(
	'an entry without an ID, among others that have theirs, proves nothing of its recipient: %j',
	async (parameters) => {
		stub.answer = (asked) =>
			isPost(asked)
				? ok({
						error: 0,
						task_id: 7,
						result: referencesOf(asked).map((reference, at) => ({
							reference,
							error: 0,
							...(at === 0 && { id: 501 }),
						})),
					})
				: CODE_20;
		const run = await stub.run('sms.sendBulk', parameters, { onError: 'continueRegularOutput' });
		expect(statuses(run)[1]).not.toBe('accepted');
	},
);
