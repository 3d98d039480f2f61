import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE_TEXTS, httpStatusOf, written } from './dialect.mts';
import type { Complaints } from './judge/complaints.mts';
import type { Service } from './service.mts';

/** Answers an /api request with `{code, message}` (wire notes: 401, 403, 404). */
export async function failApi(reply: FastifyReply, status: number, message: string): Promise<void> {
	await reply.code(status).send({ code: status, message });
}

/** Answers 422 with `{message, errors}` (wire notes). */
export async function failValidation(
	service: Service,
	reply: FastifyReply,
	complaints: Complaints,
	message = 'The given data was invalid.',
): Promise<void> {
	await reply
		.code(422)
		.send({ message, errors: complaints.render(service.config.dialect.validationErrors) });
}

/** `error` and `errorDescription` of a legacy reply. */
export function legacyError(
	service: Service,
	code: number,
): { error: number | string; errorDescription: string } {
	return {
		error: written.code(service.config.dialect, code),
		errorDescription: CODE_TEXTS[code] ?? 'Unknown error',
	};
}

/** Codes that belong to a recipient: where replies are nested they stand in `result.error` (wire notes). */
const NESTED_CODES: readonly number[] = [21, 22, 23, 27, 28, 33];

/**
 * Answers a legacy request with an error code. `status` overrides the dialect's choice; `single` is the reply of a
 * single create, whose error the dialect may nest.
 */
export async function failLegacy(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	code: number,
	status?: number,
	single = false,
): Promise<void> {
	const { dialect } = service.config;
	if (request.entry) request.entry.error = String(code);
	reply.code(status ?? (dialect.errors === 'ok' ? 200 : httpStatusOf(code)));
	const error = legacyError(service, code);
	if (dialect.errors === 'codeMessage')
		await reply.send({ code: reply.statusCode, message: error.errorDescription });
	else if (single && dialect.createReply !== 'flat' && NESTED_CODES.includes(code)) {
		const top = dialect.createReply === 'both' ? error : { error: written.code(dialect, 0) };
		await reply.send({ ...top, result: error });
	} else await reply.send(error);
}
