import { ENDPOINTS, LIMITS } from '../../../shared/spec';
import { checkLength } from '../../../shared/validation';
import { toBody } from '../../dispatch/places';
import { changeOne, nameIn, unlessNothing } from '../builders';
import { ADDRESS, checkAddress, LINK_ID, LINKS } from './links';

const endpoint = ENDPOINTS.updateLink;

/** Change a short link, an extension (extensions notes, section 7). What is not named stays: the service's sample sends a name alone. */
export const update = changeOne({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update short link',
		description:
			'Change where a short link leads, its name or its ending. Not every service offers this.',
	},
	endpoint,
	...LINKS,
	fields: [
		LINK_ID,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{ ...ADDRESS, routing: toBody('original_link', checkAddress) },
				{
					displayName: 'Ending',
					name: 'slug',
					type: 'string',
					default: '',
					placeholder: 'e.g. sale',
					description: 'The part after the domain, up to 25 characters. No other link may have it.',
					routing: toBody('slug', (value) => checkLength(value, LIMITS.shortLink.slug, 'Ending')),
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Black Friday',
					description: 'What the link is called in your account, up to 50 characters',
					routing: toBody('name', (value) => checkLength(value, LIMITS.shortLink.name, 'Name')),
				},
			],
		},
	],
	before: unlessNothing,
	what: (request) => `short link ${nameIn(endpoint, request)} was changed`,
	cure: 'Look at Short Link: Get Many; setting the same values again does no harm.',
});
