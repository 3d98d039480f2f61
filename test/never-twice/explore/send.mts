import { hash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { sendToAllLists } from '../../../nodes/MessagingService/sending/contactLists.ts';
import { fromExecute } from '../../../nodes/MessagingService/dispatch/context.ts';
import type { OperationContext } from '../../../nodes/MessagingService/dispatch/context.ts';
import { recordOf } from '../../../nodes/MessagingService/dispatch/record.ts';
import { deriveRunKey } from '../../../nodes/MessagingService/dispatch/runKey.ts';
import {
	checkUnchanged,
	pieceSender,
} from '../../../nodes/MessagingService/sending/file/sendPieces.ts';
import type { Task } from '../../../nodes/MessagingService/sending/file/task.ts';
import { sendInFlight } from '../../../nodes/MessagingService/sending/inFlight.ts';
import type { IfUnknown } from '../../../nodes/MessagingService/sending/parameters.ts';
import { piecesOf } from '../../../nodes/MessagingService/sending/pieces.ts';
import { nobodyReached } from '../../../nodes/MessagingService/sending/refusals.ts';
import {
	identityOf,
	messageKey,
	recall,
	referenceOf,
	requestOf,
} from '../../../nodes/MessagingService/sending/references.ts';
import {
	contactListsEndpoint,
	individualEndpoint,
	personalizedCampaignEndpoint,
	rcsMessageEndpoint,
	singleEndpoint,
} from '../../../nodes/MessagingService/sending/endpoints.ts';
import type { SendRun } from '../../../nodes/MessagingService/sending/run.ts';
import { ready, settled } from '../../../nodes/MessagingService/sending/message.ts';
import type { Message, Ready, Recipient } from '../../../nodes/MessagingService/sending/message.ts';
import { MAY_BE_SENT } from '../../../nodes/MessagingService/sending/unknown.ts';
import { groupsOfItems } from '../../../nodes/MessagingService/sending/way.ts';
import { fakeFunctions } from '../../unit/sending/fakeFunctions.mts';
import type { Account } from './service.mts';

// One try of a send as the node makes it, from what the record says to the outcome of each row; what comes before is given.

/** How a send is made: one request, or a file in pieces. */
export type Kind = 'sms' | 'bulk' | 'campaign' | 'message' | 'contactLists' | 'file' | 'bulkFile';

/** A row of the list. Of a wrong one not even the number can be read. */
export interface Row {
	row: string;
	phone: string;
	isWrong?: true;
	/** Why it does not go out, though its number is right: a check of ours refuses it, or the user leaves its number out. */
	is?: 'refused' | 'skipped';
}

export interface Setting {
	kind: Kind;
	references: 'automatic' | 'custom';
	leavesOut: boolean;
	ifUnknown: IfUnknown;
	rows: readonly Row[];
	/** Whether the node continues on failures. */
	continues?: true;
}

/** What n8n knows of a try: how it was begun, and whether it shows that the node had begun before. */
export interface Begun {
	mode: 'trigger' | 'retry';
	isShown: boolean;
	account: Account;
	/** What n8n keeps for the node; the try changes it. */
	context: IDataObject;
	/** Whether Retry For is longer than no time. */
	isPatient: boolean;
}

/** What became of a row, as its output says. */
export interface Said {
	status: Recipient['status'] | 'may be sent';
	/** Whether its reason is that the user counts it as sent. */
	isCounted: boolean;
}

export interface Ended {
	rows: Map<string, Said>;
	/** Whether the execution ends with an error, and whether it names a fault of the code rather than of the send. */
	error?: Error;
}

export const PATIENCE_MS = 1_000_000;
const RUN = 'run';
const NODE = 'Messaging Service';
const OWN_NODE: INode = {
	id: '',
	name: NODE,
	type: '',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const ENDPOINTS = {
	sms: singleEndpoint,
	bulk: individualEndpoint,
	campaign: personalizedCampaignEndpoint,
	message: rcsMessageEndpoint,
	file: personalizedCampaignEndpoint,
	bulkFile: individualEndpoint,
};
/** How many rows of a file go out together. */
const PIECES = { file: 3, bulkFile: 2 };
const KEYS: Readonly<Record<Account, string>> = { first: 'live_first', other: 'live_other' };

/** What n8n hands to the node in a try. */
function functionsOf({ mode, isShown, context }: Begun, signal: AbortSignal) {
	return {
		getMode: () => mode,
		getContext: () => context,
		getExecutionCancelSignal: () => signal,
		getExecuteData: () => ({ source: { main: [{ previousNode: 'Start' }] } }),
		getWorkflowDataProxy: () => ({
			$runIndex: 0,
			$execution: { resumeUrl: RESUME },
			$items(): object[] {
				if (!isShown) throw NO_RUN;
				return [{ json: { isArtificialRecoveredEventItem: true } }];
			},
		}),
		logger: { info: () => undefined },
	};
}
const RESUME = `https://n8n.example/1?signature=${'a'.repeat(64)}`;
const NO_RUN = new Error('There is no such run');
const IDENTITY = { workflowId: 'workflow', executionId: '1', nodeName: NODE, runIndex: 0 };

const made = {
	automatic: new WeakMap<Setting['rows'], readonly Recipient[]>(),
	custom: new WeakMap<Setting['rows'], readonly Recipient[]>(),
};

/** The messages of rows, as they are cleaned: a number counts as often as it came before. */
function recipientsOf({ rows, references }: Setting): readonly Recipient[] {
	const known = made[references].get(rows) ?? makeRecipients(rows, references);
	made[references].set(rows, known);
	return known;
}

function makeRecipients(
	rows: Setting['rows'],
	references: Setting['references'],
): readonly Recipient[] {
	const counts = new Map<string, number>();
	return rows.map(({ row, phone, isWrong, is }, item): Recipient => {
		const nth = isWrong ? 0 : (counts.get(phone) ?? 0);
		if (!isWrong) counts.set(phone, nth + 1);
		const message: Message = {
			item,
			position: -1,
			nth,
			identity: isWrong ? '' : identityOf(RUN, { phone, nth }),
			phone: isWrong ? `wrong ${row}` : phone,
			sender: 'Shop',
			text: row,
			content: { shows: { text: row } },
			reference: '',
			terms: TERMS,
		};
		if (isWrong)
			return settled(message, { status: 'refused', refusal: { field: '', message: '' } });
		const own = references === 'custom' ? `own${row}` : '';
		const source = { mode: references, run: RUN, day: '2026-01-01' };
		if (is === 'skipped') return settled(message, { status: is, reason: 'On the stop list' });
		if (is === 'refused')
			return settled(message, { status: is, refusal: { field: 'Text', message: 'Too long' } });
		return ready({ ...message, reference: referenceOf({ ...message, reference: own }, source) });
	});
}
const TERMS = {};

/** The keys under which the record knows rows. */
export function rowsByKey(setting: Setting): Map<string, string> {
	if (setting.kind === 'contactLists')
		return new Map(
			setting.rows.map(({ row }, nth) => [messageKey({ identity: listsIdentity(nth) }), row]),
		);
	return new Map(
		recipientsOf(setting).map(({ message }) => [messageKey(message), message.text] as const),
	);
}

/** Whose reference it is. */
export const rowOf =
	(setting: Setting) =>
	(reference: string): string =>
		recipientsOf(setting).find(({ message }) => message.reference === reference)?.message.text ??
		reference;

/** What n8n keeps for the node where the record of the run has this form. */
export function contextWith(record: unknown): string {
	const begun = { mode: 'retry', isShown: false, account: 'first', context: {}, isPatient: false };
	const functions = functionsOf(begun as Begun, NO_SIGNAL) as unknown as IExecuteFunctions;
	const run = deriveRunKey({ functions, identity: IDENTITY });
	return JSON.stringify({ messagingService: { [run]: record } });
}
const NO_SIGNAL = { aborted: false } as AbortSignal;

/** The identity of the how-manieth campaign to the lists that the node is given. */
const listsIdentity = (nth: number): string =>
	hash('sha256', `${JSON.stringify([[5], 'Shop'])} ${nth}`, 'hex');

/** What a row says that does not go out, and of which the output says that an earlier try may have sent it. */
const mayBeSent = (recipient: Recipient): boolean =>
	(recipient.status === 'refused' && recipient.refusal.message.endsWith(MAY_BE_SENT)) ||
	(recipient.status === 'skipped' && recipient.reason.endsWith(MAY_BE_SENT));

const said = (recipient: Recipient): Said => ({
	status: mayBeSent(recipient) ? 'may be sent' : recipient.status,
	isCounted:
		recipient.status === 'accepted' && (recipient.reason ?? '').startsWith('Counted as sent'),
});

/** Makes one try. @throws what `tryCall` throws */
export async function send(
	setting: Setting,
	begun: Begun,
	tryCall: OperationContext['tryCall'],
	signal: AbortSignal,
): Promise<Ended> {
	const functions = functionsOf(begun, signal);
	const own = { tryCall, requestsInFlight: () => 1, hint: () => undefined };
	if (setting.kind === 'contactLists') return await sendToLists(setting, begun, functions, own);
	const retryForMs = (): number => (begun.isPatient ? PATIENCE_MS : 0);
	const more = {
		items: [{ json: {} }],
		node: OWN_NODE,
		identity: IDENTITY,
		continueOnFail: setting.continues === true,
	};
	const ctx = { ...own, ...more, functions, signal, retryForMs } as unknown as OperationContext;
	return await sendToPhones(setting, setting.kind, begun, ctx);
}

/** The whole operation, as the node carries it out. */
async function sendToLists(
	{ ifUnknown, rows: wanted, continues }: Setting,
	{ account, isPatient }: Begun,
	own: object,
	calls: Pick<OperationContext, 'tryCall'>,
): Promise<Ended> {
	const options = { ifOutcomeUnknown: ifUnknown, retryFor: isPatient ? PATIENCE_MS / 1000 : 0 };
	const { functions } = fakeFunctions({
		context: {},
		token: null,
		node: OWN_NODE,
		credential: { apiKey: KEYS[account] },
		continueOnFail: continues === true,
		items: wanted.map(({ row }) => ({ row })),
		parameters: { groups: [5], sender: 'Shop', text: '={{ $json.row }}', options },
	});
	const ctx = Object.assign(fromExecute(Object.assign(functions, own)), calls);
	// Candidates are for the words of an error alone: that they cannot be had changes nothing.
	const service = async (): Promise<never> => await Promise.reject(new Error('No candidates'));
	Object.assign(ctx, { service });
	try {
		const [items = []] = await sendToAllLists(ctx, contactListsEndpoint);
		const told = wanted.map(({ row }, item) => {
			const { status = 'ready', reason }: IDataObject = items[item]?.json ?? {};
			const isCounted = String(reason).startsWith('Counted as sent');
			return [row, { status: status as Said['status'], isCounted }] as const;
		});
		return { rows: new Map(told) };
	} catch (error) {
		if (!(error instanceof Error) || !('item' in error)) throw error;
		const isUnknown = error.message.startsWith('It is not known');
		const own = isUnknown ? 'unknown' : 'refused';
		const at = Number(error.item ?? 0);
		// It says that the campaigns before were created, and speaks of none after.
		const told = wanted.map(({ row }, item) => {
			const status = item < at ? 'accepted' : item === at ? own : 'ready';
			return [row, { status, isCounted: ifUnknown === 'countAsSent' && item < at }] as const;
		});
		return { rows: new Map(told), error };
	}
}

async function sendToPhones(
	setting: Setting,
	kind: keyof typeof ENDPOINTS,
	begun: Begun,
	ctx: OperationContext,
): Promise<Ended> {
	const endpoint = ENDPOINTS[kind];
	const record = recordOf(ctx, { account: begun.account, today: '2026-01-01', lasting: true });
	const settings = {
		cleaning: { leaveOut: { numbers: new Set<string>() } },
		dryRun: false,
		leaveOut: setting.leavesOut,
		quiet: undefined,
	};
	const run = {
		ctx,
		zone: 'UTC',
		now: 0,
		record,
		isTest: false,
		endpoint,
		parameters: { referenceMode: setting.references, ifUnknown: () => setting.ifUnknown },
		references: { mode: setting.references, run: RUN, day: '2026-01-01' },
	} as unknown as SendRun;
	const cleaned = recipientsOf(setting);
	const rows = new Map<string, Said>();
	const tell = (recipients: readonly Recipient[]): void => {
		for (const one of recipients) rows.set(one.message.text, said(one));
	};
	tell(cleaned);
	if (kind === 'file' || kind === 'bulkFile') {
		const size = PIECES[kind];
		const task = { run, settings, terms: TERMS, file: { item: 0 } };
		const sendPiece = pieceSender(task as unknown as Task);
		const all = cleaned.filter((one): one is Ready => one.status === 'ready');
		async function* pieces(): AsyncGenerator<Ready[]> {
			for (let from = 0; from < all.length; from += size)
				yield await Promise.resolve(all.slice(from, from + size));
		}
		let isUnchanged = false;
		for await (const piece of pieces()) {
			if (ctx.signal?.aborted) return { rows };
			try {
				if (!isUnchanged) await checkUnchanged(task as unknown as Task, pieces);
				isUnchanged = true;
				const { recipients, error } = await sendPiece(piece);
				tell(recipients);
				if (error) return { rows, error };
			} catch (error) {
				if (!(error instanceof Error) || !('node' in error)) throw error;
				return { rows, error };
			}
		}
		record.forget();
		return { rows };
	}
	const recipients = recall(run, cleaned, false);
	tell(recipients);
	const groupOf = groupsOfItems(recipients, (message) => requestOf(run, message));
	const requests = piecesOf(recipients, endpoint.recipientsPerRequest, groupOf);
	const batch = { items: [0], settings, recipients, requests, errors: new Map() };
	const { outcomes, failure } = await sendInFlight(run, [
		batch as unknown as Parameters<typeof sendInFlight>[1][0],
	]);
	const ended = outcomes.flatMap((one) => ('error' in one ? [] : one.recipients));
	tell(ended);
	const error = failure ?? (setting.continues ? undefined : nobodyReached(run, outcomes));
	if (error && !ctx.signal?.aborted) return { rows, error };
	const hasFailed = outcomes.some((one) => 'error' in one || one.requests.some((of) => of.error));
	if (!error && !hasFailed) record.forget();
	return { rows };
}
