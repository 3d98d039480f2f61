import { page } from './answer.mts';
import type { Answer } from './answer.mts';

/** How gateways, proxies and services refuse a send. */
export const OF_GATEWAYS: Answer[] = [
	{
		source: 'Amazon API Gateway, Gateway response types, BAD_REQUEST_BODY',
		status: 400,
		headers: { 'x-amzn-errortype': 'BadRequestException' },
		body: { message: 'Invalid request body' },
		shows: ['Invalid request body'],
	},
	{
		source: 'Amazon API Gateway, Gateway response types, ACCESS_DENIED',
		status: 403,
		headers: { 'x-amzn-errortype': 'AccessDeniedException' },
		body: { Message: 'User is not authorized to access this resource with an explicit deny' },
		shows: ['User is not authorized to access this resource with an explicit deny'],
	},
	{
		source: 'Amazon CloudFront, HTTP 403 status code, request blocked by AWS WAF',
		status: 403,
		contentType: 'text/html',
		body: page(
			'ERROR: The request could not be satisfied',
			'403 ERROR',
			'<h2>The request could not be satisfied.</h2>\r\nRequest blocked.\r\n',
		),
		shows: ['The request could not be satisfied'],
	},
	{
		source: 'Apigee, OASValidation policy, error reference',
		status: 400,
		body: {
			fault: {
				faultstring:
					'OASValidation OAS-1 with resource "oas://send.yaml": failed with reason: "[ERROR - Object has missing required properties (["sender"]): []]"',
				detail: { errorcode: 'steps.oasvalidation.Failed' },
			},
		},
		shows: ['Object has missing required properties (["sender"])'],
	},
	{
		source: 'Apigee, AccessControl policy, IPDeniedAccess',
		status: 403,
		body: {
			fault: {
				faultstring: 'Access Denied for client ip : 51.218.253.1',
				detail: { errorcode: 'accesscontrol.IPDeniedAccess' },
			},
		},
		shows: ['Access Denied for client ip'],
	},
	{
		source: 'Azure API Management, validate-content policy, validation error reference',
		status: 400,
		body: {
			statusCode: 400,
			message:
				'Body of the request does not conform to the definition which is associated with the content type application/json. Invalid type. Expected Integer but got String. Line: 1, Position: 58',
		},
		shows: ['Invalid type. Expected Integer but got String.'],
	},
	{
		source: 'Azure API Management, quota policy, quota exceeded',
		status: 403,
		headers: { 'retry-after': '441680' },
		body: {
			statusCode: 403,
			message: 'Out of call volume quota. Quota will be replenished in 07:01:20.',
		},
		shows: ['Out of call volume quota. Quota will be replenished in 07:01:20.'],
	},
	{
		source: 'Cloudflare, error 1020 as JSON (RFC 9457), Cloudflare 1xxx errors',
		status: 403,
		contentType: 'application/problem+json',
		body: {
			title: 'Error 1020: Access denied',
			status: 403,
			error_code: 1020,
			error_name: 'access_denied',
			retryable: false,
		},
		shows: ['Error 1020: Access denied'],
	},
	{
		source: 'Tyk, quota, gateway/mw_rate_limiting.go',
		status: 403,
		body: { error: 'Quota exceeded' },
		shows: ['Quota exceeded'],
	},
	{
		source: 'KrakenD, validation/json-schema, krakend.io/docs/endpoints/json-schema',
		status: 400,
		body: '',
		shows: [],
	},
	{
		source: 'Envoy, RBAC filter, source/extensions/filters/http/rbac/rbac_filter.cc',
		status: 403,
		contentType: 'text/plain',
		body: 'RBAC: access denied',
		shows: ['RBAC: access denied'],
	},
	{
		source: 'WSO2 API Manager, API handlers error codes, 900908',
		status: 403,
		body: {
			code: '900908',
			message: 'Resource forbidden ',
			description:
				'User is NOT authorized to access the Resource. API Subscription validation failed.',
		},
		shows: ['API Subscription validation failed.'],
	},
	{
		source: 'Akamai, edge server, access denied page',
		status: 403,
		contentType: 'text/html',
		body: "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n\nYou don't have permission to access &quot;http&#58;&#47;&#47;shop&#46;example&#47;&quot; on this server.<P>\n</BODY>\n</HTML>\n",
		shows: ['Access Denied'],
	},
	{
		source: 'Google Cloud Endpoints, ESPv2, service_control_quota_test.go',
		status: 400,
		body: {
			code: 400,
			message: 'INVALID_ARGUMENT:API key not valid. Please pass a valid API key.',
		},
		shows: ['API key not valid. Please pass a valid API key.'],
	},
	{
		source: 'Google Cloud APIs, google.rpc.BadRequest, AIP-193',
		status: 400,
		body: {
			error: {
				code: 400,
				message: 'Request contains an invalid argument.',
				status: 'INVALID_ARGUMENT',
				details: [
					{
						'@type': 'type.googleapis.com/google.rpc.BadRequest',
						fieldViolations: [
							{ field: 'phones[3].number', description: 'Must have 9 to 15 digits.' },
						],
					},
				],
			},
		},
		shows: ['phones[3].number', 'Must have 9 to 15 digits.'],
	},
	{
		source: 'Google Cloud APIs, ABORTED, AIP-193',
		status: 409,
		body: {
			error: {
				code: 409,
				message: 'The operation was aborted: another change is in progress.',
				status: 'ABORTED',
			},
		},
		shows: ['The operation was aborted: another change is in progress.'],
	},
	{
		source: 'gRPC-Gateway, INVALID_ARGUMENT, runtime/errors.go',
		status: 400,
		body: { code: 3, message: 'invalid value for string field sender: 5', details: [] },
		shows: ['invalid value for string field sender: 5'],
	},
	{
		source: 'gRPC-Gateway, ALREADY_EXISTS, runtime/errors.go',
		status: 409,
		body: { code: 6, message: 'a campaign with this name exists', details: [] },
		shows: ['a campaign with this name exists'],
	},
];
