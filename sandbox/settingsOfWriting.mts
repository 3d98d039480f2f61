import { accent, behaviour, type Setting } from './setting.mts';

/** How a service writes what it says, where the specification leaves that open: the first part of the table in settings.mts. */
export const SETTINGS_OF_WRITING = {
	createReply: accent(
		['both', 'flat', 'nested'],
		'4.6',
		'W',
		'Reply of a single create: its fields at the top and under `result`, at the top only, or under `result` only',
	),
	numbers: accent(
		['documented', 'number', 'string', 'textIds'],
		'2.2',
		'S',
		'Ids, error codes and prices: as the samples mix them, all numbers, all strings, or ids as strings and the rest as numbers',
	),
	errors: accent(
		['ok', 'status', 'codeMessage'],
		'7',
		'W',
		'Legacy errors: HTTP 200, an HTTP status with the legacy body, or an HTTP status with `{code, message}`',
	),
	bearer: accent(
		['any', 'bearer', 'bearerColon'],
		'5.2',
		'O',
		'Which forms of the Authorization header are understood: both, `Bearer x`, `Bearer: x`',
	),
	restAuth: accent(['both', 'apiKey', 'bearer'], '5.2', 'O', 'Authentication under /rest'),
	apiAuth: accent(['both', 'apiKey', 'bearer'], '5.2', 'O', 'Authentication under /api'),
	campaignPath: accent(['both', 'campaign', 'campaigns'], '4.10', 'W', 'Path of the campaign list'),
	taskPath: accent(
		['both', 'sms', 'task'],
		'4.5',
		'W',
		'Path of the task status: `/rest/sms/{id}`, `/rest/sms/task/{id}` (and `/rest/sms/task_id/{id}`), or both',
	),
	statistics: accent(['statistics', 'statistic'], '2.1', 'S', 'Name of the counters'),
	alternativeStatistics: accent(
		['statistic', 'statistics', 'flat'],
		'2.1',
		'S',
		'Name of the counters of the alternative channel, or none',
	),
	totalPrice: accent(['totalprice', 'total_price'], '2.3', 'S', 'Name of the price of a task'),
	messageType: accent(
		['message_type', 'mesage_type'],
		'2.1',
		'S',
		'How the replies of 4.8 and 4.9 spell it',
	),
	individualTaskId: accent(
		[true, false],
		'4.6',
		'S',
		'Whether the reply of mode `individual` mentions `task_id`',
	),
	validationErrors: accent(
		['map', 'array'],
		'7',
		'W',
		'`errors` of a 422: a map such as `{"messages0phone": ["…"]}`, or a list of texts',
	),
	applicationStatus: accent(
		['documented', 'underscore'],
		'3.3',
		'S',
		'Words for the states of an application: as documented, or `in_progress` and `registered`',
	),
	statusCase: accent(
		['lower', 'upper'],
		'3.4',
		'S',
		'Letters of message statuses in legacy replies',
	),
	report: accent(
		['message_data', 'result', 'named', 'bare', 'documented'],
		'4.16',
		'W',
		'What stands around the records of a JSON report: that key, another key, a bare list, or what 4.16 prints, which is not JSON',
	),
	reportRecords: accent(['documented', 'newer'], '2.6', 'S', 'Names in a report record'),
	reportKey: accent(['integer', 'hex'], '4.16', 'S', 'Form of a file key'),
	csvWithoutType: behaviour(
		['refuse', 'serve'],
		'4.16',
		'S',
		'A csv file of a report that was asked for without a message type: error 85, or the records',
	),
	reportKeyName: accent(
		['key', 'export_id'],
		'4.16',
		'E',
		'Name of the file key in the reply to a request',
	),
	refreshBody: behaviour(
		['any', 'empty', 'token'],
		'5.2',
		'W',
		'What the body of a refresh may be, beside the token in the header: anything; nothing, else 422; or it must hold the token as `bearer`, else 422',
	),
	duplicates: accent(
		['refuse', 'accept'],
		'8',
		'W',
		'An identical campaign request within `config.duplicateSeconds`: refused with 429, or taken',
	),
	extensions: accent(
		[true, false],
		'4.12',
		'E',
		'Whether the operations beyond the specification exist; 404 where they do not',
	),
} as const satisfies Record<string, Setting<unknown>>;
