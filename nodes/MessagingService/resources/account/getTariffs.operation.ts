import { flagOf, idOf, numberOf, textOf } from '../../../shared/reply';
import { listTariffs } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { getMany } from '../builders';

/** List the tariffs of the account, an extension (extensions notes, section 6). */
export const getTariffs = getMany({
	option: {
		name: 'Get Tariffs',
		value: 'getTariffs',
		action: 'Get account tariffs',
		description:
			'List the tariffs of the account, by whose number a send chooses one. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listTariffs,
	extension: {
		what: 'a list of tariffs',
		cure: 'Your account shows them on the website of the service.',
	},
	list: listTariffs,
	output: {
		read: (record) => Object(record),
		toRow: ({ id, name, code, is_active, is_default }) => ({
			tariff: numberOf(code) ?? textOf(code),
			name: textOf(name),
			is_default: flagOf(is_default),
			is_active: flagOf(is_active),
			tariff_id: idOf(id),
		}),
	},
});
