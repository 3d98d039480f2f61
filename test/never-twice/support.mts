import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Engine, RunResult } from '../engine/harness.mts';
import { openStub } from '../engine/stubService.mts';
import type { Asked } from '../engine/stubService.mts';
import type { Answer } from './answers.mts';

// Runs one send in n8n's engine against a service whose answers a test lists.

/** How a test sends. */
export interface Send {
	/** Resource and operation, such as `sms.send`. */
	operation: string;
	/** Where its request goes. */
	path: string;
	parameters: IDataObject;
	items: INodeExecutionData[];
	/** How the service takes it. */
	taken: (asked: Asked) => unknown;
}

const PEOPLE: INodeExecutionData[] = ['380991000011', '380991000022'].map((phone, index) => ({
	json: { phone, name: `Person ${index}` },
}));
const CAMPAIGN = {
	id: 7001,
	name: 'Campaign 7001',
	sender: 'Shop',
	status: 'creation',
	message_type: 'sms',
	start_at: '2026-11-21 10:00:00',
	real_start_at: null,
	finished_at: null,
	created_at: '2026-11-21 10:00:00',
	statistics: { delivered: 0, sent: 0 },
};

/** Both campaign sends, under automatic references. */
export const CAMPAIGNS: Send[] = [
	{
		operation: 'campaign.sendSms',
		path: '/api/campaigns/sms/send',
		parameters: { sender: 'Shop', text: 'Sale' },
		items: PEOPLE,
		taken: () => ({ data: CAMPAIGN }),
	},
	{
		operation: 'campaign.sendPersonalizedSms',
		path: '/api/campaigns/sms/send-individual',
		parameters: { sender: 'Shop', text: 'Hi {name}' },
		items: PEOPLE,
		taken: () => ({ data: CAMPAIGN }),
	},
];

/** One SMS, under an automatic reference. */
export const SMS: Send = {
	operation: 'sms.send',
	path: '/rest/sms/create',
	parameters: { sender: 'Shop', text: 'Sale', phone: '={{ $json.phone }}' },
	items: PEOPLE.slice(0, 1),
	taken: ({ body }) => ({
		error: 0,
		id: 41,
		reference: body.reference,
		price: 0.03,
		currency: 'EUR',
	}),
};

export type Outcome = 'accepted' | 'refused' | 'unknown';

/** What a run came to. */
export interface Ending {
	/** How often the send was put to the service. */
	posts: number;
	outcome: Outcome | 'in part';
	/** Words that the user had to see, and did not. */
	missing: string[];
}

/** The error of a run as the user reads it; empty where there is none. */
const errorOf = ({ error }: RunResult): string =>
	error ? `${error.message}\n${error.description ?? ''}` : '';

function outcomeOf(run: RunResult): Ending['outcome'] {
	// No answer of the table says "unknown" itself.
	if (run.error)
		return /\b(?:not known|unknown)\b/i.test(run.error.message) ? 'unknown' : 'refused';
	return run.items.length > 0 && run.items.every(({ json }) => json.status === 'accepted')
		? 'accepted'
		: 'in part';
}

/**
 * Runs a send to whose first requests the service gives these answers; it takes every further one, and knows no message.
 * @param retryFor seconds for which it is repeated
 * @param shows words that the error must hold
 */
export async function play(
	engine: Engine,
	send: Send,
	answers: Answer[],
	retryFor: number,
	shows: string[] = [],
): Promise<Ending> {
	const stub = await openStub(engine);
	const isSend = ({ method, path }: Asked): boolean => method !== 'GET' && path === send.path;
	const unknownMessage = stub.answer;
	const left = [...answers];
	stub.answer = (asked) => {
		if (!isSend(asked)) return unknownMessage(asked);
		const answer = left.shift();
		if (!answer) return { body: send.taken(asked) };
		const { status, headers, body, contentType = 'application/json' } = answer;
		return { status, body, headers: { ...headers, 'content-type': contentType } };
	};
	try {
		const parameters = { ...send.parameters, options: { retryFor } };
		const run = await stub.run(send.operation, parameters, undefined, send.items);
		const said = errorOf(run);
		return {
			posts: stub.asked.filter(isSend).length,
			outcome: outcomeOf(run),
			// The node ends the words with a stop of its own.
			missing: shows.filter((words) => !said.includes(words.replace(/\.$/, ''))),
		};
	} finally {
		await stub.close();
	}
}
