import type { IDataObject, INodeParameters } from 'n8n-workflow';
import path from 'node:path';
import { mixedNumber } from './mixedNumbers.mts';

/** Who does the work: our node, another build of it, n8n's HTTP Request node, or axios without any n8n. */
export type Subject = 'ours' | 'before' | 'httpRequest' | 'axios';

/** One POST as axios sends it. */
export interface Post {
	path: string;
	body: object;
}

export interface Work {
	id: string;
	/** As the table names it. */
	name: string;
	items: number;
	subjects: Subject[];
	/** The path that takes the messages; it decides which key or token is sent. */
	path: string;
	ours: INodeParameters;
	/** JSON body of n8n's HTTP Request node, an expression for each item. */
	rivalBody: string;
	/** Options of n8n's HTTP Request node. */
	rivalOptions?: INodeParameters;
	/** Requests of axios at a time. */
	axiosInFlight: number;
	posts(items: IDataObject[]): Post[];
	/** Whether the recipients come as a CSV file in n8n's binary store, and the output is one item for each request. */
	file?: boolean;
	/** Whether it only shows what a run costs before its items do. */
	base?: boolean;
	/** Part of `--quick`. */
	quick?: boolean;
	/** Makes the items, where they are not one person each. */
	input?(): IDataObject[];
	/** What was done before, which is not measured. */
	before?(): IDataObject[];
	/** Whether it makes contacts, and no messages. */
	isOfContacts?: boolean;
	/** How many requests that send the service takes in a second; it refuses those beyond with 429. */
	perSecond?: number;
	/** Settings of Node.js itself for the measuring process. */
	nodeOptions?: string[];
}

const CAMPAIGN = '/api/campaigns/sms/send-individual';
const SINGLE = '/rest/sms/create';
const SENDER = 'Shop';
/** A custom field of contacts, as the sandbox holds it. */
export const CITY = {
	id: 388_078,
	name: 'City',
	type: 'text',
	description: '',
	visible: true,
} as const;
/** Requests a second of a service that limits them. */
export const ALLOWED = 50;
/** Recipients that a campaign takes in one request. */
export const MOST = 10_000;

/** People as a CRM exports them, each with a phone number of its own. */
export function people(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		phone: `38099${String(index).padStart(5, '0')}11`,
		name: `Person ${index}`,
		order: `A-${100_000 + index}`,
	}));
}

/** Mobile prefixes of Ukraine: with each of them 100,000 numbers that do not end in digits to which the sandbox answers otherwise. */
const PREFIXES = ['50', '63', '66', '67', '68', '95', '96', '97', '98', '99'];
const PER_PREFIX = 100_000;

/** The lines of a CSV file of people, at most a million, a part at a time. */
export function* csvOfPeople(count: number): Generator<string> {
	yield 'phone,name,order\n';
	for (let from = 0; from < count; from += MOST) {
		const size = Math.min(MOST, count - from);
		const lines = Array.from({ length: size }, (_, offset) => {
			const index = from + offset;
			const prefix = PREFIXES[Math.floor(index / PER_PREFIX)] ?? '';
			const number = String(index % PER_PREFIX).padStart(5, '0');
			return `380${prefix}${number}11,Person ${index},A-${100_000 + index}\n`;
		});
		yield lines.join('');
	}
}

/** Where in a folder the CSV file of so many people lies. */
export const peopleFile = (folder: string, count: number): string =>
	path.join(folder, `people-${count}.csv`);

const textFor = ({ name, order }: IDataObject): string =>
	`Dear ${String(name)}, your order ${String(order)} is ready.`;
const reference = (index: number): string => index.toString(16).padStart(32, '0');

/** The bodies that our node posts: one for each 10,000 recipients. `from`: how many recipients came before these. */
function campaignPosts(items: IDataObject[], text = textFor, from = 0): Post[] {
	const messages = items.map((item, index) => ({
		phone: Number(item.phone),
		sender: SENDER,
		text: text(item),
		reference_id: reference(from + index),
	}));
	return Array.from({ length: Math.ceil(messages.length / MOST) }, (_, chunk) => ({
		path: CAMPAIGN,
		body: { messages: messages.slice(chunk * MOST, (chunk + 1) * MOST) },
	}));
}

function singlePosts(items: IDataObject[]): Post[] {
	return items.map((item, index) => ({
		path: SINGLE,
		body: {
			destination: 'phone',
			msisdn: item.phone,
			reference: reference(index),
			originator: SENDER,
			body: textFor(item),
		},
	}));
}

