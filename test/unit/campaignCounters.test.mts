import { campaignRow } from '../../nodes/shared/reply/index.ts';
import { countStatistics } from '../../sandbox/store.mts';
import { closeAll, open } from './sandboxClient.mts';

afterEach(closeAll);

/** What became of the messages of a campaign that have left. */
interface Truth {
	delivered: number;
	read: number;
	failed: number;
	onTheWay: number;
}

const FEW = [0, 1, 2, 5];

/** Every mixture of a few messages. Only a campaign that runs has some on the way, and only RCS messages are read. */
function mixtures(type: string, ended: boolean): Truth[] {
	const reads = type === 'rcs' ? FEW : [0];
	return FEW.flatMap((delivered) =>
		reads.flatMap((read) =>
			FEW.flatMap((failed) =>
				(ended ? [0] : FEW).map((onTheWay) => ({ delivered, read, failed, onTheWay })),
			),
		),
	);
}

/** The row of a campaign that the service counts as 2.1 says. */
function rowOf(truth: Truth, type: string, status: string): Record<string, unknown> {
	const { delivered, read, failed, onTheWay } = truth;
	const statistics = countStatistics({ delivered, read, failed, sent: onTheWay });
	return campaignRow({ id: 1, message_type: type, status, statistics });
}

describe.each(['sms', 'rcs'])('counters of a campaign (%s)', (type) => {
	test.each(['done', 'stopped'])('never tell a wrong number of failures: %s', (status) => {
		for (const truth of mixtures(type, true)) {
			const row = rowOf(truth, type, status);
			expect({ truth, onTheWay: row.on_the_way }).toEqual({ truth, onTheWay: 0 });
			expect([null, truth.failed]).toContain(row.failed);
		}
	});

	test('never tell a wrong number of those on the way', () => {
		for (const truth of mixtures(type, false)) {
			const row = rowOf(truth, type, 'sending');
			expect({ truth, failed: row.failed }).toEqual({ truth, failed: null });
			// What failed among the rest is not known before the end, so it is counted among them.
			expect([null, truth.failed + truth.onTheWay]).toContain(row.on_the_way);
		}
	});
});

test('they are known of every SMS campaign, and of an RCS campaign of which nothing is delivered', () => {
	for (const truth of mixtures('sms', true))
		expect(rowOf(truth, 'sms', 'done').failed).toBe(truth.failed);
	const none = { delivered: 0, read: 0 };
	expect(rowOf({ ...none, failed: 2, onTheWay: 0 }, 'rcs', 'done')).toMatchObject({ failed: 2 });
	expect(rowOf({ ...none, failed: 2, onTheWay: 3 }, 'rcs', 'sending')).toMatchObject({
		sent: 5,
		on_the_way: 5,
	});
});

test.each([
	['a type that the service does not tell', { sent: 5, delivered: 3 }, undefined],
	['more delivered than sent', { sent: 3, delivered: 5 }, 'sms'],
])('they are not known with %s', (_, statistics, message_type) => {
	expect(campaignRow({ id: 1, status: 'done', statistics, message_type })).toMatchObject({
		...statistics,
		failed: null,
		on_the_way: 0,
	});
});

test('the RCS campaigns of a fresh sandbox hold messages that were read', async () => {
	const { sandbox } = await open();
	const read = [...sandbox.store.campaigns.values()]
		.filter(({ type }) => type === 'rcs')
		.map(({ id, counters, messageIds }) => ({
			id,
			read: counters.read ?? 0,
			counted: Object.values(counters).reduce((sum, number) => sum + number, 0),
			messages: messageIds.length,
		}));
	expect(read).toEqual([
		{ id: 1001, read: 10, counted: 20, messages: 20 },
		{ id: 1002, read: 4, counted: 20, messages: 20 },
		{ id: 1003, read: 0, counted: 20, messages: 20 },
	]);
});
