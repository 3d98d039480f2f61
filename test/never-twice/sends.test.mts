import type { FaultRule } from '../../sandbox/faults.mts';
import { CAMPAIGN, CREATE_CAMPAIGN, EACH_ONE, RETRY_ON_FAIL, sceneOfTests } from './scene.mts';

// A campaign that a service carries out after it has answered with 504, and shows later than that.

const scene = sceneOfTests();

const ACCEPTED = {
	campaigns: 1,
	messages: EACH_ONE,
	statuses: ['accepted', 'accepted'],
	error: null,
};
const answered504 = (fault: Partial<FaultRule>): FaultRule[] => [
	{ kind: 'status', status: 504, method: 'POST', path: CREATE_CAMPAIGN, times: 1, ...fault },
];

it('is asked for as long as Retry For says after an answer that took longer than that', async () => {
	scene.begin(answered504({ delayMs: 25_000, lateMs: 6000 }));
	const run = await scene.send(CAMPAIGN, { options: { retryFor: 20 } });
	expect(await scene.outcome(run)).toEqual(ACCEPTED);
});

it('is accepted by the try of Retry On Fail that finds it', async () => {
	scene.begin(answered504({ lateMs: 6000 }), {
		messageList: 'late',
		campaignReferences: 'late',
		lateMs: 8000,
	});
	const run = await scene.send(CAMPAIGN, { node: RETRY_ON_FAIL, options: { retryFor: 0 } });
	expect(run.tries).toBeGreaterThan(1);
	expect(await scene.outcome(run)).toEqual(ACCEPTED);
});
