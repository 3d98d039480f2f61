import type { IDataObject } from 'n8n-workflow';
import {
	bulkEndpoint,
	campaignEndpoint,
	type SendEndpoint,
} from '../../nodes/MessagingService/sending/requests.ts';

import { lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer, Asked, FakeOptions } from './fakeFunctions.mts';
import { isSend, LOOK_UP, run } from './sendHarness.mts';
import type { Ran } from './sendHarness.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

// A file of recipients that is sent in several tries: what an earlier try sent stays sent.

const phoneOf = (index: number): string => `38099${String(index).padStart(5, '0')}11`;
/** A file with so many numbers. */
const csv = (count: number, from = 0): string =>
	`phone\n${Array.from({ length: count }, (_, index) => phoneOf(from + index)).join('\n')}\n`;
const FILE = { recipientSource: 'file', phoneField: 'phone' };

/** The references of a send, whichever interface it goes by. */
const referencesIn = ({ phones }: IDataObject): string[] =>
	(phones as IDataObject[]).map(({ reference, reference_id }) => String(reference ?? reference_id));

let campaigns = 100;
/** A good reply to a send. */
const taken = (asked: Asked): Answer => {
	const body = asked.options.body as IDataObject;
	if (asked.path.startsWith('/api')) return { body: { data: { id: (campaigns += 1) } } };
	const result = referencesIn(body).map((reference, index) => ({
		reference: reference === 'undefined' ? undefined : reference,
		id: index + 1,
		error: 0,
	}));
	return { body: { error: 0, task_id: 5, result } };
};
const quiet = (asked: Asked): Answer =>
	asked.path.startsWith(LOOK_UP) ? NOT_THERE : { body: { data: [] } };

async function tryFile(
	endpoint: SendEndpoint,
	executionId: string,
	options: FakeOptions & { options?: IDataObject },
): Promise<Ran> {
	const { options: chosen, files = [], ...more } = options;
	return await run(
		endpoint,
		{ ...FILE, options: { retryFor: 0, ...chosen } },
		{ executionId, files, items: files.map(() => ({})), ...more },
	);
}

describe('Retry On Fail beside Continue on Fail', () => {
	it.each([
		['bulk', bulkEndpoint, 'none'],
		['campaign', campaignEndpoint, 'automatic'],
	])('sends the file behind one that failed only once: %s', async (name, endpoint, mode) => {
		const tries = [];
		for (let attempt = 0; attempt < 2; attempt++)
			tries.push(
				await tryFile(endpoint, `behind ${name}`, {
					files: ['phone\n12\n', csv(3)],
					continueOnFail: true,
					options: { referenceMode: mode },
					answer: (asked) => (isSend(asked) ? taken(asked) : quiet(asked)),
				}),
			);
		expect(tries.map(({ sent }) => sent.length)).toEqual([1, 0]);
		expect(tries[1]?.json.at(-1)).toMatchObject({ accepted: 3 });
	});
});

describe('A try on another day under From Content and Day', () => {
	afterEach(() => jest.restoreAllMocks());

	it('asks for what an earlier one may have sent under the references of that one', async () => {
		const send = { files: [csv(3)], options: { referenceMode: 'content' } };
		const first = await tryFile(bulkEndpoint, 'midnight', {
			...send,
			answer: (asked) => (isSend(asked) ? lost() : quiet(asked)),
		});
		expect(first.error?.message).toMatch(/^It is not known/);
		const now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now + 86_400_000);
		const known = new Set(first.sent.flatMap(referencesIn));
		const again = await tryFile(bulkEndpoint, 'midnight', {
			...send,
			answer: (asked) => {
				if (isSend(asked)) return taken(asked);
				const reference = asked.path.slice(LOOK_UP.length);
				return known.has(reference) ? { body: { id: 7, status: 'sent' } } : quiet(asked);
			},
		});
		expect(again.error).toBeUndefined();
		expect(again.sent).toEqual([]);
	});
});

describe('A file whose process was killed', () => {
	/** A service that shows all messages but the first of one campaign, whose recipient is on its stop list. */
	function serviceWithout(which: number): (asked: Asked) => Answer {
		const shown = new Set<string>();
		let made = 0;
		return (asked) => {
			if (isSend(asked)) {
				const references = referencesIn(asked.options.body as IDataObject);
				for (const reference of references.slice(++made === which ? 1 : 0)) shown.add(reference);
				return taken(asked);
			}
			const reference = asked.path.slice(LOOK_UP.length);
			return shown.has(reference) ? { body: { id: 7, status: 'sent' } } : quiet(asked);
		};
	}

	it.each([
		['its retry', 'automatic', 2, 'lines 10002 to 20001', { mode: 'retry' }],
		['a new execution', 'content', 1, 'lines 2 to 10001', { token: 'b'.repeat(64) }],
		['a new execution', 'content', 2, 'lines 10002 to 20001', { token: 'b'.repeat(64) }],
	] as const)(
		'is not sent again by %s where the service does not show the first message (%s, campaign %d)',
		async (_, referenceMode, which, lines, more) => {
			const send = {
				files: [csv(25_000)],
				token: 'a'.repeat(64),
				answer: serviceWithout(which),
			};
			const killed = await tryFile(campaignEndpoint, `killed ${referenceMode} ${which}`, {
				...send,
				options: { referenceMode, lastLine: 20_001 },
			});
			expect(killed.sent).toHaveLength(2);
			const again = await tryFile(campaignEndpoint, `again ${referenceMode} ${which}`, {
				...send,
				...more,
				options: { referenceMode },
			});
			expect(again.sent).toEqual([]);
			expect(again.error?.message).toMatch(/^It is not known/);
			expect(again.error?.description).toContain(lines);
		},
	);
});
