import { accent, amount, behaviour, names, type Setting } from './setting.mts';
import { SETTINGS_OF_REFUSALS } from './settingsOfRefusals.mts';
import { SETTINGS_OF_WRITING } from './settingsOfWriting.mts';

/**
 * Everything that the specification leaves open, and what a service may do about it: one entry for each row of the table
 * in README.md, which is generated from here, as are the checks of the control interface and of the command line.
 */
export const SETTINGS = {
	...SETTINGS_OF_WRITING,
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
	received: behaviour(
		['list', 'refuse'],
		'4.12',
		'E',
		'The list of replies where the account has no 2WAY: a list, or error 35',
	),
	receivedItems: accent(
		['id', 'plain'],
		'4.12',
		'E',
		'A reply in that list: with an id, as the clients show it, or without one, as the documentation does',
	),
	stopListSearch: accent(
		['stoplist', 'stoplists'],
		'4.12',
		'E',
		'Path of the search in the stop list, under /api',
	),
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
	newStatus: behaviour(
		['new', 'accepted', 'waiting', 'sending'],
		'3.4',
		'W',
		'Status of a legacy message that was taken and has not left yet',
	),
	finalStatus: behaviour(
		['undeliverable', 'undelivered', 'failed', 'rejected', 'expired', 'not-viber-user'],
		'3.4',
		'W',
		'Final status of a message that was handed over and could not be delivered',
	),
	references: behaviour(
		['clients', 'strict'],
		'2.2',
		'W',
		'Which references a send may carry: also `_` and `-`, as those of the public clients, or letters and digits only',
	),
	referenceLookup: behaviour(
		['clients', 'strict'],
		'4.4',
		'W',
		'Which references may be looked up: likewise, or error 27',
	),
	nullReference: behaviour([22, 27], '7', 'W', 'Legacy code for `reference: null`'),
	unknownRequestFields: behaviour(
		['ignore', 'refuse'],
		'4',
		'O',
		'A field in the body of a request that the specification does not name for its operation: ignored, or refused with error 24 or 422',
	),
	nullInput: behaviour(
		['refuse', 'ignore'],
		'4',
		'W',
		'null in an optional field of a request: refused, or as if it were left out',
	),
	legacyRepeatedPhone: behaviour(
		['refuse', 'accept'],
		'7',
		'W',
		'A phone twice in a legacy request: error 31 for the second, or a message for each',
	),
	apiRepeatedPhone: behaviour(
		['accept', 'refuse'],
		'4.7',
		'O',
		'A phone twice in a campaign: a message for each, or 422',
	),
	individualTexts: behaviour(
		['either', 'own', 'both', 'common'],
		'4.6',
		'W',
		'Where mode `individual` has its texts and senders: in each `phones[]` item, where the common ones stand in for missing ones; in each item only; in each item, and common ones must be there as in the other modes; or in the common ones only, so that all recipients get the same',
	),
	legacyRecipients: behaviour(
		[10_000, 1000],
		'8',
		'S',
		'Most recipients of a legacy request; more are error 12',
	),
	campaignSender: behaviour(
		['asPersonalized', 'asLegacy'],
		'4.7',
		'O',
		'Rule for the sender of 4.7 and 4.9: that of 4.8, or up to 14 characters as in 4.6',
	),
	textLimits: behaviour(
		['asPersonalized', 'none'],
		'4.7',
		'O',
		'Longest text of 4.6, 4.7 and 4.9: that of 4.8, or any length',
	),
	pastStart: behaviour(
		['refuse', 'now'],
		'4.7',
		'O',
		'A start that lies in the past: 422, or the campaign starts at once',
	),
	startField: behaviour(
		['both', 'start_at', 'start_code'],
		'4.8',
		'O',
		'Which field names the start in 4.8; the other one is ignored',
	),
	stopListed: behaviour(
		['none', 'first', 'last'],
		'4.6',
		'O',
		'Which recipient of a request with several is on the stop list: no message is kept for it',
	),
	stopListReply: behaviour(
		['refused', 'silent'],
		'4.6',
		'W',
		'A recipient on the stop list in a bulk reply: error 37, or error 0 without an id',
	),
	bulkOrder: behaviour(
		['asSent', 'reversed', 'rotated'],
		'4.6',
		'O',
		'Order of the results of a bulk send',
	),
	bulkResults: behaviour(
		['all', 'withoutFirst', 'withoutLast'],
		'4.6',
		'O',
		'Which recipients the results of a bulk send mention',
	),
	bulkIds: behaviour(
		['own', 'shared'],
		'4.6',
		'O',
		'IDs in the results of a bulk send: each its own, or all that of the first message',
	),
	bulkReply: behaviour(
		['result', 'first', 'task'],
		'4.6',
		'W',
		'Reply of mode `phones`: a list `result` of its recipients; or no such list, and at its top the `id` and `reference` of the first message with the price of all; or the task alone',
	),
	taskOrMessage: behaviour(
		['unique', 'messageFirst', 'taskFirst'],
		'4.5',
		'O',
		"Ids of tasks: no message has the same one; or that of the task's first message, and `/rest/sms/{id}` shows the message, or the task",
	),
	takenSends: behaviour(
		['told', 'empty400', 'empty402', 'empty403', 'redirect', 'notes'],
		'7',
		'O',
		'What a send answers that was taken: what it made; nothing, with the status of a refusal; a redirect (302); or HTTP 200 with texts in `errors` that refuse nothing',
	),
	bulkTaskId: behaviour(
		[true, false],
		'4.6',
		'S',
		'Whether the reply of mode `phones` mentions `task_id`',
	),
	statusTaskId: behaviour(
		[true, false],
		'4.5',
		'S',
		'Whether the status of a task mentions `task_id`',
	),
	legacyRefusals: behaviour(
		['documented', 'top', 'result', 'resultItem', 'data', 'codeMessage'],
		'7',
		'W',
		'Place of a legacy error: as `createReply` has it, top level, `result.error`, `result[0].error`, `data.error`, or `{code, message, data: null}`',
	),
	apiRefusals: behaviour(
		['status', 'codeMessage', 'errors', 'error', 'data', 'result'],
		'7',
		'W',
		'A refusal of /api but 401 and 429: its HTTP status, or HTTP 200 with `{code, message, data: null}`, `{message, errors, data: null}`, `{error}`, `{data: {error}}`, `{result: {error}}`',
	),
	...SETTINGS_OF_REFUSALS,
	wrongKey: behaviour(
		['error', 'status'],
		'5.1',
		'W',
		'A wrong key under /rest: error 1 with HTTP 200, or HTTP 401',
	),
	refusedChange: behaviour([422, 409, 400], '3.2', 'O', 'HTTP status of a refused stop or renew'),
	moderated: behaviour(
		['stoppable', 'notStoppable'],
		'3.2',
		'O',
		'Whether `creation` and `spam` belong to Moderation, so that such a campaign may be stopped',
	),
	moderationStatus: behaviour(
		['moderation', 'creation'],
		'3.1',
		'W',
		'What a campaign in moderation is called',
	),
	renewedStatus: behaviour(
		['sending', 'scheduled', 'creation'],
		'3.2',
		'O',
		'Status of a campaign that was renewed; other than `sending` for a second',
	),
	smsStop: behaviour(
		['patch', 'put', 'both'],
		'4.11',
		'W',
		'By which method an SMS campaign is stopped; the other one is 404',
	),
	pageLimit: behaviour(
		['bounded', 'any', 'capped'],
		'8',
		'W',
		'`page[limit]`: 30 to 500 (lists of contacts and messages: 15), 422 outside; 1 to 500; or any, and 30 at most are given',
	),
	sortByStatus: behaviour(
		[true, false],
		'4.10',
		'S',
		'Whether lists can be sorted by status; 422 where they cannot',
	),
	senderFilter: behaviour(
		['contains', 'equal'],
		'4.10',
		'O',
		'How `filter[value]` is compared with a sender',
	),
	senderTold: behaviour(
		['atOnce', 'whenSending'],
		'2.1',
		'O',
		'From when on a campaign tells its sender: at once, or when its sending begins, and null until then',
	),
	campaignTypes: behaviour(
		['heeded', 'ignored'],
		'4.10',
		'S',
		'The type that a list of campaigns is asked for: heeded, or ignored; such a list holds those of both types, and does not tell which is which',
	),
	listPeriod: behaviour(
		['utc', 'wallClock', 'days90'],
		'4.10',
		'O',
		'How the three months are counted that a list of campaigns may span: by the calendar in UTC, by that of the time zone of the service, or as 90 days',
	),
	readCounts: behaviour(
		['delivered', 'both'],
		'2.1',
		'S',
		'Whether READ counts in `delivered` only, as 2.1 says, or in `sent` as well',
	),
	registered: behaviour([201, 200], '4.14', 'W', 'HTTP status of a registration'),
	heldPhone: behaviour(
		['refuse', 'accept'],
		'4.15',
		'O',
		'A contact given the phone of another contact: 422, or both have it',
	),
	emptyFields: behaviour(
		['list', 'object', 'null', 'missing'],
		'2.5',
		'W',
		'`fields` of a contact without any',
	),
	emptyLists: behaviour(
		['list', 'null', 'missing'],
		'2.1',
		'O',
		'`data` of a list with nothing in it',
	),
	nullFields: behaviour(
		['null', 'missing', 'empty'],
		'2',
		'O',
		'What a reply has for a value that there is not: null, nothing, or an empty text',
	),
	extraFields: behaviour(
		[false, true],
		'2',
		'O',
		'Whether each object in a reply has a field that nobody knows',
	),
	leaveOut: names(
		[[], ['id', 'status']],
		'2',
		'O',
		'Fields that no reply mentions, wherever they stand',
	),
	leaveOutPercent: amount(
		[0, 50],
		100,
		'2',
		'O',
		'How many of the other fields are left out, by chance (`data`, `meta`, `page`, `result`, `error` and `errors` never)',
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
