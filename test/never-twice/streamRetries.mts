import { lost } from '../unit/sending/fakeFunctions.mts';
import { FIVE, NUMBERS, secondRefused, SKIP, type Case } from './streamTries.mts';

/** A second try after one that failed, whose rows are the same, in another order, corrected, or gone. */
export const RETRIES: Case[] = [
	{
		name: 'a retry of a request that was refused',
		tries: [secondRefused, { rows: FIVE, size: 2 }],
		is: {
			items: { rows: 'before | before | accepted | accepted | before', sent: '03 c, 04 d' },
			file: { rows: 'before | before | accepted | accepted | accepted', sent: '03 c, 04 d | 05 e' },
		},
	},
	{
		name: 'a retry in another order',
		tries: [secondRefused, { rows: 'E e, D d, C c, B b, A a', size: 2 }],
		is: {
			items: { rows: 'before | accepted | accepted | before | before', sent: '04 d, 03 c' },
			file: { rows: ' |  |  |  | ', sent: '', error: 'The file has changed' },
		},
	},
	{
		name: 'a retry without a row that was sent',
		tries: [secondRefused, { rows: 'B b, C c, D d, E e', size: 2 }],
		is: {
			items: { rows: 'before | accepted | accepted | before', sent: '03 c, 04 d' },
			file: { rows: ' |  |  | ', sent: '', error: 'The file has changed' },
		},
	},
	{
		name: 'a retry with another text where nothing was sent',
		tries: [secondRefused, { rows: 'A a, B b, C c, D dd, E e', size: 2 }],
		is: {
			items: { rows: 'before | before | accepted | accepted | before', sent: '03 c, 04 dd' },
			file: {
				rows: 'before | before | accepted | accepted | accepted',
				sent: '03 c, 04 dd | 05 e',
			},
		},
	},
	{
		name: 'a retry after a wrong row was corrected',
		tries: [
			{ ...secondRefused, rows: 'A a, x b, C c, D d, E e', options: SKIP },
			{ rows: FIVE, size: 2, options: SKIP },
		],
		is: {
			items: {
				rows: 'before | accepted | before | accepted | accepted',
				sent: '02 b, 04 d | 05 e',
			},
			file: { rows: ' |  |  |  | ', sent: '', error: 'The file has changed' },
		},
	},
	{
		name: 'a retry after a row without text got the text that its number has',
		tries: [
			{ ...secondRefused, rows: 'A -, A a, B b, C c', options: SKIP },
			{ rows: 'A a, A a, B b, C c', size: 2, options: SKIP },
		],
		is: {
			items: {
				rows: 'duplicate: An earlier try sent to this number from another row | before | before | accepted',
				sent: '03 c',
			},
			file: { rows: ' |  |  | ', sent: '', error: 'The file has changed' },
		},
	},
	{
		name: 'a retry after a row without text got the text of one that may have been sent',
		tries: [
			{ rows: 'A -, A a', options: SKIP, answers: [lost()] },
			{ rows: 'A a, A a', options: SKIP, isThere: true },
		],
		is: {
			items: {
				rows: 'duplicate: An earlier try sent to this number from another row | accepted',
				sent: '',
			},
			file: { rows: ' | ', sent: '', error: 'The file has changed' },
		},
	},
	{
		name: 'a retry after a row that was sent lost its text, and another with its number got one',
		tries: [
			{ ...secondRefused, rows: 'A a, A -, B b, C c', options: SKIP },
			{ rows: 'A -, A a, B b, C c', size: 2, options: SKIP },
		],
		is: {
			items: {
				rows: 'before | duplicate: An earlier try sent to this number from another row | before | accepted',
				sent: '03 c',
			},
			file: { rows: ' |  |  | ', sent: '', error: 'The file has changed' },
		},
	},
	{
		name: 'a retry that leaves out a number that was sent, and stands there twice',
		tries: [
			{ ...secondRefused, rows: 'A a, B b, A a, C c' },
			{
				rows: 'A a, B b, A a, C c',
				size: 2,
				options: { ...SKIP, leaveOutNumbers: NUMBERS[1] },
			},
		],
		is: {
			items: {
				rows: 'before | before | left out | accepted',
				sent: '03 c',
			},
			file: { rows: ' |  |  | ', sent: '', error: 'The file has changed' },
		},
	},
];
