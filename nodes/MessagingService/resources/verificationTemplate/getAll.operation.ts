import { listTemplates } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { toQuery } from '../../dispatch/places';
import { getMany } from '../builders';
import { TEMPLATES } from './templates';

/** List the templates of codes, an extension (extensions notes, section 8). */
export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many verification templates',
		description:
			'List the texts that codes are sent in, and whether they are approved. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listTemplates,
	...TEMPLATES,
	filters: [
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Approved', value: 'approved', description: 'Codes can be sent in it' },
				{ name: 'Deleted', value: 'deleted' },
				{ name: 'Rejected', value: 'rejected' },
				{ name: 'Requested', value: 'requested', description: 'It waits to be approved' },
			],
			default: 'approved',
			description: 'Whether codes can be sent in the template',
			routing: toQuery('filter[status]'),
		},
	],
	list: listTemplates,
});
