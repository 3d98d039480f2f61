import type { IDataObject } from 'n8n-workflow';
import { CARD } from '../cases/rcs.mts';
import { agent, sms, campaign, lists, withParameters } from './rcsSupport.mts';
import { jsonOf, once, people, phoneOf, sendStageOfTests, withOptions } from './sendsSupport.mts';
import { KEY } from './stage.mts';

// What campaigns of RCS put out, and what the service holds after them.

const stage = sendStageOfTests();

/** Requests of items leave side by side. */
const byText = (one: object, other: object): number =>
	JSON.stringify(Object(one).options).localeCompare(JSON.stringify(Object(other).options));
const messages = () => [...stage.sandbox.store.messages.values()];

describe('RCS Campaign: Send', () => {
	it('shows one card to all items, with an SMS in its place', async () => {
		const run = await stage.send({
			...withParameters(campaign, { ...CARD, smsSender: 'Shop' }),
			items: people(3),
		});
		expect(run.error).toBeUndefined();
		const { title, text: words } = CARD.contentCard.card;
		expect(jsonOf(run)).toEqual(
			people(3).map(({ phone }) => ({
				status: 'accepted',
				reason: 'Accepted by the service',
				start_at: expect.any(String),
				phone,
				text: `${title}\n${words}`,
				fallback_segments: 1,
				campaign_id: expect.any(Number),
				country: 'UA',
				sender: agent,
				reference: expect.stringMatching(/^[0-9a-f]{32}$/),
				test: false,
			})),
		);
		expect(stage.bodies()).toEqual([
			{
				sender: agent,
				phones: people(3).map(({ phone }) => ({ number: phone, reference_id: expect.any(String) })),
				options: {
					cards: [
						{
							title,
							text: words,
							media: { url: 'https://shop.example.com/sale.jpg' },
							suggestions: [
								{ type: 'link', text: 'To the shop', url: 'https://shop.example.com/sale' },
								{ type: 'call', text: 'Call us', phone: '380441234567' },
							],
						},
					],
				},
				alternative_channel: { sms: { sender: 'Shop', text: CARD.smsText } },
				add_to_contact_book: false,
				check_stop_list: true,
			},
		]);
		expect(stage.stored()).toEqual(once(3));
		expect(run.hints.map(({ message }) => message)).toContain(
			'3 recipients accepted (RCS; as SMS in its place up to 3 segments). RCS Campaign: Get shows how it goes on.',
		);
	});

	it('counts in the summary of a dry run what would be paid for', async () => {
		const run = await stage.send({
			...withParameters(campaign, { ...CARD, smsSender: 'Shop', simplify: true, dryRun: true }),
			items: people(3),
		});
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				status: 'dry run',
				reason: '3 would be sent',
				recipients: 3,
				fallback_segments: 3,
				sender: agent,
			}),
		]);
	});

	it('says in the summary of a dry run to how many it would go, also if the first one is left out', async () => {
		const run = await stage.send({
			...withOptions(withParameters(campaign, { ...CARD, simplify: true, dryRun: true }), {
				invalidRecipients: 'skip',
			}),
			items: [{ phone: '123' }, ...people(2)],
		});
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				status: 'dry run',
				reason: '2 would be sent. [item 1] Phone Number …123 has 3 digits instead of 9 to 15',
				recipients: 3,
				refused: 1,
			}),
		]);
	});

	it('takes 5,000 recipients a request', async () => {
		const run = await stage.send({
			...withParameters(campaign, { simplify: true }),
			items: people(5001),
		});
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ status: 'accepted', accepted: 5000, fallback_segments: 0 }),
			expect.objectContaining({ status: 'accepted', accepted: 1 }),
		]);
		expect(messages()).toHaveLength(5001);
	});

	it('shows a carousel, and JSON of an expression or with placeholders', async () => {
		const cards = [{ text: 'One' }, { title: 'Two', media: 'https://shop.example.com/2.png' }];
		const shown = [
			{ text: 'One' },
			{ title: 'Two', media: { url: 'https://shop.example.com/2.png' } },
		];
		const each = { recipientSource: 'item', phone: '={{ $json.phone }}' };
		for (const parameters of [
			{ content: 'carousel', contentCards: { card: cards } },
			{ content: 'json', contentJson: JSON.stringify({ cards: shown }) },
			{
				content: 'json',
				contentJson: `={{ ${JSON.stringify({ cards: shown }).replaceAll('}', '} ')} }}`,
			},
			{
				content: 'json',
				contentJson: '{ "cards": [{ "text": "{one}" }, { "title": "Two", "media": "{url}" }] }',
				...each,
			},
		]) {
			stage.sandbox.reset();
			const items = [{ phone: phoneOf(1), one: 'One', url: 'https://shop.example.com/2.png' }];
			const run = await stage.send({ ...withParameters(campaign, parameters), items });
			expect(run.error).toBeUndefined();
			expect(stage.bodies()[0]?.options).toEqual({ cards: shown });
		}
	});

	it('fills the fields of each item, in cards, buttons and the SMS', async () => {
		const run = await stage.send({
			...withParameters(campaign, {
				recipientSource: 'item',
				phone: '={{ $json.phone }}',
				content: 'card',
				contentCard: {
					card: {
						text: '=Hi {{ $json.name }}',
						buttons: {
							button: [{ type: 'link', text: 'Order', url: 'https://x.example/{order}' }],
						},
					},
				},
				...sms,
				smsText: 'Hi {name}',
			}),
			items: people(2),
		});
		expect(run.error).toBeUndefined();
		expect(stage.bodies().sort(byText)).toEqual(
			people(2).map(({ name, order }) =>
				expect.objectContaining({
					options: {
						cards: [
							{
								text: `Hi ${String(name)}`,
								suggestions: [
									{ type: 'link', text: 'Order', url: `https://x.example/${String(order)}` },
								],
							},
						],
					},
					alternative_channel: { sms: { sender: 'Shop', text: `Hi ${String(name)}` } },
				}),
			),
		);
	});

	it('sends what stands under Options', async () => {
		const how = { checkStopList: false, tariff: 3, validity: 90, unit: 'seconds' };
		const run = await stage.send({
			...withOptions(campaign, { addToContactBook: true, delivery: { how } }),
			items: people(1),
		});
		expect(run.error).toBeUndefined();
		expect(stage.bodies()).toEqual([
			expect.objectContaining({
				validity_seconds: 90,
				tariff_code: 3,
				add_to_contact_book: true,
				check_stop_list: false,
			}),
		]);
		expect(stage.bodies()[0]).not.toHaveProperty('validity');
	});

	it('counts one content as the same under From Content and Day, and another one as another', async () => {
		const daily = withOptions(campaign, { referenceMode: 'content' });
		const references = async (parameters: object): Promise<unknown> => {
			const run = await stage.send({ ...withParameters(daily, parameters), items: people(1) });
			return run.items[0]?.json.reference;
		};
		const first = await references({});
		stage.sandbox.reset();
		expect(await references({})).toBe(first);
		expect(await references({ contentText: 'Sale!' })).not.toBe(first);
		expect(await references(sms)).not.toBe(first);
	});

	it('is sent from a file', async () => {
		const file = Buffer.from(`phone\n${phoneOf(1)}\n${phoneOf(2)}\n`).toString('base64');
		const run = await stage.engine.run({
			credential: stage.credential,
			parameters: {
				resource: 'rcsCampaign',
				operation: 'send',
				...campaign.parameters,
				...sms,
				recipientSource: 'file',
			},
			items: [{ json: {}, binary: { data: { data: file, mimeType: 'text/csv' } } }],
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ status: 'accepted', accepted: 2, fallback_segments: 2 }),
		]);
		expect(messages().map(({ msisdn }) => msisdn)).toEqual([phoneOf(1), phoneOf(2)]);
	});
});

