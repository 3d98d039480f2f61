import { CODE_TEXTS, httpStatusOf, written } from '../dialect.mts';
import type { Complaints } from '../judge/complaints.mts';
import type { Service } from '../service.mts';
import type { RequestEntry } from '../types.mts';

/** What a route answers, as plain data. */
export interface Answer {
	status: number;
	/** Written as JSON, unless it is a stream. */
	body: unknown;
	headers?: Record<string, string>;
	/** What the log of requests notes about it. */
	log?: Partial<Pick<RequestEntry, 'auth' | 'key' | 'error'>>;
}

/** Answers with a body and HTTP status 200. */
export function ok(body: unknown): Answer {
	return { status: 200, body };
}

/** Answers with a record by itself: its schema has it under `data`, its sample bare (extensions notes, sections 7 and 8). */
export const okRecord = (service: Service, record: unknown, status = 200): Answer => ({
	status,
	body: service.config.dialect.bareRecords ? record : { data: record },
});

/** Refuses an /api request with `{code, message}` (wire notes: 400, 401, 403 and 404). */
export function failApi(status: number, message: string): Answer {
	return { status, body: { code: status, message } };
}

/** Refuses an /api request whose token is unknown or has ended. */
export const failToken = (): Answer => failApi(401, 'Token is invalid or has expired');

/** Refuses an /api request with 422 and `{message, errors}` (wire notes). */
export function failValidation(
	service: Service,
	complaints: Complaints,
	message = 'The given data was invalid.',
): Answer {
	const errors = complaints.render(service.config.dialect.validationErrors);
	return { status: 422, body: { message, errors } };
}

/** Refuses a request of the Contact Book with 422: its words alone say why (extensions notes, section 13). */
export const failInWords = (message: string): Answer => ({
	status: 422,
	body: { message, errors: [] },
});

/** The members `error` and `errorDescription` of a legacy reply. */
export function legacyError(
	service: Service,
	code: number,
): { error: number | string; errorDescription: string } {
	return {
		error: written.code(service.config.dialect, code),
		errorDescription: CODE_TEXTS[code] ?? 'Unknown error',
	};
}

/** Codes that belong to a recipient: where replies are nested, they stand in `result.error` (wire notes). */
const RECIPIENT_CODES: readonly number[] = [21, 22, 23, 27, 28, 33];

/**
 * Refuses a legacy request with an error code of section 7.
 * @param options.status overrides the HTTP status that the dialect would choose
 * @param options.single says that this answers a single create, whose error the dialect may nest
 */
export function failLegacy(
	service: Service,
	code: number,
	options: { status?: number; single?: boolean } = {},
): Answer {
	const { dialect } = service.config;
	const status = options.status ?? (dialect.errors === 'ok' ? 200 : httpStatusOf(code));
	const log = { error: String(code) };
	const error = legacyError(service, code);
	if (dialect.errors === 'codeMessage')
		return { status, body: { code: status, message: error.errorDescription }, log };
	const nested =
		options.single === true && dialect.createReply !== 'flat' && RECIPIENT_CODES.includes(code);
	if (!nested) return { status, body: error, log };
	const top = dialect.createReply === 'both' ? error : { error: written.code(dialect, 0) };
	const inner = { ...error, error: written.innerCode(dialect, code) };
	return { status, body: { ...top, result: inner }, log };
}

/** What an operation answers that this service does not have: 404, with error 4 on the legacy interface. */
export function failUnsupported(service: Service, url: string): Answer {
	return url.startsWith('/rest')
		? failLegacy(service, 4, { status: 404 })
		: failApi(404, 'Not found');
}
