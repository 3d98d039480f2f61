import type { Answer } from './answer.mts';

/** How frameworks and validators of JavaScript refuse a send. */
export const OF_NODE_FRAMEWORKS: Answer[] = [
	{
		source: 'NestJS, ValidationPipe, packages/common/pipes/validation.pipe.ts',
		status: 400,
		body: {
			message: [
				'phones.3.number must be an integer number',
				'sender must be shorter than or equal to 11 characters',
			],
			error: 'Bad Request',
			statusCode: 400,
		},
		shows: [
			'phones.3.number must be an integer number',
			'sender must be shorter than or equal to 11 characters',
		],
	},
	{
		source: 'NestJS, HttpException, docs on exception filters',
		status: 402,
		body: { statusCode: 402, message: 'Top up the account first' },
		shows: ['Top up the account first'],
	},
	{
		source: 'NestJS, guards, docs on guards',
		status: 403,
		body: { statusCode: 403, message: 'Forbidden resource', error: 'Forbidden' },
		shows: ['Forbidden resource'],
	},
	{
		source: 'express-validator, validationResult, docs on getting started',
		status: 400,
		body: {
			errors: [
				{
					type: 'field',
					value: 'x',
					msg: 'Must be a number',
					path: 'phones[3].number',
					location: 'body',
				},
			],
		},
		shows: ['phones[3].number', 'Must be a number'],
	},
	{
		source: 'celebrate, errors(), README',
		status: 400,
		body: {
			statusCode: 400,
			error: 'Bad Request',
			message: 'celebrate request validation failed',
			validation: {
				body: {
					source: 'body',
					keys: ['phones.3.number'],
					message: '"phones[3].number" must be a number',
				},
			},
		},
		shows: ['"phones[3].number" must be a number'],
	},
	{
		source: 'Fastify, FST_ERR_VALIDATION, docs on validation and serialization',
		status: 400,
		body: {
			statusCode: 400,
			code: 'FST_ERR_VALIDATION',
			error: 'Bad Request',
			message: 'body/phones/3/number must be integer',
		},
		shows: ['body/phones/3/number must be integer'],
	},
	{
		source: 'Ajv, errors as they are, docs on validation errors',
		status: 422,
		body: [
			{
				instancePath: '/phones/3/number',
				schemaPath: '#/properties/phones/items/properties/number/type',
				keyword: 'type',
				params: { type: 'integer' },
				message: 'must be integer',
			},
		],
		shows: ['/phones/3/number', 'must be integer'],
	},
	{
		source: 'Hono, @hono/zod-validator with Zod 3, src/index.ts',
		status: 400,
		body: {
			success: false,
			error: {
				issues: [
					{
						code: 'invalid_type',
						expected: 'number',
						received: 'string',
						path: ['phones', 3, 'number'],
						message: 'Expected number, received string',
					},
				],
				name: 'ZodError',
			},
		},
		shows: ['phones, 3, number', 'Expected number, received string'],
	},
	{
		source: 'hapi, validation by Joi, hapi.dev tutorial on validation',
		status: 400,
		body: { statusCode: 400, error: 'Bad Request', message: 'Invalid request payload input' },
		shows: ['Invalid request payload input'],
	},
	{
		source: 'Strapi, ValidationError, docs on error handling',
		status: 400,
		body: {
			data: null,
			error: {
				status: 400,
				name: 'ValidationError',
				message: '2 errors occurred',
				details: {
					errors: [
						{
							path: ['phones', '3', 'number'],
							message: 'number must be a number',
							name: 'ValidationError',
						},
					],
				},
			},
		},
		shows: ['phones, 3, number', 'number must be a number'],
	},
	{
		source: 'LoopBack, invalidRequestBody, packages/rest/src/rest-http-error.ts',
		status: 422,
		body: {
			error: {
				statusCode: 422,
				name: 'UnprocessableEntityError',
				message: 'The request body is invalid. See error object `details` property for more info.',
				code: 'VALIDATION_FAILED',
				details: [{ path: '/phones/3/number', code: 'type', message: 'must be number', info: {} }],
			},
		},
		shows: ['/phones/3/number', 'must be number'],
	},
];