it('a lost answer to a campaign of lists leaves it unknown, and the error names the new one of the agent', async () => {
	const guests = await listOfTwo();
	const path = '/api/campaigns/rcs';
	stage.sandbox.faults.add({ kind: 'dropAfter', path, method: 'POST', times: 1 });
	const run = await stage.send({ ...withParameters(lists, guests), items: people(1) });
	expect(run.error?.message).toContain('It is not known whether the service accepted the send');
	expect(run.error?.description).toContain('New campaigns of this sender');
	expect([...stage.sandbox.store.campaigns.values()]).toHaveLength(1);
});

/** Makes a list of two contacts in the sandbox, which begins empty; returns the parameters that name it. */
async function listOfTwo(): Promise<{ groups: unknown[] }> {
	const post = async (path: string, body: object): Promise<IDataObject> => {
		const reply = await fetch(stage.sandbox.url + path, {
			method: 'POST',
			headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return ((await reply.json()) as { data: IDataObject }).data;
	};
	const { id } = await post('/api/groups', { name: 'Guests' });
	for (const at of [1, 2])
		await post('/api/contacts', { phone: Number(phoneOf(at)), groups: [id] });
	stage.sandbox.requests.length = 0;
	return { groups: [id] };
}

describe('RCS Campaign: Send to Contact Lists', () => {
	it('makes one campaign for each item', async () => {
		const guests = await listOfTwo();
		const run = await stage.send({
			...withParameters(lists, { ...sms, ...guests, contentText: '={{ $json.name }}' }),
			items: people(2),
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual(
			people(2).map(({ name }) => ({
				status: 'accepted',
				reason: 'Accepted by the service',
				start_at: expect.any(String),
				text: name,
				fallback_segments: 1,
				campaign_id: expect.any(Number),
				sender: agent,
				list_ids: String(guests.groups[0]),
				contacts: null,
				test: false,
			})),
		);
		expect(stage.bodies()[0]).toEqual({
			...guests,
			sender: agent,
			options: { text: 'Person 0' },
			alternative_channel: { sms: { sender: 'Shop', text: 'Sale by SMS' } },
			add_to_contact_book: false,
			check_stop_list: true,
		});
	});
});

it('offers the agents of earlier campaigns to choose from', async () => {
	await stage.send({ ...campaign, items: people(1) });
	const listed = async (filter: string) =>
		(await stage.engine.listSearch('searchAgents', { credential: stage.credential, filter }))
			.results;
	expect(await listed('sand')).toEqual([{ name: agent, value: agent }]);
	expect(await listed('other')).toEqual([
		{ name: 'No agent matches the search: type its name', value: '' },
	]);
});