const rivalCampaign = (text: string): string =>
	`={"messages":[{"phone":{{ $json.phone }},"sender":"${SENDER}","text":"${text}"}]}`;
const EXPRESSION = 'Dear {{ $json.name }}, your order {{ $json.order }} is ready.';
const COMPUTED = 'Dear {{ $json.name.toUpperCase() }}, your order {{ $json.order }} is ready.';

function campaign(
	count: number,
	own: Pick<Work, 'id' | 'name'> & Partial<Work>,
	text: string,
	rival: string,
): Work {
	return {
		items: count,
		subjects: ['ours', 'httpRequest', 'axios'],
		path: CAMPAIGN,
		ours: {
			resource: 'campaign',
			operation: 'sendPersonalizedSms',
			recipientSource: 'allItems',
			phoneField: 'phone',
			sender: SENDER,
			text,
			options: {},
		},
		rivalBody: rivalCampaign(rival),
		axiosInFlight: 1,
		posts: (items) => campaignPosts(items),
		...own,
	};
}

/** Recipients whose numbers are written in many ways, with their countries; axios gets the digits. */
function mixed(count: number, own: Pick<Work, 'id' | 'name'>): Work {
	const work = campaign(count, own, TEMPLATE, EXPRESSION);
	return {
		...work,
		subjects: ['ours', 'axios'],
		ours: { ...work.ours, defaultCountry: '={{ $json.country }}' },
		input: () => people(count).map((person, index) => ({ ...person, ...mixedNumber(index) })),
		posts: (items) => campaignPosts(items.map((item) => ({ ...item, phone: item.msisdn }))),
	};
}

/** The node finds out by itself how many requests at a time the service takes; axios has 100. */
function singles(count: number, own: Pick<Work, 'id' | 'name'> & Partial<Work>): Work {
	return {
		items: count,
		subjects: ['ours', 'httpRequest', 'axios'],
		path: SINGLE,
		ours: {
			resource: 'sms',
			operation: 'send',
			phone: '={{ $json.phone }}',
			sender: SENDER,
			text: `=${EXPRESSION}`,
		},
		rivalBody: `={"destination":"phone","msisdn":"{{ $json.phone }}","originator":"${SENDER}","body":"${EXPRESSION}"}`,
		axiosInFlight: 100,
		posts: singlePosts,
		...own,
	};
}

/** What a program without n8n does with a file: it reads it line by line, and posts each 10,000. */
export async function* postsOfLines(lines: AsyncIterable<string>): AsyncGenerator<Post> {
	let items: IDataObject[] = [];
	let sent = 0;
	let isHeader = true;
	for await (const line of lines) {
		if (isHeader) {
			isHeader = false;
			continue;
		}
		const [phone, name, order] = line.split(',');
		items.push({ phone, name, order });
		if (items.length < MOST) continue;
		yield* campaignPosts(items, textFor, sent);
		sent += items.length;
		items = [];
	}
	yield* campaignPosts(items, textFor, sent);
}

/** A file of recipients. HTTP Request has no row: it takes items, and n8n cannot hold a million of them. */
function file(count: number, own: Pick<Work, 'id' | 'name'> & Partial<Work>): Work {
	return {
		items: count,
		file: true,
		subjects: ['ours', 'axios'],
		path: CAMPAIGN,
		ours: {
			resource: 'campaign',
			operation: 'sendPersonalizedSms',
			recipientSource: 'file',
			phoneField: 'phone',
			sender: SENDER,
			text: TEMPLATE,
			options: {},
		},
		rivalBody: '',
		axiosInFlight: 1,
		posts: () => [],
		...own,
	};
}

/** Contacts of a CRM, which live in a city. */
const residents = (count: number, cityOf: (index: number) => string): IDataObject[] =>
	people(count).map(({ phone }, index) => ({ phone, City: cityOf(index) }));

/** Contacts that are brought in step. HTTP Request knows no IDs of contacts: it can create them, and change none. */
function contacts(
	count: number,
	own: Pick<Work, 'id' | 'name'> & Partial<Work>,
	cityOf: (index: number) => string = () => 'Kyiv',
): Work {
	return {
		items: count,
		isOfContacts: true,
		subjects: ['ours'],
		path: '/api/contacts',
		ours: {
			resource: 'contact',
			operation: 'upsert',
			phone: '={{ $json.phone }}',
			customFields: { mappingMode: 'autoMapInputData', value: null },
			options: {},
		},
		rivalBody: `={"phone":{{ $json.phone }},"fields":[{"id":${CITY.id},"value":"{{ $json.City }}"}]}`,
		axiosInFlight: 100,
		posts: (items) =>
			items.map((item) => ({
				path: '/api/contacts',
				body: { phone: Number(item.phone), fields: [{ id: CITY.id, value: item.City }] },
			})),
		input: () => residents(count, cityOf),
		...own,
	};
}

