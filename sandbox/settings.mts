import { accent, amount, behaviour, type Setting } from './setting.mts';

/**
 * The settings by which the sandbox can be any service that keeps the specification: one entry for each row of the table
 * in README.md, which is generated from here, as are the checks of the control interface and of the command line. A
 * setting is here only where the specification is silent, or says two things, and a source shows the other way.
 */
export const SETTINGS = {
	createReply: accent(
		['both', 'flat', 'nested'],
		'4.6',
		'W',
		'Reply of a single create: its fields at the top and under `result`, at the top only, or under `result` only',
	),
	numbers: accent(
		['documented', 'number', 'string', 'textIds'],
		'2.2',
		'W',
		'Ids, error codes and prices: as the samples mix them, all numbers, all strings, or under /rest ids as strings beside numbers, as bsg-go declares them',
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
		'S',
		'Which forms of the Authorization header are understood: both, `Bearer x`, `Bearer: x`',
	),
	restAuth: accent(['both', 'apiKey', 'bearer'], '5', 'S', 'Authentication under /rest'),
	apiAuth: accent(['both', 'apiKey', 'bearer'], '5', 'S', 'Authentication under /api'),
	campaignPath: accent(['both', 'campaign', 'campaigns'], '4.10', 'W', 'Path of the campaign list'),
	taskPath: accent(
		['both', 'sms', 'task'],
		'4.5',
		'W',
		'Path of the task status: `/rest/sms/{id}`, `/rest/sms/task/{id}` (and `/rest/sms/task_id/{id}`), or both',
	),
	alternativeStatistics: accent(
		['statistic', 'statistics'],
		'2.1',
		'S',
		'Name of the counters of the alternative channel',
	),
	totalPrice: accent(
		['totalprice', 'total_price'],
		'4.6',
		'W',
		'Name of the price of a task in the reply to a send',
	),
	messageType: accent(
		['message_type', 'mesage_type'],
		'2.1',
		'S',
		'How the replies of 4.8 and 4.9 spell it',
	),
	individualTaskId: accent(
		[true, false],
		'4.6',
		'W',
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
		'W',
		'Words for the states of an application: as documented, or `in_progress` and `registered`',
	),
	legalName: accent(
		['legal_name', 'name'],
		'4.14',
		'S',
		'Name of the legal entity in the reply to a registration: as the sample, or as the field table',
	),
	listFlags: accent(
		['sample', 'table', 'model'],
		'2.5',
		'S',
		'`id` and `default` of a contact list: an integer and 0 or 1 as in the sample, a text and a bool as the field table says, or an integer and a bool as the SDKs declare them',
	),
	statusCase: accent(
		['lower', 'upper'],
		'3.4',
		'W',
		'Letters of message statuses in legacy replies',
	),
	calculatedPrice: accent(
		[false, true],
		'4.12',
		'E',
		'Whether the reply to a new SMS campaign holds `calculated_price` and `currency`, as that of an RCS campaign does',
	),
	listedStatus: accent(
		['legacy', 'model'],
		'4.12',
		'E',
		'Words for the states of a message in the list of messages: as under /rest, or only those that the SDKs declare',
	),
	report: accent(
		['message_data', 'result', 'named', 'bare', 'documented'],
		'4.16',
		'W',
		'What stands around the records of a JSON report: that key, another key, a bare list, or what 4.16 prints, which is not JSON',
	),
	reportRecords: accent(['documented', 'newer'], '2.6', 'E', 'Names in a report record'),
	reportKey: accent(['integer', 'hex'], '4.16', 'W', 'Form of a file key'),
	reportKeyName: accent(
		['key', 'export_id'],
		'4.16',
		'E',
		'Name of the file key in the reply to a request',
	),
	emptyFields: accent(['list', 'object'], '2.5', 'W', '`fields` of a contact without any'),
	extensions: accent(
		[true, false],
		'4.12',
		'E',
		'Whether the operations beyond the specification exist; 404 where they do not',
	),
	bareRecords: accent(
		[false, true],
		'4.12',
		'E',
		'A verification, a template or a short link by itself in a reply: under `data`, as the schemas declare it, or bare, as the samples show it',
	),
	stopListSearch: accent(
		['stoplist', 'stoplists'],
		'4.12',
		'E',
		'Path of the search in the stop list, under /api',
	),
	receivedItems: accent(
		['id', 'plain'],
		'4.12',
		'E',
		'A reply in the list of replies: with an id, as the clients show it, or without one, as the documentation does',
	),
	reportList: behaviour(
		['result', 'exports'],
		'4.12',
		'E',
		'The list of report files: `result`, which says what was asked for and has five states, or `exports`, which says when and has two',
	),
	received: behaviour(
		['list', 'refuse'],
		'4.12',
		'E',
		'The list of replies where the account has no 2WAY: a list, or error 35',
	),
	prices: behaviour(
		['known', 'unknown'],
		'4.12',
		'E',
		'The price of a campaign that is asked for: a number, or null',
	),
	nulls: behaviour(
		['refuse', 'ignore'],
		'4.6',
		'W',
		'null in an optional field: refused, or taken for none, as bsg-go and the Python SDK write it',
	),
	times: behaviour(
		['documented', 'iso'],
		'4.7',
		'E',
		'Times in requests: in the form of the specification only, or also as ISO 8601 writes them, with milliseconds and an offset',
	),
	versionInPath: behaviour(
		[false, true],
		'9',
		'E',
		'Whether a path may begin with `/v1.0`, before `/rest` or `/api` or, as bsg-php writes it, in place of `/rest`',
	),
	duplicates: behaviour(
		['refuse', 'accept'],
		'8',
		'W',
		'An identical campaign request within `config.duplicateSeconds`: refused with 429, or taken',
	),
	campaignReferences: behaviour(
		['atOnce', 'late', 'never'],
		'4.4',
		'S',
		'When the messages of a campaign can be found under /rest, by reference and by id: 4.3 and 4.4 speak of legacy messages; late is after `lateMs`',
	),
	messageList: behaviour(
		['atOnce', 'late', 'never'],
		'4.12',
		'E',
		'When the list of messages under /api shows a message; late is after `lateMs`, and never means that there is no such list (404)',
	),
	lateMs: amount(
		[5000, 60_000],
		86_400_000,
		'4.4',
		'S',
		'How late that is, in milliseconds: no time is promised',
	),
	apiReferences: behaviour(
		['refuse', 'accept'],
		'4.7',
		'E',
		'A reference that is known, in a campaign: 422, or another message under the same reference',
	),
	references: behaviour(
		['clients', 'strict'],
		'2.2',
		'W',
		'Which references may be sent and looked up: also with `_` and `-`, as those of the public clients, or letters and digits only',
	),
	individualTexts: behaviour(
		['either', 'own', 'both'],
		'4.6',
		'W',
		'Where mode `individual` has its texts and senders: in each `phones[]` item, where the common ones stand in for missing ones; in each item only; or in each item, and common ones must be there as in the other modes',
	),
	bulkReply: behaviour(
		['result', 'first'],
		'4.6',
		'W',
		'Reply of mode `phones`: a list `result` of its recipients; or, as its table of fields says, the task with `id` and `reference` of the first message, where a recipient that is refused refuses all',
	),
	pageLimit: behaviour(
		['bounded', 'any'],
		'8',
		'W',
		'`page[limit]`: 30 to 500 (lists of contacts and messages: 15), 422 outside; or 1 to 500',
	),
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

/** Personalities by name: under `clients` the vendor's public clients work unmodified. */
export const PRESETS = {
	clients: {
		numbers: 'textIds',
		nulls: 'ignore',
		times: 'iso',
		versionInPath: true,
		totalPrice: 'total_price',
		applicationStatus: 'underscore',
		listFlags: 'model',
		listedStatus: 'model',
	},
} as const satisfies Record<string, Partial<Dialect>>;

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
