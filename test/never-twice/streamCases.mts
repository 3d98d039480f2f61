import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	bulkEndpoint,
	campaignEndpoint,
	individualEndpoint,
	personalizedCampaignEndpoint,
	type SendEndpoint,
} from '../../nodes/MessagingService/sending/endpoints.ts';
import type { Answer, Asked, FakeOptions } from '../unit/sending/fakeFunctions.mts';
import { NOT_THERE } from '../unit/sending/fakeFunctions.mts';
import { isSend, LOOK_UP, run } from '../unit/sending/sendHarness.mts';

// The same rows sent as items and as a file, and what came of each.

/** Where the rows stand. */
export const WAYS = ['items', 'file'] as const;
export type Way = (typeof WAYS)[number];

export const ENDPOINTS = {
	bulk: bulkEndpoint,
	individual: individualEndpoint,
	campaign: campaignEndpoint,
	personalized: personalizedCampaignEndpoint,
} as const satisfies Record<string, SendEndpoint>;

/** The people of the rows, J, K and L in Japan, where it is night when it is day in Ukraine. */
const PHONES: Readonly<Record<string, string>> = {
	A: '380991112201',
	B: '380991112202',
	C: '380991112203',
	D: '380991112204',
	E: '380991112205',
	J: '818012345678',
	K: '818012345679',
	L: '818012345670',
};
const phoneOf = (name: string): string => PHONES[name] ?? name;

/** The phone, the text and the reference of each row. */
const rowsOf = (rows: string): string[][] =>
	rows.split(', ').map((row) => {
		const [name = '', text = '', reference = ''] = row.split(' ');
		return [phoneOf(name), text === '-' ? '' : text, reference];
	});

/** One try of a send. */
export interface Try {
	/** A name, a text and a reference for each row: 'A hello own1, B hello own2'. */
	rows: string;
	endpoint?: keyof typeof ENDPOINTS;
	options?: IDataObject;
	parameters?: IDataObject;
	/** What the service answers to sends, in turn; all that come after are taken. */
	answers?: Answer[];
	/** Whether the service has what it is asked for. */
	isThere?: boolean;
	mode?: 'trigger' | 'retry';
	continueOnFail?: boolean;
	/** Whether the user stops the execution while the first request is under way. */
	isStopped?: boolean;
	/** What the clock shows. */
	at?: string;
	/** How many recipients a request takes. */
	size?: number;
}

/** What came of a try. */
export interface Came {
	/** What became of each row, in their order; nothing if the output does not say it. */
	rows: string;
	/** What the service was sent: the texts of each request, by the last two digits of their numbers. */
	sent: string;
	error?: string;
}

/** What is often said, in short. */
const SHORT: ReadonlyArray<readonly [string, string]> = [
	['accepted: Accepted by the service in an earlier try', 'before'],
	['accepted: Accepted by the service', 'accepted'],
	['skipped: The number is in Leave Out Numbers', 'left out'],
	['refused: Phone Number … has no digits', 'no digits'],
	['refused: Text needs the field "text", which is empty here', 'no text'],
	['duplicate: The same number and text as row 1', 'same as 1'],
	['refused: The account may not send to this country or network (code 33)', 'code 33'],
	['refused: The service refused the request (HTTP 402)', '402'],
	['accepted: Counted as sent in an earlier try, as the outcome is unknown', 'counted before'],
	[
		'accepted: Counted as sent, as the outcome is unknown: The connection to the service was lost',
		'counted',
	],
	[
		'The file, or what is left out of it, has changed since an earlier try, which may have sent a part of it',
		'The file has changed',
	],
];
/** Until when it is night in Ukraine, or in Japan. */
const HELD = /skipped: Held back in quiet hours \(.*?\): it may go from (\S+)/;

const shortened = (text: string): string =>
	(SHORT.find(([long]) => long === text)?.[1] ?? text).replace(HELD, 'held until $1');

/** The answer to a bulk request that says of each number whether it is accepted (0), with which code it is refused, or nothing. */
export const resultOf = (...results: Array<[name: string, error: number]>): Answer => ({
	body: {
		error: 0,
		task_id: 9,
		result: results.map(([name, error], id) => ({
			msisdn: phoneOf(name),
			error: Math.max(0, error),
			...(error === 0 && { id: id + 1 }),
		})),
	},
});

