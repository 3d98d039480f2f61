import type { Service } from '../service.mts';
import { failApi, failLegacy, type Answer } from './answers.mts';

const SECOND = 1000;

/** When a client may come again: when the next second of the service's clock begins. */
function retryAfter({ config }: Service, nextMs: number): Record<string, string> {
	switch (config.dialect.retryAfter) {
		case 'none':
			return {};
		case 'seconds':
			return { 'retry-after': '1' };
		case 'date':
			return { 'retry-after': new Date(nextMs).toUTCString() };
	}
}

/** Counts a request, and refuses it where this second has had as many as the service takes; undefined where it may go on. */
export function refusalOfRate(service: Service, url: string): Answer | undefined {
	const { clock, config, rate } = service;
	const { rateLimit } = config.dialect;
	if (rateLimit === 0) return undefined;
	const second = Math.floor(clock.ms() / SECOND);
	if (rate.second !== second) Object.assign(rate, { second, requests: 0 });
	rate.requests++;
	if (rate.requests <= rateLimit) return undefined;
	const refusal = url.startsWith('/rest')
		? failLegacy(service, 11, { status: 429 })
		: failApi(429, 'Too many requests');
	return { ...refusal, headers: retryAfter(service, (second + 1) * SECOND) };
}
