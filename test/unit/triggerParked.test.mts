/** Campaigns that tell no sender, where only those of some senders are reported: what n8n's log is told, and how many are held. */
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { brief, Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

const OF_SHOP = ruleFor('campaignStatusChanged', { senders: ['shop'] });

it.each(['done', 'sending'])(
	"a campaign that ends without a sender is named in n8n's log: first seen when %s",
	async (status) => {
		const service = new FakeService();
		service.create();
		const host = new Host(service, OF_SHOP, 'legacy', ['sms']);
		await host.poll();
		const one = service.create('sms', status);
		one.sender = '';
		const { notes: first } = await host.poll();
		service.turn(one, 'done');
		const { events, notes } = await host.poll();
		expect(events).toEqual([]);
		expect([...first, ...notes]).toEqual([
			expect.stringMatching(/^no longer watches s\d+ \(it ended without a sender/),
		]);
	},
);

it('parked campaigns make room for those of the senders, which are followed to their end', async () => {
	const service = new FakeService();
	const wanted = Array.from({ length: 5 }, () => service.create('sms', 'sending'));
	for (let parked = 0; parked < BOUNDS.watched; parked += 1)
		service.create('sms', 'sending').sender = '';
	const host = new Host(service, OF_SHOP, 'legacy', ['sms']);
	const { notes } = await host.poll();
	expect(notes.join()).toContain('too many unfinished');
	for (const one of wanted) service.turn(one, 'done');
	const events = [];
	for (let round = 0; round < 10; round += 1) {
		host.advance(180);
		events.push(...(await host.poll()).events);
	}
	expect(brief(events).sort()).toEqual(wanted.map(({ id }) => `${id} sending > done`).sort());
});
