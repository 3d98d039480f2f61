import { clickRow, normaliseClick } from '../../../shared/reply';
import { listClicks } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { checkId } from '../../../shared/validation';
import { toQuery } from '../../dispatch/places';
import { daysFields } from '../../listing/fields';
import { getMany } from '../builders';
import { LINKS } from './links';

/** List the clicks on short links, an extension (extensions notes, section 7). */
export const getClicks = getMany({
	option: {
		name: 'Get Clicks',
		value: 'getClicks',
		action: 'Get clicks of short links',
		description:
			'List who clicked on short links and when, in the last three months unless filters say otherwise. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listClicks,
	extension: LINKS.extension,
	output: { read: normaliseClick, toRow: clickRow },
	filters: [
		{
			displayName: 'Campaign ID',
			name: 'campaign',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1043',
			description: 'Only clicks on links that were sent with this campaign',
			routing: toQuery('campaign', (value) => checkId(value, 'Campaign ID')),
		},
		...daysFields('clicks', ['from', 'to']),
	],
	list: listClicks,
});
