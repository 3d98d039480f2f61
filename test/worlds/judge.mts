import { inspect } from 'node:util';
import { isCampaign } from './allowed.mts';
import type { Chronicle } from './chronicle.mts';
import { judgeChanges, judgeReads } from './judgeOthers.mts';
import { judgeSend } from './judgeSends.mts';
import { judgeTrigger } from './judgeTrigger.mts';

/** One thing that a world promised and did not keep. */
export interface Wrong {
	/** What kind of promise: findings of one kind are one finding. */
	kind:
		| 'twice'
		| 'accepted, but not there'
		| 'there, but not accepted'
		| 'unknown, but it could be known'
		| 'lost'
		| 'secret shown'
		| 'trigger missed'
		| 'trigger invented'
		| 'change'
		| 'read'
		| 'broken';
	/** What happened, in words. */
	what: string;
}

/** What one world held of the things that are counted over all of them. */
export type Census = Record<string, number>;

const SECRET = /\beyJ[\w-]{10}/;

function judgeSecrets({ stories, secrets, log }: Chronicle): Wrong[] {
	const shown = (value: unknown): boolean => {
		const text =
			typeof value === 'string' ? value : inspect(value, { depth: 8, maxStringLength: null });
		return SECRET.test(text) || secrets.some((secret) => text.includes(secret));
	};
	const wrong: Wrong[] = [];
	for (const story of stories) {
		const results =
			story.kind === 'send'
				? story.executions.map(({ result }) => result)
				: story.kind === 'poll'
					? []
					: [story.result];
		for (const { outputs, error, hints } of results)
			if (
				shown([
					outputs.flat().map(({ json }) => json),
					error?.message,
					error?.description,
					error?.context,
					hints,
				])
			)
				wrong.push({
					kind: 'secret shown',
					what: `in what ${story.kind} gave: ${error?.message ?? 'its items'}`,
				});
		if (
			story.kind === 'poll' &&
			shown([story.events.map(({ json }) => json), story.error?.message])
		)
			wrong.push({ kind: 'secret shown', what: 'in what a poll gave' });
	}
	if (log.some(shown)) wrong.push({ kind: 'secret shown', what: 'in the log' });
	return wrong;
}

/** What a world is counted as, by its hard cases. */
function countWorld({ stories, world }: Chronicle, census: Census): void {
	const { campaignReferences, duplicates } = world.personality.accents;
	const sends = stories.filter((story) => story.kind === 'send');
	const hasCampaign = sends.some(isCampaign);
	const cases = {
		'worlds with a killed process': sends.some(({ executions }) =>
			executions.some(({ died, isStopped }) => died && !isStopped),
		),
		'worlds with own references used again': sends.some(
			({ send }) => send.reference === 'custom' && send.usedReference !== 'no',
		),
		'worlds with campaigns hidden from /rest': hasCampaign && campaignReferences === 'never',
		'worlds with a copy guard': hasCampaign && duplicates !== 'accept',
	};
	for (const [name, is] of Object.entries(cases)) if (is) count(census, name);
}

/** Judges what happened in a world by what its service knows. `census` is told what there was. */
export function judge(chronicle: Chronicle, census: Census): Wrong[] {
	const wrong = [...judgeSecrets(chronicle), ...judgeTrigger(chronicle, census)];
	countWorld(chronicle, census);
	for (const story of chronicle.stories) {
		if (story.kind === 'send') wrong.push(...judgeSend(chronicle, story, census));
		if (story.kind === 'change') wrong.push(...judgeChanges(story, census));
		if (story.kind === 'read') wrong.push(...judgeReads(story, chronicle.world, census));
	}
	return wrong;
}

/** Counts something once more. */
export function count(census: Census, what: string, times = 1): void {
	census[what] = (census[what] ?? 0) + times;
}
