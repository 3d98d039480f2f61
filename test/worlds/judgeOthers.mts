import { itemsOf, wordsOf } from './chronicle.mts';
import type { ChangeStory, ReadStory } from './chronicle.mts';
import { count } from './judge.mts';
import type { Census, Wrong } from './judge.mts';

const OPEN =
	/not known|unknown|may have (?:carried|been|sent)|nobody can tell|look (?:it )?up|before you/i;
const HARMLESS: ReadonlySet<string | null> = new Set([null, 'unknownFields']);

/** A change is green only where the service made it, is not denied where it did, and is made once. */
export function judgeChanges(
	{ change, result, requests, done }: ChangeStory,
	census: Census,
): Wrong[] {
	count(census, `changes: ${change}`);
	const green = !result.error && itemsOf(result).errors.length === 0;
	const words = wordsOf(result.error);
	const wrong: Wrong[] = [];
	if (green && done === 0)
		wrong.push({ kind: 'change', what: `${change} is green, and the service did nothing` });
	if (!green && done > 0 && !OPEN.test(words))
		wrong.push({
			kind: 'change',
			what: `${change} was done, and the node says: ${words.slice(0, 200)}`,
		});
	// Another report does no harm: a next try of the node may ask for one. A contact is set to the same values again.
	const most = change === 'contact' ? Infinity : change === 'report' ? result.tries : 1;
	if (done > most) wrong.push({ kind: 'change', what: `${change} was done ${done} times` });
	if (
		!green &&
		requests.every(({ fault, status }) => HARMLESS.has(fault) && status < 400) &&
		requests.length > 0 &&
		done === 0
	)
		count(census, 'changes that an undisturbed service refused');
	return wrong;
}

/** A read that says nothing of a failure tells the truth, and all of it. */
export function judgeReads({ read, result, truth }: ReadStory, census: Census): Wrong[] {
	count(census, `reads: ${read}`);
	if (result.error || itemsOf(result).errors.length > 0) {
		count(census, 'reads that failed');
		return [];
	}
	const ids = itemsOf(result).rows.map(({ json }) =>
		String(json.campaign_id ?? json.message_id ?? json.application_id),
	);
	if (read === 'balance') return ids.length === 1 ? [] : [{ kind: 'read', what: 'no balance' }];
	const missing = truth.before.filter((id) => truth.after.includes(id) && !ids.includes(id));
	const invented = ids.filter((id) => !truth.after.includes(id));
	return [
		...(missing.length > 0
			? [
					{
						kind: 'read' as const,
						what: `${read}: ${missing.length} are missing, ${missing[0]} among them`,
					},
				]
			: []),
		...(invented.length > 0
			? [{ kind: 'read' as const, what: `${read}: ${invented[0]} is none of the service's` }]
			: []),
	];
}
