import { page } from './answer.mts';
import type { Answer } from './answer.mts';

// How gateways, frameworks and services say 429. Where they send Retry-After, it names a second here, so that no test waits long.

const AFTER = { 'retry-after': '1' };

const GATEWAYS: Array<Omit<Answer, 'status'>> = [
	{
		source: 'Amazon API Gateway, Gateway response types, THROTTLED',
		headers: { 'x-amzn-errortype': 'TooManyRequestsException' },
		body: { message: 'Too Many Requests' },
		shows: ['Too Many Requests'],
	},
	{
		source: 'Apigee, SpikeArrest policy, error reference',
		body: {
			fault: {
				faultstring: 'Spike arrest violation. Allowed rate : 5ps',
				detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
			},
		},
		shows: ['Spike arrest violation. Allowed rate : 5ps'],
	},
	{
		source: 'Apigee, Quota policy, error reference',
		body: {
			fault: {
				faultstring: 'Rate limit quota violation. Quota limit  exceeded. Identifier : _default',
				detail: { errorcode: 'policies.ratelimit.QuotaViolation' },
			},
		},
		shows: ['Rate limit quota violation.'],
	},
	{
		source: 'Azure API Management, rate-limit policy, example of an error',
		headers: AFTER,
		body: { statusCode: 429, message: 'Rate limit is exceeded. Try again in 1 seconds.' },
		shows: ['Rate limit is exceeded. Try again in 1 seconds.'],
	},
	{
		source:
			'Cloudflare, error 1015 as JSON (RFC 9457), blog.cloudflare.com/rfc-9457-agent-error-pages',
		headers: AFTER,
		contentType: 'application/problem+json',
		body: {
			type: 'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/error-1015/',
			title: 'Error 1015: You are being rate limited',
			status: 429,
			detail: "You are being rate-limited by the website owner's configuration.",
			error_code: 1015,
			error_name: 'rate_limited',
			retryable: true,
			retry_after: 1,
		},
		shows: ["You are being rate-limited by the website owner's configuration."],
	},
	{
		source: 'Cloudflare, error 1015 as a web page, Cloudflare 1xxx errors',
		headers: AFTER,
		contentType: 'text/html; charset=UTF-8',
		body: page(
			'Access denied | shop.example used Cloudflare to restrict access',
			'Error 1015',
			'<h2>You are being rate limited</h2>\r\n',
		),
		shows: ['You are being rate limited'],
	},
	{
		source: 'Kong Gateway, rate-limiting, kong/plugins/rate-limiting/handler.lua',
		headers: { ...AFTER, 'ratelimit-reset': '1' },
		body: { message: 'API rate limit exceeded' },
		shows: ['API rate limit exceeded'],
	},
	{
		source: 'Tyk, rate limit, gateway/mw_rate_limiting.go',
		body: { error: 'Rate limit exceeded' },
		shows: ['Rate limit exceeded'],
	},
	{
		source: 'KrakenD, qos/ratelimit/router, krakend-ratelimit/router/gin',
		body: '',
		shows: [],
	},
	{
		source: 'NGINX, limit_req_status 429, ngx_http_special_response.c',
		contentType: 'text/html',
		body: page('429 Too Many Requests', '429 Too Many Requests', '<hr><center>nginx</center>\r\n'),
		shows: ['429 Too Many Requests'],
	},
	{
		source: 'Envoy, local rate limit filter, sandbox local_ratelimit',
		headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
		contentType: 'text/plain',
		body: 'local_rate_limited',
		shows: ['local_rate_limited'],
	},
	{
		source: 'Traefik, RateLimit, pkg/middlewares/ratelimiter/rate_limiter.go',
		headers: { ...AFTER, 'x-retry-in': '998.5ms' },
		contentType: 'text/plain; charset=utf-8',
		body: 'Too Many Requests',
		shows: ['Too Many Requests'],
	},
	{
		source: 'Gravitee, rate-limit policy, RateLimitPolicyV3.java and its getting started page',
		headers: { 'x-rate-limit-limit': '1', 'x-rate-limit-remaining': '0' },
		body: {
			message: 'Rate limit exceeded! You reached the limit of 1 requests per 3 seconds',
			http_status_code: 429,
		},
		shows: ['Rate limit exceeded! You reached the limit of 1 requests per 3 seconds'],
	},
	{
		source: 'WSO2 API Manager, Rate limiting error codes, 900804',
		body: {
			code: '900804',
			message: 'Message throttled out',
			description:
				'You have exceeded your quota .You can access API after 2026-Nov-28 04:00:00+0000 UTC',
			nextAccessTime: '2026-Nov-28 04:00:00+0000 UTC',
		},
		shows: ['Message throttled out', 'You have exceeded your quota'],
	},
	{
		source: 'WSO2 API Manager, _throttle_out_handler_.xml, the form as XML',
		contentType: 'application/xml; charset=UTF-8',
		body: '<amt:fault xmlns:amt="http://wso2.org/apimanager/throttling"><amt:code>900800</amt:code><amt:message>Message Throttled Out</amt:message><amt:description>You have exceeded your quota</amt:description></amt:fault>',
		shows: ['Message Throttled Out', 'You have exceeded your quota'],
	},
	{
		source: 'IBM API Connect, Rate limit calculation at plan level, support page 1128651',
		body: {
			httpCode: '429',
			httpMessage: 'Too Many Requests',
			moreInformation: 'Rate Limit exceeded',
		},
		shows: ['Rate Limit exceeded'],
	},
	{
		source: 'Akamai, CPS API, techdocs.akamai.com/cps/reference/429',
		contentType: 'application/problem+json',
		body: {
			type: '429 Too Many Requests',
			title: 'Too Many Requests',
			detail: 'You have exhausted your API Request Quota. Retry after: 1 seconds.',
		},
		shows: ['You have exhausted your API Request Quota.'],
	},
	{
		source: 'Google Cloud Endpoints, quota of ESP, endpoints quickstart',
		body: {
			code: 8,
			message: "Insufficient tokens for quota 'sms_requests' and limit 'limit-on-sms-requests'.",
			details: [
				{
					'@type': 'type.googleapis.com/google.rpc.DebugInfo',
					stackEntries: [],
					detail: 'internal',
				},
			],
		},
		shows: ["Insufficient tokens for quota 'sms_requests'"],
	},
	{
		source: 'Google Cloud APIs, google.rpc.QuotaFailure, AIP-193',
		body: {
			error: {
				code: 429,
				message: 'Resource has been exhausted (e.g. check quota).',
				status: 'RESOURCE_EXHAUSTED',
				details: [
					{
						'@type': 'type.googleapis.com/google.rpc.QuotaFailure',
						violations: [{ subject: 'QUOTA_EXCEEDED', description: 'FBS quota limit exceeded' }],
					},
				],
			},
		},
		shows: ['Resource has been exhausted (e.g. check quota).', 'FBS quota limit exceeded'],
	},
];

