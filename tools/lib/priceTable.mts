import type { Finding } from '../../nodes/MessagingService/sending/ask.ts';
import { weigh } from '../../nodes/MessagingService/sending/evidence.ts';
import {
	mayBeSentAgain,
	type IfUnknown,
	type Sending,
} from '../../nodes/MessagingService/sending/mayBeSentAgain.ts';
import { faultOfException } from '../../nodes/shared/errors/exception.ts';
import type { ServiceFault } from '../../nodes/shared/errors/fault.ts';
import { faultOfReply } from '../../nodes/shared/errors/reply.ts';

/*
 * The table "The price of safety": which sends end well by themselves under a fault, and which stop and ask the user. What holds now
 * is read from the code that decides it.
 */

const replied = (statusCode: number, body: unknown = {}): ServiceFault | undefined =>
	faultOfReply({ statusCode, headers: {}, body });
/** What a send comes to that something else than the service answers with a status and a page. */
function pageWith(statusCode: number): ServiceFault | undefined {
	const body = '<html></html>';
	const fault = replied(statusCode, body);
	return fault && weigh({ fault, body, statusCode }, { many: false }).fault;
}
const thrown = (code: string, syscall?: string): ServiceFault =>
	faultOfException(Object.assign(new Error(code), { code, syscall }));

interface Fault {
	title: string;
	fault?: ServiceFault | undefined;
	/** What every send comes to, before and now, where that is not decided by the node. */
	always?: string;
	/** Whether the service does not even answer what became of the send. */
	isHidden?: boolean;
	/** Whether the service surely had not acted, by the rules before; where that was judged otherwise than now. */
	before?: 'surely' | 'unknown';
}

const FAULTS: readonly Fault[] = [
	{ title: 'The connection is refused', fault: thrown('ECONNREFUSED', 'connect') },
	{ title: 'The name server is silent', fault: thrown('EAI_AGAIN') },
	{
		title: 'The connection ends before it is encrypted',
		fault: faultOfException(
			new Error('Client network socket disconnected before secure TLS connection was established'),
		),
	},
	{ title: 'The certificate is not trusted', fault: thrown('DEPTH_ZERO_SELF_SIGNED_CERT') },
	{ title: '429', fault: replied(429) },
	{ title: '500, 502, 503, 504', fault: replied(503) },
	{ title: '408', fault: replied(408) },
	{ title: 'The connection is lost', fault: thrown('ECONNRESET', 'read') },
	{ title: 'No answer in time', fault: thrown('ESOCKETTIMEDOUT') },
	{ title: 'An empty or half reply', fault: replied(200, '{"data":') },
	{ title: 'A web page', fault: replied(200, '<html></html>') },
	{
		title: 'A web page with the status of a refusal (403)',
		fault: pageWith(403),
		before: 'surely',
	},
	{ title: 'A redirect (302)', fault: replied(302) },
	{
		title: '429, too many duplicate requests',
		fault: replied(429, { message: 'Too many duplicate request detected' }),
	},
	{
		title: 'Encryption breaks after the request',
		fault: thrown('ERR_SSL_WRONG_VERSION_NUMBER'),
		before: 'surely',
	},
	{
		title: 'The service refuses it (400, 403, 422)',
		fault: replied(422, { message: 'The given data was invalid.' }),
	},
	// n8n itself asks for another token, and repeats the request with it.
	{ title: '401 to a token', always: 'through' },
	{ title: '503, and the question for it is not answered', fault: replied(503), isHidden: true },
];

const SENDS: ReadonlyArray<[title: string, sending: Pick<Sending, 'kind' | 'referenced'>]> = [
	['SMS', { kind: 'message', referenced: true }],
	['Campaign', { kind: 'campaign', referenced: true }],
	['Contact lists', { kind: 'contactLists', referenced: false }],
	['Without references', { kind: 'message', referenced: false }],
];

const NOT_THERE: Finding = { is: 'notThere' };
const HIDDEN: Finding = { is: 'hidden', fault: replied(503) };

/** What becomes of a send on which the service surely did not act. */
const surely = ({ retryable }: ServiceFault): string =>
	retryable ? 'through' : 'stops: nothing was sent';

/** What becomes of a send that the service shows nowhere. */
function whereNothingShows(
	{ fault, always, isHidden }: Fault,
	send: Pick<Sending, 'kind' | 'referenced'>,
	ifUnknown: IfUnknown,
): string {
	if (always !== undefined) return always;
	if (fault?.outcome === 'rejected') return surely(fault);
	// Something else than the service gave a page (sendOnce.ts): where the service itself answers the question, that is over.
	const passes = fault?.retryable === true || fault?.kind === 'notJson';
	const doubt = { finding: isHidden ? HIDDEN : NOT_THERE, passes, sentAgain: false };
	const repetition = mayBeSentAgain({ ...send, ifUnknown }, doubt);
	return { no: 'stops', underReference: 'through', atUsersRisk: 'sent once more' }[repetition];
}

/** What became of it before this promise, which is told here because its code is gone. */
function before(
	{ fault, always, isHidden, before: was }: Fault,
	{ kind, referenced }: (typeof SENDS)[number][1],
): string {
	if (always !== undefined) return always;
	if (isHidden) return 'stops';
	if (was === 'surely') return 'stops, and says wrongly that nothing was sent';
	if (was === 'unknown' && !referenced) return 'stops';
	if (fault?.outcome === 'rejected') return surely(fault);
	if (kind === 'contactLists') return 'takes any new campaign of the sender for its own';
	if (!referenced || fault?.retryable !== true) return 'stops';
	return kind === 'campaign' ? 'through, or sent twice' : 'through';
}

/** @returns what becomes of each kind of send now, by the title of the fault and that of the send */
export function outcomesNow(): Map<string, ReadonlyMap<string, string>> {
	return new Map(
		FAULTS.map((fault) => [
			fault.title,
			new Map(SENDS.map(([title, send]) => [title, whereNothingShows(fault, send, 'stop')])),
		]),
	);
}

/** @returns the table, in Markdown */
export function priceTable(): string {
	const now = outcomesNow();
	const cell = (title: string, send: string, was: string): string => {
		const is = now.get(title)?.get(send) ?? '';
		return was === is ? is : `${was} → **${is}**`;
	};
	const rows = FAULTS.map((fault) => [
		fault.title,
		...SENDS.map(([title, send]) => cell(fault.title, title, before(fault, send))),
	]);
	const header = ['Fault', ...SENDS.map(([title]) => title)];
	return [header, header.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}
