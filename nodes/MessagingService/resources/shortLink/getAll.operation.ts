import { listLinks } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { daysFields } from '../../listing/fields';
import { getMany } from '../builders';
import { LINKS } from './links';

/** List short links, an extension (extensions notes, section 7). */
export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many short links',
		description:
			'List short links with their clicks, those of the last three months unless filters say otherwise. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listLinks,
	extension: LINKS.extension,
	output: LINKS.output,
	filters: daysFields('links that were made', ['from', 'to']),
	list: listLinks,
});
