import type { INodeProperties } from 'n8n-workflow';
import { concernsPath, type ServiceFault, type ServiceReply } from '../../../shared/errors';
import { findPending, type RequestParts } from '../../../shared/service';
import { ENDPOINTS, fillPath, LIMITS, PENDING_VERIFICATION } from '../../../shared/spec';
import { maskPhone } from '../../../shared/text';
import { accept, checkSender, checkTemplateId } from '../../../shared/validation';
import type { Check } from '../../dispatch/checks';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { toBody } from '../../dispatch/places';
import { checkContactPhone } from '../../contacts/fields';
import { stopBefore } from '../../contacts/ofItem';
import { DEFAULT_COUNTRY, SENDER } from '../../sending/fields';
import { changeOne } from '../builders';
import { CHANGES, readVerification, VERIFICATIONS } from './verifications';

const endpoint = ENDPOINTS.sendCode;
const { digits, tries, seconds } = LIMITS.code;

/** What becomes of a code for a number that has one already. */
type IfPending = 'return' | 'resend' | 'new';
const ifPending = (item: Item): IfPending =>
	item.parameter<IfPending>('options.ifOneIsPending', 'return');

/** Ends the pending verification, so that another can begin. Ends the item if it stays pending. */
async function cancelPending(item: Item, id: string): Promise<void> {
	const { method, path } = ENDPOINTS.cancelVerification;
	const { fault } = await item.tryCall(
		{ method, path: fillPath(path, { id }) },
		{ kind: 'change' },
	);
	if (!fault) return;
	const { fault: unread, status } = await readVerification(item, id);
	if (unread || status === PENDING_VERIFICATION)
		item.fail({
			...fault,
			outcome: 'rejected',
			message: `No code was sent, as the pending one could not be canceled: ${fault.message}`,
		});
}

const { what, cure } = VERIFICATIONS.extension;
const WITHOUT_LIST = {
	what,
	cure: `${cure} If it lacks only their list, set If One Is Pending to Send a New One under Options.`,
};

/** Looks whether a code for the number is to be checked already, and does what the user wants then. */
async function unlessPending(
	item: Item,
	request: RequestParts,
): Promise<RequestParts | ServiceReply> {
	if (item.service.answersAtRandom) return request;
	const choice = ifPending(item);
	const { record, fault } = await findPending(item.service, request.body?.recipient);
	// Where there is no such list, whoever wants another one gets it.
	if (fault && !(choice === 'new' && concernsPath(fault)))
		stopBefore(
			item,
			{
				...fault,
				message: `No code was sent, as it could not be read whether one is pending: ${fault.message}`,
			},
			WITHOUT_LIST,
		);
	if (!record) return request;
	if (choice === 'return') return { ...foundReply(record), wasThere: true };
	const id = String(record.id);
	if (choice === 'resend') return { path: fillPath(ENDPOINTS.resendCode.path, { id }) };
	await cancelPending(item, id);
	return request;
}

/** The pending verification of the number. There was none before, so that this request began it. */
async function began(item: Item, request: RequestParts): Promise<ServiceReply | undefined> {
	// One that was to be sent again is pending in any case.
	if (request.path !== endpoint.path) return undefined;
	const { record, fault } = await findPending(item.service, request.body?.recipient);
	if (fault) throw new Error(fault.message);
	return record && foundReply(record);
}

/** A refusal where another execution began one for the same number at the same time: it is returned like one that was there before. */
async function orPending(
	item: Item,
	request: RequestParts,
	refusal: ServiceFault,
): Promise<ServiceFault | ServiceReply> {
	if (refusal.httpStatus !== 422 || ifPending(item) !== 'return') return refusal;
	const { record } = await findPending(item.service, request.body?.recipient);
	return record ? { ...foundReply(record), wasThere: true } : refusal;
}

/** A number that the form has judged by its limits. */
const asNumber: Check = (value) => accept(Number(value));

/** One of the numbers that a code is made by. */
const count = (
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	property: string,
	{ min, max, default: preset }: { min: number; max: number; default: number },
): INodeProperties => ({
	...field,
	type: 'number',
	typeOptions: { minValue: min, maxValue: max },
	default: preset,
	routing: toBody(property, asNumber, { fallback: String(preset) }),
});

