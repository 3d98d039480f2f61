import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import type { AnswerKind, SendKind } from '../../nodes/MessagingService/sending/verdict.ts';
import type { Engine, RunResult } from '../engine/harness.mts';
import { job, listRetry, retryOfCutOff } from '../engine/support/savedExecutions.mts';
import { newService, PHONES } from './service.mts';
import type { Look, Reply, Service } from './service.mts';

// Plays a scenario of a cell of VERDICTS in n8n's engine.

/** What a scenario comes to. */
export interface Ending {
	/** The letters of the messages in each request that the service read, in turn; `lists` for contact lists. */
	posts: string[];
	/** What the output says of each row. */
	rows: string[];
	/** How often the service was asked for a message. */
	asked: number;
	/** How many connections were begun, where none of them led to a request. */
	connections?: number;
}

/** How a send is made, and what it meets. */
export interface Course {
	send: SendKind;
	/** How the requests are answered in turn; every further one is taken. */
	posts?: readonly Reply[];
	/** What the service says when it is asked by reference, of all messages or of each; `none` unless said. */
	looks?: Look | readonly Look[];
	/** What its list of messages says; it has none unless said. */
	list?: Look;
	/** Automatic unless said. */
	references?: 'content' | 'custom';
	/** Seconds for which it is repeated; 0 unless said. */
	retryFor?: number;
	options?: IDataObject;
	/** Seconds for which a reply is waited for; a minute unless said. */
	timeout?: number;
	/** Another operation of the same kind than the usual one. */
	operation?: string;
	/** Nobody listens at the port, at first or at all; the first connection breaks before it is encrypted; the certificate is not trusted. */
	reach?: 'late' | 'never' | 'broken' | 'untrusted';
	authentication?: 'bearer';
	/**
	 * The run is a retry from the list: of one that was refused, of one that n8n shows as cut off, or, with another API key, of one whose
	 * answer was lost while the service could not be asked. Only what comes of the retry counts.
	 */
	retry?: 'refused' | 'cutOff' | 'otherKey';
	/** The node stops at an error; it goes on unless said. */
	stops?: true;
}

export interface Scenario extends Course {
	/** The row of the table, whose column is the send. */
	answer: AnswerKind;
	/** What it adds to the other scenarios of the cell. */
	title: string;
	ending: Ending;
}

/** How each kind is sent: the operation, its parameters and how many rows it has. */
const SENDS: Readonly<
	Record<SendKind, { operation: string; rows: number; parameters?: IDataObject }>
> = {
	sms: { operation: 'sms.send', rows: 1, parameters: { phone: '={{ $json.phone }}' } },
	bulk: { operation: 'sms.sendBulk', rows: 2 },
	campaign: { operation: 'campaign.sendSms', rows: 3 },
	message: { operation: 'rcsMessage.send', rows: 1, parameters: { phone: '={{ $json.phone }}' } },
	contactLists: {
		operation: 'campaign.sendSmsToContactLists',
		rows: 1,
		parameters: { groups: [5, 6] },
	},
};
/** After this many milliseconds the service of `late` begins to listen. */
const LATE_MS = 3000;
const KEY = 'live_0123456789abcdef0123456789abcdef';
const OTHER_KEY = KEY.replace('0123', '9876');
const NODE = 'Messaging Service';

const itemsOf = (rows: number): INodeExecutionData[] =>
	PHONES.slice(0, rows).map((phone, index) => ({
		json: { phone, name: `Person ${index}`, reference: `order${index}` },
	}));

const outcomeOf = (error: string): string =>
	error.includes('It is not known whether the service accepted') ? 'unknown' : 'refused';

/** The status of a row; of an error item, what the error says. */
const rowOf = ({ json }: INodeExecutionData): string =>
	json.error === undefined ? String(json.status) : outcomeOf(String(json.error));

const placeOf = ({ pairedItem }: INodeExecutionData): number => {
	const [first] = [pairedItem].flat();
	return typeof first === 'number' ? first : (first?.item ?? 0);
};

/** The rows in the order of the input. */
const rowsOf = ({ items, error }: RunResult, stops = false): string[] =>
	error
		? [stops ? outcomeOf(error.message) : `the node stops: ${error.message}`]
		: [...items].sort((one, other) => placeOf(one) - placeOf(other)).map(rowOf);

/** What the first try leaves for a retry from the list. */
async function firstTry(
	scenario: Course,
	service: Service,
	run: (saved?: IRunExecutionData) => Promise<RunResult>,
	items: INodeExecutionData[],
): Promise<IRunExecutionData> {
	if (scenario.retry === 'cutOff')
		return retryOfCutOff(job(items)(), [
			{ name: 'Start', finished: true },
			{ name: NODE, finished: false },
		]);
	const post: Reply =
		scenario.retry === 'refused'
			? { status: 400, body: { message: 'Not this one' } }
			: { broken: 'read' };
	service.play({ posts: [post], looks: 'html' });
	return listRetry(await run());
}

/** Plays a scenario. `signal` ends it before its time. */
export const play = async (
	engine: Engine,
	scenario: Scenario,
	signal?: AbortSignal,
): Promise<Ending> => (await perform(engine, scenario, signal)).ending;

/** Makes a send at a service of its own. `signal` ends it before its time. */
export async function perform(
	engine: Engine,
	scenario: Course,
	signal?: AbortSignal,
): Promise<{ ending: Ending; result: RunResult }> {
	const { send, posts = [], looks = 'none', list, reach, retry, references } = scenario;
	const script = { posts, looks, list };
	const { rows, parameters, operation: usual } = SENDS[send];
	const service = await newService(script, reach === 'untrusted' || reach === 'broken');
	const [resource = '', operation = ''] = (scenario.operation ?? usual).split('.');
	const items = itemsOf(rows);
	const base = { baseUrl: service.baseUrl, authentication: scenario.authentication ?? 'apiKey' };
	const run = async (key: string, saved?: IRunExecutionData, continues = !scenario.stops) =>
		await engine.run({
			items,
			saved,
			signal,
			credential: { ...base, apiKey: key },
			...(saved && { mode: 'retry' as const }),
			...(continues && { node: { onError: 'continueRegularOutput' } }),
			parameters: {
				resource,
				operation,
				sender: 'Shop',
				text: 'Sale',
				contentText: 'Sale',
				...(parameters as object),
				requestOptions: {
					...(reach === 'broken' && { allowUnauthorizedCerts: true }),
					...(scenario.timeout && { timeout: scenario.timeout * 1000 }),
				},
				options: {
					retryFor: scenario.retryFor ?? 0,
					...(references && { referenceMode: references }),
					...(references === 'custom' && { reference: '={{ $json.reference }}' }),
					...scenario.options,
				},
			},
		});
	const opens =
		reach === 'late'
			? setTimeout(() => void service.open(), LATE_MS)
			: reach !== 'never' && (await service.open());
	try {
		const saved =
			retry &&
			(await firstTry(scenario, service, async () => await run(KEY, undefined, false), items));
		if (saved) service.play(script);
		const result = await run(retry === 'otherKey' ? OTHER_KEY : KEY, saved);
		const ending: Ending = {
			posts: service.posts,
			rows: rowsOf(result, scenario.stops),
			asked: service.asked,
			...(reach === 'untrusted' && { connections: service.connections }),
		};
		return { ending, result };
	} finally {
		if (typeof opens === 'object') clearTimeout(opens);
		await service.close();
	}
}
