import { lost } from '../unit/sending/fakeFunctions.mts';
import { resultOf, type Try } from './streamCases.mts';
import { RETRIES } from './streamRetries.mts';
import { FIVE, NUMBERS, REFUSED, secondRefused, SKIP, TAKEN, type Case } from './streamTries.mts';

const OWN = { referenceMode: 'custom', reference: '{reference}' };
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const NIGHT = { quietHours: { hours: { from: '21:00', to: '08:00', days: DAYS } } };
const [EVENING, LATE] = ['2026-11-21T15:00:00Z', '2026-11-21T22:00:00Z'];
const DAY_AFTER = '2026-11-22T06:30:00Z';
const TWO = 'A a, B b';
/** The first piece is held back, the next one taken, and the one after it refused. */
const partlyHeld: Try = {
	rows: 'J a, K b, L c, A a, B b, C c, D d',
	size: 2,
	options: NIGHT,
	at: EVENING,
	answers: [TAKEN, REFUSED],
};
const campaign: Try = { rows: TWO, endpoint: 'personalized' };

export const CASES: Case[] = [
	{
		name: 'a text to a number that has it',
		tries: [{ rows: 'A a, B b, A a' }],
		is: { rows: 'accepted | accepted | same as 1', sent: '01 a, 02 b' },
	},
	{
		name: 'another text to a number',
		tries: [{ rows: 'A a, B b, A c, A a' }],
		is: { rows: 'accepted | accepted | accepted | same as 1', sent: '01 a, 02 b | 01 c' },
	},
	{
		name: 'a number twice, with one text for all',
		tries: [{ rows: 'A a, B b, A c', endpoint: 'bulk' }],
		is: { rows: 'accepted | accepted | duplicate: The same number as row 1', sent: '01, 02' },
	},
	{
		name: 'references of their own',
		tries: [{ rows: 'A a x, B b y, A a z', options: OWN }],
		is: { rows: 'accepted | accepted | same as 1', sent: '01 a, 02 b' },
	},
	{
		name: 'a repeated row with a wrong reference',
		tries: [{ rows: 'A a x, B b y, A a ä', options: { ...OWN, ...SKIP } }],
		is: {
			rows: 'accepted | accepted | refused: Reference "ä" is not in the form that the service takes',
			sent: '01 a, 02 b',
		},
	},
	{
		name: 'a repeated row with a wrong reference, nobody to be left out',
		tries: [{ rows: 'A a x, B b y, A a ä', options: OWN }],
		is: {
			rows: ' |  | ',
			sent: '',
			error:
				'Nothing was sent: 1 of 3 recipients cannot be used: [row 3] Reference "ä" is not in the form that the service takes',
		},
	},
	{
		name: 'a reference twice, in the same row',
		tries: [{ rows: 'A a x, B b y, A a x', options: { ...OWN, ...SKIP } }],
		is: { rows: 'accepted | accepted | same as 1', sent: '01 a, 02 b' },
	},
	{
		name: 'a reference twice, to another number',
		tries: [{ rows: 'A a x, B b x, B c z', options: { ...OWN, ...SKIP } }],
		is: {
			rows: 'accepted | refused: The reference x is the same as in row 1 | accepted',
			sent: '01 a, 02 c',
		},
	},
	{
		name: 'a reference twice, with another text',
		tries: [{ rows: 'A a x, B b y, A c x', options: { ...OWN, ...SKIP } }],
		is: {
			rows: 'accepted | accepted | refused: The reference x is the same as in row 1',
			sent: '01 a, 02 b',
		},
	},
	{
		name: 'references from content',
		tries: [{ rows: 'A a, B b, A c', options: { referenceMode: 'content' } }],
		is: { rows: 'accepted | accepted | accepted', sent: '01 a, 02 b | 01 c' },
	},
	{
		name: 'wrong rows',
		tries: [{ rows: 'A a, x b, B -' }],
		is: {
			rows: ' |  | ',
			sent: '',
			error:
				'Nothing was sent: 2 of 3 recipients cannot be used: [row 2] Phone Number … has no digits; [row 3] Text needs the field "text", which is empty here',
		},
	},
	{
		name: 'wrong rows that are left out',
		tries: [{ rows: 'A a, x b, B -', options: SKIP }],
		is: { rows: 'accepted | no digits | no text', sent: '01 a' },
	},
	{
		name: 'wrong rows under Continue',
		tries: [{ rows: 'A a, x b, B -', continueOnFail: true }],
		is: {
			items: { rows: 'accepted | no digits | no text', sent: '01 a' },
			file: { rows: ' |  | ', sent: '' },
		},
	},
	{
		name: 'nothing but wrong rows',
		tries: [{ rows: 'x b, B -', options: SKIP }],
		is: {
			rows: ' | ',
			sent: '',
			error:
				'Nothing was sent: 2 of 2 recipients cannot be used: [row 2] Text needs the field "text", which is empty here; [row 1] Phone Number … has no digits',
		},
	},
	{
		name: 'numbers to leave out',
		tries: [{ rows: 'A a, B -, C c, B b', options: { leaveOutNumbers: NUMBERS.slice(0, 1) } }],
		is: { rows: 'accepted | left out | accepted | left out', sent: '01 a, 03 c' },
	},
	{
		name: 'nothing but numbers to leave out and wrong ones',
		tries: [{ rows: 'A a, x -', options: { leaveOutNumbers: NUMBERS, ...SKIP } }],
		is: {
			rows: ' | ',
			sent: '',
			error:
				'Nothing was sent: 1 of 2 recipients cannot be used: [row 2] Phone Number … has no digits',
		},
	},
	{
		name: 'a dry run',
		tries: [{ rows: 'A a, A a, C c', parameters: { dryRun: true } }],
		is: { rows: 'dry run: Would be sent | same as 1 | dry run: Would be sent', sent: '' },
	},
	{
		name: 'a dry run with a wrong row',
		tries: [{ rows: 'A a, x a, C c', parameters: { dryRun: true } }],
		is: { rows: 'dry run: Would be sent | no digits | dry run: Would be sent', sent: '' },
	},
	{
		name: 'one whom the service refuses',
		tries: [{ rows: TWO, answers: [resultOf(['A', 33], ['B', 0])] }],
		is: { rows: 'code 33 | accepted', sent: '01 a, 02 b' },
	},
	{
		name: 'all whom the service refuses one by one',
		tries: [{ rows: TWO, answers: [resultOf(['A', 33], ['B', 33])] }],
		is: {
			rows: ' | ',
			sent: '01 a, 02 b',
			error:
				'The service refused all 2 recipients: [row 1 and 1 more] The account may not send to this country or network (code 33)',
		},
	},
	{
		name: 'all whom the service refuses one by one, if they are left out',
		tries: [{ rows: TWO, options: SKIP, answers: [resultOf(['A', 33], ['B', 33])] }],
		is: {
			rows: ' | ',
			sent: '01 a, 02 b',
			error:
				'Nothing was sent: 2 of 2 recipients cannot be used: [row 1 and 1 more] The account may not send to this country or network (code 33)',
		},
	},
	{
		name: 'a retry of those whom the service refused one by one',
		tries: [{ rows: TWO, answers: [resultOf(['A', 33], ['B', 33])] }, { rows: TWO }],
		is: { rows: 'accepted | accepted', sent: '01 a, 02 b' },
	},
	{
		name: 'a request that is refused',
		tries: [secondRefused],
		is: {
			items: {
				rows: ' |  |  |  | ',
				sent: '01 a, 02 b | 03 c, 04 d | 05 e',
				error: 'The service refused the request (HTTP 402)',
			},
			file: {
				rows: ' |  |  |  | ',
				sent: '01 a, 02 b | 03 c, 04 d',
				error: 'The service refused the request (HTTP 402)',
			},
		},
	},
	{
		name: 'a request that is refused, under Continue',
		tries: [{ ...secondRefused, continueOnFail: true }],
		is: {
			items: {
				rows: 'accepted | accepted | 402 | 402 | accepted',
				sent: '01 a, 02 b | 03 c, 04 d | 05 e',
			},
			file: { rows: 'accepted | accepted | 402 | 402 | ', sent: '01 a, 02 b | 03 c, 04 d' },
		},
	},
	...RETRIES,
	{
		name: 'an answer that is lost',
		tries: [{ ...campaign, answers: [lost()] }],
		is: {
			rows: ' | ',
			sent: '01 a, 02 b',
			error:
				'It is not known whether the service accepted the send: the connection to the service was lost',
		},
	},
	{
		name: 'an answer that is lost, counted as sent',
		tries: [{ ...campaign, options: { ifOutcomeUnknown: 'countAsSent' }, answers: [lost()] }],
		is: { rows: 'counted | counted', sent: '01 a, 02 b' },
	},
	{
		name: 'a retry of what the service has',
		tries: [
			{ ...campaign, answers: [lost()] },
			{ ...campaign, isThere: true },
		],
		is: { rows: 'accepted | accepted', sent: '' },
	},
	{
		name: 'a retry of what the service does not show',
		tries: [{ ...campaign, answers: [lost()] }, campaign],
		is: {
			rows: ' | ',
			sent: '',
			error:
				'It is not known whether the service accepted the send: an earlier try may have sent it',
		},
	},
	{
		name: 'a retry of what the service does not show, which is to count as sent',
		tries: [
			{ ...campaign, answers: [lost()] },
			{ ...campaign, options: { ifOutcomeUnknown: 'countAsSent' } },
		],
		is: {
			rows: 'accepted: Counted as sent, as the outcome is unknown: An earlier try may have sent it | accepted: Counted as sent, as the outcome is unknown: An earlier try may have sent it',
			sent: '',
		},
	},
	{
		name: 'a retry of what was counted as sent, and of what was not',
		tries: [
			{
				...secondRefused,
				options: { ifOutcomeUnknown: 'countAsSent' },
				answers: [resultOf(['A', 0], ['B', -1]), REFUSED],
			},
			{ rows: FIVE, size: 2 },
		],
		is: {
			items: { rows: 'before | counted before | accepted | accepted | before', sent: '03 c, 04 d' },
			file: {
				rows: 'before | counted before | accepted | accepted | accepted',
				sent: '03 c, 04 d | 05 e',
			},
		},
	},
	{
		name: 'a retry after a kill of what the service has',
		tries: [{ ...campaign, mode: 'retry', isThere: true }],
		is: { rows: 'accepted | accepted', sent: '' },
	},
	{
		name: 'a retry after a kill of what the service does not have',
		tries: [{ ...campaign, mode: 'retry' }],
		is: { rows: 'accepted | accepted', sent: '01 a, 02 b' },
	},
	{
		name: 'a stop during the first request',
		tries: [{ rows: FIVE, size: 2, isStopped: true }],
		is: {
			items: {
				rows: 'accepted | accepted | accepted | accepted | accepted',
				sent: '01 a, 02 b | 03 c, 04 d | 05 e',
			},
			file: {
				rows: ' |  |  |  | ',
				sent: '01 a, 02 b',
				error: 'The execution was stopped before the whole file was sent',
			},
		},
	},
	{
		name: 'night for all',
		tries: [{ rows: TWO, options: NIGHT, at: LATE }],
		is: {
			rows: 'held until 2026-11-22T06:00:00+00:00 | held until 2026-11-22T06:00:00+00:00',
			sent: '',
		},
	},
	{
		name: 'night for all, in a campaign',
		tries: [{ ...campaign, options: NIGHT, at: LATE }],
		is: { rows: 'accepted | accepted', sent: '01 a, 02 b at 2026-11-22 06:00:00' },
	},
	{
		name: 'night for some',
		tries: [{ rows: 'A a, J b', options: NIGHT, at: EVENING }],
		is: { rows: 'accepted | held until 2026-11-21T23:00:00+00:00', sent: '01 a' },
	},
	{
		name: 'night for some, in a campaign',
		tries: [{ rows: 'A a, J b, B c', endpoint: 'personalized', options: NIGHT, at: EVENING }],
		is: {
			rows: 'accepted | accepted | accepted',
			sent: '01 a, 02 c | 78 b at 2026-11-21 23:00:00',
		},
	},
	{
		name: 'a retry by day of what was held back, and of what was refused',
		tries: [partlyHeld, { ...partlyHeld, at: DAY_AFTER, answers: [] }],
		is: {
			items: {
				rows: 'accepted | accepted | accepted | before | before | accepted | accepted',
				sent: '78 a, 79 b | 70 c, 03 c | 04 d',
			},
			file: {
				rows: 'accepted | accepted | accepted | before | before | accepted | accepted',
				sent: '78 a, 79 b | 70 c | 03 c, 04 d',
			},
		},
	},
	{
		name: 'a retry by night of what may have been sent by day',
		tries: [
			{ rows: TWO, options: NIGHT, at: EVENING, answers: [lost()] },
			{ rows: TWO, options: NIGHT, at: LATE },
		],
		is: { rows: 'accepted | accepted', sent: '01 a, 02 b' },
	},
	{
		name: 'a retry by day of two campaigns by night, one of which may have been made',
		tries: [
			{ ...campaign, rows: 'A a, J b', options: NIGHT, at: EVENING, answers: [TAKEN, lost()] },
			{ ...campaign, rows: 'A a, J b', options: NIGHT, at: DAY_AFTER, isThere: true },
		],
		is: { rows: 'before | accepted', sent: '' },
	},
	{
		name: 'a retry by day of another file, with what was held back',
		tries: [
			partlyHeld,
			{ ...partlyHeld, rows: 'J a, K b, L c, B b, C c, D d', at: DAY_AFTER, answers: [] },
		],
		is: {
			items: {
				rows: 'accepted | accepted | accepted | before | accepted | accepted',
				sent: '78 a, 79 b | 70 c, 03 c | 04 d',
			},
			file: { rows: ' |  |  |  |  | ', sent: '', error: 'The file has changed' },
		},
	},
];
