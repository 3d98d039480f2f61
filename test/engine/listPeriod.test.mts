import type { INodeParameters } from 'n8n-workflow';
import { stamp } from '../../sandbox/clock.mts';
import { jsonOf, KEY, openStage, type Stage } from './stage.mts';
import type { RunResult } from './harness.mts';

// Services that count the three months of a list (4.10) in other ways, in zones whose clocks were set back within them.

const SETTINGS = ['utc', 'wallClock', 'days90'] as const;
const ZONES = ['Europe/Kyiv', 'America/New_York'];
const CASES = SETTINGS.flatMap((listPeriod) => ZONES.map((timeZone) => ({ listPeriod, timeZone })));

describe.each(CASES)('a service that counts by $listPeriod in $timeZone', (service) => {
	let stage: Stage;
	let ids: number[];
	beforeAll(async () => {
		const { listPeriod, timeZone } = service;
		stage = await openStage({ dialect: { listPeriod } });
		stage.sandbox.config.timeZone = timeZone;
		ids = stage.sandbox.seedHistory({ campaigns: 250, days: 200 }).map(({ id }) => id);
	});
	afterAll(async () => await stage.close());

	async function run(operation: string, parameters: INodeParameters): Promise<RunResult> {
		return await stage.engine.run({
			credential: { ...stage.credential, apiKey: KEY, timeZone: service.timeZone },
			parameters: {
				resource: 'campaign',
				operation,
				...parameters,
				options: { retryFor: 0, ...(parameters.options as object) },
			},
		});
	}
	const idsOf = (result: RunResult): unknown[] =>
		jsonOf(result).map(({ campaign_id }) => campaign_id);
	/** Those campaigns of which the service says that they came in this period. */
	const between = (from: string, to: string): number[] =>
		ids.filter((id) => {
			const at = stamp(stage.sandbox.store.campaigns.get(id)?.createdMs ?? 0, service.timeZone);
			return at >= from && at <= to;
		});

	it('gives three months that the user asks for by the calendar', async () => {
		const filters = { from: '2026-08-21 00:00:00', to: '2026-11-21 00:00:00' };
		const listed = await run('getAll', { type: 'sms', returnAll: true, filters });
		expect(listed.error).toBeUndefined();
		expect(idsOf(listed)).toEqual(between(filters.from, filters.to));
	});

	it('gives all since a day', async () => {
		const filters = { from: '2026-04-01 00:00:00' };
		const listed = await run('getAll', { type: 'sms', returnAll: true, filters });
		expect(listed.error).toBeUndefined();
		expect(idsOf(listed)).toEqual(ids);
	});

	it('shows each campaign by its ID, however old', async () => {
		for (const id of between('2026-08-15 00:00:00', '2026-08-26 00:00:00')) {
			const found = await run('get', { campaignId: String(id) });
			expect(found.error).toBeUndefined();
			expect(idsOf(found)).toEqual([id]);
		}
		expect(idsOf(await run('get', { campaignId: String(ids[0]) }))).toEqual([ids[0]]);
	});
});
