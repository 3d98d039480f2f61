import { ENDPOINTS } from '../../../shared/spec';
import { checkUuid } from '../../../shared/validation';
import { toBody } from '../../dispatch/places';
import { changeOne } from '../builders';
import { ADDRESS, checkAddress, LINKS } from './links';

/** Create a short link, an extension (extensions notes, section 7). Nothing tells it from another one to the same page. */
export const create = changeOne({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create short link',
		description: 'Make a short link to a page. Not every service offers this.',
	},
	endpoint: ENDPOINTS.createLink,
	...LINKS,
	kind: 'once',
	fields: [
		{
			...ADDRESS,
			required: true,
			routing: toBody('link', checkAddress, { required: true }),
		},
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
			description:
				'The domain of the short link: choose an active one of your account, or give its ID',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a domain',
					typeOptions: { searchListMethod: 'searchDomains', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 14726feb-acfc-40fc-bebc-2e95bb0c913d',
				},
			],
			routing: toBody('domain_id', (value) => checkUuid(value, 'Domain'), { required: true }),
		},
	],
	what: () => 'the short link was made',
	cure: 'Look at Short Link: Get Many before you make it again: there would be two.',
});
