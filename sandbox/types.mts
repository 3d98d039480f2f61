import type { Dialect } from './settings.mts';

// What the sandbox keeps. Times are milliseconds since the epoch; names without a unit are counts or text.

export type { Dialect };

export type AccountMode = 'live' | 'test' | 'demo';

/** The statuses that a message may have, over both interfaces. */
export const MESSAGE_STATUSES = [
	'new',
	'scheduled',
	'accepted',
	'sending',
	'sent',
	'delivered',
	'read',
	'undeliverable',
	'undelivered',
	'failed',
	'rejected',
	'expired',
	'deleted',
	'unknown',
	'waiting',
	'moderation',
	'not-viber-user',
] as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The statuses that a campaign may have (3.2). */
export const CAMPAIGN_STATUSES = [
	'creation',
	'moderation',
	'spam',
	'scheduled',
	'sending',
	'paused',
	'stopped',
	'done',
] as const;

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The statuses that an application may have (2.4). */
export const APPLICATION_STATUSES = [
	'new',
	'accepted',
	'in progress',
	'registration completed',
	'rejected',
] as const;

export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** What an RCS message shows, as it was sent: a text, or cards (extensions notes, section 5). */
export type RcsOptions = Readonly<Record<string, unknown>>;

/** What goes out in place of a message that does not arrive. */
export interface Instead {
	channel: 'sms' | 'rcs' | 'viber';
	sender: string;
	text: string;
	rcs: RcsOptions | null;
}

/** One message of any channel. */
export interface Message {
	id: number;
	msisdn: string;
	sender: string;
	text: string;
	reference: string | null;
	status: MessageStatus;
	interface: 'rest' | 'api';
	channel: 'sms' | 'rcs' | 'viber';
	/** Of an RCS message what it shows; of one by Viber its text with a picture and a button, as a card. */
	rcs: RcsOptions | null;
	instead: Instead | null;
	/** The messages that went out in its place. */
	insteadIds: number[];
	/** The message in whose place it went out. */
	insteadOf: number | null;
	/** The short links that stand in its text: the ID of each, how it is written there, and where it leads. */
	links?: Array<{ id: string; written: string; address: string }>;
	campaignId: number | null;
	taskId: number | null;
	createdMs: number;
	/** When it was, or will be, handed to the network. */
	sendMs: number;
	/** When the last delivery report came. */
	reportMs: number | null;
	validityHours: number;
	tariff: number;
	twoWay: boolean;
	/** The request that made it, by its number in the log; null when it was not made by a request. */
	requestId: number | null;
	segments: number;
	price: number;
	currency: string;
}

/** How many messages stand in each status. */
export type Counters = Partial<Record<MessageStatus, number>>;

/** A campaign of the /api interface. */
export interface Campaign {
	id: number;
	name: string;
	sender: string;
	type: 'sms' | 'rcs';
	status: CampaignStatus;
	createdMs: number;
	startMs: number;
	realStartMs: number | null;
	finishedMs: number | null;
	price: number;
	/** Recipients. */
	total: number;
	messageIds: number[];
	/** Index in messageIds of the next message to hand over. */
	next: number;
	counters: Counters;
	/** Of the SMS that go out in place of RCS messages. */
	alternativeCounters: Counters;
	pausedFor: 'funds' | 'control' | null;
	/** The request that made it, by its number in the log; null when it was not made by a request. */
	requestId: number | null;
}

/** A reply of a phone to one of our senders (2WAY). */
export interface Received {
	id: number;
	/** Who replied. */
	phone: string;
	/** Our own sender. */
	sender: string;
	text: string;
	receivedMs: number;
}

/** A phone that gets no messages of some channels. */
export interface StopListed {
	id: number;
	phone: string;
	createdMs: number;
	channels: Array<'sms' | 'viber' | 'rcs' | 'whatsapp'>;
}

/** A bulk or individual send of the legacy interface. */
export interface Task {
	id: number;
	originator: string;
	body: string;
	validityHours: number;
	price: number;
	currency: string;
	createdMs: number;
	total: number;
	messageIds: number[];
	counters: Counters;
}

/** An application to register a sender name. */
export interface Application {
	id: number;
	sender: string;
	status: ApplicationStatus;
	createdMs: number;
	registeredMs: number | null;
	changedMs: number | null;
	country_code: string;
	code_of_company: string;
	tax_number: string;
	type: 'sms' | 'viber';
	site_url: string | null;
	name: string | null;
	legal_name: string | null;
	address: string | null;
	informing_purpose: string | null;
	comment: string | null;
	rejection_reason: string | null;
	description: string | null;
}

export interface Group {
	id: number;
	name: string;
	description: string;
	default: boolean;
	createdMs: number;
}

/** The types that a custom field of contacts may have (extensions notes, section 4). */
export const CONTACT_FIELD_TYPES = ['text', 'date', 'number'] as const;

/** A custom field of contacts. */
export interface ContactField {
	id: number;
	name: string;
	type: (typeof CONTACT_FIELD_TYPES)[number];
	description: string;
	visible: boolean;
}

