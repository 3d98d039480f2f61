import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NUMBERS_AT_MOST } from '../../nodes/MessagingService/sending/file/seenNumbers.ts';
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { LIMITS } from '../../nodes/shared/spec/limits.ts';
import { Results, shortTable, table, type Row } from '../../test/bench/report.mts';
import { WORKS } from '../../test/bench/works.mts';
import { PREVIEW_AGENTS } from '../../test/support/previewAgents.mts';
import { textBetween } from './between.mts';

/** A number that a page claims, and the one place that it must agree with. */
interface Claim {
	page: string;
	/** The words around the number; `#` stands for it, and each occurrence counts. */
	words: string;
	value: number;
}

const { recipientsPerCampaign: CAMPAIGN, recipientsPerBulk: BULK, msisdnDigits: DIGITS } = LIMITS;

/** What pages that people write say of limits and of tests. What is generated needs no claim. */
export const CLAIMS: Claim[] = [
	{ page: 'README.md', words: 'up to # recipients in a campaign', value: CAMPAIGN },
	{ page: 'README.md', words: 'recipients in a campaign and # in a bulk send', value: BULK },
	{ page: 'docs/scale.md', words: '# recipients in a campaign', value: CAMPAIGN },
	{ page: 'docs/scale.md', words: 'in a campaign, # in a legacy request', value: BULK },
	{
		page: 'docs/scale.md',
		words: 'over the whole file, up to # different',
		value: NUMBERS_AT_MOST,
	},
	{ page: 'docs/scale.md', words: 'each table of numbers holds #', value: NUMBERS_AT_MOST },
	{ page: 'docs/scale.md', words: 'the # recipients that the service takes', value: CAMPAIGN },
	{ page: 'docs/scale.md', words: 'for the legacy interface # a request', value: BULK },
	{ page: 'docs/quiet-hours.md', words: 'one more for each further # of them', value: CAMPAIGN },
	{ page: 'docs/trigger.md', words: '(# unfinished objects', value: BOUNDS.watched },
	{ page: 'docs/trigger.md', words: 'than the state holds (#)', value: BOUNDS.watched },
	{ page: 'docs/trigger.md', words: 'unfinished objects, # events', value: BOUNDS.emitted },
	{ page: 'docs/trigger.md', words: 'among the newest # IDs', value: BOUNDS.ids },
	{ page: 'docs/trigger.md', words: 'one page of up to #', value: LIMITS.page.pageMax },
	{ page: 'docs/how-to/crm-event.md', words: 'becomes the # to', value: DIGITS.min },
	{
		page: 'docs/how-to/crm-event.md',
		words: 'to # digits that the service takes',
		value: DIGITS.max,
	},
	{ page: 'docs/how-to/personal-campaign.md', words: 'Up to # items go out', value: CAMPAIGN },
	{
		page: 'docs/how-to/approval-by-sms.md',
		words: 'links too: #',
		value: PREVIEW_AGENTS.length,
	},
	{
		page: 'docs/how-to/send-from-file.md',
		words: '# recipients go out with each',
		value: CAMPAIGN,
	},
	{
		page: 'docs/questions.md',
		words: 'hold # GSM-7 characters',
		value: LIMITS.textCharacters.gsm7,
	},
	{ page: 'docs/questions.md', words: 'or # others', value: LIMITS.textCharacters.ucs2 },
	{ page: 'docs/questions.md', words: 'has # to', value: DIGITS.min },
	{ page: 'docs/questions.md', words: 'to # digits with its country code', value: DIGITS.max },
];

const quoted = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Compares what pages say of limits and of speed with where it comes from: the limits of the specification and of the node,
 * and the results of the last bench.
 * @param read gives a page by its name
 * @returns what is wrong, in a sentence each
 */
export function falseClaims(read: (page: string) => string, claims = CLAIMS): string[] {
	return claims.flatMap(({ page, words, value }) => {
		const pattern = new RegExp(quoted(words).replace('#', '([\\d,]*\\d)'), 'g');
		const found = [...read(page).matchAll(pattern)].map(([, number = '']) => number);
		if (found.length === 0) return [`${page} does not say "${words}" any more.`];
		const right = value.toLocaleString('en-US');
		return found
			.filter((number) => number !== right)
			.map((number) => `${page} says ${number} in "${words}" instead of ${right}.`);
	});
}

/** Compares the tables of speed with test/bench/results.json. @returns what is wrong, in a sentence each */
export function falseSpeeds(root: string, read: (page: string) => string): string[] {
	const rows = JSON.parse(
		readFileSync(path.join(root, 'test', 'bench', 'results.json'), 'utf8'),
	) as Row[];
	const results = new Results(rows);
	const shown = WORKS.filter(({ id }) => results.find(id, 'ours'));
	const differs = (page: string, right: string): string[] =>
		textBetween(read(page), 'bench')?.startsWith(right) === true
			? []
			: [`The table of speed in ${page} is not that of test/bench/results.json.`];
	return [
		...differs('README.md', shortTable(shown, results)),
		...differs('docs/speed.md', table(shown, results, '').trim()),
	];
}
