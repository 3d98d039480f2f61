import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { startEngine } from './harness.mts';
import type { Engine, RunRequest, RunResult } from './harness.mts';
import { jsonOf, KEY, people, phoneOf } from './sendsSupport.mts';
import { ContraryService, type Reply } from './support/contraryService.mts';
import { QuietService } from './support/quietService.mts';
import { job, listRetry } from './support/savedExecutions.mts';

// Services that keep the specification and do what is least expected where it is silent.

let engine: Engine;
let service: ContraryService;
let baseUrl: string;
beforeAll(async () => {
	engine = await startEngine();
});
beforeEach(async () => {
	service = new ContraryService();
	baseUrl = await service.start();
});
afterEach(async () => await service.stop());

const NOT_KNOWN = /^It is not known whether the service accepted/;
const PRESENT: Reply = [200, { error: 23, errorDescription: 'SMS with this ID already present' }];

type Send = Omit<RunRequest, 'parameters'> & { more?: IDataObject; options?: IDataObject };
async function send(
	operation: string,
	{ more, options, ...request }: Send = {},
): Promise<RunResult> {
	const [resource = '', name = ''] = operation.split('.');
	return await engine.run({
		items: people(3).map((json) => ({ json })),
		...request,
		credential: { baseUrl, apiKey: KEY, authentication: 'apiKey' },
		parameters: {
			resource,
			operation: name,
			sender: 'Shop',
			text: 'Sale',
			...(operation === 'sms.send' ? { phone: '={{ $json.phone }}' } : {}),
			...(more as object),
			options: { retryFor: 5, ...options },
		},
	});
}
const one: INodeExecutionData[] = people(1).map((json) => ({ json }));
const statuses = (run: RunResult): unknown[] => jsonOf(run).map(({ status }) => status);

describe.each(['sms.sendBulk', 'sms.sendIndividual'])(
	'%s: a reference that is present',
	(operation) => {
		it('refuses the whole request that repeats a lost one: its messages are there', async () => {
			service.onCreate = (body, number) => {
				if (service.knows(body)) return PRESENT;
				const reply = service.take(body);
				return number === 1 ? 'drop' : [200, reply];
			};
			// It shows what it holds a moment later.
			service.tell = (held, question) => (question > 2 ? held : undefined);
			const run = await send(operation);
			expect(run.error).toBeUndefined();
			expect(statuses(run)).toEqual(['accepted', 'accepted', 'accepted']);
			expect(service.held.size).toBe(3);
		});

		it('refuses the whole request of a retry of an execution that was cut off', async () => {
			service.onCreate = (body) => (service.knows(body) ? PRESENT : [200, service.take(body)]);
			const worker = job(people(3).map((json) => ({ json })));
			await send(operation, { saved: worker(), executionId: '45' });
			const retried = await send(operation, { saved: worker(), mode: 'retry', executionId: '46' });
			expect(retried.error).toBeUndefined();
			expect(jsonOf(retried)).toEqual(
				Array(3).fill(expect.objectContaining({ status: 'accepted', already_accepted: true })),
			);
		});

		it('refuses the whole request for one message of it: the others are sent', async () => {
			service.onCreate = (body) => (service.knows(body) ? PRESENT : [200, service.take(body)]);
			const [first] = people(1);
			const more = { referenceMode: 'custom', referenceField: 'order' };
			await send(operation, { items: [{ json: first ?? {} }], more });
			const run = await send(operation, { more });
			expect(run.error).toBeUndefined();
			expect(jsonOf(run).map(({ already_accepted }) => already_accepted)).toEqual([
				true,
				false,
				false,
			]);
			expect(service.held.size).toBe(3);
		});

		it('stays unknown where it shows none of the messages, and is not repeated for ever', async () => {
			service.onCreate = (body, number) => {
				if (service.knows(body)) return PRESENT;
				service.take(body);
				return number === 1 ? 'drop' : PRESENT;
			};
			service.tell = () => undefined;
			const run = await send(operation);
			expect(run.error?.message).toMatch(NOT_KNOWN);
			expect(service.creates.length).toBeLessThan(4);
			service.tell = (held) => held;
			const retried = await send(operation, { saved: listRetry(run), mode: 'retry' });
			expect(statuses(retried)).toEqual(['accepted', 'accepted', 'accepted']);
		});
	},
);