export interface Contact {
	id: number;
	phone: string;
	/** By id of the custom field. */
	fields: Map<number, string>;
	groupIds: number[];
	hlrStatus: 'sent' | 'absent' | 'active' | 'unknown' | 'failed';
	hlrCheckMs: number | null;
	createdMs: number;
}

/** A domain that short links are made of (extensions notes, section 7). */
export interface ShortDomain {
	id: string;
	name: string;
	status: 'active' | 'inactive';
	isDefault: boolean;
	createdMs: number;
}

/** A short link. */
export interface ShortLink {
	id: string;
	status: 'active' | 'blocked' | 'deleted';
	name: string | null;
	/** What stands after the domain. */
	slug: string;
	domain: string;
	/** Where it leads. */
	address: string;
	campaignId: number | null;
	messageId: number | null;
	createdMs: number;
	deletedMs: number | null;
}

/** A click on a short link. */
export interface Click {
	id: string;
	linkId: string;
	phone: string | null;
	isHuman: boolean;
	isUnique: boolean;
	createdMs: number;
}

/** The states of a verification (extensions notes, section 8). */
export const VERIFICATION_STATUSES = [
	'pending',
	'verified',
	'failed',
	'canceled',
	'expired',
] as const;

/** A one-time password that was sent. */
export interface Verification {
	id: string;
	recipient: string;
	status: (typeof VERIFICATION_STATUSES)[number];
	channel: 'sms' | 'viber';
	sender: string;
	senderAlt: string | null;
	/** The text of its template. */
	text: string;
	lifetimeSeconds: number;
	maxTries: number;
	digits: number;
	/** How often a code was sent, and how often a wrong one was tried. */
	sendings: number;
	tries: number;
	messageIds: number[];
	createdMs: number;
	expiresMs: number;
	finishedMs: number | null;
}

/** The states of a template for codes (extensions notes, section 13). */
export const TEMPLATE_STATUSES = ['requested', 'approved', 'rejected', 'deleted'] as const;

/** The text that a code is sent in. */
export interface CodeTemplate {
	id: number;
	name: string;
	text: string;
	/** Codes of countries; none stands for all. */
	countries: string[];
	status: (typeof TEMPLATE_STATUSES)[number];
	updatedMs: number;
}

/** The types of messages in a report. */
export const REPORT_TYPES = ['sms', 'hlr', 'viber'] as const;

export type ReportType = (typeof REPORT_TYPES)[number];

/** A report file, never kept as text: its records are made while it is read. */
export interface Report {
	key: string;
	request: Record<string, unknown>;
	createdMs: number;
	readyMs: number;
	/** csv is served only for a report of one message type (4.16). */
	messageType: ReportType | null;
	/** Ids of stored messages, or a number of made-up records of these types. */
	source: { messageIds: number[] } | { records: number; types: ReportType[]; bodyLength: number };
	/** Overrides the dialect for this file. */
	shape: ReportShape | null;
	failed: boolean;
}

/** What stands around the records of a JSON report. */
export const REPORT_SHAPES = ['message_data', 'result', 'named', 'bare', 'documented'] as const;

export type ReportShape = (typeof REPORT_SHAPES)[number];

export interface TokenSettings {
	ttlSeconds: number;
	/** A new token ends the earlier ones of the same key. */
	singleActive: boolean;
	/** How long after its end a token may still be refreshed. */
	refreshGraceSeconds: number;
}

/** Everything that may be changed while the sandbox runs. */
export interface SandboxConfig {
	latencyMs: number;
	mode: AccountMode;
	dialect: Dialect;
	tokens: TokenSettings;
	/** 'registered': only senders of the account (error 32 else); 'any': every well-formed one. */
	senders: 'registered' | 'any';
	/** Tariff codes connected to the account. */
	tariffs: number[];
	/** Whether the account has the 2WAY service. */
	twoWay: boolean;
	balance: number;
	currency: string;
	/** IANA name of the zone in which the service reads and writes its times. */
	timeZone: string;
	/** Messages a campaign hands over in a second. */
	sendRate: number;
	/** How long a campaign stays in `moderation`; 0 leaves that status out. */
	moderationSeconds: number;
	/** How long an identical campaign request counts as a duplicate. */
	duplicateSeconds: number;
	/** How long a requested report takes. */
	reportSeconds: number;
	/** How many times as long as it was ordered a code can be checked: a clock that runs fast would end it too soon. */
	codeLifetimes: number;
	/** Seconds a sender application takes to each of its next three states. */
	applicationSeconds: [number, number, number];
}

/** One line of the request log. Keys and tokens are masked. */
export interface RequestEntry {
	id: number;
	at: string;
	method: string;
	path: string;
	query: string;
	status: number;
	durationMs: number;
	auth: 'apiKey' | 'bearer' | 'none';
	key: string;
	/** Legacy code of the reply, when it carried one. */
	error: string | null;
	fault: string | null;
	body: unknown;
}
