import type { IDataObject } from 'n8n-workflow';
import { required, text } from '../../../shared/fields';
import { LIMITS } from '../../../shared/spec';
import { checkApplication } from '../../../shared/validation';
import { optionsField } from '../../operations/fields';
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

const LONG = { typeOptions: { rows: 3 } };

/** Register an SMS sender for a legal entity (4.14). */
export const register: Operation = {
	names: 'register: Register: Apply for an SMS sender name for a legal entity',
	action: 'Register sender',
	fields: [
		required('sender: Sender: Up to 11 Latin letters or digits, or up to 15 digits', 'Shop'),
		required('countryCode: Country Code: Two-letter code of the country (ISO 3166-1)', 'UA'),
		required('companyCode: Company Code: Number of the company, 1 to 30 digits', '38212345'),
		required('legalName: Legal Name: Name of the legal entity, 3 to 100 characters', 'Shop Ltd'),
		required(
			'address: Address: Address of the legal entity, 3 to 200 characters',
			'1 Main Street, Kyiv',
		),
		required('taxNumber: Tax Number: Taxpayer number, 1 to 20 characters', '382123456789'),
		required(
			'serviceDescription: Description: What the service is, up to 1,000 characters',
			'Online shop for books',
			LONG,
		),
		required(
			'informingPurpose: Informing Purpose: What recipients are informed about, up to 1,000 characters',
			'Order updates',
			LONG,
		),
		SIMPLIFY_APPLICATION,
		optionsField([
			text('comment: Comment: A remark for the service, up to 1,000 characters', '', LONG),
			text(
				'siteUrl: Site URL: Web site of the company, up to 150 characters',
				'https://shop.example.com',
			),
		]),
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
