/** Sender applications, as their list shows them. */
import { brief, Host, ruleFor } from './triggerHost.mts';
import { FakeService } from './triggerService.mts';

describe('sender applications', () => {
	it('reports new ones and decisions, also of old ones beyond the first page', async () => {
		const service = new FakeService({ pageMax: 20 });
		for (let id = 1; id <= 60; id += 1)
			service.applications.push({
				id,
				status: id === 3 ? 'in_progress' : 'registered',
				sender: `S${id}`,
				created_at: '2026-01-01 00:00:00',
			});
		const host = new Host(service, ruleFor('applicationStatusChanged'));
		expect((await host.poll()).events).toEqual([]);
		service.applications.push({
			id: 61,
			status: 'new',
			sender: 'Shop',
			created_at: '2026-01-02 00:00:00',
		});
		const third = service.applications[2];
		if (third) third.status = 'rejected';
		expect(brief((await host.poll()).events)).toEqual([
			'61 null > new',
			'3 in progress > rejected',
		]);
		expect((await host.poll()).events).toEqual([]);
	});
});