/** An RCS card to each of many, with a title of their own. */
function cards(count: number, own: Pick<Work, 'id' | 'name'>): Work {
	return {
		...campaign(count, own, TEMPLATE, EXPRESSION),
		subjects: ['ours'],
		ours: {
			resource: 'rcsCampaign',
			operation: 'send',
			recipientSource: 'allItems',
			phoneField: 'phone',
			sender: 'Shop',
			content: 'card',
			contentCard: {
				card: {
					title: 'New winter coats',
					text: 'Twenty percent off until Sunday.',
					media: 'https://shop.example/coats.jpg',
					buttons: {
						button: [{ type: 'link', text: 'See them', url: 'https://shop.example/coats' }],
					},
				},
			},
			options: {},
		},
	};
}

const TEMPLATE = 'Dear {name}, your order {order} is ready.';

/** All that is measured, in the order of the table. */
export const WORKS: Work[] = [
	campaign(
		1,
		{ id: 'campaign-1', name: '1 personalized recipient', base: true, quick: true },
		TEMPLATE,
		EXPRESSION,
	),
	singles(1, { id: 'single-1', name: '1 single send', base: true }),
	campaign(
		10_000,
		{ id: 'campaign-10000', name: '10,000 items, text with placeholders', quick: true },
		TEMPLATE,
		EXPRESSION,
	),
	campaign(
		10_000,
		{ id: 'campaign-10000-expressions', name: '10,000 items, text as an expression' },
		`=${EXPRESSION}`,
		EXPRESSION,
	),
	campaign(
		10_000,
		{
			id: 'campaign-10000-computed',
			name: '10,000 items, text as a computed expression',
			posts: (items) =>
				campaignPosts(items, (item) => textFor({ ...item, name: String(item.name).toUpperCase() })),
		},
		`=${COMPUTED}`,
		COMPUTED,
	),
	mixed(10_000, {
		id: 'campaign-10000-mixed',
		name: '10,000 items, numbers of twenty countries in three ways of writing',
	}),
	cards(10_000, { id: 'rcs-10000', name: '10,000 items, one RCS card' }),
	contacts(1, { id: 'contacts-1', name: '1 contact in step', base: true }),
	contacts(10_000, {
		id: 'contacts-10000',
		name: '10,000 contacts in step, first run',
		subjects: ['ours', 'httpRequest', 'axios'],
	}),
	contacts(
		10_000,
		{
			id: 'contacts-10000-changes',
			name: '10,000 contacts in step, 200 of them changed',
			before: () => residents(10_000, () => 'Kyiv'),
		},
		(index) => (index % 50 === 0 ? 'Lviv' : 'Kyiv'),
	),
	contacts(10_000, {
		id: 'contacts-10000-same',
		name: '10,000 contacts in step, none of them changed',
		before: () => residents(10_000, () => 'Kyiv'),
	}),
	singles(1000, {
		id: 'single-1000-automatic',
		name: '1,000 single, automatic',
		quick: true,
	}),
	singles(1000, {
		id: 'single-1000-limited',
		name: `1,000 single, automatic, at a service that allows ${ALLOWED} a second`,
		subjects: ['ours', 'httpRequest'],
		perSecond: ALLOWED,
		// It does not find the rate by itself: its user has to know it.
		rivalOptions: { batching: { batch: { batchSize: ALLOWED, batchInterval: 1000 } } },
	}),
	campaign(
		100_000,
		{
			id: 'campaign-100000',
			name: '100,000 items, text with placeholders',
			subjects: ['ours', 'axios'],
		},
		TEMPLATE,
		EXPRESSION,
	),
	file(1, { id: 'file-1', name: '1 from a file', base: true }),
	file(10_000, { id: 'file-10000', name: '10,000 from a file' }),
	file(100_000, { id: 'file-100000', name: '100,000 from a file' }),
	file(1_000_000, { id: 'file-1000000', name: '1,000,000 from a file' }),
	// What it needs, and not what Node.js takes where nobody bounds it: then garbage is collected at four times of what is in use.
	file(1_000_000, {
		id: 'file-1000000-bounded',
		name: '1,000,000 from a file, Node.js with a heap of 128 MB',
		subjects: ['ours'],
		nodeOptions: ['--max-old-space-size=128', '--max-semi-space-size=8'],
	}),
];
