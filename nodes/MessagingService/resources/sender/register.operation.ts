import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../../../shared/spec';
import { checkApplication } from '../../../shared/validation';
import { RAW_OUTPUT, REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { endpoint } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { readPages } from '../../operations/paging';
import { applicationOutput, APPLICATIONS, SIMPLIFY_APPLICATION } from './senders';

/** The fields of 4.14 by their service names; `type` is always sms. */
const PARAMETERS = {
	country_code: 'countryCode',
	sender: 'sender',
	code_of_company: 'companyCode',
	legal_name: 'legalName',
	address: 'address',
	tax_number: 'taxNumber',
	description: 'serviceDescription',
	informing_purpose: 'informingPurpose',
	site_url: 'options.siteUrl',
	comment: 'options.comment',
};

/** What makes an application the same as another. */
const SAME = ['sender', 'country_code', 'code_of_company', 'tax_number'];

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
		},
		{
			displayName: 'Country Code',
			name: 'countryCode',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. UA',
			description: 'Two-letter code of the country that the sender is for (ISO 3166-1 alpha-2)',
		},
		{
			displayName: 'Company Code',
			name: 'companyCode',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 38212345',
			description: 'The registration number of the company, 1 to 30 digits',
		},
		{
			displayName: 'Legal Name',
			name: 'legalName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Shop Ltd',
			description: 'The name of the legal entity, 3 to 100 characters',
		},
		{
			displayName: 'Address',
			name: 'address',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1 Main Street, Kyiv',
			description: 'The address of the legal entity, 3 to 200 characters',
		},
		{
			displayName: 'Tax Number',
			name: 'taxNumber',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 382123456789',
			description: 'The taxpayer number of the legal entity, 1 to 20 characters',
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
				},
				RAW_OUTPUT,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				{
					displayName: 'Site URL',
					name: 'siteUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://shop.example.com',
					description: 'The website of the company, up to 150 characters',
				},
				TIMEOUT,
			],
		},
	],
	routing: endpoint({
		method: 'POST',
		path: '/api/senders/requests/legal',
		values: (item) => ({
			body: item.check(
				checkApplication(
					Object.fromEntries(
						Object.entries(PARAMETERS).map(([key, name]) => [key, item.parameter(name, '')]),
					),
				),
			),
		}),
		// An application carries no reference of ours: the same one in the list is ours.
		async recover(item, body) {
			const { records, fault } = await readPages(
				item.tryCall,
				APPLICATIONS,
				{ 'filter[sender]': body.sender },
				LIMITS.page.limit,
			);
			if (fault) return item.fail(fault);
			const same = records.find(
				(record: IDataObject) =>
					record.status !== 'rejected' &&
					SAME.every((key) => String(record[key]) === String(body[key])),
			);
			return same && { statusCode: 201, headers: {}, body: { data: same } };
		},
		output: applicationOutput,
	}),
};
