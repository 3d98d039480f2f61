import { readFileSync } from 'node:fs';
import '../support/clock/machineClock.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import { ONE_AT_A_TIME } from '../support/oneAtATime.mts';
import type { RunResult } from './harness.mts';
import { csvOf } from './everydaySupport.mts';
import { jsonOf, sendStageOfTests, type Send } from './sendsSupport.mts';
import { WAYS } from './stage.mts';
import { readContract } from './outputsContract.mts';

/* What a send says when something is wrong: the error, the rows and the hints, as a person in the editor meets them. */

const stage = sendStageOfTests();
beforeEach(() => stage.sandbox.faults.clear());

const PHONES = ['380991112201', '380991112202', '380991112203', '380991112204'];
const [A = '', B = ''] = PHONES;
const FOUR: IDataObject[] = PHONES.map((phone) => ({ phone, name: 'Ann' }));

const hintsOf = ({ hints }: RunResult): string[] => hints.map(({ message }) => message);
const refusal = (more: Partial<FaultRule> = {}): FaultRule => ({
	kind: 'status',
	status: 402,
	body: {},
	method: 'POST',
	...more,
});

const form = (
	operation: string,
	parameters: INodeParameters,
	items: IDataObject[],
	more: Partial<Send> = {},
): Send => {
	const [resource, name = ''] = operation.split('.');
	return {
		resource: resource as Send['resource'],
		operation: name,
		parameters: {
			sender: 'Shop',
			text: 'Sale',
			...(operation === 'sms.send' && { phone: '={{ $json.phone }}' }),
			...ONE_AT_A_TIME,
			...parameters,
		},
		items,
		...more,
	};
};

