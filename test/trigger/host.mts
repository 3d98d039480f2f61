/** n8n as the trigger sees it: static data, processes that end, saves that fail. Drives the trigger's own turn. */
import type { IDataObject } from 'n8n-workflow';
import { answer, type Source } from '../../nodes/MessagingServiceTrigger/source.ts';
import {
	begin,
	end,
	next,
	type Remembered,
	type TurnResult,
} from '../../nodes/MessagingServiceTrigger/turn.ts';
import type { Rule } from '../../nodes/MessagingServiceTrigger/events/change.ts';
import type {
	FirstSight,
	Observation,
	StatusEvent,
	TriggerEvent,
} from '../../nodes/MessagingServiceTrigger/events/event.ts';
import {
	BOUNDS,
	type Bounds,
	type TriggerState,
} from '../../nodes/MessagingServiceTrigger/state.ts';
import { fromStored } from '../../nodes/MessagingServiceTrigger/stored.ts';
import type { Parameters } from '../../nodes/MessagingServiceTrigger/triggerParameters.ts';
import { watcherOf } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import { isMust, pollForExample } from '../../nodes/MessagingServiceTrigger/watching/asking.ts';
import type { Ask, Watcher } from '../../nodes/MessagingServiceTrigger/watching/asking.ts';
import type { Service } from '../../nodes/shared/service/index.ts';
import type { FakeService } from './service.mts';

const kindOf = (event: TriggerEvent): Parameters['kind'] => {
	if (event === 'messageReceived') return 'received';
	if (event === 'linkClicked') return 'clicked';
	if (event.startsWith('campaignMessage')) return 'campaignMessage';
	if (event.startsWith('campaign')) return 'campaign';
	if (event.startsWith('application')) return 'application';
	return event.startsWith('bulkTask') ? 'task' : 'message';
};

/** What the user asked for, as the node reads it from its form. */
export function parametersFor(
	event: TriggerEvent,
	rule: Partial<Rule> = {},
	more: Partial<Parameters> = {},
): Parameters {
	const mode = event.endsWith('Progress')
		? 'progress'
		: event.endsWith('Finished')
			? 'finished'
			: 'status';
	return {
		rule: { event, mode, step: 1, reportNew: true, statuses: [], senders: [], ids: [], ...rule },
		kind: kindOf(event),
		campaignTypes: ['sms', 'rcs'],
		keys: [],
		expected: 0,
		received: { words: [], optOut: 'any', optOutWords: [] },
		clicked: { by: 'people', campaign: '' },
		reportExisting: false,
		...more,
	};
}

/** Which of n8n's engines stores what: see `poll`. */
export type Storage = 'legacy' | 'cursors' | 'scheduler';

const SIGNATURE = 'test';
const copy = <T,>(value: T): T =>
	value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);

export interface PollOptions {
	first?: FirstSight;
	/** The process dies after the state is saved and before the execution starts. */
	crash?: boolean;
	/** n8n throws the result away. */
	discard?: boolean;
	/** Another process polls, which lives on. */
	other?: string;
	/** After its first request the poll has no time left. */
	short?: boolean;
}

export class Host {
	/** In the database, and in the memory of n8n's own workflow object (the legacy engine only). */
	saved: IDataObject | undefined;
	live: IDataObject | undefined;
	remembered: Remembered | undefined;
	/** What other processes remember that poll the same node: n8n's scheduler runs in every main process. */
	readonly others = new Map<string, Remembered | undefined>();
	run = 'process-0';
	/** Milliseconds of n8n's clock, which need not be the service's, and of the clock that nobody sets. */
	now: number;
	uptime = 0;
	failedPolls = 0;
	lives = 0;
	processes = 0;
	readonly watcher: Watcher;
	readonly rule: Rule;
	readonly source: Source;
	bounds: Bounds = BOUNDS;

	constructor(
		readonly service: FakeService,
		parameters: Parameters,
		readonly storage: Storage = 'legacy',
		skewMs = 0,
		asked: Service = service,
	) {
		this.now = service.now * 1000 + skewMs;
		this.rule = parameters.rule;
		this.watcher = watcherOf(parameters, asked.timeZone);
		this.source = {
			service: asked,
			parameters,
			list: { isMissing: false },
			errorOf: ({ message }) => new Error(message),
		};
	}

	get state(): TriggerState | undefined {
		return fromStored(
			this.live ?? this.saved ?? this.remembered?.state,
			SIGNATURE,
			this.rule.event,
		);
	}

	/** One tick. */
	async poll({ first = 'silent', crash, discard, other, short }: PollOptions = {}): Promise<
		TurnResult & { delivered: StatusEvent[] }
	> {
		// No two polls begin in the same millisecond.
		this.now += 1;
		this.uptime += 1;
		let turn = begin(
			{
				stored: this.storage === 'legacy' ? (this.live ?? this.saved) : this.saved,
				remembered: other ? this.others.get(other) : this.remembered,
			},
			{
				processName: other ?? this.run,
				life: `life-${(this.lives += 1)}`,
				signature: SIGNATURE,
				rule: this.rule,
				watcher: this.watcher,
				first,
				now: this.now,
				uptime: this.uptime,
				failedPolls: this.failedPolls,
				bounds: this.bounds,
			},
		);
		for (let isFirst = true; turn.asks.length > 0; isFirst = false)
			turn = next(turn, await this.#ask(turn.asks, short === true && !isFirst));
		const result = end(turn);
		this.failedPolls = result.fault ? this.failedPolls + 1 : 0;
		const { events, write } = result;
		if (other) this.others.set(other, result.remembered);
		else if (!result.fault) this.remembered = result.remembered;
		if (discard) {
			this.live = undefined;
			return { ...result, delivered: [] };
		}
		if (write) {
			if (this.storage === 'legacy') this.live = write;
			// The legacy engine and the scheduler store with an execution only; durable cursors store every tick, with the execution.
			const stores = this.storage === 'cursors' ? !(crash && events.length > 0) : events.length > 0;
			if (stores) this.saved = write;
		}
		if (crash && other) this.others.delete(other);
		else if (crash) this.restart();
		return { ...result, delivered: crash ? [] : events };
	}

	async #ask(asks: readonly Ask[], isLate: boolean) {
		return await Promise.all(
			asks.map(async (ask) =>
				isLate && !isMust(ask) ? ({ is: 'late' } as const) : await answer(this.source, ask),
			),
		);
	}

	/** What the test step of the editor shows. */
	async example(): Promise<Observation | undefined> {
		const asking = this.watcher.example(pollForExample(this.rule, this.now, this.bounds));
		let step = asking.next([]);
		while (!step.done) step = asking.next(await this.#ask(step.value, false));
		return step.value;
	}

	/** The activation, whose state n8n stores although nothing happened. */
	async activate(first: FirstSight = 'silent'): Promise<StatusEvent[]> {
		const { events } = await this.poll({ first });
		this.saved = this.live ?? this.saved ?? copy(this.remembered?.state as unknown as IDataObject);
		return events;
	}

	/** The process ends, however, and another begins. */
	restart(): void {
		this.live = undefined;
		this.remembered = undefined;
		this.failedPolls = 0;
		this.run = `process-${(this.processes += 1)}`;
	}

	/** The static data is gone, and the process too. */
	lose(): void {
		this.saved = undefined;
		this.restart();
	}

	advance(seconds: number): void {
		this.service.now += seconds;
		this.now += seconds * 1000;
		this.uptime += seconds * 1000;
	}
}
