import { faultOfException } from '../../nodes/shared/errors/exception.ts';
import { LOOK, type ServiceFault } from '../../nodes/shared/errors/fault.ts';
import { faultOfReply } from '../../nodes/shared/errors/reply.ts';
import { faultOfCode } from '../../nodes/shared/errors/codes.ts';
import { REPORT_CODES, SPEC_CODES, WIRE_CODES } from '../../nodes/shared/spec/errorCodes.ts';

const SOURCES = [SPEC_CODES, WIRE_CODES, REPORT_CODES];
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

function repeats(fault: ServiceFault): string {
	if (fault.httpStatus === 401) return 'with a new token, where one is used';
	if (!fault.retryable) return 'no';
	return fault.outcome === 'rejected'
		? 'yes'
		: 'reads, changes that may be made twice, and sends with a reference after asking for it';
}

/** A table of faults: those with the same message, cure and answer share a row. */
function table(
	head: string,
	faults: Array<[name: string, fault: ServiceFault | undefined]>,
): string[] {
	const rows = new Map<string, string[]>();
	for (const [name, fault] of faults) {
		if (!fault) continue;
		const rest = [fault.message, fault.description, repeats(fault)].map(cell).join(' | ');
		rows.set(rest, [...(rows.get(rest) ?? []), name]);
	}
	return [
		`| ${head} | Message | Cure | Repeated by the node |`,
		'|---|---|---|---|',
		...[...rows].map(([rest, names]) => `| ${names.join(', ')} | ${rest} |`),
		'',
	];
}

/** The tables of docs/errors.md: every code and fault, what the user reads, and how to mend it. Made from the node's own error texts. */
export function errorTables(): string {
	const codes = SOURCES.flatMap((known) => Object.keys(known));
	const statuses = STATUSES.map(
		(statusCode) =>
			[String(statusCode), faultOfReply({ statusCode, headers: {}, body: {} })] as const,
	);
	const open = statuses.filter(([, fault]) => fault?.outcome === 'unknown').map(([name]) => name);
	return [
		'## Codes of the service',
		'',
		...table(
			'Code',
			codes.map((code) => [code, faultOfCode(Number(code))]),
		),
		'## HTTP statuses',
		'',
		`After ${open.join(', ')} the service may have carried out a request that changes something: “${LOOK}” then stands before the cure.`,
		'',
		...table(
			'Status',
			statuses.map(([name, fault]) => [name, fault]),
		),
		'## Answers that cannot be used',
		'',
		...table(
			'What came',
			REPLIES.map(([name, reply]) => [name, faultOfReply(reply)]),
		),
		'## Connections',
		'',
		...table(
			'What happened',
			EXCEPTIONS.map(([name, error]) => [name, faultOfException(error)]),
		),
	]
		.join('\n')
		.trimEnd();
}