describe('with On Error: Continue', () => {
	const node = {
		onError: 'continueRegularOutput',
		retryOnFail: true,
		waitBetweenTries: 10,
	} as const;
	const split = { onError: 'continueErrorOutput' } as const;
	const contract = readContract();

	it.each(WAYS)('an item that went wrong has a row with all columns (%s)', async (way) => {
		stage.sandbox.faults.add(refusal({ skip: 1, times: 1 }));
		const items = [...FOUR.slice(0, 2), { phone: '12' }, ...FOUR.slice(3)];
		const run = await stage.send(form('sms.send', {}, items, { node, way }));
		expect(run.error).toBeUndefined();
		const rows = jsonOf(run);
		expect(rows.map(({ status, reason, phone }) => [status, reason, phone])).toEqual([
			['accepted', 'Accepted by the service', A],
			['refused', 'The service refused the request (HTTP 402)', B],
			['refused', 'Phone Number …12 has 2 digits instead of 9 to 15', '12'],
			['accepted', 'Accepted by the service', PHONES[3]],
		]);
		for (const row of rows) expect(Object.keys(row)).toEqual(contract['sms.send']);
		// The declarative engine has no place for hints.
		if (way === 'run')
			expect(hintsOf(run)).toContainEqual(
				expect.stringMatching(/, 2 refused: see the columns status and reason\.$/),
			);
		expect(run.tries).toBe(1);
	});

	const lists = [{ list: [{ phone: A }, { phone: '12' }] }, { list: [{ phone: B }] }];
	const LISTS = { recipientSource: 'list', recipients: '={{ $json.list }}' };
	it.each([
		['sms.sendBulk', {}, FOUR, [402, 402, 402, 402]],
		['campaign.sendSms', {}, FOUR, [402, 402, 402, 402]],
		['campaign.sendSms', {}, [...FOUR.slice(0, 3), { phone: '12' }], [402, 402, 402, '12']],
		['campaign.sendPersonalizedSms', LISTS, lists, ['skipped', '12', 402]],
		['campaign.sendSms', { text: '={{ $json.name.first.letter }}' }, FOUR.slice(0, 2), ['', '']],
		['campaign.sendSms', { text: ' ' }, FOUR.slice(0, 2), ['Text', 'Text']],
	] as const)('so has each row of %s %j', async (operation, parameters, items, expected) => {
		stage.sandbox.faults.add(refusal());
		const send = form(operation, parameters as INodeParameters, items as IDataObject[], { node });
		for (const way of WAYS) {
			const run = await stage.send({ ...send, way });
			expect(run.error).toBeUndefined();
			const rows = jsonOf(run);
			const said = (one: unknown): RegExp =>
				one === 402
					? /^The service refused the request \(HTTP 402\)$/
					: one === '12'
						? /^Phone Number …12 has 2 digits/
						: one === 'skipped'
							? /^Nothing was sent: 1 of 2 recipients cannot be used/
							: new RegExp(`^${String(one)}`);
			expect(rows.map(({ reason }) => reason)).toEqual(
				expected.map((one) => expect.stringMatching(said(one)) as string),
			);
			expect(rows.map(({ status }) => status)).toEqual(
				expected.map((one) => (one === 'skipped' ? one : 'refused')),
			);
			for (const row of rows) expect(Object.keys(row)).toEqual(contract[operation]);
			if (parameters !== LISTS)
				expect(rows.map(({ phone }) => phone)).toEqual(
					items.map((one) => (one as IDataObject).phone),
				);
		}
	});

	it('so has the summary of a request, and that of a file', async () => {
		stage.sandbox.faults.add(refusal({ times: 1 }));
		const summary = await stage.send(form('campaign.sendSms', { simplify: true }, FOUR, { node }));
		expect(jsonOf(summary)).toEqual([
			expect.objectContaining({ status: 'refused', recipients: 4, refused: 4, accepted: 0 }),
		]);
		expect(Object.keys(jsonOf(summary)[0] ?? {})).toEqual(
			contract['campaign.sendSms (Summary Only)'],
		);
		stage.sandbox.faults.add(refusal({ times: 1 }));
		const fileOf = async (content: string): Promise<RunResult> => {
			const data = await stage.engine.storeBinary(Buffer.from(content), 'people.csv');
			return await stage.engine.run({
				credential: stage.credential,
				node,
				parameters: {
					resource: 'campaign',
					operation: 'sendSms',
					sender: 'Shop',
					text: 'Sale',
					recipientSource: 'file',
				},
				items: [{ json: {}, binary: { data } }],
			});
		};
		for (const [content, refused, reason] of [
			[`phone\n${A}\n${B}\n`, 2, /The service refused the request \(HTTP 402\)/],
			['nothing\nx\n', 0, /^The file has no column "phone" that Phone Field names$/],
		] as const) {
			const run = await fileOf(content);
			expect(jsonOf(run)).toEqual([
				expect.objectContaining({
					status: 'refused',
					refused,
					reason: expect.stringMatching(reason) as string,
				}),
			]);
			expect(Object.keys(jsonOf(run)[0] ?? {})).toEqual(contract['campaign.sendSms (A File)']);
		}
	});

	it('so has each campaign to contact lists', async () => {
		stage.sandbox.faults.add(refusal({ times: 1 }));
		const run = await stage.send(
			form(
				'campaign.sendSmsToContactLists',
				{ groups: '={{ [$json.list] }}' },
				[{ list: 1 }, { list: 'x' }],
				{
					node,
				},
			),
		);
		expect(jsonOf(run).map(({ status, reason, list_ids }) => [status, reason, list_ids])).toEqual([
			['refused', 'The service refused the request (HTTP 402)', '1'],
			['refused', expect.stringMatching(/^Contact List/), null],
		]);
		for (const row of jsonOf(run))
			expect(Object.keys(row)).toEqual(contract['campaign.sendSmsToContactLists']);
	});

	it.each(WAYS)(
		'the error output holds number and reason, and the hint names no columns (%s)',
		async (way) => {
			stage.sandbox.faults.add(refusal({ skip: 1, times: 1 }));
			const items = [...FOUR.slice(0, 2), { phone: '12' }, ...FOUR.slice(3)];
			const run = await stage.send(form('sms.send', {}, items, { node: split, way }));
			expect(run.outputs[0]?.map(({ json }) => json.phone)).toEqual([A, PHONES[3]]);
			expect(run.outputs[1]?.map(({ json }) => json)).toEqual([
				{ error: '…2202: The service refused the request (HTTP 402) [item 2]' },
				{ error: 'Phone Number …12 has 2 digits instead of 9 to 15 [item 3]' },
			]);
			if (way === 'run') expect(hintsOf(run).join()).toMatch(/2 refused: see the error output\./);
			expect(hintsOf(run).join()).not.toMatch(/column/);
		},
	);

	it('the error output of a campaign names each number', async () => {
		stage.sandbox.faults.add(refusal());
		const run = await stage.send(form('campaign.sendSms', {}, FOUR.slice(0, 2), { node: split }));
		expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
			'…2201: The service refused the request (HTTP 402) [item 1]',
			'…2202: The service refused the request (HTTP 402) [item 2]',
		]);
	});

	it('what is left stays in the record: a retry sends it, and nothing twice', async () => {
		stage.sandbox.faults.add(refusal({ skip: 1, times: 1 }));
		const first = await stage.send(form('sms.send', {}, FOUR, { node }));
		expect(jsonOf(first).map(({ status }) => status)).toContain('refused');
		const saved = first.run?.data.executionData?.contextData['node:Messaging Service'];
		expect(JSON.stringify(saved)).toContain('accepted');
		const all = await stage.send(form('sms.send', {}, FOUR, { node }));
		expect(all.run?.data.executionData?.contextData['node:Messaging Service'] ?? {}).toEqual({});
	});
});