describe('a message that is refused after a lost reply', () => {
	it.each([21, 24, 26, 31])(
		'is not called refused where the service holds it (code %i)',
		async (code) => {
			service.onCreate = (body, number) => {
				if (number > 1) return [200, { error: code, errorDescription: 'No' }];
				service.take(body);
				return 'drop';
			};
			service.tell = (held, question) => (question > 2 ? held : undefined);
			const run = await send('sms.send', { items: one });
			expect(run.error).toBeUndefined();
			expect(statuses(run)).toEqual(['accepted']);
		},
	);
});

describe('the number that the service tells of a message', () => {
	it.each(['+' + phoneOf(0), '38099*****11', '0' + phoneOf(0).slice(3), '00' + phoneOf(0)])(
		'is that of the recipient: %s',
		async (msisdn) => {
			service.tell = (held) => ({ ...held, msisdn });
			service.onCreate = (body) => {
				if (service.knows(body)) return PRESENT;
				service.take(body);
				return 'drop';
			};
			const more = { referenceMode: 'custom', reference: '={{ $json.order }}' };
			for (const round of [1, 2]) {
				const run = await send('sms.send', { items: one, more });
				expect([round, run.error?.message, statuses(run)]).toEqual([
					round,
					undefined,
					['accepted'],
				]);
			}
			const worker = job(one);
			await send('sms.send', { saved: worker(), executionId: '45' });
			const retried = await send('sms.send', { saved: worker(), mode: 'retry', executionId: '46' });
			expect(statuses(retried)).toEqual(['accepted']);
		},
	);
});

describe('a result of many with an ID and a fault', () => {
	it('is asked for: what the service holds is accepted, and nothing else', async () => {
		service.onCreate = (body) => {
			const { result = [] } = service.take(body);
			service.held.delete(String(service.messagesOf(body)[2]?.reference));
			return [
				200,
				{
					error: 0,
					task_id: 7,
					result: result.map((entry, index) => ({ ...entry, error: index === 0 ? 0 : 33 })),
				},
			];
		};
		const run = await send('sms.sendBulk');
		expect(statuses(run)).toEqual(['accepted', 'accepted', 'refused']);
	});
});

describe('a reply about another message', () => {
	it('proves nothing of this one: the service is asked', async () => {
		service.onCreate = () => [200, { error: 0, id: 9, reference: 'another1' }];
		const run = await send('sms.send', { items: one });
		expect(run.error?.message).toMatch(NOT_KNOWN);
		service.onCreate = (body) => {
			service.take(body);
			return [200, { error: 0, id: 9, reference: 'another1' }];
		};
		expect(jsonOf(await send('sms.send', { items: one }))).toMatchObject([
			{ status: 'accepted', message_id: 501 },
		]);
	});

	it('of many proves nothing of these', async () => {
		service.onCreate = () => [
			200,
			{ error: 0, result: [1, 2, 3].map((id) => ({ id, error: 0, reference: `other${id}` })) },
		];
		const run = await send('sms.sendBulk');
		expect(run.error?.message).toMatch(NOT_KNOWN);
	});
});

describe('a status that says nothing of the service', () => {
	it.each([406, 424, 460, 499])('%i may come after the service acted', async (status) => {
		service.onCreate = (body) => {
			service.take(body);
			return [status, { message: 'Client closed request' }];
		};
		const run = await send('sms.send', { items: one });
		expect([run.error?.message, statuses(run)]).toEqual([undefined, ['accepted']]);
	});
});

describe('a campaign to contact lists', () => {
	it('that was sent again and refused then may be there all the same', async () => {
		service.onCreate = (_, number) =>
			number === 1 ? [500, { message: 'Oops' }] : [422, { message: 'Sent already' }];
		const run = await send('campaign.sendSmsToContactLists', {
			items: one,
			more: { groups: '={{ [202] }}' },
			options: { ifOutcomeUnknown: 'sendAgain', retryFor: 1 },
		});
		expect(service.creates).toHaveLength(2);
		expect(run.error?.message).toMatch(NOT_KNOWN);
	});
});

