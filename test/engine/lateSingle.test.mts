import { setTimeout as pause } from 'node:timers/promises';
import { jsonOf, openStage, people, phoneOf } from './sendsSupport.mts';
import type { Stage } from './sendsSupport.mts';

// A single SMS whose gateway gives up before the service does: the service commits it all the same, a moment later.

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey', dialect: { abandoned: 'commit' } });
});
beforeEach(() => stage.sandbox.reset());
afterAll(async () => await stage.close());

/** When the node has asked for the last time whether the message is there, it sends again under the same reference. */
const WHILE_IT_ASKS_MS = 50;
const AFTER_IT_ASKED_MS = 2500;

async function send(referenceMode: string): Promise<{ status: unknown; held: number }> {
	const run = await stage.send({
		resource: 'sms',
		operation: 'send',
		parameters: {
			phone: '={{ $json.phone }}',
			sender: 'Shop',
			text: 'Sale',
			referenceMode,
			options: { retryFor: 10 },
		},
		items: people(1),
		node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
	});
	await pause(AFTER_IT_ASKED_MS + 200);
	// A request is the occasion on which the sandbox does what is due.
	await stage.sandbox.inject({ method: 'GET', path: '/rest/sms/1' });
	const status = jsonOf(run)[0]?.status ?? run.error?.message;
	return { status, held: stage.stored().get(phoneOf(0)) ?? 0 };
}

describe.each([504, 408, 'dropBefore'] as const)('a gateway that answers with %s', (fault) => {
	beforeEach(() => {
		const rule = { method: 'POST', path: '/rest/sms/create', times: 1 };
		stage.sandbox.faults.add(
			fault === 'dropBefore'
				? { kind: fault, ...rule }
				: { kind: 'status', status: fault, ...rule },
		);
	});

	it.each(['refuse', 'accept'] as const)(
		'one message, where the service has it while the node asks (known references: %s)',
		async (legacyReferences) => {
			const abandonedMs = WHILE_IT_ASKS_MS;
			Object.assign(stage.sandbox.config.dialect, { legacyReferences, abandonedMs });
			expect(await send('automatic')).toEqual({ status: 'accepted', held: 1 });
		},
	);

	it('one message, where it comes later and the service refuses what it knows, as code 23 says', async () => {
		const abandonedMs = AFTER_IT_ASKED_MS;
		Object.assign(stage.sandbox.config.dialect, { legacyReferences: 'refuse', abandonedMs });
		expect(await send('automatic')).toEqual({ status: 'accepted', held: 1 });
	});

	it('two at most, and not one for each try, where it comes later to a service that refuses nothing', async () => {
		const abandonedMs = AFTER_IT_ASKED_MS;
		Object.assign(stage.sandbox.config.dialect, { legacyReferences: 'accept', abandonedMs });
		expect(await send('automatic')).toEqual({ status: 'accepted', held: 2 });
	});

	it('one message without a reference, and an outcome that is left open', async () => {
		const abandonedMs = AFTER_IT_ASKED_MS;
		Object.assign(stage.sandbox.config.dialect, { legacyReferences: 'accept', abandonedMs });
		expect(await send('none')).toEqual({
			status: expect.stringMatching(/^It is not known|^Not known/),
			held: 1,
		});
	});
});
