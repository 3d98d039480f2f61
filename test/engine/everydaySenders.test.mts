import '../support/clock/machineClock.mts';
import type { INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import {
	form,
	FOUR,
	hintsOf,
	personalized,
	personalizedFrom,
	refusal,
	stageOfErrors,
} from './everydayFailing.mts';
import { jsonOf } from './sendsSupport.mts';

/* What a send, and its Dry Run, say of a sender. */

const stage = stageOfErrors();

describe('a sender that is not registered', () => {
	const SENDERS: INodeParameters = { sender: 'NotMine' };
	beforeEach(() => {
		stage.sandbox.config.senders = 'registered';
		stage.sandbox.store.senders.add('Shop');
	});
	afterEach(() => void (stage.sandbox.config.senders = 'any'));
	const MISSING =
		'The sender "NotMine" is not among the active ones of the account: the service may refuse the send. Sender: Register applies for one.';

	it.each(['campaign.sendPersonalizedSms', 'campaign.sendSms'])(
		'is refused in one sentence (%s)',
		async (operation) => {
			for (const validationErrors of ['map', 'array'] as const) {
				Object.assign(stage.sandbox.config.dialect, { validationErrors });
				const run = await stage.send(form(operation, SENDERS, FOUR));
				expect(run.error?.message).toBe('The sender NotMine is not allowed (HTTP 422) [item 1]');
				expect(run.error?.description).toMatch(/^Register it \(Sender: Register\)/);
			}
			Object.assign(stage.sandbox.config.dialect, { validationErrors: 'map' });
		},
	);

	it('of any length is shown at its beginning', async () => {
		const sender = 'X'.repeat(5000);
		const run = await stage.send(form('campaign.sendSms', { ...SENDERS, sender }, FOUR));
		expect(run.error?.message).toMatch(/^The sender X{80} must have /);
	});

	it('of one recipient is named with its place, and can be left out', async () => {
		const people = FOUR.map((one, index) => ({ ...one, brand: index === 1 ? 'NotMine' : 'Shop' }));
		const body = {
			message: 'The given data was invalid.',
			errors: { messages1text: ['The text is spam.'] },
		};
		stage.sandbox.faults.add(refusal({ status: 422, body, times: 1 }));
		const run = await stage.send(personalized(people));
		expect(run.error?.message).toBe('[item 2] Text: The text is spam (HTTP 422)');
		expect(run.error?.description).toMatch(/^Correct it\. With Invalid Recipients: Leave Out/);
	});

	it.each<[string, INodeParameters]>([
		['campaign.sendPersonalizedSms', SENDERS],
		['campaign.sendSmsToContactLists', { ...SENDERS, groups: '={{ [1] }}' }],
		['sms.send', SENDERS],
	])('is told by Dry Run (%s)', async (operation, parameters) => {
		const dry = await stage.send(form(operation, { ...parameters, dryRun: true }, FOUR));
		expect(dry.error).toBeUndefined();
		expect(jsonOf(dry).map(({ status }) => status)).toEqual(Array(4).fill('dry run'));
		expect(hintsOf(dry)).toContain(MISSING);
		// Services write a sender in capitals, too.
		for (const sender of ['Shop', 'SHOP']) {
			const own = { ...parameters, sender, dryRun: true };
			expect(hintsOf(await stage.send(form(operation, own, FOUR)))).not.toContainEqual(
				expect.stringMatching(/among the active ones of the account/),
			);
		}
	});

	it('is told of a file, too', async () => {
		const dry = await personalizedFrom(stage, 'file', FOUR, { ...SENDERS, dryRun: true });
		expect(hintsOf(dry)).toContain(MISSING);
	});

	it.each<Partial<FaultRule>>([
		{ status: 404, body: { message: 'Not found' } },
		{ status: 500 },
		{ status: 200, body: { data: [], total: 3 } },
		{ status: 200, body: { data: [] } },
		{ status: 200, body: { status: 'ok' } },
	])('is not told where the service does not list its senders: %j', async (fault) => {
		stage.sandbox.faults.add({
			kind: 'status',
			method: 'GET',
			path: '/api/senders',
			...fault,
		} as FaultRule);
		const dry = await stage.send(personalized(FOUR, { ...SENDERS, dryRun: true }));
		expect(dry.error).toBeUndefined();
		expect(hintsOf(dry).join()).not.toMatch(/NotMine/);
	});
});
