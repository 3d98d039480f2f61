import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { faultError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/spec';
import { checkApplication } from '../../../shared/validation';
import { optionsField, requiredText, simplifyField } from '../../operations/fields';
import { endpoint } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { readPages } from '../../operations/paging';
import { applicationOutput, APPLICATIONS } from './senders';

/** The required fields of 4.14 by their service names; `type` is always sms. */
const REQUIRED = {
	country_code: 'countryCode',
	sender: 'sender',
	code_of_company: 'companyCode',
	legal_name: 'legalName',
	address: 'address',
	tax_number: 'taxNumber',
	description: 'serviceDescription',
	informing_purpose: 'informingPurpose',
} as const;

/** What makes an application the same as another. */
const SAME = ['sender', 'country_code', 'code_of_company', 'tax_number'];

const long = (field: INodeProperties): INodeProperties => ({ ...field, typeOptions: { rows: 3 } });

/** Register an SMS sender for a legal entity (4.14). */
export const register: Operation = {
	value: 'register',
	name: 'Register',
	action: 'Register sender',
	description: 'Apply for an SMS sender name for a legal entity',
	fields: [
		requiredText('Sender', 'sender', 'e.g. Shop', 'Up to 11 Latin letters or digits, or up to 15 digits'),
		requiredText('Country Code', 'countryCode', 'e.g. UA', 'Two-letter code of the country (ISO 3166-1)'),
		requiredText('Company Code', 'companyCode', 'e.g. 38212345', 'Number of the company, 1 to 30 digits'),
		requiredText('Legal Name', 'legalName', 'e.g. Shop Ltd', 'Name of the legal entity, 3 to 100 characters'),
		requiredText('Address', 'address', 'e.g. 1 Main Street, Kyiv', 'Address of the legal entity, 3 to 200 characters'),
		requiredText('Tax Number', 'taxNumber', 'e.g. 382123456789', 'Taxpayer number, 1 to 20 characters'),
		long(requiredText('Description', 'serviceDescription', 'e.g. Online shop for books', 'What the service is, up to 1,000 characters')),
		long(requiredText('Informing Purpose', 'informingPurpose', 'e.g. Order updates', 'What recipients are informed about, up to 1,000 characters')),
		simplifyField('ID, sender, status, country, type, dates, legal name and rejection reason'),
		optionsField([
			{
				displayName: 'Comment',
				name: 'comment',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				description: 'A remark for the service, up to 1,000 characters',
			},
			{
				displayName: 'Site URL',
				name: 'siteUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://shop.example.com',
				description: 'Web site of the company, up to 150 characters',
			},
		]),
	],
	routing: endpoint({
		method: 'POST',
		path: '/api/senders/requests/legal',
		kind: 'guarded',
		values: (item) => {
			const fields = Object.entries(REQUIRED).map(([key, name]) => [key, item.parameter(name, '')]);
			const optional = { site_url: item.parameter('options.siteUrl', ''), comment: item.parameter('options.comment', '') };
			return { body: item.check(checkApplication({ ...Object.fromEntries(fields), ...optional })) };
		},
		// An application carries no reference of ours: the same one in the list is ours.
		async recover(item, body) {
			const { records, fault } = await readPages(
				async (request) => await item.tryCall(request, 'read'),
				APPLICATIONS,
				{ 'filter[sender]': body.sender },
				LIMITS.page.limit,
			);
			if (fault) throw faultError(item.ctx.node, fault, item.index);
			const same = records.find((record: IDataObject) => SAME.every((key) => String(record[key]) === String(body[key])));
			return same && { statusCode: 201, headers: {}, body: { data: same } };
		},
		output: (body, item) => [applicationOutput(body, { simplify: item.parameter('simplify', true), zone: item.zone })],
	}),
};
