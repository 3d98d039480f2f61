/** Bodies longer than this are not kept. */
const MAX_BODY = 64 * 1024;

/** A body as the log keeps it: keys masked, long ones only by their length. */
export function logBody(body: unknown, raw: string): unknown {
	if (raw.length > MAX_BODY) return `(${raw.length} characters)`;
	if (
		typeof body !== 'object' ||
		body === null ||
		Array.isArray(body) ||
		!Object.hasOwn(body, 'api_key')
	)
		return body;
	return { ...body, api_key: '…' };
}