const personalized = (
	people: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<Send> = {},
): Send => form('campaign.sendPersonalizedSms', { text: 'Hi {name}', ...parameters }, people, more);

describe('what concerns all', () => {
	const wrong = Array.from({ length: 10 }, (_, index) => ({ phone: `123${index}`, name: 'Ann' }));
	const MISSING = /^Text names the field "nme", which is not there/;

	it.each(['items', 'list', 'file'] as const)(
		'comes before ten wrong numbers, and is said once (%s)',
		async (from) => {
			const people = [...wrong, ...FOUR.slice(0, 2)];
			const text = 'Hi {nme}';
			const run = await sendFrom(from, people, { text });
			const [, first] =
				/^Nothing was sent: 12 of 12 recipients cannot be used: \[[^\]]* and 1 more\] (.*?); \[/.exec(
					run.error?.message ?? '',
				) ?? [];
			expect(first).toMatch(MISSING);
			expect(run.error?.message.match(/nme/g)).toHaveLength(1);
			expect(stage.stored().size).toBe(0);
		},
	);

	it('does not come first where others are right', async () => {
		const run = await stage.send(personalized([...wrong, { phone: A }, { phone: B, name: 'Bo' }]));
		expect(run.error?.message).toMatch(/^Nothing was sent: 11 of 12 .*: \[item 1\] Phone Number/);
	});
});

/** A campaign with personal texts to people who come from items, a list or a file. */
async function sendFrom(
	from: 'items' | 'list' | 'file',
	people: IDataObject[],
	parameters: INodeParameters,
): Promise<RunResult> {
	if (from === 'items') return await stage.send(personalized(people, parameters));
	const recipients = '={{ $json.people }}';
	if (from === 'list')
		return await stage.send(
			personalized([{ people }], { recipientSource: 'list', recipients, ...parameters }),
		);
	const data = await stage.engine.storeBinary(Buffer.from(csvOf(people)), 'people.csv');
	const send = personalized([], { recipientSource: 'file', ...parameters });
	return await stage.engine.run({
		credential: stage.credential,
		parameters: { resource: send.resource, operation: send.operation, ...send.parameters },
		items: [{ json: {}, binary: { data } }],
	});
}

