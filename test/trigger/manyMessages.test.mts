/** Promise: many messages of ten running campaigns: all final statuses come, none twice, whatever order they end in. */
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state.ts';
import { sizeOf } from '../../nodes/MessagingServiceTrigger/stored.ts';
import { isLong } from '../support/options.mts';
import { randomOf } from '../support/random.mts';
import { Host, parametersFor } from './host.mts';
import { FakeService } from './service.mts';

const MESSAGES = isLong ? 10_000 : 300;

test(`${10 * MESSAGES} messages of ten running campaigns come to their ends once each`, async () => {
	const service = new FakeService();
	const random = randomOf(11);
	const host = new Host(
		service,
		parametersFor('campaignMessageFinished', {}, { campaignTypes: ['sms'] }),
	);
	await host.activate();
	const campaigns = Array.from({ length: 10 }, () => service.create('sms', 'sending'));
	let open = campaigns.flatMap((one) => service.send(one, MESSAGES));
	const wanted = new Set(open.map(({ id }) => id));
	let [polls, most, largest] = [0, 0, 0];
	while (wanted.size > 0 && polls < 200) {
		polls += 1;
		// So much later that the events of the last poll wait no more.
		host.advance(121);
		for (const one of open)
			if (polls >= 30 || random() < 0.08) one.status = random() < 0.9 ? 'delivered' : 'expired';
		open = open.filter(({ status }) => status === 'accepted');
		const before = service.requests;
		const { events } = await host.poll();
		most = Math.max(most, service.requests - before);
		if (host.state) largest = Math.max(largest, sizeOf(host.state));
		// None comes that is not wanted, or not any more.
		expect(events.filter(({ record }) => !wanted.delete(String(record.id)))).toEqual([]);
	}
	expect(wanted.size).toBe(0);
	// All end at the 30th poll at the latest, and come within 30.
	expect(polls).toBeLessThanOrEqual(60);
	expect(most).toBeLessThanOrEqual(21);
	expect(largest).toBeLessThan(BOUNDS.size);
	for (const one of campaigns) service.turn(one, 'done');
	for (let poll = 0; poll < 40; poll += 1) {
		host.advance(300);
		expect((await host.poll()).events).toEqual([]);
	}
	expect(host.state?.campaigns).toEqual({});
});
