import { jest } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { openEveryday, receivedBy, sendTo, SOURCES } from './everydaySupport.mts';
import { PHONES } from './everydayRows.mts';
import { jsonOf, type Stage as Sends } from './sendsSupport.mts';
import { asked, openStage, type Stage } from './stage.mts';
import { APPLICATION } from '../support/application.mts';

/* What a form asks for is done, or refused by name before anything is sent: nothing of it is ignored, and nothing goes out in braces. */

const [A = '', B = '', C = ''] = PHONES;

describe('forms of the other operations', () => {
	let stage: Stage;
	beforeAll(async () => {
		stage = await openStage();
	});
	beforeEach(async () => {
		await stage.fresh();
	});
	afterAll(async () => await stage.close());

	const CONTACT = { contactId: '5001', phone: '380671112299' };
	const field = (value: string) => ({
		updateFields: { fields: { field: [{ id: '388077', value }] } },
	});
	const BRACES =
		"Set it to Expression and write {{ $json.first_name }}. For a brace that is meant, write {{ '{' }} there.";

	it.each<[string, INodeParameters, string, string]>([
		// Braces that nothing fills.
		[
			'sender.register',
			{ ...APPLICATION, legalName: '{company} Ltd' },
			'Legal Name holds {company}, which nothing fills here',
			BRACES,
		],
		[
			'sender.register',
			{ ...APPLICATION, address: '{{ $json.address }}' },
			'Address holds {{ $json.address }}, which nothing fills here',
			BRACES,
		],
		[
			'sender.register',
			{ ...APPLICATION, serviceDescription: '=Books of {name}, {{ 1 }}' },
			'Description holds {name}, which nothing fills here',
			BRACES,
		],
		[
			'sender.register',
			{ ...APPLICATION, options: { comment: 'Dear {{name}}' } },
			'Comment holds {{name}}, which nothing fills here',
			BRACES,
		],
		[
			'contact.update',
			{ ...CONTACT, ...field('{city}') },
			'Custom Fields by ID holds {city}, which nothing fills here',
			BRACES,
		],
		[
			'sender.getAll',
			{ filters: { sender: '{brand}' } },
			'Sender holds {brand}, which nothing fills here',
			BRACES,
		],
		// Expressions that come to nothing.
		[
			'contact.update',
			{ ...CONTACT, updateFields: { groups: '={{ $json.lists }}' } },
			'Contact List Names or IDs is empty',
			'Correct it, or take it out of Update Fields.',
		],
		[
			'campaign.getMessages',
			{ filters: { campaignId: '={{ $json.campaign }}' } },
			'Campaign ID is empty',
			'Correct it, or take it out of Filters.',
		],
		[
			'sms.getAllReceived',
			{ filters: { from: '={{ $json.since }}' } },
			'Received After is empty',
			'Correct it, or take it out of Filters.',
		],
		// Options that say something of another one.
		[
			'campaign.getAll',
			{ filters: { searchField: 'sender' } },
			'Search By has no effect without Search For',
			'Add Search For, or take Search By out of Filters.',
		],
		[
			'campaign.getAll',
			{ filters: { searchField: 'sender', searchValue: '' } },
			'Search For is empty',
			'Correct it, or take it out of Filters.',
		],
		[
			'report.request',
			{ timeFrom: '2026-11-20', timeTo: '2026-11-21', filters: { defaultCountry: 'UA' } },
			'Default Country has no effect without Phone Numbers',
			'Add Phone Numbers, or take Default Country out of Filters.',
		],
	])('%s %j', async (operation, parameters, message, description) => {
		const run = await stage.act(operation, parameters, { items: [{ name: 'Ann' }] });
		expect(run.error?.message).toBe(`${message} [item 1]`);
		expect(run.error?.description).toBe(description);
		expect(asked(stage)).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['sender.register', { ...APPLICATION, legalName: '=Bücher & Söhne {{ $json.form }}' }],
		[
			'sender.register',
			{ ...APPLICATION, serviceDescription: "={{ 'Books {' + $json.form + '}' }}" },
		],
		[
			'sender.register',
			{ ...APPLICATION, serviceDescription: '={{ ({ a: { b: "Books" } }).a.b }}' },
		],
		['sender.register', { ...APPLICATION, serviceDescription: 'Books :-} and more 📚' }],
		['contact.update', { ...CONTACT, ...field('={{ $json.braces }}') }],
		['contact.update', { ...CONTACT, ...field('') }],
		['contact.update', { ...CONTACT, ...field('{"plan":"gold"}') }],
		['contact.update', { ...CONTACT, ...field('={"plan": "{{ $json.form }}"}') }],
		[
			'report.request',
			{ selectBy: '={{ "messageIds" }}', messageIds: '1', wait: false, filters: { sender: '' } },
		],
		['campaign.getAll', { filters: { searchField: 'sender', searchValue: 'Shop' } }],
		['campaign.getAll', { filters: { searchValue: 'Shop' } }],
		['campaign.getAll', { filters: { to: '2026-11-21' } }],
	])('%s %j is taken', async (operation, parameters) => {
		const run = await stage.act(operation, parameters, { items: [{ form: 'Ltd', braces: '{x}' }] });
		expect(run.error?.message).toBeUndefined();
	});
});

