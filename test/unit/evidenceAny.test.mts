import fc from 'fast-check';
import { weigh } from '../../nodes/MessagingService/sending/evidence.ts';
import {
	bulkEndpoint,
	campaignEndpoint,
	individualEndpoint,
	singleEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';
import { faultOfReply } from '../../nodes/shared/errors/index.ts';
import { isId } from '../../nodes/shared/reply/index.ts';
import { OWN, people, run, script } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

/** Values as services write them, the odd ones among them. */
const value = fc.constantFrom<unknown[]>(
	null,
	0,
	'0',
	1,
	'21',
	21,
	23,
	37,
	402,
	503,
	'',
	'null',
	'x',
	true,
	false,
	[],
	{},
);
const leaf = fc.record(
	{
		id: fc.oneof(value, fc.constantFrom<unknown[]>(77, '78')),
		task_id: value,
		error: value,
		code: value,
		message: fc.constantFrom('Insufficient balance', 'OK', ''),
		errors: fc.constantFrom<unknown[]>(null, [], ['odd'], { sender: ['odd'] }),
		reference: fc.constantFrom<unknown[]>('own0', 'own1', 'own2', 'zz', null),
		success: fc.boolean(),
	},
	{ requiredKeys: [] },
);
const body = fc
	.tuple(
		leaf,
		fc.record(
			{
				data: fc.oneof(value, leaf, fc.array(leaf, { maxLength: 2 })),
				result: fc.oneof(value, leaf, fc.array(leaf, { maxLength: 3 })),
			},
			{ requiredKeys: [] },
		),
	)
	.map(([outer, inner]) => ({ ...outer, ...inner }));

/** Whether an id stands anywhere in a body, by another way of looking than the node's. */
function holdsId(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(
		([key, inner]) =>
			(/^(?:task_)?id$/.test(key) &&
				(typeof inner === 'string'
					? !['', '0', 'null'].includes(inner)
					: typeof inner === 'number' && inner !== 0)) ||
			holdsId(inner),
	);
}

describe('whatever the service answers', () => {
	it('a recipient is accepted only with an ID in the answer', async () => {
		const endpoints = [singleEndpoint, bulkEndpoint, individualEndpoint, campaignEndpoint];
		await fc.assert(
			fc.asyncProperty(body, fc.constantFrom(...endpoints), async (given, endpoint) => {
				const { json, error } = await run(
					endpoint,
					{ ...OWN, options: { retryFor: 0 } },
					{
						items: people(endpoint === singleEndpoint ? 1 : 3),
						answer: script([{ body: given }]),
					},
				);
				expect(error !== undefined || json.length > 0).toBe(true);
				for (const row of json.filter(({ status }) => status === 'accepted')) {
					expect(holdsId(given)).toBe(true);
					expect([row.message_id, row.task_id, row.campaign_id].some(isId)).toBe(true);
				}
			}),
			{ numRuns: 1500 },
		);
	});

	it('a refusal is one of the service that names no ID that it gave', () => {
		fc.assert(
			fc.property(body, fc.boolean(), (given, many) => {
				const reply = { statusCode: 200, headers: {}, body: given };
				const early = faultOfReply(reply);
				const { fault } = weigh(
					early ? { fault: early, body: given, statusCode: 200 } : { reply },
					{ many },
				);
				if (fault?.outcome !== 'rejected') return;
				expect(holdsId(given)).toBe(false);
				// Only a code of the legacy interface, a status or a list of errors proves that the service did not act.
				expect(JSON.stringify(given)).toMatch(/"(?:error|code)":|"errors":[[{]./);
			}),
			{ numRuns: 1000 },
		);
	});
});
