import { bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import type { Kind } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

const PERSON = {
	countryCode: 'UA',
	personName: 'Olena Example',
	personCode: '3821234567',
	serviceDescription: 'Piano lessons',
	informingPurpose: 'Remind pupils of their lessons',
};

const FIELDS: ReadonlyArray<[parameter: string, name: string, kind: Kind]> = [
	['senderName', 'sender', KINDS.registrable],
	['countryCode', 'country_code', KINDS.country],
	['personName', 'name', KINDS.line(1, 100)],
	['personCode', 'code_of_company', KINDS.company],
	['serviceDescription', 'description', KINDS.line(1, 1000)],
	['informingPurpose', 'informing_purpose', KINDS.line(1, 1000)],
	['options.comment', 'comment', KINDS.line(0, 1000)],
];

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { senderName: 'Pianist', ...PERSON },
			check: (items) =>
				every(items, 1, ({ sender, status }) => sender === 'Pianist' && status === 'new'),
		},
	],
	faults: [
		{
			parameters: () => ({ senderName: 'NewPianist', ...PERSON }),
			unrepeated: true,
			effects: ({ store }) => [
				[...store.applications.values()].filter(({ sender }) => sender === 'NewPianist').length,
			],
		},
	],
	inputs: [
		{
			// Random senders come again.
			fixed: { 'options.ifThereIsOne': 'register', channel: 'sms' },
			fields: Object.fromEntries(FIELDS.map(([parameter, , kind]) => [parameter, kind])),
			plain: (values) => ({
				method: 'POST',
				path: '/api/senders/requests/natural',
				body: {
					type: 'sms',
					...given(
						Object.fromEntries(FIELDS.map(([parameter, name]) => [name, bare(values[parameter])])),
					),
				},
			}),
		},
	],
};
