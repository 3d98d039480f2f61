import { bare, given } from '../property/plain.mts';
import type { Kind } from '../property/values.mts';
import { every } from './case.mts';
import type { OperationCases } from './case.mts';

/** A company that applies for a sender. */
export const COMPANY = {
	countryCode: 'UA',
	companyCode: '12345678',
	legalName: 'Example Ltd',
	address: '1 Example Street, Kyiv',
	taxNumber: '1234567890',
	serviceDescription: 'Order notifications',
	informingPurpose: 'Tell customers about their orders',
};

interface Application {
	/** The last part of its path. */
	of: 'legal' | 'natural';
	/** All that an application needs but the sender. */
	form: Record<string, string>;
	fields: ReadonlyArray<[parameter: string, name: string, kind: Kind]>;
	/** The senders of the run, and of the run under faults. */
	senders: readonly [run: string, underFault: string];
	fixed?: Record<string, string>;
}

/** The cases of an operation that applies for a sender. */
export const applicationOf = ({
	of,
	form,
	fields,
	senders: [senderName, other],
	fixed,
}: Application): OperationCases => ({
	runs: [
		{
			parameters: { senderName, ...form },
			check: (items) =>
				every(items, 1, ({ sender, status }) => sender === senderName && status === 'new'),
		},
	],
	faults: [
		{
			parameters: () => ({ senderName: other, ...form }),
			unrepeated: true,
			effects: ({ store }) => [
				[...store.applications.values()].filter(({ sender }) => sender === other).length,
			],
		},
	],
	inputs: [
		{
			// Random senders come again.
			fixed: { 'options.ifThereIsOne': 'register', ...fixed },
			fields: Object.fromEntries(fields.map(([parameter, , kind]) => [parameter, kind])),
			plain: (values) => ({
				method: 'POST',
				path: `/api/senders/requests/${of}`,
				body: {
					type: 'sms',
					...given(
						Object.fromEntries(fields.map(([parameter, name]) => [name, bare(values[parameter])])),
					),
				},
			}),
		},
	],
});
