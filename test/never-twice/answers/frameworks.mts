import type { Answer } from './answer.mts';

/** How frameworks of other languages than JavaScript refuse a send, by their validators and in general. */
export const OF_FRAMEWORKS: Answer[] = [
	{
		source: 'Spring Framework, ProblemDetail, ResponseEntityExceptionHandler.java',
		status: 400,
		contentType: 'application/problem+json',
		body: {
			type: 'about:blank',
			title: 'Bad Request',
			status: 400,
			detail: 'Invalid request content.',
			instance: '/api/campaigns/sms/send',
		},
		shows: ['Invalid request content.'],
	},
	{
		source: 'Spring Boot, server.error.include-binding-errors, DefaultErrorAttributes.java',
		status: 400,
		body: {
			timestamp: '2026-11-21T10:00:00.000+00:00',
			status: 400,
			error: 'Bad Request',
			errors: [
				{
					defaultMessage: 'must match "[0-9]{9,15}"',
					objectName: 'send',
					field: 'phones[3].number',
					code: 'Pattern',
				},
			],
			path: '/api/campaigns/sms/send',
		},
		shows: ['phones[3].number', 'must match "[0-9]{9,15}"'],
	},
	{
		source: 'Spring Boot, ResponseStatusException with its message, DefaultErrorAttributes.java',
		status: 402,
		body: {
			timestamp: '2026-11-21T10:00:00.000+00:00',
			status: 402,
			error: 'Payment Required',
			message: 'The balance does not cover this campaign',
			path: '/api/campaigns/sms/send',
		},
		shows: ['The balance does not cover this campaign'],
	},
	{
		source: 'Spring Boot, access denied, BasicErrorController.java',
		status: 403,
		body: {
			timestamp: '2026-11-21T10:00:00.000+00:00',
			status: 403,
			error: 'Forbidden',
			path: '/api/campaigns/sms/send',
		},
		shows: ['Forbidden'],
	},
	{
		source: 'Quarkus, ViolationReport, guide on validation',
		status: 400,
		body: {
			title: 'Constraint Violation',
			status: 400,
			violations: [{ field: 'send.request.phones[3].number', message: 'must not be null' }],
		},
		shows: ['send.request.phones[3].number', 'must not be null'],
	},
	{
		source: 'Micronaut, HateoasErrorResponseProcessor, guide on error handling',
		status: 400,
		body: {
			message: 'Bad Request',
			_links: { self: { href: '/api/campaigns/sms/send', templated: false } },
			_embedded: { errors: [{ message: 'request.phones[3].number: must not be blank' }] },
		},
		shows: ['request.phones[3].number: must not be blank'],
	},
	{
		source: 'Dropwizard, ValidationErrorMessage, JerseyViolationExceptionMapper.java',
		status: 422,
		body: { errors: ['phones[3].number must not be null'] },
		shows: ['phones[3].number must not be null'],
	},
	{
		source:
			'Django REST framework, errors of a list in a serializer, rest_framework/serializers.py',
		status: 400,
		body: { phones: [{}, {}, {}, { number: ['A valid integer is required.'] }] },
		shows: ['phones, 3, number', 'A valid integer is required.'],
	},
	{
		source: 'Django REST framework, non_field_errors, docs on serializers',
		status: 400,
		body: { non_field_errors: ['The fields sender, text must make a unique set.'] },
		shows: ['The fields sender, text must make a unique set.'],
	},
	{
		source: 'Django REST framework, PermissionDenied, rest_framework/exceptions.py',
		status: 403,
		body: { detail: 'You do not have permission to perform this action.' },
		shows: ['You do not have permission to perform this action.'],
	},
	{
		source: 'FastAPI, RequestValidationError, fastapi/exception_handlers.py',
		status: 422,
		body: {
			detail: [
				{
					type: 'int_parsing',
					loc: ['body', 'phones', 3, 'number'],
					msg: 'Input should be a valid integer',
					input: 'x',
				},
			],
		},
		shows: ['body, phones, 3, number', 'Input should be a valid integer'],
	},
	{
		source: 'flask-smorest, ErrorHandlerMixin, flask_smorest/error_handler.py',
		status: 422,
		body: {
			code: 422,
			errors: { json: { phones: { 3: { number: ['Not a valid integer.'] } } } },
			status: 'Unprocessable Entity',
		},
		shows: ['json, phones, 3, number', 'Not a valid integer.'],
	},
	{
		source: 'Laravel, ValidationException, docs on validation error responses',
		status: 422,
		body: {
			message: 'The phones.3.number field must be an integer.',
			errors: { 'phones.3.number': ['The phones.3.number field must be an integer.'] },
		},
		shows: ['The phones.3.number field must be an integer.'],
	},
	{
		source: 'Symfony, MapRequestPayload, ConstraintViolationListNormalizer.php',
		status: 422,
		contentType: 'application/problem+json',
		body: {
			type: 'https://symfony.com/errors/validation',
			title: 'Validation Failed',
			detail: 'phones[3].number: This value should be of type int.',
			violations: [
				{
					propertyPath: 'phones[3].number',
					title: 'This value should be of type int.',
					parameters: { '{{ type }}': 'int' },
				},
			],
		},
		shows: ['phones[3].number: This value should be of type int.'],
	},
	{
		source: 'Symfony, ConflictHttpException, ProblemNormalizer.php',
		status: 409,
		contentType: 'application/problem+json',
		body: {
			type: 'https://tools.ietf.org/html/rfc2616#section-10',
			title: 'An error occurred',
			status: 409,
			detail: 'Conflict',
		},
		shows: ['Conflict'],
	},
	{
		source: 'API Platform, ConstraintViolationList, docs on errors',
		status: 422,
		contentType: 'application/ld+json; charset=utf-8',
		body: {
			'@context': '/contexts/ConstraintViolationList',
			'@type': 'ConstraintViolationList',
			'hydra:title': 'An error occurred',
			'hydra:description': 'sender: This value should not be blank.',
			violations: [{ propertyPath: 'sender', message: 'This value should not be blank.' }],
		},
		shows: ['sender', 'This value should not be blank.'],
	},
	{
		source: 'Ruby on Rails, PublicExceptions, action_dispatch/middleware/public_exceptions.rb',
		status: 422,
		body: { status: 422, error: 'Unprocessable Content' },
		shows: ['Unprocessable Content'],
	},
	{
		source: 'Ruby on Rails, scaffold_controller of an API, errors of a model',
		status: 422,
		body: { sender: ['is too long (maximum is 11 characters)'] },
		shows: ['sender', 'is too long (maximum is 11 characters)'],
	},
	{
		source: 'JSON:API, error objects, jsonapi.org/examples',
		status: 422,
		contentType: 'application/vnd.api+json',
		body: {
			errors: [
				{
					status: '422',
					source: { pointer: '/data/attributes/sender' },
					title: 'Invalid Attribute',
					detail: 'Sender must contain at least three characters.',
				},
			],
		},
		shows: ['/data/attributes/sender', 'Sender must contain at least three characters.'],
	},
	{
		source: 'Phoenix, ChangesetJSON, priv/templates/phx.gen.json/changeset_json.ex',
		status: 422,
		body: { errors: { sender: ['should be at most 11 character(s)'] } },
		shows: ['should be at most 11 character(s)'],
		field: 'Sender',
	},
	{
		source: 'ASP.NET Core, ValidationProblemDetails, docs on web API responses',
		status: 400,
		contentType: 'application/problem+json; charset=utf-8',
		body: {
			type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
			title: 'One or more validation errors occurred.',
			status: 400,
			errors: { 'Phones[3].Number': ['The Number field is required.'] },
		},
		shows: ['Phones[3].Number', 'The Number field is required.'],
	},
	{
		source: 'ASP.NET Core, Conflict as ProblemDetails, ApiBehaviorOptionsSetup.cs',
		status: 409,
		contentType: 'application/problem+json; charset=utf-8',
		body: {
			type: 'https://tools.ietf.org/html/rfc9110#section-15.5.10',
			title: 'Conflict',
			status: 409,
		},
		shows: ['Conflict'],
	},
	{
		source: 'Echo, DefaultJSONSerializer, json.go',
		status: 400,
		body: {
			message: 'Unmarshal type error: expected=int, got=string, field=phones.number, offset=42',
		},
		shows: ['Unmarshal type error: expected=int, got=string, field=phones.number'],
	},
	{
		source: 'Gin, ShouldBindJSON, docs on model binding and validation',
		status: 400,
		body: {
			error:
				"Key: 'Send.Phones[3].Number' Error:Field validation for 'Number' failed on the 'required' tag",
		},
		shows: ["Field validation for 'Number' failed on the 'required' tag"],
	},
	{
		source: 'Huma, ErrorModel, error.go',
		status: 422,
		contentType: 'application/problem+json',
		body: {
			title: 'Unprocessable Entity',
			status: 422,
			detail: 'validation failed',
			errors: [{ message: 'expected integer', location: 'body.phones[3].number', value: 'x' }],
		},
		shows: ['body.phones[3].number', 'expected integer'],
	},
	{
		source: 'Axum, JsonDataError, axum/src/extract/rejection.rs',
		status: 422,
		contentType: 'text/plain; charset=utf-8',
		body: 'Failed to deserialize the JSON body into the target type: phones[3].number: invalid type: string "x", expected u64 at line 1 column 58',
		shows: ['phones[3].number: invalid type: string "x", expected u64'],
	},
];
