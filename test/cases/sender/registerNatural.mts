import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';

const PERSON = {
	countryCode: 'UA',
	personName: 'Olena Example',
	personCode: '3821234567',
	serviceDescription: 'Piano lessons',
	informingPurpose: 'Remind pupils of their lessons',
};

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
};