describe('the retry of an execution whose input has grown', () => {
	it('does not take a new recipient for one of the campaign that was sent', async () => {
		const quiet = new QuietService();
		baseUrl = await quiet.start();
		quiet.quiet.showsAfterMs = 0;
		const saved = (count: number): IRunExecutionData => {
			const data = job(people(count).map((json) => ({ json })))();
			return { ...data, resumeToken: 'a'.repeat(64) };
		};
		await send('campaign.sendSms', { saved: saved(3), executionId: '45' });
		const retried = await send('campaign.sendSms', {
			saved: saved(4),
			mode: 'retry',
			executionId: '46',
			options: { retryFor: 1 },
		});
		await quiet.stop();
		expect(quiet.campaigns).toHaveLength(1);
		expect(retried.error?.message).toMatch(NOT_KNOWN);
	});
});

describe('a file whose request was accepted in part', () => {
	it('comes out of a retry with what was refused as refused', async () => {
		const refused = phoneOf(1);
		const rows = (count: number) => people(count).map(({ phone }) => `${String(phone)}\n`);
		service.onCreate = (body, number) => {
			if (number === 2) return [403, { message: 'Not now' }];
			if (service.knows(body)) return PRESENT;
			const reply = service.take(body);
			const result = reply.result?.map((entry, index) =>
				service.messagesOf(body)[index]?.msisdn === refused
					? { reference: service.messagesOf(body)[index]?.reference, error: 33 }
					: entry,
			);
			for (const held of [...service.held.values()])
				if (held.msisdn === refused) service.held.delete(held.reference);
			return [200, { ...reply, result }];
		};
		const data = await engine.storeBinary(Buffer.from(`phone\n${rows(1001).join('')}`), 'list.csv');
		const file: Send = {
			items: [{ json: {}, binary: { data } }],
			more: { recipientSource: 'file', phoneField: 'phone' },
			options: { repeatedNumbers: 'merge' },
		};
		const failed = await send('sms.sendBulk', file);
		expect(failed.error?.message).toMatch(/may not do this/);
		const retried = await send('sms.sendBulk', {
			...file,
			saved: listRetry(failed),
			mode: 'retry',
		});
		expect(retried.error).toBeUndefined();
		expect(jsonOf(retried)[0]).toMatchObject({ accepted: 999, refused: 1 });
		expect(service.held.size).toBe(1000);
	});
});

describe('a change that the reply does not show', () => {
	const change = async (resource: string, operation: string, parameters: object) =>
		await engine.run({
			credential: { baseUrl, apiKey: KEY, authentication: 'apiKey' },
			parameters: { resource, operation, ...parameters, options: { retryFor: 0 } } as never,
		});

	it.each([
		['stop', 'sending', 'stopped'],
		['renew', 'paused', 'sending'],
	])('of an RCS campaign (%s) is looked for in the list', async (operation, before, after) => {
		service.onChange = () => ({ data: { id: 5, status: before } });
		service.listed = [{ id: 5, status: before }];
		const campaign = { campaignId: { __rl: true, mode: 'id', value: '5' } };
		const open = await change('rcsCampaign', operation, campaign);
		expect(open.error?.message).toMatch(/^Whether RCS campaign 5 was \w+ is not known/);
		service.listed = [{ id: 5, status: after }];
		const done = await change('rcsCampaign', operation, campaign);
		expect([done.error, jsonOf(done)[0]]).toMatchObject([undefined, { status: after }]);
	});

	it('of a contact is not known where the reply tells the old phone', async () => {
		service.onChange = () => ({ data: { id: 12, phone: Number(phoneOf(1)) } });
		const contact = { contactId: '12', phone: phoneOf(0) };
		const open = await change('contact', 'update', contact);
		expect(open.error?.message).toMatch(/^Whether contact 12 was changed is not known/);
		service.onChange = () => ({ data: { id: 12, phone: `+${phoneOf(0)}` } });
		const done = await change('contact', 'update', contact);
		expect(done.error).toBeUndefined();
	});

	it('of the stop list is found in the list, though the service refuses what is there', async () => {
		service.onCreate = () => [422, { message: 'Exists', errors: { phones: ['exists'] } }];
		const phones = { phones: phoneOf(0), channels: ['sms'] };
		const refused = await change('stopList', 'add', phones);
		expect(refused.error).toBeDefined();
		service.listed = [{ id: 3, phone: Number(phoneOf(0)), sms: 1 }];
		const done = await change('stopList', 'add', phones);
		expect([done.error?.message, jsonOf(done)[0]]).toMatchObject([
			undefined,
			{ confirmed_by: 'record' },
		]);
	});
});
