import { bare, given, number } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

const SENDER = { __rl: true, mode: 'name', value: 'Shop' };

const sent = (phone: string) => ({
	parameters: { sender: SENDER, phone, template: '501' },
	check: (items: Parameters<typeof every>[0]) =>
		every(items, 1, (item) => item.status === 'pending' && item.code_sent === true),
});

export const cases: OperationCases = {
	isExtension: true,
	runs: [sent('380997001234'), { note: 'to cancel', ...sent('380997001235') }],
	faults: [
		{
			unrepeated: true,
			effects: ({ store }) => [
				[...store.verifications.values()].filter(({ recipient }) => recipient === '380997001234')
					.length,
			],
		},
	],
	inputs: [
		{
			fields: {
				sender: KINDS.codeSender,
				phone: KINDS.phone,
				template: {
					...KINDS.id,
					good: KINDS.whole(1, 999_999_999).good,
					limits: ['1', 1, 999_999_999],
				},
				'options.digits': KINDS.whole(3, 9),
				'options.maxTries': KINDS.whole(1, 5),
				'options.lifetime': KINDS.whole(30, 300),
				'options.smsSender': KINDS.codeSender,
			},
			fixed: { channel: 'viber' },
			plain: (values) => ({
				method: 'POST',
				path: '/api/2fa/authentications/otp',
				body: {
					channel: 'viber',
					code_digits: 6,
					code_max_tries: 3,
					code_lifetime: 300,
					...given({
						sender: bare(values.sender),
						sender_alt: bare(values['options.smsSender']),
						// The node writes a number as text.
						recipient: typeof values.phone === 'number' ? String(values.phone) : bare(values.phone),
						template_id: number(bare(values.template)),
						code_digits: number(bare(values['options.digits'])),
						code_max_tries: number(bare(values['options.maxTries'])),
						code_lifetime: number(bare(values['options.lifetime'])),
					}),
				},
			}),
		},
	],
};
