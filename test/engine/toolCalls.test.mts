import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import { asked, openStage } from './stage.mts';
import type { Stage } from './stage.mts';

// Calls of the node as a tool, by an agent or n8n's MCP server: there n8n makes the item anew for each try of Retry On Fail.

let stage: Stage;
beforeAll(async () => (stage = await openStage({ config: { senders: 'any' } })));
beforeEach(async () => {
	await stage.fresh();
	stage.sandbox.config.mode = 'live';
});
afterAll(async () => await stage.close());

const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
const call = async (parameters: INodeParameters, args: IDataObject = {}): Promise<string> =>
	await stage.engine.asTool({ credential: stage.credential, parameters, node: RETRIED }, args);
/** The first answer to what changes something is lost, and so is the first look at the record. */
function loseAnswers(): void {
	stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', times: 1 });
	stage.sandbox.faults.add({ kind: 'status', status: 403, method: 'GET', times: 1 });
}
const posts = (): string[] => asked(stage).filter((request) => request.startsWith('POST'));

it('a sender is registered once, though the first try could not learn that', async () => {
	loseAnswers();
	const told = await call({
		resource: 'sender',
		operation: 'register',
		...APPLICATION,
		sender: 'ShopA',
		options: { retryFor: 0 },
	});
	expect(told).toContain('ShopA');
	expect(posts()).toEqual(['POST /api/senders/requests/legal']);
});

it('a message goes out once, and two calls send two', async () => {
	const message = {
		resource: 'sms',
		operation: 'send',
		sender: { __rl: true, mode: 'name', value: 'Shop' },
		phone: '380671112200',
		text: 'Hi',
		options: { retryFor: 0 },
	};
	loseAnswers();
	for (let calls = 0; calls < 2; calls++)
		expect(await call(message, { phone: '380671112200' })).toContain('accepted');
	const held = [...stage.sandbox.store.messages.values()].filter(
		({ msisdn }) => msisdn === '380671112200',
	);
	expect(held).toHaveLength(2);
});
