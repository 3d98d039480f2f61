import { lost } from './fakeFunctions.mts';
import type { Answer, Asked } from './fakeFunctions.mts';
import { custom, page, paths } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('Campaign: Send SMS to Contact Lists', () => {
	const NAME = 'campaign.sendSmsToContactLists';
	const PARAMETERS = { groups: [202], sender: 'Shop', text: 'Sale' };
	const SENT: Answer = { body: { data: { id: 70, sender: 'Shop', status: 'creation' } } };
	const old = { id: 1, sender: 'Shop', created_at: '2026-11-01 10:00:00' };
	const mine = { id: 2, sender: 'Shop', created_at: '2099-01-01 10:00:00' };
	/** Lists in order, and answers to the send. */
	const service =
		(send: Answer, listed: Answer[]) =>
		(asked: Asked, count: number): Answer =>
			asked.method === 'POST' ? send : (listed.at(Math.min(count, listed.length - 1)) ?? {});

	it('sends once, and asks nothing', async () => {
		const ran = await custom(
			NAME,
			{ ...PARAMETERS, options: { validity: 5 } },
			service(SENT, [page([old])]),
		);
		expect(ran.json).toEqual([
			expect.objectContaining({
				status: 'accepted',
				campaign_id: 70,
				list_ids: '202',
				sender: 'Shop',
				text: 'Sale',
				segments: 1,
			}),
		]);
		expect(paths(ran)).toEqual(['POST /api/campaigns/sms/send-groups']);
		expect(ran.asked[0]?.options.body).toEqual({
			groups: [202],
			sender: 'Shop',
			text: 'Sale',
			validity: 5,
		});
	});

	it('shows what it would send', async () => {
		const ran = await custom(NAME, { ...PARAMETERS, dryRun: true }, () => SENT);
		expect(ran.json).toEqual([
			expect.objectContaining({
				status: 'dry run',
				list_ids: '202',
				sender: 'Shop',
				text: 'Sale',
				segments: 1,
			}),
		]);
		expect(ran.asked).toEqual([]);
	});

	it('names a new campaign after a lost reply, and takes none for its own', async () => {
		const ran = await custom(NAME, PARAMETERS, service(lost(), [page([mine, old])]));
		expect(ran.json).toEqual([]);
		expect(ran.error).toMatchObject({
			message: expect.stringMatching(/^It is not known whether/) as string,
			description: expect.stringContaining(
				'New campaigns of this sender, one of which may be it: 2 (',
			) as string,
		});
		expect(ran.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('sends once more where the user chose so', async () => {
		const parameters = { ...PARAMETERS, options: { ifOutcomeUnknown: 'sendAgain', retryFor: 0 } };
		const again = await custom(NAME, parameters, (asked, count) =>
			asked.method === 'GET' ? page([old]) : count === 0 ? lost() : SENT,
		);
		expect(again.json).toMatchObject([{ campaign_id: 70 }]);
	});

	it.each<[string, Answer]>([
		['no campaign is new', page([old])],
		['the list cannot be read', { status: 403, body: {} }],
	])('names none when %s', async (_, listed) => {
		const ran = await custom(NAME, PARAMETERS, service(lost(), [listed]));
		expect(ran.error?.message).toBe(
			'It is not known whether the service accepted the send: the connection to the service was lost [item 0]',
		);
		expect(ran.error?.description).not.toContain('one of which may be it');
		expect(ran.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('never sends what is open again, and says so', async () => {
		const one = { executionId: 'lists', items: [{}, {}] };
		const listed = [page([old])];
		expect((await custom(NAME, PARAMETERS, service(lost(), listed), one)).error).toBeDefined();
		const again = await custom(NAME, PARAMETERS, service(SENT, listed), one);
		expect(again.error).toMatchObject({
			message: expect.stringMatching(/: an earlier try may have sent it \[item 0\]$/) as string,
			description: expect.stringMatching(/^Before you send again/) as string,
		});
		expect(paths(again)).not.toContain('POST /api/campaigns/sms/send-groups');
		const shown = await custom(NAME, PARAMETERS, service(SENT, [page([mine, old])]), one);
		expect(shown.error?.description).toContain('may be it: 2 (');
		expect(paths(shown)).not.toContain('POST /api/campaigns/sms/send-groups');
	});

	it('keeps what was made when a later item fails, and sends only the rest', async () => {
		const one = { executionId: 'rest', items: [{ text: 'One' }, { text: 'Two' }] };
		const parameters = { ...PARAMETERS, text: '={{ $json.text }}' };
		const failing = await custom(
			NAME,
			parameters,
			(asked, count) =>
				asked.method === 'GET'
					? page([])
					: count === 0
						? SENT
						: { status: 403, body: { message: 'Forbidden' } },
			one,
		);
		expect(failing.error?.description).toMatch(
			/The campaigns of the 1 items before were created, and no retry creates them again\.$/,
		);
		const next: Answer = { body: { data: { id: 71, sender: 'Shop', status: 'creation' } } };
		const again = await custom(NAME, parameters, service(next, [page([])]), one);
		expect(again.json.map(({ reason }) => reason)).toEqual([
			'Accepted by the service in an earlier try',
			'Accepted by the service',
		]);
		expect(again.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('goes on under Continue, and is not held for sent when it was forbidden', async () => {
		const ran = await custom(
			NAME,
			PARAMETERS,
			service({ status: 422, body: { message: 'The given data was invalid.' } }, [page([])]),
			{
				items: [{}, {}],
				continueOnFail: true,
			},
		);
		expect(ran.items.map(({ error, pairedItem }) => [error !== undefined, pairedItem])).toEqual([
			[true, { item: 0 }],
			[true, { item: 1 }],
		]);
		const one = { executionId: 'forbidden lists' };
		expect(
			(
				await custom(NAME, PARAMETERS, service(SENT, [page([])]), {
					...one,
					credential: { baseUrl: 'http://service.example' },
				})
			).error?.message,
		).toMatch(/^API Base URL uses http,/);
		expect((await custom(NAME, PARAMETERS, service(SENT, [page([])]), one)).json).toMatchObject([
			{ campaign_id: 70 },
		]);
	});

	it.each<[object, string]>([
		[{ groups: '' }, 'Contact Lists is empty [item 0]'],
		[{ sender: '' }, 'Sender is empty [item 0]'],
		[{ text: '' }, 'Text is empty [item 0]'],
		[{ options: { tariff: 10 } }, 'Tariff 10 lies outside 0 to 9 [item 0]'],
	])('refuses %j', async (parameters, message) => {
		const ran = await custom(NAME, { ...PARAMETERS, ...parameters }, () => SENT);
		expect([ran.error?.message, ran.asked]).toEqual([message, []]);
	});

	it('asks and sends nothing once the execution is stopped', async () => {
		const stop = new AbortController();
		const answer = (asked: Asked): Answer => {
			if (asked.method !== 'POST') return page([old]);
			stop.abort();
			return lost();
		};
		const ran = await custom(NAME, PARAMETERS, answer, { signal: stop.signal, items: [{}, {}] });
		expect(paths(ran)).toEqual(['POST /api/campaigns/sms/send-groups']);
	});
});
