import { faultOfException } from '../../nodes/shared/errors/exception.ts';
import { LOOK, type ServiceFault } from '../../nodes/shared/errors/fault.ts';
import { faultOfReply } from '../../nodes/shared/errors/reply.ts';
import { faultOfCode } from '../../nodes/shared/errors/codes.ts';
import { REPORT_CODES, SPEC_CODES, WIRE_CODES } from '../../nodes/shared/spec/errorCodes.ts';

const SOURCES = [
	['specification, section 7', SPEC_CODES],
	['seen in public clients', WIRE_CODES],
	['report extension', REPORT_CODES],
] as const;

/** What a service can answer besides a code, by example: the page shows what the node makes of each. */
const STATUSES = [400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 429, 500, 501, 502, 503, 504];
const REPLIES: ReadonlyArray<
	[string, { statusCode: number; headers: Record<string, unknown>; body: unknown }]
> = [
	[
		'HTML page',
		{
			statusCode: 200,
			headers: { 'content-type': 'text/html' },
			body: '<!doctype html><html><body>Welcome</body></html>',
		},
	],
	['Empty reply', { statusCode: 200, headers: {}, body: '' }],
	['Reply cut off', { statusCode: 200, headers: {}, body: '{"error": 0, "id": ' }],
	['Text that is no JSON', { statusCode: 200, headers: {}, body: 'OK' }],
	[
		'Redirect',
		{ statusCode: 302, headers: { location: 'https://elsewhere.example/login' }, body: '' },
	],
	[
		'Refusal with a reason',
		{ statusCode: 422, headers: {}, body: { errors: { 'phones.3.number': ['is not valid'] } } },
	],
];
/** By what happened: the code of the exception, its words where they tell more, or its name. */
const EXCEPTIONS: ReadonlyArray<[string, object]> = [
	['Connection refused', { code: 'ECONNREFUSED' }],
	['Host name not known', { code: 'ENOTFOUND' }],
	['Name server silent', { code: 'EAI_AGAIN' }],
	['Host not reachable', { code: 'EHOSTUNREACH' }],
	['Connection lost', { code: 'ECONNRESET' }],
	['No answer in time', { code: 'ETIMEDOUT' }],
	['Certificate not verified', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
	[
		'https at a port without it',
		{ code: 'EPROTO', syscall: 'write', message: 'wrong version number' },
	],
	['Address that n8n protects', { name: 'SsrfBlockedIpError' }],
	['Execution stopped', { code: 'ERR_CANCELED' }],
];

function cell(text: string): string {
	return text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
}

function row(first: string, fault: ServiceFault, last: string): string {
	return `| ${cell(first)} | ${cell(fault.message)} | ${cell(fault.description)} | ${last} |`;
}

function repeats(fault: ServiceFault): string {
	if (fault.kind === 'auth' && fault.httpStatus === 401)
		return 'with a new token, where one is used';
	if (!fault.retryable) return 'no';
	return fault.outcome === 'rejected'
		? 'yes'
		: 'reads, and sends with a reference after asking for it';
}

/** The error index: every code and fault, what the user reads, and how to mend it. Made from the node's own error module. */
export function errorsPage(): string {
	const lines = [
		'# Errors: what they mean and what to do',
		'',
		"This page is made from the node's own error texts by `npm run docs`. The message says what happened, with the words of the service where it gives any, and the cure below it says how to mend it. `[item X]` after a message names the input item; n8n counts items from 0. Of a phone number you see the last four digits only, and keys and tokens never appear.",
		'',
		'![A number that was refused, in the editor](images/editor-error.png)',
		'',
		'This is what a wrong key in the credential looks like:',
		'',
		'![The credential with a wrong key](images/editor-credential.png)',
		'',
		'## Codes of the service',
		'',
		'| Code | Message | Cure | Known from |',
		'|---|---|---|---|',
	];
	for (const [source, codes] of SOURCES)
		for (const code of Object.keys(codes)) lines.push(row(code, faultOfCode(Number(code)), source));
	const statuses = STATUSES.flatMap(
		(statusCode) => faultOfReply({ statusCode, headers: {}, body: {} }) ?? [],
	);
	const open = statuses
		.filter(({ outcome }) => outcome === 'unknown')
		.map(({ httpStatus }) => httpStatus);
	lines.push(
		'',
		'## HTTP statuses',
		'',
		`After ${open.join(', ')} the service may have carried out a request that changes something. Then “${LOOK}” stands before the cure. The node first asks the service for the reference of a send. Where that settles nothing, and for a send without a reference, the message begins with “It is not known whether the service accepted the send”.`,
		'',
		'| Status | Message | Cure | Repeated by the node |',
		'|---|---|---|---|',
	);
	for (const fault of statuses) lines.push(row(String(fault.httpStatus), fault, repeats(fault)));
	lines.push(
		'',
		'## Answers that cannot be used',
		'',
		'| What came | Message | Cure | Repeated by the node |',
		'|---|---|---|---|',
	);
	for (const [name, reply] of REPLIES) {
		const fault = faultOfReply(reply);
		if (fault) lines.push(row(name, fault, repeats(fault)));
	}
	lines.push(
		'',
		'## Connections',
		'',
		'| What happened | Message | Cure | Repeated by the node |',
		'|---|---|---|---|',
	);
	for (const [name, error] of EXCEPTIONS) {
		const fault = faultOfException(error);
		lines.push(row(name, fault, repeats(fault)));
	}
	return `${lines.join('\n')}\n`;
}
