import { closeAll, open, RCS, type Answer, type Client, type Json } from './sandboxClient.mts';

/* What the specification says of each field and query of a request (sections 4 and 8), at the edges of its rules. */

afterAll(closeAll);

/** What the service says of a field that has one of the values: 0 where it takes it, else the code or the key of `errors`. */
type Row = [verdict: number | string, field: string, ...values: unknown[]];
interface Section {
	section: string;
	send: (client: Client, changes: Json) => Promise<Answer>;
	/** Fields that lie within others. */
	within?: Record<string, (value: unknown) => Json>;
	rows: Row[];
}

const PHONE = 380991112233;
const ж = (length: number): string => 'ж'.repeat(length);
const a = (length: number): string => 'a'.repeat(length);
const phones = (count: number): Json[] =>
	Array.from({ length: count }, (_, index) => ({ number: 380_990_100_000 + index }));
const people = (count: number): Json[] =>
	phones(count).map(({ number }) => ({ phone: number, sender: 'Shop', text: 'Hi' }));
const query =
	(path: string) =>
	async (client: Client, changes: Json): Promise<Answer> =>
		await client.get(
			`${path}?${Object.entries(changes).map(([name, value]) => `${name}=${value}`)}`,
		);

const TERMS: Row[] = [
	[0, 'validity', 1, 72],
	['validity', 'validity', 0, 73, '72', null],
	[0, 'tariff_code', 0, 9],
	['tariff_code', 'tariff_code', -1, 10],
	[0, 'start_at', '2026-05-10 12:00:00', '2026-06-09 12:00:00'],
	['start_at', 'start_at', '2026-06-09 12:00:01', '2026-05-10 11:58:59', null],
	['start_at', 'start_at', '2026-05-11T12:00:00Z', '2026-05-32 12:00:00'],
	[0, 'colour', 'red'],
];

const card = { text: 'Buy', media: { url: 'https://shop.example/a.png?x=1' } };
const link = { type: 'link', text: 'Open', url: 'https://shop.example/' };
const buttons = (button: Json): Json => ({ cards: [{ ...card, suggestions: [button] }] });

