import type { IDataObject } from 'n8n-workflow';
import { A, always, NOT_FOUND, ok } from './contrarySupport.mts';
import {
	beginStub,
	campaigns,
	endStub,
	listOf,
	polls,
	serviceTime,
	stub as triggerStub,
	trigger,
} from './contraryTriggerSupport.mts';
import { openStub, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/*
 * A list with nothing in it, beside words or codes by which the service does not show it, is no empty list: nothing is found on it, and
 * what a later poll shows of it would come as news.
 */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
	await beginStub();
});
afterAll(async () => {
	await stub.close();
	await endStub();
});

const ALL = { returnAll: true };
const REFUSALS: IDataObject[] = [
	{ success: false, message: '2WAY is unavailable' },
	{ code: 403, message: 'Forbidden' },
	{ errors: ['Forbidden'] },
	{ status: 'error', message: 'Try later' },
	{ message: 'Access denied' },
	{ message: 'Your API key has expired' },
	{ detail: 'You do not have access: no permission' },
	{ message: 'Доступ запрещён' },
	{ code: 'FORBIDDEN', message: 'Forbidden' },
	{ code: 'QUOTA_EXCEEDED' },
	{ code: 'NO_ACCESS' },
	{ error_message: 'Service temporarily unavailable' },
	{ error_message: 'Внутренняя ошибка' },
	{ error_message: 'Помилка сервера' },
	{ code: 'AccessDenied' },
	{ code: 'INVALID_TOKEN' },
	{ code: 'INTERNAL_SERVER_ERROR' },
	{ code: 'FAILED' },
	{ code: 'NOT_ALLOWED' },
	{ code: 'IP_BLOCKED' },
	{ message: 'Нет доступа' },
	{ message: 'Доступу немає' },
	{ message: 'Недостаточно прав' },
	{ message: 'Доступ к API запрещён' },
	{ message: 'В доступе отказано' },
	{ message: 'Сервіс недоступний' },
	{ error: 0, message: 'Access denied' },
	{ success: true, code: 'token.expired' },
	{ code: 200, message: 'Нет доступа' },
	{ total: 0, message: 'Your session has expired' },
	{ status: 'maintenance' },
	{ message: 'Please log in' },
	{ message: 'Sign in first' },
	{ message: 'Service is under maintenance' },
	{ message: 'Temporarily out of service' },
	{ message: 'Internal server error' },
	{ detail: 'The service is offline' },
	{ message: 'Сервис временно недоступен' },
	{ message: 'Технічні роботи' },
	{ error: 0, message: 'Please log in' },
];
const ORDINARY: IDataObject[] = [
	{ message: 'No campaigns found' },
	{ message: 'Campaigns of this user were not found' },
	{ message: 'Your account has no blocked numbers' },
	{ message: 'Nothing found', code: 'NOT_FOUND' },
	{ code: 'OK', message: 'Success' },
	{ code: 'EMPTY_LIST' },
	{ code: 'SUCCESS', error_message: '' },
	{ code: 200, message: 'List is empty' },
	{ error_message: 'No records found' },
	{ error_message: null, errors: [] },
	{ message: 'Нет доступных кампаний' },
	{ message: 'Немає доступних розсилок' },
	{ message: 'Доступных записей нет' },
	{ message: 'Нет правил' },
	{ error_message: 'Список порожній' },
	{ error_message: 'Записи отсутствуют' },
	{ error_message: 'Ошибок нет' },
	{ code: 'NotFound' },
	{ code: 'NoErrors' },
	{ code: 'noContent', success: true },
	{ code: 'campaigns.list', message: 'OK' },
	{ code: 'RETRIEVED', success: true, error: 0 },
	{ code: 'a81bc81b-dead-4e5d-abff-90865d1e13b1' },
	{ error: 0, code: 'NO_ERROR' },
	{ error: 0, error_message: 'No internal campaigns' },
	{ total: 0, total_count: 0, error_message: 'Failed to find any records' },
	{ meta: { page: { total: 0 } }, code: 'NoData' },
	{ message: 'No rejected campaigns' },
	{ message: 'Rejected applications not found' },
	{ message: 'Campaigns with errors: 0' },
	{ message: 'Failed campaigns: none' },
	{ message: 'Отклоненных заявок нет' },
	{ message: 'Відхилених заявок немає' },
	{ message: 'Заявки со статусом rejected отсутствуют' },
	{ message: 'По запросу «ошибка» ничего не найдено' },
	{ total: 0, message: 'Billing is under maintenance on Sunday' },
	{ message: 'There are no failed messages' },
	{ message: 'Nothing has failed' },
	{ message: 'You have no disabled senders' },
	{ message: 'Нет отклонённых заявок' },
	{ status: 'done', message: 'Done' },
	{ total: 0, message: 'Maintenance on Sunday from 3:00 to 4:00' },
];
/** Lists of which no entry is a record. */
const NO_RECORDS: unknown[][] = [
	[{}],
	[{ id: null }],
	[{ id: '', sender: null }],
	[{ message: 'Service Unavailable' }],
	[{ code: 503, message: 'Service Unavailable' }],
	[{ status: 'maintenance', message: 'Please come back' }],
	[{ error: 'maintenance' }],
	[{ success: false }],
	[{ code: 'TEMPORARILY_UNAVAILABLE' }],
	[{ title: 'Maintenance', detail: 'Back in an hour' }],
	[{ message: 'Service Unavailable' }, {}],
];

