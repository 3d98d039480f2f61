import type { IDataObject } from 'n8n-workflow';
import { listApplications, sameName, type RequestParts } from '../../../shared/service';
import { APPLICATION_STATUSES, ENDPOINTS, LIMITS } from '../../../shared/spec';
import {
	faultOfNoAnswer,
	withOpenOutcome,
	type ServiceFault,
	type ServiceReply,
} from '../../../shared/errors';
import {
	deniesChange,
	isId,
	normaliseApplication,
	NOTICES_OF_APPLICATION,
} from '../../../shared/reply';
import {
	checkCompanyCode,
	checkCountryCode,
	checkLength,
	checkSender,
} from '../../../shared/validation';
import { checkBody, requireBody, type Check } from '../../dispatch/checks';
import {
	RAW_OUTPUT_BESIDE_SIMPLIFY,
	REQUESTS_IN_FLIGHT,
	RETRY_FOR,
	TIMEOUT,
} from '../../dispatch/commonOptions';
import { carryOut } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import type { Operation } from '../../dispatch/operation';
import { SIMPLIFY_APPLICATION, toRegistered } from './senders';

/** Judges a text by the length that 4.14 allows for it. */
const ofLength =
	(name: keyof typeof LIMITS.application, field: string): Check =>
	(value) =>
		checkLength(value, LIMITS.application[name], field);

/** What makes an application the same as another. */
const SAME = ['sender', 'country_code', 'code_of_company', 'tax_number'];

/** Whether an application tells of a field what was sent. Services that write numbers as such drop the zeros before them. */
const isAsSent = (application: IDataObject, sent: IDataObject, key: string): boolean =>
	key === 'country_code'
		? String(application[key]).toUpperCase() === String(sent[key]).toUpperCase()
		: sameName(application[key], sent[key]);

/**
 * Whether the reply to an application tells of one of these fields something else than what was sent. A service may write the sender in
 * capitals; in the list, such a one may be another.
 */
const isOther = (application: IDataObject, sent: IDataObject): boolean =>
	SAME.some((key) => {
		const told = application[key] ?? null;
		return told !== null && !isAsSent(lowered(application), lowered(sent), key);
	});

/** An application whose sender is in small letters. */
const lowered = (application: IDataObject): IDataObject => ({
	...application,
	sender: String(application.sender).toLowerCase(),
});

const UNKNOWN = 'Whether the application for the sender was made is not known';
const LOOK_FIRST =
	'The list of applications does not show it yet. Look there (Sender: Get Many) before you apply again: a second application may be made.';

/**
 * An application carries no reference of ours: after an outcome that is not known, the same one in the list is what was wanted,
 * whoever made it. That the list does not show it proves nothing, as it may appear there later: it is not applied for again.
 */
async function findSameApplication(item: Item, { body = {} }: RequestParts): Promise<ServiceReply> {
	const query = { 'filter[sender]': body.sender };
	const { records, fault } = await listApplications(item.service, query, LIMITS.page.limit);
	if (fault) return item.fail(fault);
	const same = records.find(
		(record) =>
			normaliseApplication(record, item.zone).status !== 'rejected' &&
			SAME.every((key) => isAsSent(record, body, key)),
	);
	if (!same) return item.fail(faultOfNoAnswer(undefined, UNKNOWN, LOOK_FIRST));
	return { statusCode: 201, headers: {}, body: { data: same }, fromRecord: true };
}

/** Whether a state is one that the specification gives to an application that was made, and not rejected (3.3). */
const isOpen = (status: unknown): boolean =>
	status !== 'rejected' && Object.values(APPLICATION_STATUSES).some(({ name }) => name === status);

/**
 * A reply shows that the application was made by its ID, unless it is about another sender or company, or about one that was rejected,
 * or says that something went wrong.
 */
function judgeApplication(
	item: Item,
	{ body: sent = {} }: RequestParts,
	body: unknown,
): ServiceFault | undefined {
	const application = normaliseApplication(body, item.zone);
	const notices = isOpen(application.status) ? NOTICES_OF_APPLICATION : undefined;
	const isOurs =
		!isOther(application, sent) &&
		application.status !== 'rejected' &&
		!deniesChange(body, notices);
	const isMade = isId(application.id) && (item.service.answersAtRandom || isOurs);
	return isMade ? undefined : faultOfNoAnswer(body, UNKNOWN, LOOK_FIRST);
}

