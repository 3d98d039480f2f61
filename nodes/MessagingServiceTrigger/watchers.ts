import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { seeApplication, watchApplications } from './applications';
import { lookUpCampaigns, seeCampaign, watchCampaigns } from './campaigns';
import { matches, type FirstSight, type Rule, type Session } from './diff';
import type { Observation, TriggerEvent } from './events';
import { eachNamed, namesOf, seeMessage, seeTask, watchNamed } from './named';
import { normalisers } from './normalise';
import { pageOf, type Read } from './reader';
import { BOUNDS } from './state';

/** How one kind of object is watched. */
export interface Watcher {
	/** What is watched beside the rule: another scope is another watch. */
	scope: string;
	watch(session: Session, first: FirstSight): Promise<void>;
	/** Looks at objects again, to emit their events once more. */
	lookUp(session: Session, keys: string[]): Promise<void>;
	/** A recent one that the rule cares for, or undefined. */
	example(): Promise<Observation | undefined>;
}

/** Records from which an example is chosen. */
const EXAMPLES = 30;

const lower = (names: string[]) => names.map((name) => name.toLowerCase());

/** Takes n8n's context; returns what the user wants to hear of. */
export function ruleOf(ctx: IPollFunctions): Rule {
	const event = ctx.getNodeParameter('event') as TriggerEvent;
	const options = ctx.getNodeParameter('options', {}) as IDataObject;
	const finalOnly = event === 'messageStatusChanged' && ctx.getNodeParameter('notify', 'final') === 'final';
	return {
		event,
		mode: event.endsWith('Progress') ? 'progress' : event.endsWith('Finished') || finalOnly ? 'finished' : 'status',
		step: Math.max(1, Number(options.step ?? 1) || 1),
		reportNew: options.reportNew !== false,
		statuses: lower(namesOf(options.statuses)),
		senders: lower(namesOf(options.senders)),
		ids: namesOf(options.campaignIds),
	};
}

/** Takes n8n's context, the rule, the reader and the zone of the service; returns the watcher for the event. @throws NodeOperationError when a field is wrong */
export function watcherOf(ctx: IPollFunctions, rule: Rule, read: Read, zone: string): Watcher {
	const normalise = normalisers(zone);
	if (rule.event.startsWith('campaign')) {
		const types = ctx.getNodeParameter('messageType', 'both') === 'both' ? ['sms', 'rcs'] : [String(ctx.getNodeParameter('messageType'))];
		const source = { read, normalise: normalise.campaign, types };
		return {
			scope: types.join(),
			watch: async (session, first) => await watchCampaigns(source, session, first),
			lookUp: async (session, keys) => await lookUpCampaigns(source, session, keys),
			async example() {
				const found: Observation[] = [];
				for (const type of types) {
					const page = pageOf(await read('/api/campaign', { 'filter[type]': type, 'page[limit]': EXAMPLES, sort: 'id', way: 'desc' }));
					found.push(...page.records.map((raw) => seeCampaign(raw, type, normalise.campaign)));
				}
				return bestOf(found, rule);
			},
		};
	}
	if (rule.event.startsWith('application')) {
		const source = { read, normalise: normalise.application };
		return {
			scope: '',
			watch: async (session, first) => await watchApplications(source, session, first),
			lookUp: async () => {},
			async example() {
				const page = pageOf(await read('/api/senders/requests/sms', { 'page[limit]': EXAMPLES, sort: 'id', way: 'desc' }));
				return bestOf(page.records.map((raw) => seeApplication(raw, normalise.application)), rule);
			},
		};
	}
	const tasks = rule.event.startsWith('bulkTask');
	const byReference = !tasks && ctx.getNodeParameter('lookUpBy', 'id') === 'reference';
	const names = assertNamed(ctx, namesOf(ctx.getNodeParameter(tasks ? 'taskIds' : byReference ? 'references' : 'messageIds', '')));
	const keys = names.map((name) => (tasks ? 't' : byReference ? 'x' : 'i') + name);
	const expected = tasks ? Number(ctx.getNodeParameter('options.expected', 0)) || 0 : 0;
	const lookAt = async (key: string, session?: Session) =>
		tasks ? await seeTask(read, key, normalise.task, expected, session?.state.open[key]?.l) : await seeMessage(read, key, normalise.message);
	return {
		scope: '',
		watch: async (session, first) => await watchNamed({ keys, look: async (key) => await lookAt(key, session) }, session, first),
		lookUp: async (session, again) =>
			await eachNamed(again.filter((key) => !session.seen.has(key)), session, async (key) => {
				const seen = await lookAt(key);
				if (seen) session.seen.set(key, seen);
			}),
		example: async () => {
			for (const key of keys.slice(0, 3)) {
				const seen = await lookAt(key);
				if (seen) return seen;
			}
			return undefined;
		},
	};
}

/** The newest that the rule would report: a finished one first where only those are reported. */
function bestOf(found: Observation[], rule: Rule): Observation | undefined {
	const fitting = found.filter((seen) => matches(rule, seen) && (rule.statuses.length === 0 || rule.statuses.includes(seen.status)));
	return rule.mode === 'finished' ? fitting.find((seen) => seen.final) : fitting[0];
}

/** @throws NodeOperationError when nothing is named, or more than one trigger watches */
function assertNamed(ctx: IPollFunctions, names: string[]): string[] {
	const fault = names.length === 0 ? 'Nothing is named to be watched' : names.length > BOUNDS.named ? `One trigger watches up to ${BOUNDS.named} of them, ${names.length} are named` : undefined;
	if (fault === undefined) return names;
	throw new NodeOperationError(ctx.getNode(), fault, { description: `Name 1 to ${BOUNDS.named} IDs or references, or share them out to several triggers.` });
}