it.each(REFUSALS)('a list beside %j is not shown as an empty one', async (said) => {
	always(stub, NOT_FOUND, ok({ data: [], ...said }));
	for (const operation of ['campaign.getAll', 'sender.getAll', 'stopList.getAll'])
		expect([operation, (await stub.run(operation, ALL)).status]).toEqual([operation, 'error']);
	for (const holder of [{ result: [], ...said }, { result: { result: [], ...said } }]) {
		always(stub, NOT_FOUND, ok(holder));
		expect((await stub.run('sms.getAllReceived', ALL)).status).toBe('error');
	}
});

it.each(ORDINARY)('a list beside %j is an empty one', async (said) => {
	always(stub, NOT_FOUND, ok({ data: [], ...said }));
	for (const operation of ['campaign.getAll', 'sender.getAll', 'stopList.getAll'])
		expect(seen(await stub.run(operation, ALL))).toBe('[]');
	always(stub, NOT_FOUND, ok({ result: [], ...said }));
	expect(seen(await stub.run('sms.getAllReceived', ALL))).toBe('[]');
});

it.each(REFUSALS)('a number is not called missing on a stop list beside %j', async (said) => {
	always(stub, NOT_FOUND, ok({ data: [], ...said }));
	expect((await stub.run('stopList.remove', { phones: A })).status).toBe('error');
});

it.each(ORDINARY)('a watch begins, and goes on, with lists beside %j', async (said) => {
	triggerStub.answer = ({ path }) =>
		path === '/api/campaign'
			? { body: { data: [], ...said } }
			: path === '/rest/sms/2wayIncoming'
				? { body: { result: [], ...said } }
				: NOT_FOUND;
	for (const event of ['campaignFinished', 'messageReceived'])
		expect(await polls(2, trigger({ event }))).toEqual([]);
});

it.each(NO_RECORDS)('a list of nothing but %j is none', async (...entries) => {
	for (const body of [{ data: entries }, entries]) {
		always(stub, NOT_FOUND, ok(body));
		for (const operation of ['campaign.getAll', 'sender.getAll', 'stopList.getAll'])
			expect([operation, (await stub.run(operation, ALL)).status]).toEqual([operation, 'error']);
	}
	always(stub, NOT_FOUND, ok({ error: 0, result: entries }));
	expect((await stub.run('sms.getAllReceived', ALL)).status).toBe('error');
});

it.each(NO_RECORDS)('no watch begins with a list of nothing but %j', async (...entries) => {
	for (const event of ['campaignFinished', 'applicationStatusChanged', 'messageReceived']) {
		triggerStub.answer = () => ({ body: { data: entries } });
		const poll = trigger({ event });
		await expect(poll()).rejects.toThrow();
	}
});

it('the error tells what the service said beside the list', async () => {
	always(stub, NOT_FOUND, ok({ data: [], error_message: 'Service temporarily unavailable' }));
	const { error } = await stub.run('campaign.getAll', ALL);
	expect(error?.description).toContain('Service temporarily unavailable');
});

it.each(REFUSALS)('no watch of campaigns begins with a list beside %j', async (said) => {
	triggerStub.answer = (asked) =>
		asked.path === '/api/campaign' ? { body: { data: [], ...said } } : NOT_FOUND;
	const poll = trigger({ event: 'campaignFinished' });
	await expect(poll()).rejects.toThrow();
	triggerStub.answer = listOf(campaigns(3, 1));
	expect(await polls(2, poll)).toEqual([]);
});

it.each(REFUSALS)('no watch of replies begins with a list beside %j', async (said) => {
	const old = {
		sender: 'Shop',
		recipient: A,
		message: 'Old',
		time_received: serviceTime(Date.now() - 3_600_000),
	};
	let body: unknown = { result: [], ...said };
	triggerStub.answer = ({ path }) => (path === '/rest/sms/2wayIncoming' ? { body } : NOT_FOUND);
	const poll = trigger({ event: 'messageReceived' });
	await expect(poll()).rejects.toThrow();
	body = { error: 0, result: [old] };
	expect(await polls(2, poll)).toEqual([]);
});