const FRAMEWORKS: Array<Omit<Answer, 'status'>> = [
	{
		source: 'Django REST framework, Throttled, rest_framework/exceptions.py',
		headers: AFTER,
		body: { detail: 'Request was throttled. Expected available in 1 second.' },
		shows: ['Request was throttled. Expected available in 1 second.'],
	},
	{
		source: 'SlowApi, _rate_limit_exceeded_handler, slowapi/extension.py',
		body: { error: 'Rate limit exceeded: 5 per 1 minute' },
		shows: ['Rate limit exceeded: 5 per 1 minute'],
	},
	{
		source: 'Symfony, TooManyRequestsHttpException, ProblemNormalizer.php',
		headers: AFTER,
		contentType: 'application/problem+json',
		body: {
			type: 'https://tools.ietf.org/html/rfc2616#section-10',
			title: 'An error occurred',
			status: 429,
			detail: 'Too Many Requests',
		},
		shows: ['Too Many Requests'],
	},
	{
		source: 'Ruby on Rails, rate_limit, action_controller/metal/rate_limiting.rb',
		contentType: 'text/html',
		body: '',
		shows: [],
	},
	{
		source: 'ASP.NET Core, RateLimiterOptions.RejectionStatusCode, rate limiting middleware',
		headers: AFTER,
		body: '',
		shows: [],
	},
	{
		source: 'AspNetCoreRateLimit, QuotaExceededMessage, RateLimitMiddleware.cs',
		headers: AFTER,
		contentType: 'text/plain',
		body: 'API calls quota exceeded! maximum admitted 2 per 1s.',
		shows: ['API calls quota exceeded! maximum admitted 2 per 1s.'],
	},
	{
		source: 'NestJS, ThrottlerException, @nestjs/throttler',
		headers: AFTER,
		body: { statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
		shows: ['ThrottlerException: Too Many Requests'],
	},
	{
		source: 'express-rate-limit, default message, source/lib.ts',
		headers: { ...AFTER, 'ratelimit-policy': '5;w=60' },
		contentType: 'text/html; charset=utf-8',
		body: 'Too many requests, please try again later.',
		shows: ['Too many requests, please try again later.'],
	},
	{
		source: 'Fastify, @fastify/rate-limit, defaultErrorResponse in index.js',
		headers: { ...AFTER, 'x-ratelimit-remaining': '0' },
		body: {
			statusCode: 429,
			error: 'Too Many Requests',
			message: 'Rate limit exceeded, retry in 1 second',
		},
		shows: ['Rate limit exceeded, retry in 1 second'],
	},
	{
		source: 'Echo, quota-exceeded problem, echo.labstack.com/pro/problems/quota-exceeded',
		contentType: 'application/problem+json',
		body: {
			code: 'quota_exceeded',
			reset_at: '2030-01-01T00:00:00Z',
			status: 429,
			title: 'Request cannot be satisfied as assigned quota has been exceeded',
			'violated-policies': ['requests'],
		},
		shows: ['Request cannot be satisfied as assigned quota has been exceeded'],
	},
	{
		source: 'Tollbooth, default message, limiter/limiter.go',
		contentType: 'text/plain; charset=utf-8',
		body: 'You have reached maximum request limit.',
		shows: ['You have reached maximum request limit.'],
	},
];

const SERVICES: Array<Omit<Answer, 'status'>> = [
	{
		source: 'Stripe, error code rate_limit, docs.stripe.com/error-codes',
		body: {
			error: {
				code: 'rate_limit',
				message: 'Request rate limit exceeded.',
				type: 'invalid_request_error',
			},
		},
		shows: ['Request rate limit exceeded.'],
	},
	{
		source: 'Twilio, error 20429, twilio.com/docs/errors/20429',
		body: {
			code: 20429,
			message: 'Too Many Requests',
			more_info: 'https://www.twilio.com/docs/errors/20429',
			status: 429,
		},
		shows: ['Too Many Requests'],
	},
	{
		source: 'This service, answer to a second copy of a body, wire notes',
		body: { message: 'Too many duplicate request detected' },
		shows: ['Too many duplicate request detected'],
	},
];

export const TOO_MANY_REQUESTS: Answer[] = [...GATEWAYS, ...FRAMEWORKS, ...SERVICES].map(
	(answer) => ({ ...answer, status: 429 }),
);
