import { ENDPOINTS } from '../../../shared/spec';
import { checkCompanyCode } from '../../../shared/validation';
import { toBody } from '../../dispatch/places';
import { withHints } from '../../dispatch/withHints';
import { changeOne } from '../builders';
import {
	APPLYING,
	COMMENT,
	COUNTRY,
	DESCRIPTION,
	IF_THERE_IS_ONE,
	ofLength,
	PURPOSE,
	SENDER,
	SITE_URL,
} from './applications';
import { SIMPLIFY_APPLICATION } from './senders';

/** Register an SMS sender for a legal entity (4.14). */
export const register = withHints(
	changeOne({
		option: {
			name: 'Register',
			value: 'register',
			action: 'Register sender',
			description: 'Apply for an SMS sender name for a legal entity',
		},
		endpoint: ENDPOINTS.registerSender,
		fixed: { body: { type: 'sms' } },
		fields: [
			SENDER,
			COUNTRY,
			{
				displayName: 'Company Code',
				name: 'companyCode',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. 38212345',
				description: 'The registration number of the company, 1 to 30 digits',
				routing: toBody('code_of_company', (value) => checkCompanyCode(value), { required: true }),
			},
			{
				displayName: 'Legal Name',
				name: 'legalName',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. Shop Ltd',
				description: 'The name of the legal entity, 3 to 100 characters',
				routing: toBody('legal_name', ofLength('legal_name', 'Legal Name'), { required: true }),
			},
			{
				displayName: 'Address',
				name: 'address',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. 1 Main Street, Kyiv',
				description: 'The address of the legal entity, 3 to 200 characters',
				routing: toBody('address', ofLength('address', 'Address'), { required: true }),
			},
			{
				displayName: 'Tax Number',
				name: 'taxNumber',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. 382123456789',
				description: 'The taxpayer number of the legal entity, 1 to 20 characters',
				routing: toBody('tax_number', ofLength('tax_number', 'Tax Number'), { required: true }),
			},
			DESCRIPTION,
			PURPOSE,
			SIMPLIFY_APPLICATION,
		],
		options: [
			COMMENT,
			IF_THERE_IS_ONE,
			{ ...SITE_URL, routing: toBody('site_url', ofLength('site_url', 'Site URL')) },
		],
		...APPLYING,
	}),
);
