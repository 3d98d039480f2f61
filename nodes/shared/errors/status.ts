import { FIELDS, LATER, SPEC_CODES } from '../spec';
import { asRecord } from './body';
import { codeOf } from './codes';
import { ADDRESS, makeFault, type Meaning, type ServiceFault } from './fault';
import { DUPLICATE, HTTP, NOT_TAKEN, rejected } from './statusMeanings';
import { listFaults, said, textOf, textsAnywhere, wordsOf } from './words';

// The fault of a reply whose HTTP status is one, with what the service says in its body.

/** The fields of a message as services name them (422), by the name in the form, and what to do about each. */
const REFUSED_FIELDS: ReadonlyArray<[words: RegExp, name: string, code: number | string]> = [
	[
		/sender|originator/i,
		'sender',
		'Use a sender that is registered (Sender: Get Many), or register it (Sender: Register).',
	],
	[/phone|msisdn|recipient/i, 'phone number', 21],
	[/text|body|message$/i, 'text', 26],
	[/reference|external/i, 'reference', 27],
	[/validity/i, 'validity', 28],
	[/^start/i, 'start', 'Check Start At, and the time zone of the credential.'],
	[/group|list/i, 'contact lists', 'Choose contact lists that exist.'],
	[/tariff/i, 'tariff', 'Choose a tariff (0 to 9) of the account.'],
];

/** Says which field a service did not accept, where it names one that the form has, and what to do about it. */
function refusedField([first, ...others]: readonly string[]): Meaning | undefined {
	const field = /^(?:recipient \d+ )?([\w.[\] -]{1,60}):/.exec(first ?? '')?.[1];
	const [, name, cure] = REFUSED_FIELDS.find(([words]) => words.test(field ?? '')) ?? [];
	if (field === undefined || name === undefined || cure === undefined) return undefined;
	return rejected(
		`The service did not accept the ${name}${others.length > 0 ? ' and more' : ''}`,
		typeof cure === 'string' ? cure : (SPEC_CODES[cure]?.cure ?? FIELDS),
	);
}

/** Statuses with which services name the fields that they refuse: 422 (wire notes), and 400 as others have it. */
const NAMES_FIELDS: ReadonlySet<number> = new Set([400, 422]);

/** Words that say no more than the status does. */
const EMPTY_WORDS = /^(?:the )?given data (?:was|is) invalid\.?$|^validation (?:error|failed)\.?$/i;

/** Takes a status from 400 on, and what the body holds; returns the fault. */
export function faultOfStatus(
	httpStatus: number,
	body: Record<string, unknown> = {},
): ServiceFault {
	const details: string[] = [];
	listFaults(body.errors, '', details);
	const text =
		wordsOf(body) ??
		textOf(
			asRecord(body.error)?.message,
			codeOf(body.error) === undefined ? body.error : undefined,
		);
	const other: Meaning =
		httpStatus >= 500
			? {
					kind: 'http',
					message: 'The service is not available at the moment',
					description: LATER,
					retryable: true,
					outcome: 'unknown',
				}
			: {
					...rejected('The service refused the request', `${FIELDS} ${ADDRESS}`),
					outcome: NOT_TAKEN.has(httpStatus) ? 'rejected' : 'unknown',
				};
	// Words that stand under no name that clients know.
	const elsewhere = text === undefined && details.length === 0 ? textsAnywhere(body) : [];
	const named = details.length > 0 ? details : elsewhere;
	const known =
		httpStatus === 429 && /duplicate/i.test([text, ...elsewhere].join(' '))
			? DUPLICATE
			: ((NAMES_FIELDS.has(httpStatus) ? refusedField(named) : undefined) ?? HTTP[httpStatus]);
	const fault = makeFault(known ?? other, {
		httpStatus,
		details: details.length === 0 ? undefined : details,
	});
	if (!known) fault.message += `, HTTP ${httpStatus}`;
	const isEmpty = details.length > 0 && EMPTY_WORDS.test(text ?? '');
	const sentence = said(isEmpty ? undefined : text, ...details, ...elsewhere);
	if (sentence !== '') fault.said = sentence;
	fault.description += sentence;
	return fault;
}
