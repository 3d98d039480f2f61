import '../support/clock/machineClock.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import {
	form,
	FOUR,
	PHONES,
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

	it.each(['sms.send', 'sms.sendBulk', 'sms.sendIndividual'])(
		'is refused so by the legacy interface, too (%s)',
		async (operation) => {
			for (const errors of ['status', 'ok'] as const) {
				Object.assign(stage.sandbox.config.dialect, { errors });
				const run = await stage.send(form(operation, SENDERS, FOUR));
				expect([run.error?.message, run.error?.description]).toEqual([
					'The sender NotMine is not allowed (code 32) [item 1]',
					expect.stringMatching(
						/^Register it \(Sender: Register\), or use a registered one\.( 0 of 4 recipients were accepted\.)?$/,
					),
				]);
			}
		},
	);

	it('is named in the row of its recipient', async () => {
		const result = (code: string, phone = ''): IDataObject => ({
			msisdn: phone,
			error: code,
			errorDescription: 'Sender not allowed',
			...(code === '0' && { id: phone }),
		});
		const results = PHONES.map((phone, index) => result(index === 1 ? '32' : '0', phone));
		stage.sandbox.faults.add(refusal({ status: 200, body: { task_id: 5, result: results } }));
		const run = await stage.send(form('sms.sendBulk', SENDERS, FOUR));
		expect(jsonOf(run)[1]).toMatchObject({
			status: 'refused',
			reason: 'The sender NotMine is not allowed (code 32)',
		});
	});

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

	it('of one who is left out has the same words in the row', async () => {
		const body = {
			message: 'The given data was invalid.',
			errors: {
				messages1sender: ['The sender is not allowed.'],
				'messages.2.phone': ['No operator serves 380991112203.'],
				messages3priority: ['Is unknown.'],
			},
		};
		stage.sandbox.faults.add(refusal({ status: 422, body, times: 1 }));
		const options = { invalidRecipients: 'skip' };
		const run = await stage.send(personalized(FOUR, { options }));
		expect(jsonOf(run).map(({ reason }) => reason)).toEqual([
			'Accepted by the service',
			'The sender Shop is not allowed',
			'Phone Number: No operator serves …2203',
			'messages3priority: Is unknown.',
		]);
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

describe('what the service says', () => {
	const said = (more: IDataObject, status = 200): FaultRule => refusal({ status, body: more });

	it.each<[string, FaultRule, string, string]>([
		[
			'only names the code again',
			said({ error: '8', errorDescription: 'Insufficient funds' }),
			'The account has not enough funds (code 8)',
			'Top up the account.',
		],
		[
			'holds more than the code',
			said({ error: '8', errorDescription: '0.02 EUR are left, and this message costs 0.05 EUR.' }),
			'The account has not enough funds: 0.02 EUR are left, and this message costs 0.05 EUR (code 8)',
			'Top up the account.',
		],
		[
			'names what the code leaves open',
			said({ error: '7', errorDescription: 'Bad tariff' }),
			'A parameter is not valid: Bad tariff (code 7)',
			'Check the fields of the operation.',
		],
		[
			'stands beside a status',
			said({ message: 'Insufficient balance.' }, 402),
			'The service refused the request: Insufficient balance (HTTP 402)',
			'Top up the account.',
		],
	])('is shown once if at all, as it %s', async (_, fault, message, description) => {
		stage.sandbox.faults.add(fault);
		const run = await stage.send(form('sms.send', {}, FOUR.slice(0, 1)));
		expect([run.error?.message, run.error?.description]).toEqual([
			`${message} [item 1]`,
			description,
		]);
	});
});
