import type { Answer } from './answers/answer.mts';
import { OF_FRAMEWORKS } from './answers/frameworks.mts';
import { OF_GATEWAYS } from './answers/gateways.mts';
import { OF_NODE_FRAMEWORKS } from './answers/nodeFrameworks.mts';
import { OF_SERVICES } from './answers/services.mts';
import { TOO_MANY_REQUESTS } from './answers/tooManyRequests.mts';

export type { Answer } from './answers/answer.mts';

/** Answers to sends with 429, 400, 402, 403, 409 and 422: what 429 says passes, every other is a refusal. */
export const answers: Answer[] = [
	...TOO_MANY_REQUESTS,
	...OF_GATEWAYS,
	...OF_FRAMEWORKS,
	...OF_NODE_FRAMEWORKS,
	...OF_SERVICES,
];

/** What an answer with another status comes to, of a campaign that is sent with an API key and without repetition. */
export interface OtherAnswer extends Answer {
	outcome: 'accepted' | 'refused' | 'unknown';
	/** How many requests it takes; one unless said. */
	posts?: number;
}

/** Answers with other statuses. */
export const others: OtherAnswer[] = [
	{
		source: 'Amazon API Gateway, Gateway response types, UNAUTHORIZED',
		status: 401,
		headers: { 'x-amzn-errortype': 'UnauthorizedException' },
		body: { message: 'Unauthorized' },
		shows: ['Unauthorized'],
		outcome: 'refused',
	},
	{
		source: 'IBM API Connect, security check of a client id, DataPower gateway',
		status: 401,
		body: {
			httpCode: '401',
			httpMessage: 'Unauthorized',
			moreInformation: 'Invalid client id or secret.',
		},
		shows: ['Invalid client id or secret.'],
		outcome: 'refused',
	},
	{
		source: 'Kong Gateway, no route, kong/runloop/handler.lua',
		status: 404,
		body: { message: 'no Route matched with those values' },
		shows: ['no Route matched with those values'],
		outcome: 'refused',
	},
	{
		source: 'Django REST framework, MethodNotAllowed, rest_framework/exceptions.py',
		status: 405,
		body: { detail: 'Method "POST" not allowed.' },
		shows: ['Method "POST" not allowed.'],
		outcome: 'refused',
	},
	{
		source: 'Express, body-parser, entity.too.large as JSON',
		status: 413,
		body: { message: 'request entity too large' },
		shows: ['request entity too large'],
		outcome: 'accepted',
		posts: 3,
	},
	{
		source: 'Kong Gateway, request-size-limiting, kong/plugins/request-size-limiting/handler.lua',
		status: 413,
		body: { message: 'Request size limit exceeded' },
		shows: ['Request size limit exceeded'],
		outcome: 'accepted',
		posts: 3,
	},
	{
		source: 'NestJS, NotImplementedException, packages/common/exceptions',
		status: 501,
		body: { statusCode: 501, message: 'Not Implemented' },
		shows: ['Not Implemented'],
		outcome: 'refused',
	},
	{
		source: 'Apache HTTP Server, 503, modules/http/http_protocol.c',
		status: 503,
		contentType: 'text/html; charset=iso-8859-1',
		body: '<html><head><title>503 Service Unavailable</title></head><body><h1>Service Unavailable</h1></body></html>',
		shows: [],
		outcome: 'unknown',
	},
	{
		source: 'Envoy, no healthy upstream, source/common/router/router.cc',
		status: 503,
		contentType: 'text/plain',
		body: 'no healthy upstream',
		shows: [],
		outcome: 'unknown',
	},
];
