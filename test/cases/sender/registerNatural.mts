import { KINDS } from '../../property/values.mts';
import type { Kind } from '../../property/values.mts';
import { applicationOf } from '../applications.mts';
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
	...applicationOf({
		of: 'natural',
		form: PERSON,
		fields: FIELDS,
		senders: ['Pianist', 'NewPianist'],
		fixed: { channel: 'sms' },
	}),
};
