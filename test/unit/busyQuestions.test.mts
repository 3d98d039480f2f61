import '../support/clock/everyTest.mts';
import { fakeFunctions } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { sendGuarded } from './onceHarness.mts';

const BUSY_MS = 6000;
const CAMPAIGNS = 12;

it.each(['stop', 'sendAgain'] as const)(
	'asks on for campaigns while the service is busy with others, and finds them all (%s)',
	async (ifUnknown) => {
		const begun = Date.now();
		let posts = 0;
		const answer = ({ method }: { method: string }): Answer => {
			if (method === 'POST') posts++;
			if (Date.now() - begun < BUSY_MS) return { status: 503, body: { message: 'Busy' } };
			return method === 'POST'
				? { body: { data: { id: 5 } } }
				: { body: { id: 7, msisdn: '380991112233', status: 'sent' } };
		};
		const fake = fakeFunctions({
			items: [{}],
			credential: { apiKey: `live_busy_${ifUnknown}` },
			answer,
		});
		const sent = await Promise.all(
			Array.from(
				{ length: CAMPAIGNS },
				async (_, index) =>
					await sendGuarded(fake, {
						campaign: true,
						reference: `reference${index}`,
						retryForMs: 30_000,
						ifUnknown,
					}),
			),
		);
		expect(sent.map(({ became }) => became)).toEqual(sent.map(() => 'found'));
		expect(posts).toBe(CAMPAIGNS);
	},
);
