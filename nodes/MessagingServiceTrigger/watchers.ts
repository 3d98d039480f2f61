import { NodeOperationError, type IDataObject, type IPollFunctions } from 'n8n-workflow';
import { refusalError } from '../shared/errors';
import { checkId, checkReferenceLookup } from '../shared/validation';
import { APPLICATION_LIST, seeApplication, watchApplications } from './applications';
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
	const finalOnly =
		event === 'messageStatusChanged' && ctx.getNodeParameter('notify', 'final') === 'final';
	return {
		event,
		mode: event.endsWith('Progress')
			? 'progress'
			: event.endsWith('Finished') || finalOnly
				? 'finished'
				: 'status',
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
	const { event, mode, statuses } = rule;
	/** The newest that the rule would report: a finished one first where only those are reported. */
	const bestOf = (found: Observation[]) => {
		const fitting = found.filter(
			(seen) => matches(rule, seen) && (statuses.length === 0 || statuses.includes(seen.status)),
		);
		return mode === 'finished' ? fitting.find((seen) => seen.final) : fitting[0];
	};
	const newest = async (
		path: string,
		query: IDataObject,
		see: (raw: Record<string, unknown>) => Observation,
	) =>
		pageOf(
			await read(path, { ...query, 'page[limit]': EXAMPLES, sort: 'id', way: 'desc' }),
		).records.map(see);
	if (event.startsWith('campaign')) {
		const type = ctx.getNodeParameter('messageType', 'both') as string;
		const types = type === 'both' ? ['sms', 'rcs'] : [type];
		const source = { read, normalise: normalise.campaign, types };
		return {
			scope: types.join(),
			watch: async (session, first) => await watchCampaigns(source, session, first),
			lookUp: async (session, keys) => await lookUpCampaigns(source, session, keys),
			async example() {
				const found = [];
				for (const one of types)
					found.push(
						...(await newest('/api/campaign', { 'filter[type]': one }, (raw) =>
							seeCampaign(raw, one, normalise.campaign),
						)),
					);
				return bestOf(found);
			},
		};
	}
	if (event.startsWith('application')) {
		const source = { read, normalise: normalise.application };
		return {
			scope: '',
			watch: async (session, first) => await watchApplications(source, session, first),
			lookUp: async () => {},
			example: async () =>
				bestOf(
					await newest(APPLICATION_LIST, {}, (raw) => seeApplication(raw, normalise.application)),
				),
		};
	}
	const tasks = event.startsWith('bulkTask');
	const byReference = !tasks && ctx.getNodeParameter('lookUpBy', 'id') === 'reference';
	const [letter, parameter, field] = tasks
		? ['t', 'taskIds', 'Task IDs']
		: byReference
			? ['x', 'references', 'References']
			: ['i', 'messageIds', 'Message IDs'];
	const keys = namesOf(ctx.getNodeParameter(parameter, '')).map((name) => {
		const checked = (byReference ? checkReferenceLookup : checkId)(name, field);
		if (!checked.ok) throw refusalError(ctx.getNode(), checked.refusal);
		return letter + checked.value;
	});
	if (keys.length === 0 || keys.length > BOUNDS.named) {
		const fault =
			keys.length === 0
				? 'Nothing is named to be watched'
				: `One trigger watches up to ${BOUNDS.named} of them, ${keys.length} are named`;
		throw new NodeOperationError(ctx.getNode(), fault, {
			description: `Name 1 to ${BOUNDS.named} IDs or references, or share them out to several triggers.`,
		});
	}
	const expected = tasks ? Number(ctx.getNodeParameter('options.expected', 0)) || 0 : 0;
	const lookAt = async (key: string, session?: Session) =>
		tasks
			? await seeTask(read, key, normalise.task, expected, session?.state.open[key]?.l)
			: await seeMessage(read, key, normalise.message);
	return {
		scope: '',
		watch: async (session, first) =>
			await watchNamed({ keys, look: async (key) => await lookAt(key, session) }, session, first),
		lookUp: async (session, again) =>
			await eachNamed(
				again.filter((key) => !session.seen.has(key)),
				session,
				async (key) => {
					const seen = await lookAt(key);
					if (seen) session.seen.set(key, seen);
				},
			),
		async example() {
			for (const key of keys.slice(0, 3)) {
				const seen = await lookAt(key);
				if (seen) return seen;
			}
			return undefined;
		},
	};
}
