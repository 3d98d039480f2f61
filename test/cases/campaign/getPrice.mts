import { asSeen, given, listed, number } from '../../property/plain.mts';
import { KINDS, recipients } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { sender, TWO } from '../sends.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { recipients: TWO, sender, text: 'Sale' },
			check: (items) =>
				every(items, 1, ({ price, currency }) => price === 0.06 && currency === 'EUR'),
		},
	],
	faults: [
		{
			parameters: () => ({ recipients: '={{ $json.phone }}', sender: 'Shop', text: 'Sale' }),
			items: [{ phone: '380991112211' }],
		},
	],
	inputs: [
		{
			fixed: { priceFor: 'list' },
			fields: {
				recipients,
				sender: KINDS.sender,
				text: KINDS.text,
				'options.tariff': KINDS.tariff,
			},
			plain: (values) => ({
				method: 'POST',
				path: '/api/campaigns/price',
				body: given({
					sender: asSeen(values.sender),
					text: values.text,
					tariff_code: number(values['options.tariff']),
					messages: listed(values.recipients).map((phone) => given({ phone })),
				}),
			}),
		},
	],
};
