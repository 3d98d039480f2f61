/** n8n as a trigger sees it: static data, processes that end, saves that fail. Drives the trigger's own turn. */
import type { IDataObject } from 'n8n-workflow';
import type {
	CampaignType,
	FirstSight,
	Rule,
	StatusEvent,
	TriggerEvent,
} from '../../nodes/MessagingServiceTrigger/events/index.ts';
import type { Remembered } from '../../nodes/MessagingServiceTrigger/state/choose.ts';
import { decode, encode } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import type { TriggerState } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { takeTurn, type TurnResult } from '../../nodes/MessagingServiceTrigger/turn.ts';
import { watcherOf, type Watcher } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import type { Read } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import type { FakeService } from './triggerService.mts';

export const ruleFor = (event: TriggerEvent, more: Partial<Rule> = {}): Rule => ({
	event,
	mode: event.endsWith('Progress')
		? 'progress'
		: event.endsWith('Finished')
			? 'finished'
			: 'status',
	step: 1,
	reportNew: true,
	statuses: [],
	senders: [],
	ids: [],
	...more,
});

/** What watches the lists that the rule is about, as the node makes it. */
export const listWatcher = (rule: Rule, read: Read, campaignTypes: CampaignType[]): Watcher =>
	watcherOf(
		{
			rule,
			kind: rule.event.startsWith('application')
				? 'application'
				: rule.event.startsWith('campaignMessage')
					? 'campaignMessage'
					: 'campaign',
			campaignTypes,
			keys: [],
			expected: 0,
			received: { words: [], optOut: 'any', optOutWords: [] },
			reportExisting: false,
		},
		read,
		'UTC',
	);

/** Which of n8n's engines stores what: see the notes of each in `poll`. */
export type Storage = 'legacy' | 'cursors' | 'scheduler';

/** Takes events; returns of each which object it is about and what changed. */
export const brief = (
	events: ReadonlyArray<Pick<StatusEvent, 'record' | 'previousStatus' | 'newStatus'>>,
): string[] =>
	events.map(
		({ record, previousStatus, newStatus }) =>
			`${String(record.id)} ${previousStatus} > ${newStatus}`,
	);

const SIGNATURE = 'test';
const copy = <T,>(value: T): T =>
	value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);

export class Host {
	/** In the database. */
	saved: IDataObject | undefined;
	/** In the memory of n8n's own workflow object (the legacy engine only). */
	live: IDataObject | undefined;
	remembered: Remembered | undefined;
	/** What other processes remember that poll the same node: n8n's scheduler runs in every main process. */
	readonly others = new Map<string, Remembered | undefined>();
	run = 'process-0';
	/** Milliseconds of n8n's clock, which need not be the service's. */
	now: number;
	/** Polls that failed one after the other. */
	failedPolls = 0;
	/** Milliseconds of the clock that nobody sets. */
	uptime = 0;
	lives = 0;
	processes = 0;
	watcher: Pick<Watcher, 'watch' | 'lookUp'>;

	constructor(
		readonly service: FakeService,
		readonly rule: Rule,
		readonly storage: Storage = 'legacy',
		readonly types: CampaignType[] = ['sms', 'rcs'],
		skewMs = 0,
	) {
		this.now = service.now * 1000 + skewMs;
		this.watcher = listWatcher(rule, service.read, types);
	}

	/** What this process remembers, in the form of static data. */
	get inMemory(): IDataObject | undefined {
		return this.remembered && encode(this.remembered.state);
	}

	/** What is stored, under its long names. */
	get state(): TriggerState | undefined {
		return decode(this.live ?? this.saved, SIGNATURE);
	}

	/** One tick. `crash`: the process dies after the state is saved and before the execution starts; `discard`: n8n throws the result away; `other`: another process, which lives on. */
	async poll(
		options: {
			first?: FirstSight;
			crash?: boolean;
			discard?: boolean;
			saveFails?: boolean;
			other?: string;
		} = {},
	): Promise<TurnResult & { delivered: StatusEvent[] }> {
		const { other } = options;
		// No two polls begin in the same millisecond.
		this.now += 1;
		this.uptime += 1;
		const result = await takeTurn({
			stored: copy(this.storage === 'legacy' ? (this.live ?? this.saved) : this.saved),
			remembered: other ? this.others.get(other) : this.remembered,
			processName: other ?? this.run,
			life: `life-${(this.lives += 1)}`,
			signature: SIGNATURE,
			rule: this.rule,
			watcher: this.watcher,
			first: options.first ?? 'silent',
			now: this.now,
			uptime: this.uptime,
			failedPolls: this.failedPolls,
		});
		this.failedPolls = result.fault ? this.failedPolls + 1 : 0;
		const { events, write } = result;
		if (other) this.others.set(other, result.remembered);
		else if (!result.fault) this.remembered = result.remembered;
		if (options.discard) {
			this.live = undefined;
			return { ...result, delivered: [] };
		}
		if (write) {
			if (this.storage === 'legacy') this.live = copy(write);
			// The legacy engine and the scheduler store with an execution only; durable cursors store every tick, with the execution.
			const stores =
				this.storage === 'cursors' ? !(options.crash && events.length > 0) : events.length > 0;
			if (stores && !options.saveFails) this.saved = copy(write);
		}
		if (options.crash && other) this.others.delete(other);
		else if (options.crash) this.restart();
		return { ...result, delivered: options.crash ? [] : events };
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
