import { KINDS } from '../../property/values.mts';
import type { Kind } from '../../property/values.mts';
import { applicationOf, COMPANY } from '../applications.mts';

const FIELDS: ReadonlyArray<[parameter: string, name: string, kind: Kind]> = [
	['senderName', 'sender', KINDS.registrable],
	['countryCode', 'country_code', KINDS.country],
	['companyCode', 'code_of_company', KINDS.company],
	['legalName', 'legal_name', KINDS.line(3, 100)],
	['address', 'address', KINDS.line(3, 200)],
	['taxNumber', 'tax_number', KINDS.line(1, 20)],
	['serviceDescription', 'description', KINDS.line(1, 1000)],
	['informingPurpose', 'informing_purpose', KINDS.line(1, 1000)],
	['options.siteUrl', 'site_url', KINDS.line(0, 150)],
	['options.comment', 'comment', KINDS.line(0, 1000)],
];

export const cases = applicationOf({
	of: 'legal',
	form: COMPANY,
	fields: FIELDS,
	senders: ['EndToEnd', 'NewShop'],
});
