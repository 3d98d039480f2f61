import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault, ServiceReply } from '../../../shared/errors';
import { normaliseVerification } from '../../../shared/reply';
import { sameName, type RequestParts } from '../../../shared/service';
import {
	ENDPOINTS,
	PATTERNS,
	PENDING_VERIFICATION,
	REASONS_OF_CODES,
	REASONS_OF_VERIFICATIONS,
} from '../../../shared/spec';
import { isBlank, plainText } from '../../../shared/text';
import { accept, refuseAs, type Checked } from '../../../shared/validation';
import type { Item } from '../../dispatch/item';
import { toBody } from '../../dispatch/places';
import { changeOne, nameIn } from '../builders';
import { CHANGES, readVerification, VERIFICATION_ID } from './verifications';

const endpoint = ENDPOINTS.checkCode;
const OK = 200;
const WRONG_OR_UNKNOWN = 404;
const OVER_OR_MALFORMED = 422;

/** What was typed, without blanks and dashes. A refusal does not show it. */
function readTyped(value: unknown): Checked<string> {
	const typed = plainText(value);
	return typed === undefined
		? refuseAs(
				'Code',
				isBlank(value) ? 'is empty' : 'is no text',
				'Use the 3 to 9 digits that the person typed, as text.',
			)
		: accept(typed.replace(/[\s-]/g, ''));
}

/** The reply that stands for a check of what cannot be a code: whoever types it has made no error of the workflow, and it costs no try. */
async function unlessMalformed(
	_item: Item,
	{ body }: RequestParts,
): Promise<ServiceReply | undefined> {
	if (PATTERNS.code.test(String(body?.access_code))) return undefined;
	const data = { reason: REASONS_OF_CODES.malformed };
	return await Promise.resolve({ statusCode: OVER_OR_MALFORMED, headers: {}, body: { data } });
}

/**
 * Why a code was refused: the service answers a wrong one like an ID that it does not know (404), and one that comes too late with 422, so
 * that the status of the verification says it. What it says is kept under the status of the refusal: only 200 to this check proves a code.
 */
async function whyRefused(
	item: Item,
	request: RequestParts,
	refusal: ServiceFault,
): Promise<ServiceFault | ServiceReply> {
	const { httpStatus } = refusal;
	if (httpStatus !== WRONG_OR_UNKNOWN && httpStatus !== OVER_OR_MALFORMED) return refusal;
	const { record, fault, status } = await readVerification(item, nameIn(endpoint, request));
	const isWrong = status === PENDING_VERIFICATION && httpStatus === WRONG_OR_UNKNOWN;
	const reason = isWrong ? REASONS_OF_CODES.wrong : REASONS_OF_VERIFICATIONS[status];
	if (!record || reason === undefined) return fault ?? refusal;
	const body: IDataObject = { data: { ...normaliseVerification(record, item.zone), reason } };
	return { statusCode: httpStatus, headers: {}, body };
}

/** Check a code, an extension (extensions notes, section 8). Each check costs a try, so that it is never repeated. */
export const checkCode = changeOne({
	option: {
		name: 'Check Code',
		value: 'checkCode',
		action: 'Check code of verification',
		description:
			'Find out whether a person typed the code that was sent. A code that is wrong or mistyped is no error, an empty one is. Not every service offers this.',
	},
	endpoint,
	...CHANGES,
	kind: 'once',
	fields: [
		VERIFICATION_ID,
		{
			displayName: 'Code',
			name: 'code',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 048213',
			description:
				'The digits that the person typed, as text: a number loses its zeros at the beginning. What is not 3 to 9 digits is not checked and costs no try: verified is false, and the reason is malformed.',
			routing: toBody('access_code', readTyped, { required: true }),
		},
	],
	concerns: ({ path }) => [path],
	before: unlessMalformed,
	secret: ({ body }) => String(body?.access_code),
	// 200 says that the code is right, unless the reply is about another verification.
	isShown(item, request, body) {
		const { id } = normaliseVerification(body, item.zone);
		const isThis = id === null || sameName(id, nameIn(endpoint, request));
		return isThis || item.service.answersAtRandom === true;
	},
	output: {
		read: (body, zone, name) => {
			const { data } = Object(body) as { data?: IDataObject };
			const { id, status } = normaliseVerification(body, zone);
			return { id: id ?? name, status, reason: data?.reason };
		},
		toRow: ({ id, status, reason }) => ({ verified: null, reason, verification_id: id, status }),
		ofReply: ({ statusCode }) => ({ verified: statusCode === OK }),
	},
	what: () => 'the code is right',
	cure: 'The check may have cost a try, and is not repeated. If the person types the code again and it was right, the reason is alreadyVerified.',
	explain: whyRefused,
});
