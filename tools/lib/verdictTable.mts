import { VERDICTS } from '../../nodes/MessagingService/sending/verdict.ts';
import type {
	AnswerKind,
	SendKind,
	Verdict,
} from '../../nodes/MessagingService/sending/verdict.ts';

/** The words of docs/sending-safely.md for each row of VERDICTS, in the order of the page. */
const ROWS: Readonly<Record<AnswerKind, string>> = {
	nothingLeft: 'Connection refused, no answer from the name server, broken before it was encrypted',
	unreachable: 'Name not found, certificate not trusted',
	tooMany:
		'429 with `Retry-After`, or to a campaign or to one message under /api, with automatic references',
	maybeCopy: 'Any other 429',
	unauthorized: '401, after a new token was fetched once',
	codeRefused: 'Code 1 to 4, 6 to 10, 12, 21, 22, 24 to 28, 31 to 33, 35 or 36',
	codePresent: 'Code 23: the service knows the reference',
	codeBusy: 'Code 11: too many at a time',
	codeOther: 'Any other code, unless the status is 5xx',
	noAnswer:
		'Connection lost after the request, time-out, answer cut off, 408, 5xx except 501, 302, 303',
	refused: 'Any other 4xx, 501, any other 3xx, whatever it says',
	tooLarge: '413: the request is too large',
	namesRecipients: '422 that names recipients by key, with Invalid Recipients: Leave Out',
	idGiven: '2xx with an ID',
	noId: '2xx without an ID, or not JSON',
	resultUnclear: 'A result that is missing, named twice or without an ID',
	afterDoubt: 'A refusal, or the end of Retry For, after a request whose outcome is unknown',
	afterKill:
		'A refusal in a retry from the list, of what the record does not hold: a killed process may have sent it',
	cannotTell:
		'An earlier try with another API key, or by another version of the node, may have sent it',
	begunBefore: 'Retry from the list, and n8n shows that the node had begun',
	retriedFromList: 'Any other retry from the list, for what the record does not hold',
};

const KINDS: ReadonlyArray<[SendKind, string]> = [
	['sms', 'One SMS'],
	['bulk', 'Bulk, individual'],
	['campaign', 'Campaign'],
	['message', 'One message by RCS, or by *Message: Send*'],
	['contactLists', 'Contact lists'],
];

const PLAIN = {
	accepted: 'accepted',
	byResults: 'as each result says',
	again: 'again, then refused',
	refused: 'refused',
	refuseNamed: 'those refused, the others go out',
	halve: 'each half by itself; a single one is refused',
	unknown: 'unknown',
} as const;
const IF_NONE = {
	again: 'ask; if none: again',
	refused: 'ask; if none: refused',
	unknown: 'ask; if none: unknown',
	rest: 'ask each; send the rest, or unknown if none shows',
} as const;

const wordsOf = (verdict: Verdict | undefined): string => {
	if (verdict === undefined) return '–';
	return typeof verdict === 'object' ? IF_NONE[verdict.ask] : PLAIN[verdict];
};

/** The table of verdicts as Markdown. */
export function verdictTable(): string {
	const rows = Object.entries(ROWS).map(([row, words]) => {
		const cells = KINDS.map(([kind]) => wordsOf(VERDICTS[row as AnswerKind][kind]));
		return `| ${[words, ...cells].join(' | ')} |`;
	});
	const head = ['What came back', ...KINDS.map(([, name]) => name)];
	return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
}
