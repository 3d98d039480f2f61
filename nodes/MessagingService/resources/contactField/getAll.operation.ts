import { listContactFields } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { getMany } from '../builders';
import { COLUMNS } from './columns';

/** List the custom fields of contacts, an extension (extensions notes, section 4): all come at once. */
export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many contact fields',
		description: 'List the custom fields of contacts. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listContactFields,
	...COLUMNS,
	async list(service, _query, limit) {
		const { records, ...rest } = await listContactFields(service);
		return { ...rest, records: records.slice(0, limit) };
	},
});