/** Names a row the same in items and in a file, whose first line holds the names of its columns. */
const byRow = (text: string): string =>
	text
		.replace(/\bitem (\d+)/g, 'row $1')
		.replace(/\blines? (\d+)/g, (_, line) => `row ${Number(line) - 1}`);

const csvOf = (rows: readonly string[][]): string =>
	['phone,text,reference', ...rows.map((row) => [...row, '', ''].slice(0, 3).join()), ''].join(
		'\n',
	);

/** The service: it takes what it is sent, and has what the try says. */
function serviceOf({ answers = [], isThere }: Try, stop: () => void): FakeOptions['answer'] {
	let sends = 0;
	return (asked: Asked): Answer => {
		if (isSend(asked)) {
			const id = 100 + sends;
			stop();
			const given = answers[sends++];
			if (given) return given;
			const { phones: taken = [] } = asked.options.body as { phones?: IDataObject[] };
			const result = taken.map(({ reference }, at) => ({ reference, id: id * 10 + at, error: 0 }));
			return { body: { error: 0, task_id: id, data: { id, status: 'creation' }, result } };
		}
		if (!asked.path.startsWith(LOOK_UP)) return { status: 404, body: { message: 'Not Found' } };
		return isThere ? { body: { error: 0, id: 55, campaign_id: 5 } } : NOT_THERE;
	};
}

const messagesIn = (body: IDataObject): string =>
	((body.phones ?? body.messages) as IDataObject[])
		.map((one) => {
			const [phone, text] = [one.msisdn ?? one.number ?? one.phone, one.text ?? one.body];
			return [String(phone).slice(-2), text].filter(Boolean).join(' ');
		})
		.join(', ') + (body.start_at === undefined ? '' : ` at ${String(body.start_at)}`);

/** A cell of a csv file, in quotes or not. */
const CELL = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;

/** What the result file says of each line, by its number. */
function resultFile(items: readonly INodeExecutionData[]): Map<number, string> {
	const data = items[0]?.binary?.result?.data;
	const lines = Buffer.from(String(data ?? ''), 'base64')
		.toString()
		.split('\n')
		.slice(1);
	return new Map(
		lines.flatMap((line) => {
			const [number, , , status, reason = ''] = [...line.matchAll(CELL)].map(
				([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
			);
			return status === undefined ? [] : [[Number(number), `${status}: ${reason}`] as const];
		}),
	);
}

/** Makes tries one after the other with what n8n keeps between them; returns what came of the last one. */
export async function came(way: Way, tries: readonly Try[]): Promise<Came> {
	const context: IDataObject = {};
	let last: Came = { rows: '', sent: '' };
	for (const one of tries) last = await cameOf(way, one, context);
	return last;
}

async function cameOf(way: Way, one: Try, context: IDataObject): Promise<Came> {
	const { endpoint = 'individual', parameters, mode, continueOnFail, at, size } = one;
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(at ?? '2026-11-21T10:00:00Z'));
	const rows = rowsOf(one.rows);
	const own = ENDPOINTS[endpoint];
	const stop = new AbortController();
	const answer = serviceOf(one, () => {
		if (one.isStopped) stop.abort();
	});
	const isFile = way === 'file';
	const { items, error, sent, json } = await run(
		size === undefined ? own : { ...own, recipientsPerRequest: size },
		{
			recipientSource: isFile ? 'file' : 'allItems',
			phoneField: 'phone',
			...(own.personal && { text: '{text}' }),
			...parameters,
			options: { retryFor: 0, ...one.options },
		},
		{
			...(isFile
				? { items: [{}], files: [csvOf(rows)] }
				: { items: rows.map(([phone, text, reference]) => ({ phone, text, reference })) }),
			context,
			mode,
			continueOnFail,
			answer,
			signal: stop.signal,
		},
	);
	const told = resultFile(items);
	const said = rows.map((_, row): string => {
		if (isFile) return told.get(row + 2) ?? '';
		const own = json.find((__, at) =>
			[items[at]?.pairedItem].flat().some((p) => (p as { item: number } | undefined)?.item === row),
		);
		return own ? `${String(own.status)}: ${String(own.reason)}` : '';
	});
	return {
		rows: said.map((text) => shortened(byRow(text))).join(' | '),
		sent: sent.map(messagesIn).join(' | '),
		// Which item it is about: of a file the one that holds it.
		...(error && { error: shortened(byRow(error.message.replace(/ \[item \d+\]$/, ''))) }),
	};
}
