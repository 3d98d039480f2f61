import type { INodeProperties } from 'n8n-workflow';

/* Short links, whose clicks the service counts (extensions notes, section 7). */

/** A domain of which short links are made. */
export const LINK_DOMAIN: INodeProperties = {
	displayName: 'Domain',
	name: 'domain',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The domain of the short link: choose an active one of your account, or give its ID',
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
};

/** Lets the service put short links in the place of addresses. It acts as soon as it is added. */
export const COUNT_CLICKS: INodeProperties = {
	displayName: 'Count Clicks',
	name: 'countClicks',
	type: 'fixedCollection',
	placeholder: 'Add domain',
	default: { links: { domain: LINK_DOMAIN.default } },
	description:
		'Puts a short link in the place of each address in the text that begins with http:// or https://, one for each recipient. The service counts its clicks: Short Link: Get Clicks shows who clicked. How long a link gets is not known before: Dry Run shows the longest, and the text may have five segments with it. Not every service offers this.',
	options: [
		{
			displayName: 'Links',
			name: 'links',
			values: [
				{
					...LINK_DOMAIN,
					description:
						'The domain of the short links, an active one of your account. If nothing is chosen, it is the default domain.',
				},
			],
		},
	],
};
