/** A service that lists replies without IDs, and a trigger that watches them, for the tests of Message Received. */
import type { IDataObject } from 'n8n-workflow';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { watcherOf } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import { Host, ruleFor } from './triggerHost.mts';
import { FakeService, serviceText } from './triggerService.mts';

export interface Reply {
	sender: string;
	phone: string;
	text: string;
	/** Seconds of the service's clock. */
	at: number;
}

const ANY = { words: [] as string[], optOut: 'any' as const, optOutWords: [] as string[] };

/** Seconds after which the trigger no longer takes a result to be on its way into storage. */
export const SETTLED_S = BOUNDS.pendingMs / 1000 + 1;

export class Place {
	readonly service = new FakeService();
	readonly host: Host;
	replies: Reply[] = [];
	messages: IDataObject[] = [];
	requests: string[] = [];
	form: 'id' | 'plain' = 'plain';
	/** Answers in place of the service's list, which it is given. */
	answer: (listed: IDataObject, query: IDataObject) => unknown = (listed) => listed;
	events: StatusEvent[] = [];

	constructor(
		received:
			| typeof ANY
			| { words: string[]; optOut: 'only' | 'none'; optOutWords: string[] } = ANY,
		senders: string[] = [],
	) {
		const rule = ruleFor('messageReceived', { senders });
		this.host = new Host(this.service, rule);
		this.host.watcher = watcherOf(
			{
				rule,
				kind: 'received',
				campaignTypes: [],
				keys: [],
				expected: 0,
				received,
				reportExisting: false,
			},
			async (path, query = {}) => {
				this.requests.push(path);
				return path === '/api/messages'
					? { data: this.messages }
					: this.answer(this.list(query), query);
			},
			'UTC',
		);
	}

	private list({ start_date, end_date }: IDataObject): IDataObject {
		const result = this.replies
			.filter(
				({ at }) => serviceText(at) >= String(start_date) && serviceText(at) <= String(end_date),
			)
			.map(({ sender, phone, text, at }, id) =>
				this.form === 'id'
					? { id, sender, recipient: phone, message: text, time_received: serviceText(at) }
					: { sender, phone, text, date: serviceText(at) },
			);
		return { error: 0, result, total_count: result.length };
	}

	reply(text: string, more: Partial<Reply> = {}): Reply {
		const reply = { sender: 'Shop', phone: '380991112233', text, at: this.service.now, ...more };
		this.replies.push(reply);
		return reply;
	}

	/** Lets a minute pass, and polls. */
	async poll(options: Parameters<Host['poll']>[0] = {}, seconds = 60): Promise<StatusEvent[]> {
		this.service.now += seconds;
		this.host.now += seconds * 1000;
		const { delivered } = await this.host.poll(options);
		this.events.push(...delivered);
		return delivered;
	}
}