/** Register an SMS sender for a legal entity (4.14). */
export const register: Operation = {
	option: {
		name: 'Register',
		value: 'register',
		action: 'Register sender',
		description: 'Apply for an SMS sender name for a legal entity',
	},
	fields: [
		{
			displayName: 'Sender',
			name: 'sender',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Shop',
			description:
				'The name that recipients will see, up to 11 Latin letters or digits, or up to 15 if it has digits only',
			routing: {
				send: {
					type: 'body',
					property: 'sender',
					propertyInDotNotation: false,
					preSend: [requireBody('sender', (value) => checkSender(value, 'registration'))],
				},
			},
		},
		{
			displayName: 'Country Code',
			name: 'countryCode',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. UA',
			description: 'Two-letter code of the country that the sender is for (ISO 3166-1 alpha-2)',
			routing: {
				send: {
					type: 'body',
					property: 'country_code',
					propertyInDotNotation: false,
					preSend: [requireBody('country_code', (value) => checkCountryCode(value))],
				},
			},
		},
		{
			displayName: 'Company Code',
			name: 'companyCode',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 38212345',
			description: 'The registration number of the company, 1 to 30 digits',
			routing: {
				send: {
					type: 'body',
					property: 'code_of_company',
					propertyInDotNotation: false,
					preSend: [requireBody('code_of_company', (value) => checkCompanyCode(value))],
				},
			},
		},
		{
			displayName: 'Legal Name',
			name: 'legalName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Shop Ltd',
			description: 'The name of the legal entity, 3 to 100 characters',
			routing: {
				send: {
					type: 'body',
					property: 'legal_name',
					propertyInDotNotation: false,
					preSend: [requireBody('legal_name', ofLength('legal_name', 'Legal Name'))],
				},
			},
		},
		{
			displayName: 'Address',
			name: 'address',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1 Main Street, Kyiv',
			description: 'The address of the legal entity, 3 to 200 characters',
			routing: {
				send: {
					type: 'body',
					property: 'address',
					propertyInDotNotation: false,
					preSend: [requireBody('address', ofLength('address', 'Address'))],
				},
			},
		},
		{
			displayName: 'Tax Number',
			name: 'taxNumber',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 382123456789',
			description: 'The taxpayer number of the legal entity, 1 to 20 characters',
			routing: {
				send: {
					type: 'body',
					property: 'tax_number',
					propertyInDotNotation: false,
					preSend: [requireBody('tax_number', ofLength('tax_number', 'Tax Number'))],
				},
			},
		},
		{
			displayName: 'Description',
			name: 'serviceDescription',
			type: 'string',
			typeOptions: { rows: 3 },
			required: true,
			default: '',
			placeholder: 'e.g. Online shop for books',
			description: 'What the company offers under this name, 1 to 1,000 characters',
			routing: {
				send: {
					type: 'body',
					property: 'description',
					propertyInDotNotation: false,
					preSend: [requireBody('description', ofLength('description', 'Description'))],
				},
			},
		},
		{
			displayName: 'Informing Purpose',
			name: 'informingPurpose',
			type: 'string',
			typeOptions: { rows: 3 },
			required: true,
			default: '',
			placeholder: 'e.g. Order updates',
			description: 'What recipients are informed about, 1 to 1,000 characters',
			routing: {
				send: {
					type: 'body',
					property: 'informing_purpose',
					propertyInDotNotation: false,
					preSend: [
						requireBody('informing_purpose', ofLength('informing_purpose', 'Informing Purpose')),
					],
				},
			},
		},
		SIMPLIFY_APPLICATION,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Comment',
					name: 'comment',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					placeholder: 'e.g. We need the name by the end of the month.',
					description: 'A remark for those who decide on the application, up to 1,000 characters',
					routing: {
						send: {
							type: 'body',
							property: 'comment',
							propertyInDotNotation: false,
							preSend: [checkBody('comment', ofLength('comment', 'Comment'))],
						},
					},
				},
				RAW_OUTPUT_BESIDE_SIMPLIFY,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				{
					displayName: 'Site URL',
					name: 'siteUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://shop.example.com',
					description: 'The website of the company, up to 150 characters',
					routing: {
						send: {
							type: 'body',
							property: 'site_url',
							propertyInDotNotation: false,
							preSend: [checkBody('site_url', ofLength('site_url', 'Site URL'))],
						},
					},
				},
				TIMEOUT,
			],
		},
	],
	routing: {
		request: { method: 'POST', url: ENDPOINTS.registerSender.path, body: { type: 'sms' } },
		output: { postReceive: [toRegistered] },
		operations: {
			pagination: carryOut({
				judge: judgeApplication,
				recover: findSameApplication,
				explain: async (_item, _request, fault) => withOpenOutcome(fault, UNKNOWN, LOOK_FIRST),
			}),
		},
	},
};
