import { accent, amount, behaviour, type Setting } from './setting.mts';

/**
 * Everything that the specification leaves open, and what a service may do about it: one entry for each row of the table
 * in README.md, which is generated from here, as are the checks of the control interface and of the command line.
 */
export const SETTINGS = {
	createReply: accent(
		['flat', 'nested', 'both'],
		'4.6',
		'S',
		'Reply of a single create: its fields at the top, under `result`, or both',
	),
	numbers: accent(
		['documented', 'number', 'string'],
		'2.2',
		'S',
		'Ids, error codes and prices: as the samples mix them, all numbers, or all strings',
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
	reportKeyName: accent(
		['key', 'export_id'],
		'4.16',
		'E',
		'Name of the file key in the reply to a request',
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
	campaignReferences: behaviour(
		['atOnce', 'late', 'never'],
		'4.4',
		'O',
		'When the messages of a campaign can be found under /rest, by reference and by id; late is after `campaignReferencesMs`',
	),
	campaignReferencesMs: amount([5000, 60_000], 86_400_000, '4.4', 'O', 'How late, in milliseconds'),
	messageList: behaviour(
		['atOnce', 'late', 'never'],
		'4.12',
		'E',
		'When the list of messages under /api shows a message; late is after `messageListMs`, and never means that there is no such list',
	),
	messageListMs: amount([5000, 60_000], 86_400_000, '4.12', 'O', 'How late, in milliseconds'),
	apiReferences: behaviour(
		['refuse', 'accept'],
		'4.7',
		'E',
		'A reference that is known, in a campaign: 422, or another message under the same reference',
	),
	legacyReferences: behaviour(
		['refuse', 'accept'],
		'7',
		'S',
		'A reference that is known, in a legacy send: error 23, or another message under the same reference',
	),
	referenceScope: behaviour(
		['service', 'interface'],
		'2.2',
		'O',
		'Whether a reference that /api took is known to /rest as well, and the other way round',
	),
	abandoned: behaviour(
		['drop', 'commit'],
		'7',
		'O',
		'A request whose client has left, or whose gateway has answered 408 or 5xx, before it was handled: never handled, or handled after `abandonedMs`',
	),
	abandonedMs: amount([5000, 60_000], 86_400_000, '7', 'O', 'How late, in milliseconds'),
} as const satisfies Record<string, Setting<unknown>>;

/** The name of a setting. */
export type SettingName = keyof typeof SETTINGS;

/** A service's personality: a value for each setting. It may be changed at any time. */
export type Dialect = {
	-readonly [Name in SettingName]: (typeof SETTINGS)[Name]['values'][number];
};

/** The personality that the sandbox has unless told otherwise: the specification, and the notes where it is silent. */
export const DEFAULT_DIALECT: Readonly<Dialect> = Object.fromEntries(
	Object.entries(SETTINGS).map(([name, { values }]) => [name, values[0]]),
) as Dialect;

/** What is wrong with a change of a personality; undefined when nothing is. */
export function wrongDialect(change: Record<string, unknown>): string | undefined {
	const known = new Map<string, Setting<unknown>>(Object.entries(SETTINGS));
	for (const [name, value] of Object.entries(change)) {
		const setting = known.get(name);
		if (!setting) return `unknown dialect ${name}`;
		if (!setting.check(value)) return `dialect ${name} must be one of ${setting.allowed}`;
	}
	return undefined;
}
