import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import type { ServiceReply } from '../errors';
import { readReplyBody, withinReach } from '../streams';

/** Makes a request and gives every reply, whatever its status; throws when none came. */
export type Exchange = (request: {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: Record<string, string>;
}) => Promise<ServiceReply>;

export const LOGIN_TIMEOUT_MS = 30_000;
/** A busy machine may notice the end of a timeout late. */
const ANSWER_MARGIN_MS = 5000;
/** A token and what comes with it are far shorter, in bytes. */
const MAX_REPLY = 1024 * 1024;

/**
 * Asks through n8n's request helper, without redirects, so that neither key nor token leaves the service.
 * @param timeoutMs what a request may take
 */
export function exchangeOf(helper: IHttpRequestHelper, timeoutMs = LOGIN_TIMEOUT_MS): Exchange {
	return async (request) => {
		const asked = helper.helpers.httpRequest({
			...request,
			json: true,
			// Read by ourselves, with a limit.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: timeoutMs,
		} as IHttpRequestOptions);
		const reply = (await withinReach(asked, timeoutMs + ANSWER_MARGIN_MS)) as ServiceReply;
		return { ...reply, body: await readReplyBody(reply.body, MAX_REPLY, timeoutMs) };
	};
}