describe('forms of sends', () => {
	let stage: Sends;
	beforeAll(async () => {
		// The dates in its inputs lie some days later.
		jest.setSystemTime(new Date('2026-12-01T09:00:00Z'));
		stage = await openEveryday();
	});
	beforeEach(() => stage.sandbox.reset());
	afterAll(async () => await stage.close());

	const people = [
		{ phone: A, name: 'Ann' },
		{ phone: B, name: 'Bo' },
	];
	const NO_COUNTRY =
		'Use a name such as Ukraine, a code such as UA, or a calling code such as +380.';
	const hours = (more: IDataObject) => ({
		quietHours: { hours: { from: '21:00', to: '08:00', days: [1, 2, 3, 4, 5, 6, 7], ...more } },
	});

	it.each(
		SOURCES.flatMap((source) =>
			['Ukrain', 'XX', '={{ "XX" }}', '={{ $vars.country || "XX" }}'].flatMap((country) =>
				['stop', 'skip'].map((invalid) => [source, country, invalid] as const),
			),
		),
	)(
		'a wrong Default Country is one error of the form: %s, %s, %s',
		async (source, country, invalid) => {
			const form = { text: 'Hi', defaultCountry: country, options: { invalidRecipients: invalid } };
			for (const dryRun of [true, false]) {
				const run = await sendTo(stage, source, people, form, dryRun);
				const name = country === 'Ukrain' ? country : 'XX';
				expect(run.error?.message).toBe(`Default Country "${name}" is no country [item 1]`);
				expect(run.error?.description).toBe(NO_COUNTRY);
				expect(receivedBy(stage)).toEqual([]);
			}
		},
	);

	it('a wrong country of one recipient is refused there', async () => {
		const form = { text: 'Hi', defaultCountry: '{land}', options: { invalidRecipients: 'skip' } };
		const own = [
			{ phone: '099 111 22 01', land: 'Ukrain' },
			{ phone: '099 111 22 02', land: 'Ukraine' },
		];
		const run = await sendTo(stage, 'items', own, form);
		expect(jsonOf(run).map(({ status, reason }) => [status, reason])).toEqual([
			['refused', 'Default Country "Ukrain" is no country'],
			['accepted', 'Accepted by the service'],
		]);
	});

	it.each<[IDataObject, string]>([
		[hours({ from: '={{ $json.from }}', to: '={{ $json.to }}' }), 'Quiet From is empty'],
		[hours({ to: '={{ $json.to }}' }), 'Quiet Until is empty'],
		[hours({ zoneField: '={{ $json.zone }}' }), 'Zone Field is empty'],
		[hours({ zoneField: 'zome' }), 'No item has the field "zome" that Zone Field names'],
		[hours({ to: '' }), 'Quiet Hours has "" as a time of the day'],
		[
			hours({ from: '', to: '' }),
			'Quiet Hours holds no times and allows every day, so that nothing is quiet',
		],
		[hours({ days: [] }), 'Quiet Hours allows no weekday, so nothing could ever be sent'],
	])('%j is refused', async (options, message) => {
		for (const dryRun of [true, false]) {
			const run = await sendTo(
				stage,
				'items',
				people,
				{ text: 'Hi', options } as INodeParameters,
				dryRun,
			);
			expect(run.error?.message).toBe(`${message} [item 1]`);
			expect(receivedBy(stage)).toEqual([]);
		}
	});

	it('a zone field that no column of a file has is refused', async () => {
		const form = { text: 'Hi', options: hours({ zoneField: 'zome' }) } as INodeParameters;
		const run = await sendTo(stage, 'file', people, form, true);
		expect(run.error?.message).toBe('The file has no column "zome" that Zone Field names [item 1]');
	});

	it('a time with $itemIndex differs from item to item', async () => {
		const startAt = '=2026-12-10 1{{ $itemIndex }}:00';
		const run = await sendTo(stage, 'items', people, { text: 'Hi', options: { startAt } });
		expect(run.error).toBeUndefined();
		expect(receivedBy(stage).map(({ startAt: at }) => at)).toEqual([
			'2026-12-10 08:00:00',
			'2026-12-10 09:00:00',
		]);
	});

	describe('under On Error: Continue', () => {
		const AT = '2026-12-10 09:00';
		const sendOn = async (items: IDataObject[], options: IDataObject, more: IDataObject = {}) =>
			await stage.engine.run({
				credential: stage.credential,
				node: { onError: 'continueRegularOutput' },
				parameters: {
					resource: 'campaign',
					operation: 'sendPersonalizedSms',
					sender: 'Shop',
					phoneField: 'phone',
					recipientSource: 'allItems',
					text: 'Hi {name}',
					options,
					...more,
				} as INodeParameters,
				items: items.map((json): INodeExecutionData => ({ json })),
			});

		it.each<[string, IDataObject, IDataObject[], string]>([
			[
				'an empty time',
				{ startAt: '={{ $json.at }}' },
				[{ at: AT }, { at: '' }, { at: AT }],
				'Start At is empty [item 2]',
			],
			[
				'the first empty time',
				{ startAt: '={{ $json.at }}' },
				[{ at: '' }, { at: AT }, { at: AT }],
				'Start At is empty [item 1]',
			],
			[
				'a time that is none',
				{ startAt: '={{ $json.at }}' },
				[{ at: AT }, { at: AT }, { at: 'soon' }],
				'Start At "soon" is not a date and time that the calendar has [item 3]',
			],
			[
				'a validity that is too long',
				{ delivery: { how: { validity: '={{ $json.v }}' } } },
				[{ v: 5 }, { v: 100 }, { v: 5 }],
				'Validity 100 lies outside 1 to 72 hours [item 2]',
			],
			[
				'quiet hours of the first that are empty',
				hours({ from: '={{ $json.from }}', to: '={{ $json.to }}' }),
				[{}, ...[1, 2].map(() => ({ from: '00:00', to: '00:01' }))],
				'Quiet From is empty [item 1]',
			],
		])('%s fails its item alone', async (_, options, own, message) => {
			const items = [A, B, C].map((phone, index) => ({ phone, name: `N${index}`, ...own[index] }));
			const wrong = Number(/item (\d)/.exec(message)?.[1]) - 1;
			for (const more of [
				{ dryRun: true },
				{},
				{ options: { ...options, invalidRecipients: 'skip' } },
			]) {
				stage.sandbox.reset();
				const run = await sendOn(items, options, more);
				const status = 'dryRun' in more ? 'dry run' : 'accepted';
				expect(
					run.items.map(({ json, pairedItem }) => [pairedItem, json.status, json.reason]),
				).toEqual(
					[0, 1, 2].map((item) =>
						item === wrong
							? [{ item }, 'refused', message.replace(/ \[item \d\]$/, '')]
							: [{ item }, status, expect.any(String)],
					),
				);
				expect(receivedBy(stage).map(({ text }) => text)).toEqual(
					'dryRun' in more
						? []
						: [0, 1, 2].filter((item) => item !== wrong).map((item) => `Hi N${item}`),
				);
			}
		});

		it('where all are wrong each item says so', async () => {
			const run = await sendOn([{ phone: A }, { phone: B }], { startAt: '={{ $json.at }}' });
			expect(jsonOf(run).map(({ status, reason }) => [status, reason])).toEqual([
				['refused', 'Start At is empty'],
				['refused', 'Start At is empty'],
			]);
		});

		it('the second message to a number stays the second one in a retry', async () => {
			const items = [
				{ phone: A, name: 'Ann', at: '' },
				{ phone: A, name: 'Bo', at: AT },
			];
			const first = await sendOn(items, { startAt: '={{ $json.at }}' });
			expect(receivedBy(stage).map(({ text }) => text)).toEqual(['Hi Bo']);
			expect(first.items).toHaveLength(2);
		});
	});
});
