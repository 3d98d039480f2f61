import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_QUIET_HOURS } from '../quietHours';

/* When nothing is sent, by the clocks of the recipients. */

const VALUES: INodeProperties[] = [
	{
		displayName: 'Quiet From',
		name: 'from',
		type: 'string',
		default: '21:00',
		placeholder: 'e.g. 21:00',
		description:
			'The time of the day from which nothing is sent, where the recipient is. Leave both times empty to choose weekdays only.',
	},
	{
		displayName: 'Quiet Until',
		name: 'to',
		type: 'string',
		default: '08:00',
		placeholder: 'e.g. 08:00',
		description:
			'The time of the day at which sending begins, where the recipient is. If it is earlier than Quiet From, it is on the next morning.',
	},
	{
		displayName: 'Sending Days',
		name: 'days',
		type: 'multiOptions',
		options: [
			{ name: 'Friday', value: 5 },
			{ name: 'Monday', value: 1 },
			{ name: 'Saturday', value: 6 },
			{ name: 'Sunday', value: 7 },
			{ name: 'Thursday', value: 4 },
			{ name: 'Tuesday', value: 2 },
			{ name: 'Wednesday', value: 3 },
		],
		default: [1, 2, 3, 4, 5, 6, 7],
		description: 'The weekdays on which messages may be sent, where the recipient is',
	},
	{
		displayName: 'Zone Field',
		name: 'zoneField',
		type: 'string',
		requiresDataPath: 'single',
		default: '',
		placeholder: 'e.g. time_zone',
		description:
			'The name of the field that holds the time zone of each recipient, such as Europe/Kyiv. If it is empty, the country of the number counts; if that has several zones, a time must suit all of them.',
	},
];

/** When nothing is sent, by the clocks of the recipients; what goes out later gets a start (4.7, 4.8). It acts as soon as it is added. */
export const QUIET_HOURS: INodeProperties = {
	displayName: 'Quiet Hours',
	name: 'quietHours',
	type: 'fixedCollection',
	placeholder: 'Add quiet hours',
	default: { hours: { ...DEFAULT_QUIET_HOURS, zoneField: '' } },
	description:
		'When nothing is sent, by the clocks where each recipient is. Recipients outside quiet hours get the message now, the others later, in campaigns of their own and within 30 days; the output says when. With Start At, the later time counts.',
	options: [{ displayName: 'Hours', name: 'hours', values: VALUES }],
};

/** When nothing is sent, for messages that cannot be given a start (4.6). */
export const QUIET_HOURS_WITHOUT_START: INodeProperties = {
	...QUIET_HOURS,
	description:
		'When nothing is sent, by the clocks where each recipient is. The messages of this operation cannot be scheduled: those in quiet hours are skipped, and start_at says from when they may go: send them then, for example after a Wait node.',
};
