import { ENDPOINTS, LIMITS } from '../../../shared/spec';
import { checkLength } from '../../../shared/validation';
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

/** Register a sender for a natural person, an extension (extensions notes, section 9). */
export const registerNatural = withHints(
	changeOne({
		option: {
			name: 'Register Natural Person',
			value: 'registerNatural',
			action: 'Register sender for natural person',
			description: 'Apply for a sender name for a person. Not every service offers this.',
		},
		endpoint: ENDPOINTS.registerNaturalSender,
		extension: {
			what: 'the registration of senders for natural persons',
			cure: 'Register the sender in your account, or for a legal entity with Sender: Register.',
		},
		fields: [
			SENDER,
			COUNTRY,
			{
				displayName: 'Channel',
				name: 'channel',
				type: 'options',
				options: [
					{ name: 'SMS', value: 'sms' },
					{ name: 'Viber', value: 'viber' },
				],
				default: 'sms',
				description: 'The channel that the sender is for',
				routing: toBody('type', undefined, { fallback: 'sms' }),
			},
			{
				displayName: 'Name',
				name: 'personName',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. Olena Shevchenko',
				description: 'The name of the person, up to 100 characters',
				routing: toBody(
					'name',
					(value) => checkLength(value, LIMITS.naturalApplication.name, 'Name'),
					{
						required: true,
					},
				),
			},
			{
				displayName: 'Personal Code',
				name: 'personCode',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. 3821234567',
				description:
					'The number under which the person is registered, such as for taxes, up to 30 characters',
				routing: toBody('code_of_company', ofLength('code_of_company', 'Personal Code'), {
					required: true,
				}),
			},
			DESCRIPTION,
			PURPOSE,
			SIMPLIFY_APPLICATION,
		],
		options: [
			COMMENT,
			IF_THERE_IS_ONE,
			{
				...SITE_URL,
				description: 'The website of the person, 7 to 150 characters',
				routing: toBody('site_url', (value) =>
					checkLength(value, LIMITS.naturalApplication.site_url, 'Site URL'),
				),
			},
		],
		...APPLYING,
	}),
);