/** Send a code, an extension (extensions notes, section 8). After a lost answer the pending one is looked for; it is never sent again. */
export const sendCode = changeOne({
	option: {
		name: 'Send Code',
		value: 'sendCode',
		action: 'Send code of verification',
		description:
			'Send a one-time password to a number, for example of a sign-up form. Not every service offers this.',
	},
	endpoint,
	...CHANGES,
	kind: 'once',
	fixed: {
		body: {
			code_digits: digits.default,
			code_max_tries: tries.default,
			code_lifetime: seconds.default,
		},
	},
	fields: [
		{
			...SENDER,
			description:
				'The sender name that the person sees, 3 to 11 Latin letters, digits and symbols, or 3 to 15 digits. It must be registered for your account.',
			routing: toBody('sender', (value) => checkSender(value, 'code'), { required: true }),
		},
		{
			displayName: 'Phone Number',
			name: 'phone',
			type: 'string',
			required: true,
			default: '={{ $json.phone }}',
			placeholder: 'e.g. +380 99 111 22 33',
			description:
				'The number to verify, with its country code, or as it is dialled in the country under Default Country',
			routing: toBody(
				'recipient',
				(value, _, other) => checkContactPhone(value, other('defaultCountry')),
				{ required: true },
			),
		},
		DEFAULT_COUNTRY,
		{
			displayName: 'Channel',
			name: 'channel',
			type: 'options',
			options: [
				{ name: 'SMS', value: 'sms' },
				{ name: 'Viber', value: 'viber' },
			],
			default: 'sms',
			description: 'How the code is sent',
			routing: toBody('channel', undefined, { fallback: 'sms' }),
		},
		{
			displayName: 'Template ID',
			name: 'template',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 515',
			description:
				'The text that the code stands in: the ID of a template with status approved. Verification Template: Get Many lists them.',
			routing: toBody('template_id', (value) => checkTemplateId(value), { required: true }),
		},
	],
	options: [
		count(
			{ displayName: 'Code Digits', name: 'digits', description: 'How many digits the code has' },
			'code_digits',
			digits,
		),
		count(
			{
				displayName: 'Code Lifetime (Seconds)',
				name: 'lifetime',
				description: 'How many seconds the code can be checked',
			},
			'code_lifetime',
			seconds,
		),
		{
			displayName: 'If One Is Pending',
			name: 'ifOneIsPending',
			type: 'options',
			options: [
				{
					name: 'Return It',
					value: 'return',
					description:
						'No code is sent: whoever fills in a public form again and again costs nothing',
				},
				{
					name: 'Send a New One',
					value: 'new',
					description: 'The pending one is canceled, and another verification begins',
				},
				{
					name: 'Send Again',
					value: 'resend',
					description: 'Another code is sent for the pending one; the code before is void',
				},
			],
			default: 'return',
			description: 'What to do if a code was sent to the number and is still to be checked',
		},
		count(
			{
				displayName: 'Max Tries',
				name: 'maxTries',
				description: 'How many codes may be tried before the verification fails',
			},
			'code_max_tries',
			tries,
		),
		{
			displayName: 'SMS Sender',
			name: 'smsSender',
			type: 'string',
			default: '',
			placeholder: 'e.g. Shop',
			description:
				'Of a code by Viber: the sender of the SMS that is sent in its place if the person has no Viber',
			routing: toBody('sender_alt', (value) => checkSender(value, 'code', 'SMS Sender')),
		},
	],
	output: {
		...CHANGES.output,
		ofReply: ({ wasThere }) => ({ code_sent: wasThere !== true }),
	},
	concerns: ({ body }) => [String(body?.recipient)],
	before: unlessPending,
	look: began,
	explain: orPending,
	what: ({ body }) => `a code was sent to ${maskPhone(String(body?.recipient))}`,
	cure: 'It is not sent again. Look at Verification: Get Many; one that is pending can be checked or sent again.',
});