describe('Dry Run of a send that would stop', () => {
	const people = [...FOUR.slice(0, 2), { phone: '12', name: 'Bo' }, { phone: B, name: '' }];
	const STOP =
		/^The send would stop: 2 of 4 recipients cannot be used: \[.*\] Phone Number …12 .*; \[.*\] Text needs the field "name".*\. .*set Invalid Recipients to Leave Out/;

	it.each(['items', 'list', 'file'] as const)('ends green and shows all (%s)', async (from) => {
		const run = await sendFrom(from, people, { dryRun: true });
		expect(run.error).toBeUndefined();
		expect(hintsOf(run)[0]).toMatch(STOP);
		if (from === 'file') {
			expect(jsonOf(run)).toEqual([
				expect.objectContaining({ status: 'dry run', recipients: 4, refused: 2 }),
			]);
			return;
		}
		expect(jsonOf(run).map(({ status, reason }) => [status, reason])).toEqual([
			['dry run', 'Would be sent'],
			['dry run', 'Would be sent'],
			['refused', expect.stringMatching(/^Phone Number …12/)],
			['refused', expect.stringMatching(/^Text needs the field "name"/)],
		]);
		expect(hintsOf(run)).toContainEqual(expect.stringMatching(/^2 would be sent, 2 refused/));
	});

	it('says nothing of it where they are left out, and stops where the send does', async () => {
		const options = { invalidRecipients: 'skip' };
		const left = await sendFrom('items', people, { dryRun: true, options });
		expect(hintsOf(left).join()).not.toMatch(/would stop/);
		const nobody = await sendFrom('items', [{ phone: '12', name: 'Bo' }], {
			dryRun: true,
			options,
		});
		expect(nobody.error).toBeUndefined();
		expect(hintsOf(nobody)[0]).toMatch(/^The send would stop: Phone Number …12 has 2 digits/);
		expect(hintsOf(nobody).join()).toMatch(/0 would be sent, 1 refused/);
		const sent = await sendFrom('items', people, {});
		expect(sent.error?.message).toMatch(/^Nothing was sent: 2 of 4/);
	});
});

describe('a Start At that is wrong for one', () => {
	const soon = new Date(Date.now() + 86_400_000).toISOString();
	const people = FOUR.map((one, index) => ({ ...one, at: index === 1 ? 'soon' : soon }));
	const startAt = '={{ $json.at }}';
	const WRONG = 'Start At "soon" is not a date and time that the calendar has';

	it.each<[string, INodeParameters]>([
		['all items', {}],
		['each item by itself', { recipientSource: 'item', phone: '={{ $json.phone }}' }],
	])('is the fault of its row (%s)', async (_, parameters) => {
		const options = { startAt };
		const stopped = await stage.send(personalized(people, { ...parameters, options }));
		expect(stopped.error?.message).toBe(
			`Nothing was sent: 1 of 4 recipients cannot be used: [item 2] ${WRONG}`,
		);
		const left = await stage.send(
			personalized(people, { ...parameters, options: { ...options, invalidRecipients: 'skip' } }),
		);
		expect(left.error).toBeUndefined();
		expect(jsonOf(left).map(({ status, reason }) => [status, reason])).toEqual(
			FOUR.map((__, index) =>
				index === 1 ? ['refused', WRONG] : ['accepted', 'Accepted by the service'],
			),
		);
		expect(stage.stored().size).toBe(3);
	});

	it('an empty one, too; what all have alike is wrong with the form', async () => {
		const options = { startAt, invalidRecipients: 'skip' };
		const some = people.map((one, index) => ({ ...one, at: index === 0 ? '' : soon }));
		const left = await stage.send(personalized(some, { options }));
		expect(jsonOf(left).map(({ reason }) => reason)).toEqual([
			'Start At is empty',
			...Array<string>(3).fill('Accepted by the service'),
		]);
		const none = await stage.send(personalized(FOUR, { options }));
		expect(none.error?.message).toBe('Start At is empty [item 1]');
	});
});

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
		const dry = await sendFrom('file', FOUR, { ...SENDERS, dryRun: true });
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

