import { amountOf, textOf } from '../../../shared/reply';
import { listPrices } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { isBlank } from '../../../shared/text';
import { accept, checkTariff } from '../../../shared/validation';
import { asReply } from '../../dispatch/declared';
import { limitOf } from '../../dispatch/item';
import { toPath } from '../../dispatch/places';
import { TARIFF } from '../../sending/fields';
import { getMany } from '../builders';

/** The network code of a price that holds for all networks of its country (extensions notes, section 13). */
const ALL_NETWORKS = '0';

/** List what an SMS costs by country, an extension (extensions notes, sections 6 and 13): all prices come at once. */
export const getPricesByCountry = getMany({
	option: {
		name: 'Get Prices by Country',
		value: 'getPricesByCountry',
		action: 'Get SMS prices by country',
		description:
			'List what an SMS costs in each country and network. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listPrices,
	extension: {
		what: 'prices by country',
		cure: 'Campaign: Get Price asks for the price of one campaign.',
	},
	options: [
		{
			...TARIFF,
			description:
				'The tariff whose prices to list, from 0 to 9 (Account: Get Tariffs). Leave it out for the usual one.',
			routing: toPath('tariff', 'options.tariff', (value) =>
				isBlank(value) ? accept('') : checkTariff(value),
			),
		},
	],
	async ask(item, { path }) {
		const { records, fault } = await listPrices(
			item.service,
			path.replace(/\/(?:\{tariff\})?$/, ''),
		);
		return asReply({ records: records.slice(0, limitOf(item)), fault });
	},
	output: {
		read: (record) => Object(record),
		toRow: ({ type, country, country_name, mcc, mnc, price, currency }) => ({
			country: textOf(country),
			country_name: textOf(country_name),
			price: amountOf(price),
			currency: textOf(currency),
			mcc: textOf(mcc),
			mnc: textOf(mnc) === ALL_NETWORKS ? null : textOf(mnc),
			message_type: textOf(type),
		}),
	},
});
