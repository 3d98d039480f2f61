import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { bulkEndpoint, singleEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import { sendOperation } from '../../nodes/MessagingService/sending/send.ts';
import {
	automaticReference,
	contentReference,
} from '../../nodes/MessagingService/sending/references.ts';
import { PATTERNS } from '../../nodes/shared/spec/index.ts';
import { fakeRoute, lost } from './fakeFunctions.mts';
import type { FakeOptions } from './fakeFunctions.mts';
import { CREATED, isSend, LOOK_UP, OWN, people, phone, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('messages with a reference', () => {
	it('go out once for each call of a tool, whose tries n8n counts as runs', async () => {
		const call = async (toolCall: IDataObject, runIndex: number, answer: FakeOptions['answer']) => {
			const { route, asked } = fakeRoute({
				toolCall,
				runIndex,
				executionId: 'agent',
				answer,
				parameters: { sender: 'Shop', phone: phone(0), text: 'Hi', options: { retryFor: 0 } },
			});
			const pagination = sendOperation(singleEndpoint).routing.operations?.pagination;
			if (typeof pagination !== 'function') throw new Error('no route');
			const [item] = await pagination.call(route, {} as never).catch(() => []);
			return {
				json: item?.json,
				references: asked
					.filter(isSend)
					.map(({ options: { body } }) => (body as IDataObject).reference),
				looked: asked.filter(({ path }) => path.startsWith(LOOK_UP)).length,
			};
		};
		const [first, second] = [{ phone: 1 }, { phone: 1 }];
		const open = await call(first, 0, script([lost()], {}, { status: 403, body: {} }));
		expect(open.json).toBeUndefined();
		const other = await call(second, 1, script([CREATED]));
		expect(other).toMatchObject({
			json: { status: 'accepted' },
			looked: 0,
		});
		expect(other.references).not.toEqual(open.references);
		expect(
			await call(
				first,
				2,
				script([CREATED], { [String(open.references[0])]: { body: { id: 5, msisdn: phone(0) } } }),
			),
		).toMatchObject({ json: { message_id: 5, status: 'accepted' }, references: [] });
	});

	it.each(['content', 'custom'])('are asked for in a retry (%s)', async (referenceMode) => {
		const one = { executionId: `changed ${referenceMode}`, items: people(1) };
		const broken = await run(
			singleEndpoint,
			{ options: { referenceMode, reference: 'a1', retryFor: 0 } },
			{ ...one, answer: script([lost()], {}, { status: 403, body: {} }) },
		);
		const [reference] = broken.looked;
		const again = await run(
			singleEndpoint,
			{ options: { referenceMode, reference: 'a1' }, text: 'Hi' },
			{
				...one,
				answer: script([CREATED], { [String(reference)]: { body: { id: 5, msisdn: phone(0) } } }),
			},
		);
		expect(again.json[0]).toMatchObject({ message_id: 5, status: 'already sent', reference });
		expect(again.sent).toEqual([]);
	});

	it('with a reference of another item are refused before anything is sent', async () => {
		const same = people(2).map((person) => ({ ...person, reference: 'same' }));
		const { error, asked } = await run(singleEndpoint, { options: OWN }, { items: same });
		expect(error?.message).toContain('[item 1] The reference same is the same as in item 0');
		expect(asked).toEqual([]);
		const lists = [0, 1].map((index) => ({ list: [{ phone: phone(index), reference: 'same' }] }));
		expect(
			(
				await run(
					bulkEndpoint,
					{ options: OWN, recipientSource: 'list', recipients: '={{ $json.list }}' },
					{ items: lists },
				)
			).error?.message,
		).toContain('is the same as in item 0, recipient 1');
		// An event that arrives twice is the same message: the service knows it then.
		const twice = await run(
			singleEndpoint,
			{ options: { ...OWN } },
			{
				items: [...people(1), ...people(1)],
				answer: script([CREATED, { body: { error: 23 } }], {
					own0: { body: { id: 7, msisdn: phone(0) } },
				}),
			},
		);
		expect(twice.json).toMatchObject([{ message_id: 7 }, { status: 'merged', message_id: null }]);
	});

	it('are not taken for accepted when nobody tells whose the reference is', async () => {
		const hidden = await run(
			singleEndpoint,
			{ options: { ...OWN, retryFor: 0 } },
			{
				items: people(1),
				answer: script([{ body: { error: 23 } }], { own0: { status: 503, body: '' } }),
			},
		);
		expect(hidden.error).toMatchObject({
			message: expect.stringMatching(/^It is not known .* \[item 0\]$/) as string,
			description: expect.stringContaining('ask for the reference own0') as string,
		});
		// A reference of ours can be nobody else's, but that the service holds a message is still not seen.
		const ours = await run(
			singleEndpoint,
			{ options: { retryFor: 0 } },
			{
				items: people(1),
				answer: script([{ body: { error: 23 } }], {}, { status: 503, body: '' }),
			},
		);
		expect(ours.error?.message).toMatch(/^It is not known .* \[item 0\]$/);
	});
});

describe('references', () => {
	it('are valid, the same for the same row of a number and different otherwise', () => {
		fc.assert(
			fc.property(fc.string(), fc.nat(), fc.string(), (run, nth, phone) => {
				const reference = automaticReference(run, phone, nth);
				expect(reference).toMatch(PATTERNS.reference);
				expect(automaticReference(run, phone, nth)).toBe(reference);
				expect(automaticReference(run, phone, nth + 1)).not.toBe(reference);
			}),
		);
		const message = { phone: '380991112233', sender: 'Shop', text: 'Hi' };
		const reference = contentReference(message, '2026-11-21');
		expect(reference).toMatch(PATTERNS.reference);
		expect(contentReference(message, '2026-11-22')).not.toBe(reference);
		expect(contentReference({ ...message, text: 'Ho' }, '2026-11-21')).not.toBe(reference);
	});
});
