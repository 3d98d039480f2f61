import type { IDataObject } from 'n8n-workflow';
import { outcomesNow } from '../../tools/lib/priceTable.mts';
import {
	CAMPAIGN_6,
	CODE_20,
	isPost,
	NONE,
	NOT_KNOWN,
	ok,
	ONE,
	LISTS,
} from './contrarySupport.mts';
import { openStub, type Answer, type Asked, type Stub } from './stubService.mts';

// The table "The price of safety" of docs/sending-safely.md, run: each fault, and each kind of send, at a service that shows nothing.

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

/** The sends of the table, by its titles. */
const SENDS: Record<string, [operation: string, parameters: IDataObject]> = {
	SMS: ['sms.send', ONE],
	Campaign: [
		'campaign.sendSms',
		{ sender: 'Shop', text: 'Sale', recipientSource: 'list', recipients: ONE.phone },
	],
	'Contact lists': ['campaign.sendSmsToContactLists', LISTS],
	'Without references': ['sms.send', { ...ONE, ...NONE }],
};

/** How the first request is answered, by the title of the fault. */
const FAULTS: Record<string, Answer> = {
	429: { status: 429, body: { message: 'Slow down' } },
	'500, 502, 503, 504': { status: 503, body: { message: 'Down' } },
	408: { status: 408, body: { message: 'Too slow' } },
	'The connection is lost': { raw: (response) => response.socket?.destroy() },
	'No answer in time': { raw: () => {} },
	'An empty or half reply': { body: '{"data":' },
	'A web page': { body: '<html>Wait</html>' },
	'A web page with the status of a refusal (403)': { status: 403, body: '<html>No</html>' },
	'A redirect (302)': { status: 302, headers: { location: 'https://example.com/' }, body: '' },
	'429, too many duplicate requests': {
		status: 429,
		body: { message: 'Too many duplicate request detected' },
	},
	'The service refuses it (400, 403, 422)': {
		status: 422,
		body: { message: 'The given data was invalid.', errors: { text: ['Wrong'] } },
	},
	'503, and the question for it is not answered': { status: 503, body: { message: 'Down' } },
};
/** What no stub of HTTP can do, or no fault brings about. Other tests run these: of the transport, and of logins. */
const ELSEWHERE = [
	'The connection is refused',
	'The name server is silent',
	'The connection ends before it is encrypted',
	'The certificate is not trusted',
	'Encryption breaks after the request',
	'401 to a token',
];

const table = outcomesNow();

it('each row of the table is run here or elsewhere', () => {
	expect([...Object.keys(FAULTS), ...ELSEWHERE].sort()).toEqual([...table.keys()].sort());
});

/** What a send that met this answer came to, in the words of the table. */
async function outcomeOf(title: string, kind: string): Promise<string> {
	const [operation, parameters] = SENDS[kind] ?? ['', {}];
	const isSilent = title.includes('the question');
	const rest = ({ path }: Asked): Answer =>
		path.startsWith('/rest')
			? isSilent
				? { status: 503, body: { message: 'Down' } }
				: CODE_20
			: ok({ data: [], meta: { page: { total: 0, limit: 50, offset: 0 } } });
	let posts = 0;
	stub.answer = (asked) => {
		if (!isPost(asked)) return rest(asked);
		posts += 1;
		if (posts === 1) return FAULTS[title] ?? {};
		return asked.path.startsWith('/rest') ? ok({ error: 0, id: 7 }) : CAMPAIGN_6;
	};
	// A message is sent again within this time, however busy the machine is; a campaign is asked for as long as it says.
	const options = {
		retryFor: kind === 'SMS' ? 10 : 3,
		timeout: 1,
		...(parameters.options as object | undefined),
	};
	const { error, items } = await stub.run(operation, { ...parameters, options });
	if (error === undefined) {
		expect(items.map(({ json }) => json.status)).toEqual(['accepted']);
		expect(posts).toBe(2);
		return 'through';
	}
	expect(posts).toBe(1);
	return NOT_KNOWN.test(error.message) ? 'stops' : 'stops: nothing was sent';
}

describe.each(Object.keys(FAULTS))('%s', (title) => {
	it.each(Object.keys(SENDS))('%s', async (kind) => {
		expect(await outcomeOf(title, kind)).toBe(table.get(title)?.get(kind));
	});
});
