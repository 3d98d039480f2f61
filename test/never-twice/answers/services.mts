import type { Answer } from './answer.mts';

/** How this service refuses a send by the wire notes, and how services of its kind do. */
export const OF_SERVICES: Answer[] = [
	{
		source: 'This service, errors of /api as a map, wire notes',
		status: 422,
		body: {
			message: 'The given data was invalid.',
			errors: { messages0phone: ['The phone must have 9 to 15 digits.'] },
		},
		shows: ['The phone must have 9 to 15 digits.'],
		field: 'Phone Number',
	},
	{
		source: 'This service, errors of /api as a list, wire notes',
		status: 422,
		body: {
			message: 'The given data was invalid.',
			errors: ['The sender is not registered.', 'The text is too long.'],
		},
		shows: ['The sender is not registered.', 'The text is too long.'],
	},
	{
		source: 'This service, {code, message}, wire notes',
		status: 403,
		body: { code: 403, message: 'The account may not send to this direction' },
		shows: ['The account may not send to this direction'],
	},
	{
		source: 'This service, {code, message} of /rest, wire notes',
		status: 400,
		body: { code: 10, message: 'The start time has passed' },
		shows: ['The start time has passed'],
	},
	{
		source: 'Stripe, card_declined, docs.stripe.com/api/errors',
		status: 402,
		body: {
			error: {
				code: 'card_declined',
				decline_code: 'insufficient_funds',
				message: 'Your card has insufficient funds.',
				type: 'card_error',
			},
		},
		shows: ['Your card has insufficient funds.'],
	},
	{
		source: 'Stripe, idempotency_key_in_use, docs.stripe.com/error-codes',
		status: 409,
		body: {
			error: {
				code: 'idempotency_key_in_use',
				message: 'There is currently another in-progress request using this Idempotent Key.',
				type: 'idempotency_error',
			},
		},
		shows: ['There is currently another in-progress request using this Idempotent Key.'],
	},
	{
		source: 'Twilio, error 21211, twilio.com/docs/errors/21211',
		status: 400,
		body: {
			code: 21211,
			message: "The 'To' number is not a valid phone number.",
			more_info: 'https://www.twilio.com/docs/errors/21211',
			status: 400,
		},
		shows: ["The 'To' number is not a valid phone number."],
	},
	{
		source: 'Vonage, out-of-credit, developer.vonage.com/api-errors',
		status: 403,
		contentType: 'application/problem+json',
		body: {
			type: 'https://example.com/Error#out-of-credit',
			title: 'You do not have enough credit',
			detail: 'Your current balance is 30, but that costs 50.',
			instance: '<trace_id>',
		},
		shows: ['You do not have enough credit', 'Your current balance is 30, but that costs 50.'],
	},
	{
		source: 'Vonage, validation, developer.vonage.com/api-errors/subaccounts',
		status: 422,
		contentType: 'application/problem+json',
		body: {
			title: 'Bad Request',
			detail: 'The request failed due to validation errors',
			invalid_parameters: [{ name: 'phones[3].number', reason: 'Must be an E.164 number' }],
		},
		shows: ['phones[3].number', 'Must be an E.164 number'],
	},
	{
		source: 'Sinch, 402, developers.sinch.com error messages of the numbers API',
		status: 402,
		body: {
			code: '402',
			error: 'Payment required',
			message: 'You have reached 0 balance on your account please make a payment.',
		},
		shows: ['You have reached 0 balance on your account please make a payment.'],
	},
	{
		source: 'Sinch, 422, developers.sinch.com error messages of the numbers API',
		status: 422,
		body: {
			code: '422',
			error: 'Invalid parameters',
			message: 'The request could not be understood by the server.',
			details: {
				fieldViolations: [{ field: 'to', description: 'The number is not a valid phone number' }],
			},
		},
		shows: [
			'The request could not be understood by the server.',
			'The number is not a valid phone number',
		],
	},
	{
		source: 'MessageBird, error 25, REST API errors',
		status: 402,
		body: { errors: [{ code: 25, description: 'Not enough balance', parameter: null }] },
		shows: ['Not enough balance'],
	},
	{
		source: 'MessageBird, error 9, REST API errors',
		status: 422,
		body: {
			errors: [{ code: 9, description: 'no (correct) recipients found', parameter: 'recipients' }],
		},
		shows: ['recipients', 'no (correct) recipients found'],
	},
	{
		source: 'Sent, insufficient balance, docs.sent.dm error reference',
		status: 400,
		body: {
			status: 400,
			title: 'Bad Request',
			detail: 'Insufficient balance. Current balance: 0.0050, estimated cost: 0.0200',
		},
		shows: ['Insufficient balance. Current balance: 0.0050, estimated cost: 0.0200'],
	},
];
