import { asSeen, given, listed } from '../../property/plain.mts';
import type { Plain, Values } from '../../property/plain.mts';
import { KINDS, recipients } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import {
	accepted,
	campaignInputs,
	campaignTerms,
	COUNTED,
	COUNTED_FIXED,
	linked,
	LIST,
	PAGE,
	sendUnderFault,
	toList,
	TWO,
} from '../sends.mts';

const text = { text: 'Sale' };

/** The request of a campaign that says something. */
const request = (
	said: Values,
	values: Values,
	phones: Array<{ phone: unknown; reference_id?: unknown }>,
): Plain => ({
	method: 'POST',
	path: '/api/campaigns/sms/send',
	body: {
		...given({ sender: asSeen(values.sender) }),
		...said,
		phones: phones.map(({ phone, ...reference }) => ({
			...given({ number: phone }),
			...reference,
		})),
		...campaignTerms(values),
	},
});

export const cases: OperationCases = {
	runs: [
		{
			parameters: { ...toList(TWO), text: 'A campaign' },
			check: (items) => every(items, 2, (item) => accepted(item) && Number(item.campaign_id) > 0),
		},
		{
			note: 'in moderation',
			parameters: { ...toList('380997001029'), text: 'No spam' },
			check: (items) => every(items, 1, (item) => Number(item.campaign_id) > 0),
		},
		{
			note: 'with clicks counted',
			parameters: { ...toList(TWO), text: PAGE, options: COUNTED },
			check: (items) => every(items, 2, (item) => accepted(item) && item.text === PAGE),
		},
	],
	faults: [
		{
			...sendUnderFault(/^\/api\/short-url\/domains/, { text: PAGE, options: COUNTED }),
			method: 'GET',
			at: 'domains',
		},
		{ ...sendUnderFault(/^\/api\/campaigns\/sms\/send$/, text), campaign: true },
		{ ...sendUnderFault(/^\/api\/auth\/login/, text), at: 'login' },
		{
			...sendUnderFault(/^\/api\/campaigns\/price$/, { ...text, options: { maximumPrice: 10 } }),
			at: 'price',
		},
	],
	inputs: [
		...campaignInputs((values, phones) =>
			request({ ...given({ text: values.text }) }, values, phones),
		),
		{
			way: 'clicks counted',
			fixed: { ...LIST, ...COUNTED_FIXED },
			fields: { recipients, sender: KINDS.sender, text: KINDS.linkedText },
			plain: (values) =>
				request(
					linked(values.text),
					values,
					listed(values.recipients).map((phone) => ({ phone })),
				),
		},
	],
};
