import { ENDPOINTS } from '../../../shared/spec';
import { checkUuid } from '../../../shared/validation';
import { toBody } from '../../dispatch/places';
import { LINK_DOMAIN } from '../../sending/fields';
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
			...LINK_DOMAIN,
			required: true,
			routing: toBody('domain_id', (value) => checkUuid(value, 'Domain'), { required: true }),
		},
	],
	what: () => 'the short link was made',
	cure: 'Look at Short Link: Get Many before you make it again: there would be two.',
});
