import { campaignRow } from '../../nodes/shared/reply/index.ts';
import { countStatistics } from '../../sandbox/store.mts';
import { closeAll } from './sandboxClient.mts';

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
