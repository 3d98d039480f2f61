import type { RequestEntry } from '../../sandbox/types.mts';
import { ASK, deletedIn, isCampaign, isLists, SEND } from './allowed.mts';
import type { Chronicle, Execution, SendStory } from './chronicle.mts';
import { count } from './judge.mts';
import type { Census } from './judge.mts';
import { getsBoth, readsFile } from './sends.mts';

// What a send is counted as in the census.

/** Requests of an execution that belong to this send, by their bodies. */
const sendsOf = ({ mark }: SendStory, { requests }: Execution): RequestEntry[] =>
	requests.filter(
		({ path, body, method }) =>
			method === 'POST' && SEND.test(path) && JSON.stringify(body ?? '').includes(mark),
	);

/** Whether one recipient of a send gets two messages of it. */
export const hasTwo = ({ send, addressees }: SendStory): boolean =>
	getsBoth(send) && addressees.some(({ repeats }) => repeats);

/** Counts a send, its executions and what befell them. */
export function countSend(
	{ ledger, campaigns }: Chronicle,
	story: SendStory,
	census: Census,
): void {
	const { send, executions, mark } = story;
	for (const { text, late } of ledger)
		if (late && text.startsWith(mark))
			count(census, 'messages that the service accepted after the client had gone');
	count(census, `sends: ${send.operation}`);
	if (executions.some(({ result }) => result.status === 'waiting'))
		count(census, 'executions that wait for an answer');
	count(census, `references: ${send.reference}`);
	if (readsFile(send)) count(census, 'sends from a file');
	if (send.startsLater && isCampaign(story) && !isLists(story))
		count(census, 'campaigns with Start At');
	if (hasTwo(story)) count(census, 'sends of two messages to one number');
	if (send.quiet !== 'none' && [...campaigns.values()].filter((one) => one === mark).length > 1)
		count(census, 'sends with quiet hours that made several campaigns');
	for (const execution of executions) {
		const { died, isStopped, title, result, requests, lines, correction } = execution;
		count(census, 'executions of sends');
		if (died) count(census, isStopped ? 'executions that the user stopped' : 'executions killed');
		if (lines.length > 0) count(census, 'result files with lines');
		if (title.includes('killed')) count(census, 'retries of what was killed');
		if (correction === 'text') count(census, 'retries with a corrected text');
		if (correction === 'leftOut') count(census, 'retries without the first recipient');
		if (deletedIn(story, execution) !== undefined)
			count(census, 'retries after the first recipient was deleted');
		if (title.includes('list')) count(census, 'retries from the list');
		if (title.includes('once more')) count(census, 'further retries of the same failed execution');
		if (result.tries > 1) count(census, 'tries of Retry On Fail', result.tries - 1);
		for (const { fault, path, status } of requests) {
			if (fault === null && status === 429 && path.startsWith('/api/campaigns/sms'))
				count(census, 'copies that the guard refused, and campaigns beyond the rate');
			if (fault === null) continue;
			const what = SEND.test(path) ? 'sends' : ASK.test(path) ? 'questions' : 'other requests';
			count(census, `faults met by ${what}: ${fault}${fault === 'status' ? ` ${status}` : ''}`);
		}
		const posts = sendsOf(story, { requests } as Execution).length;
		if (posts > 1) count(census, 'executions with more than one request that sends');
	}
}