describe('Start At with Quiet Hours', () => {
	const day = (days: number, time: string): string =>
		`${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} ${time}`;
	const hours = { from: '21:00', to: '08:00', days: [1, 2, 3, 4, 5, 6, 7] };
	const later = (run: RunResult): string[] =>
		hintsOf(run).filter((hint) => hint.includes('because of Quiet Hours'));

	it('is the cause of a later start by itself, and a time in the night is not', async () => {
		const options = { startAt: `={{ $json.at }}`, quietHours: { hours } };
		const at = (time: string): IDataObject[] => FOUR.map((one) => ({ ...one, at: day(3, time) }));
		const noon = await stage.send(
			personalized(at('12:00:00[Europe/Kyiv]'), { options, dryRun: true }),
		);
		expect(noon.error).toBeUndefined();
		expect(later(noon)).toEqual([]);
		expect(hintsOf(noon)).toContainEqual(expect.stringMatching(/^Sending starts at /));
		const night = await stage.send(
			personalized(at('23:00:00[Europe/Kyiv]'), { options, dryRun: true }),
		);
		expect(later(night)).toEqual([
			expect.stringMatching(/^4 recipients get the message later because of Quiet Hours/),
		]);
	});

	it('stands beside the status', async () => {
		const options = { startAt: '={{ $json.at }}' };
		const people = FOUR.map((one, index) => ({ ...one, at: day(3 + index, '12:00') }));
		for (const more of [{}, { simplify: true }]) {
			const run = await stage.send(personalized(people, { options, dryRun: true, ...more }));
			for (const row of jsonOf(run)) {
				expect(Object.keys(row).slice(0, 3)).toEqual(['status', 'reason', 'start_at']);
			}
		}
		const lists = { groups: '={{ [1] }}', dryRun: true, options };
		const run = await stage.send(form('campaign.sendSmsToContactLists', lists, people));
		expect(Object.keys(jsonOf(run)[0] ?? {}).slice(0, 3)).toEqual(['status', 'reason', 'start_at']);
		expect(jsonOf(run).map(({ start_at }) => String(start_at).slice(0, 10))).toEqual(
			people.map(({ at }) => at.slice(0, 10)),
		);
	});
});

describe('the second item is item 2', () => {
	/** As n8n's editor shows an error of several items: it adds its own number where the message does not hold it. */
	const shownOf = ({ error }: RunResult): string => {
		const index = (error as { context?: IDataObject } | undefined)?.context?.itemIndex;
		const own = index === undefined ? '' : `item ${String(index)}`;
		const message = error?.message ?? '';
		return message.includes(own) ? message : `${message} [${own}]`;
	};
	const two = [
		{ phone: A, id: 1, name: 'Ann' },
		{ phone: '12', id: 'x', name: 'Bo' },
	];

	it.each(WAYS)('in errors, whoever throws them (%s)', async (way) => {
		const wrong = await stage.send(form('sms.send', {}, two, { way }));
		expect(shownOf(wrong)).toMatch(/^Nothing was sent: 1 of 2 .*: \[item 2\] Phone Number …12/);
		expect(shownOf(wrong)).not.toMatch(/item 1/);
		stage.sandbox.faults.add(refusal({ skip: 1, times: 1 }));
		const refused = await stage.send(form('sms.send', {}, FOUR, { way }));
		expect(shownOf(refused)).toBe('The service refused the request (HTTP 402) [item 2]');
	});

	it('in errors of n8n’s declarative engine, of the form and of the service', async () => {
		const ask = async (ids: unknown[]): Promise<string> =>
			shownOf(
				await stage.send({
					resource: 'sms',
					operation: 'get',
					parameters: { messageId: '={{ $json.id }}' },
					items: ids.map((id) => ({ id })) as IDataObject[],
				}),
			);
		stage.sandbox.faults.add(refusal({ method: 'GET', skip: 1, times: 1 }));
		stage.sandbox.faults.add(
			refusal({ method: 'GET', status: 200, body: { id: 1, status: 'sent' } }),
		);
		expect(await ask([1, 1])).toMatch(/ \[item 2\]$/);
		expect(await ask([1, 'not an ID'])).toMatch(/^Message ID .* \[item 2\]$/);
	});

	it('in reasons, and in the details of an error', async () => {
		const twice = [...FOUR.slice(0, 2), { phone: B, name: 'Ann' }];
		const run = await stage.send(form('campaign.sendSms', {}, twice));
		expect(jsonOf(run)[2]).toMatchObject({
			status: 'duplicate',
			reason: 'The same number as item 2',
		});
	});
});

it('a brace that is meant is named with its cure', async () => {
	const run = await stage.send(personalized(FOUR, { text: 'Price {5} EUR' }));
	expect(run.error?.description).toContain('\\{ stands for a brace.');
});

test('no text holds words over which one stumbles', () => {
	const built = readFileSync('dist/service.js', 'utf8');
	const words = [
		'It was so before',
		'are not known, ',
		'that there is not',
		'does not tell that of',
		'has nobody to send to',
		'took no request meanwhile',
		'tells no balance',
		'Not every service has it',
		// What the form calls API Base URL, and what only we know.
		'base URLs',
		'confirmed_by',
		'origin: "test"',
	];
	expect(words.filter((one) => built.includes(one))).toEqual([]);
});