const SECTIONS: Section[] = [
	{
		section: '4.6',
		send: async (client, changes) => await client.sms(changes),
		rows: [
			[0, 'msisdn', '123456789', '123456789012345'],
			[21, 'msisdn', '12345678', '1234567890123456', '+380991112233', '0991112233', undefined],
			[21, 'msisdn', ['380991112233'], 380991112233.5],
			[33, 'msisdn', '380991110005'],
			[32, 'originator', a(14), 'Nobody'],
			[25, 'originator', a(15), '', undefined, 380440000000],
			[0, 'body', a(765), ж(335), '€'.repeat(382)],
			[26, 'body', a(766), ж(336), '€'.repeat(383), '  ', undefined, 'a\ud800'],
			[0, 'reference', a(32), 'a_b-c'],
			[27, 'reference', a(33), 'a b'],
			[22, 'reference', '', null],
			[0, 'validity', 1, '72'],
			[28, 'validity', 0, 73, 1.5, null],
			[0, 'tariff', 0, '9'],
			[6, 'tariff', -1, 10, null],
			[0, '2way', false],
			[35, '2way', true],
			[24, '2way', 'yes'],
			[24, 'destination', undefined, 'all'],
			[0, 'colour', 'red'],
		],
	},
	{
		section: '4.7',
		send: async (client, changes) => await client.campaign(changes),
		within: {
			'phones[].number': (number) => ({ phones: [{ number }] }),
			'phones[].reference_id': (reference_id) => ({ phones: [{ number: PHONE, reference_id }] }),
		},
		rows: [
			[0, 'sender', a(11), '123456789012345'],
			['sender', 'sender', a(12), '1234567890123456', 'Магазин', ' ', null, undefined],
			[0, 'phones[].number', 123456789, 123456789012345],
			['phones0number', 'phones[].number', 12345678, 1234567890123456, '+380991112233', undefined],
			[0, 'phones[].reference_id', a(32)],
			['phones0reference_id', 'phones[].reference_id', a(33), null, 5],
			[
				'phones1reference_id',
				'phones',
				[1, 2].map((n) => ({ number: PHONE + n, reference_id: 'A' })),
			],
			['phones0', 'phones', ['380991112233']],
			[0, 'phones', phones(10_000)],
			['phones', 'phones', phones(10_001), [], { number: PHONE }, undefined],
			[0, 'text', a(765)],
			['text', 'text', a(766), undefined],
			...TERMS,
		],
	},
	{
		section: '4.8',
		send: async (client, { message, ...changes }) =>
			await client.personal(message as Json | undefined, changes),
		within: {
			'messages[].phone': (phone) => ({ message: { phone } }),
			'messages[].sender': (sender) => ({ message: { sender } }),
			'messages[].text': (text) => ({ message: { text } }),
		},
		rows: [
			['messages0phone', 'messages[].phone', undefined],
			[0, 'messages[].sender', 'A&B - 24/7'],
			['messages0sender', 'messages[].sender', a(12), undefined],
			[0, 'messages[].text', ж(335), a(765)],
			['messages0text', 'messages[].text', ж(336), a(766), `${a(335)}’`],
			[0, 'messages', people(10_000)],
			['messages', 'messages', people(10_001), []],
			[0, 'start_at', '2026-05-11 12:00:00'],
			['start_code', 'start_code', '2026-06-09 12:00:01'],
			['validity', 'validity', 73],
		],
	},
	{
		section: '4.9',
		send: async (client, changes) => await client.groups(changes),
		rows: [
			['groups0', 'groups', [999], ['201']],
			// The last of them has no contacts.
			['groups', 'groups', [], [203]],
			['text', 'text', ''],
		],
	},
	{
		section: '4.10',
		send: query('/api/campaign'),
		rows: [
			[0, 'page[limit]', 30, 500],
			['pagelimit', 'page[limit]', 0, 29, 501, 'x'],
			['pageoffset', 'page[offset]', -1],
			['sort', 'sort', 'price', 'id&sort=date'],
			['way', 'way', 'up'],
			['filter[type]', 'filter[type]', 'viber'],
			[0, 'filter[from]', '2026-02-10 12:00:00'],
			[0, 'filter[from]', '2025-11-30 00:00:00&filter[to]=2026-02-28 00:00:00'],
			['filterfrom', 'filter[from]', '2026-02-10 11:59:59', '2026-05-11 00:00:00', 'yesterday'],
			[0, 'filter[to]', '2026-01-01 00:00:00'],
			['filterfield', 'filter[field]', 'name&filter[value]=x'],
			['filterfield', 'filter[value]', 'x'],
		],
	},
	{
		section: '4.13',
		send: query('/api/senders/requests/sms'),
		rows: [
			['filterstatus', 'filter[status]', 'gone'],
			['filterid', 'filter[id]', 'x'],
			['filtercountry_code', 'filter[country_code]', 'ukr'],
			['filtersender', 'filter[sender]', a(16)],
			['filtercreated_at', 'filter[created_at]', '10.05.2026'],
			['sort', 'sort', 'date'],
			['way', 'way', 'up'],
			['pagelimit', 'page[limit]', 0, 29],
		],
	},
	{
		section: '4.14',
		send: async (client, changes) => await client.register(changes),
		rows: [
			['country_code', 'country_code', 'UKR', 'ua'],
			[0, 'sender', a(11), '123456789012345'],
			['sender', 'sender', a(12), '1234567890123456', 'My Shop', ''],
			['type', 'type', 'viber'],
			[0, 'code_of_company', '1'.repeat(30)],
			['code_of_company', 'code_of_company', '1'.repeat(31), '', '12a', 123],
			[0, 'description', 'x', ж(1000)],
			['description', 'description', '', ж(1001)],
			[0, 'informing_purpose', 'x', ж(1000)],
			['informing_purpose', 'informing_purpose', '', ж(1001)],
			[0, 'site_url', '', ж(150)],
			['site_url', 'site_url', ж(151), null],
			[0, 'comment', ж(1000)],
			['comment', 'comment', ж(1001)],
			[0, 'legal_name', 'abc', ж(100)],
			['legal_name', 'legal_name', 'ab', ж(101)],
			[0, 'address', 'abc', ж(200)],
			['address', 'address', 'ab', ж(201)],
			[0, 'tax_number', '1', '1'.repeat(20)],
			['tax_number', 'tax_number', '', '1'.repeat(21), 5],
		],
	},
	{
		section: '4.15',
		send: async (client, changes) =>
			await client.put('/api/contacts/5001', { phone: PHONE, ...changes }),
		rows: [
			[0, 'phone', 123456789, 123456789012345],
			// The last one is another contact's.
			['phone', 'phone', 12345678, '1234567890123456', undefined, 380671112211],
			[0, 'groups', []],
			['groups', 'groups', null],
			['groups0', 'groups', [7], ['201']],
			['fields', 'fields', { 388077: 'x' }],
			['fields0id', 'fields', [{ id: 1, value: 'x' }], [{ value: 'x' }]],
			['fields0value', 'fields', [{ id: 388077, value: 5 }]],
		],
	},
	{
		section: '4.12, RCS campaigns, of which only the path is specified',
		send: async (client, changes) =>
			await client.post('/api/campaigns/rcs/send', { ...RCS, ...changes }),
		rows: [
			['validity_seconds', 'validity_seconds', 29, 86_401],
			['optionstext', 'options', {}, { text: a(161) }, { text: 'x', cards: [card] }],
			[0, 'options', { text: a(160) }, { cards: [card] }, { cards: Array(10).fill(card) }],
			['optionscards', 'options', { cards: [] }, { cards: Array(11).fill(card) }],
			['optionscards0', 'options', { cards: [{ title: 'No text and no picture' }] }],
			['optionscards0title', 'options', { cards: [{ ...card, title: a(201) }] }],
			['optionscards0text', 'options', { cards: [{ text: a(1001) }] }, { cards: [{ text: '' }] }],
			[
				'optionscards0mediaurl',
				'options',
				{ cards: [{ media: { url: 'file://x/y.png' } }] },
				{ cards: [{ media: { url: 'https://shop.example/y.pdf' } }] },
			],
			[
				'optionscards0suggestions',
				'options',
				{ cards: [{ ...card, suggestions: Array(5).fill(link) }] },
			],
			[
				'optionscards0suggestions0text',
				'options',
				buttons({ ...link, text: a(26) }),
				buttons({ url: link.url }),
			],
			['optionscards0suggestions0url', 'options', buttons({ ...link, url: 'x' })],
			['optionscards0suggestions0phone', 'options', buttons({ text: 'Call', phone: '12' })],
			[0, 'options', buttons(link), buttons({ type: 'call', text: 'Call', phone: '380441234567' })],
			['validity_seconds', 'validity', 5],
			['check_stop_list', 'check_stop_list', 'no'],
			[
				'phones',
				'phones',
				[{ number: '380991112233' }, { number: '380991112233', reference_id: 'b' }],
			],
			['sender', 'sender', a(41)],
			['alternative_channel', 'alternative_channel', {}],
			[0, 'phones', phones(5000)],
			['phones', 'phones', phones(5001)],
		],
	},
	{
		section: '4.16, the request of a report, which is not specified',
		send: async (client, changes) =>
			await client.post('/rest/stat/create', {
				...('message_id' in changes
					? {}
					: { time_in_from: '2026-05-01 00:00:00', time_in_to: '2026-05-10 00:00:00' }),
				...changes,
			}),
		rows: [
			[81, 'message_id', Array.from({ length: 301 }, (_, index) => index + 1)],
			[86, 'time_in_from', 'x', '2026-05-11 00:00:00'],
			[82, 'msisdn', ['1']],
			[83, 'originator', 5],
			[85, 'message_type', 'fax'],
			[87, 'country_id', 'x'],
		],
	},
];

const sizes = ({ sandbox: { store } }: Client): number[] =>
	[store.messages, store.references, store.campaigns, store.applications].map(({ size }) => size);

describe.each(SECTIONS)('section $section', ({ section, send, within = {}, rows }) => {
	let client: Client;
	beforeAll(async () => {
		client = await open({ config: { senders: section === '4.6' ? undefined : 'any' } });
	});

	it.each(rows)('says %p of %s', async (verdict, field, ...values) => {
		for (const value of values) {
			const before = sizes(client);
			const changes = within[field]?.(value) ?? { [field]: value };
			const { status, json } = await send(client, changes);
			const said = json.errors ? Object.keys(json.errors).join() : Number(json.error ?? 0);
			expect([value, said, status < 300]).toEqual([value, verdict, typeof verdict === 'number']);
			// What is refused leaves nothing behind.
			if (verdict !== 0) expect(sizes(client)).toEqual(before);
			else client.sandbox.reset();
		}
	});
});
