import type {
	Application,
	Campaign,
	Click,
	CodeTemplate,
	Contact,
	ContactField,
	Counters,
	Group,
	Message,
	MessageStatus,
	Received,
	Report,
	ShortDomain,
	ShortLink,
	StopListed,
	Task,
	Verification,
} from './types.mts';
import { Random } from './random.mts';

/** Statuses that 2.1 counts as `delivered`. */
const DELIVERED: readonly MessageStatus[] = ['delivered', 'read'];
/** Statuses that 2.1 counts as `sent`; READ is not among them. `undeliverable` is the legacy word for UNDELIVERED. */
const SENT: readonly MessageStatus[] = [
	'delivered',
	'sent',
	'accepted',
	'sending',
	'undelivered',
	'undeliverable',
	'failed',
	'expired',
	'unknown',
];
/** Statuses that 2.3 counts as `undeliverable`: it has no other counter for what did not arrive, but `expired`. */
const UNDELIVERABLE: readonly MessageStatus[] = [
	'undeliverable',
	'undelivered',
	'failed',
	'rejected',
	'not-viber-user',
];
/** Statuses after which a message does not change any more. */
export const FINAL: ReadonlySet<MessageStatus> = new Set<MessageStatus>([
	'delivered',
	'read',
	'undelivered',
	'undeliverable',
	'failed',
	'rejected',
	'expired',
	'deleted',
	'unknown',
	'not-viber-user',
]);

function sum(counters: Counters, statuses: readonly MessageStatus[]): number {
	let total = 0;
	for (const status of statuses) total += counters[status] ?? 0;
	return total;
}

/** `delivered` and `sent` by the counting rules of 2.1. */
export function countStatistics(counters: Counters): { delivered: number; sent: number } {
	return { delivered: sum(counters, DELIVERED), sent: sum(counters, SENT) };
}

/** The counters of 2.3; `sent` counts what left for the network, whatever became of it. */
export function countTask(counters: Counters): {
	sent: number;
	delivered: number;
	expired: number;
	undeliverable: number;
	unknown: number;
} {
	return {
		sent: sum(counters, ['sent', 'delivered', 'read', 'expired', 'unknown', ...UNDELIVERABLE]),
		delivered: sum(counters, DELIVERED),
		expired: counters.expired ?? 0,
		undeliverable: sum(counters, UNDELIVERABLE),
		unknown: counters.unknown ?? 0,
	};
}

/** Counts a message under its status, and no more under the one it had. */
export function count(counters: Counters, to: MessageStatus, from?: MessageStatus): void {
	if (from !== undefined) counters[from] = (counters[from] ?? 1) - 1;
	counters[to] = (counters[to] ?? 0) + 1;
}

/** Everything the service remembers. */
export class Store {
	readonly messages = new Map<number, Message>();
	readonly campaigns = new Map<number, Campaign>();
	readonly tasks = new Map<number, Task>();
	readonly applications = new Map<number, Application>();
	readonly contacts = new Map<number, Contact>();
	readonly contactIdByPhone = new Map<string, number>();
	/** Phones verified in the personal account: all that a TEST account may use for lists and contacts (section 8). */
	readonly verified = new Set<string>();
	readonly groups = new Map<number, Group>();
	/** The custom fields of contacts. */
	readonly fields = new Map<number, ContactField>();
	readonly reports = new Map<string, Report>();
	/** Message id by external reference, over both interfaces, the newest. */
	readonly references = new Map<string, number>();
	/** The same for each interface by itself. */
	readonly referencesOf = { rest: new Map<string, number>(), api: new Map<string, number>() };
	readonly verifications = new Map<string, Verification>();
	readonly domains = new Map<string, ShortDomain>();
	readonly links = new Map<string, ShortLink>();
	/** Clicks on them, in the order in which they came. */
	readonly clicks: Click[] = [];
	readonly codeTemplates = new Map<number, CodeTemplate>();
	/** Replies of phones, in the order in which they came. */
	readonly received: Received[] = [];
	/** By phone. */
	readonly stopList = new Map<string, StopListed>();
	/** Sender names the account may use. */
	readonly senders = new Set<string>();
	private readonly sequences = new Map<string, number>();

	constructor(private readonly random: Random) {}

	/** A random id that neither a message nor a task has: both answer on the same path (4.3, 4.5). */
	randomId(): number {
		for (;;) {
			const id = this.random.integer(1_000_000_000, 9_999_999_999);
			if (!this.messages.has(id) && !this.tasks.has(id)) return id;
		}
	}

	/** The next id of a kind; ids ascend with the creation time. */
	nextId(
		kind:
			| 'campaign'
			| 'application'
			| 'contact'
			| 'field'
			| 'group'
			| 'received'
			| 'stopListed'
			| 'verification'
			| 'codeTemplate'
			| 'link'
			| 'click',
		first: number,
	): number {
		const id = this.sequences.get(kind) ?? first;
		this.sequences.set(kind, id + 1);
		return id;
	}

	addMessage(message: Message): void {
		this.messages.set(message.id, message);
		if (message.reference === null) return;
		this.references.set(message.reference, message.id);
		this.referencesOf[message.interface].set(message.reference, message.id);
	}

	addContact(contact: Contact): void {
		this.contacts.set(contact.id, contact);
		this.contactIdByPhone.set(contact.phone, contact.id);
	}

	removeContact(contact: Contact): void {
		this.contacts.delete(contact.id);
		if (this.contactIdByPhone.get(contact.phone) === contact.id)
			this.contactIdByPhone.delete(contact.phone);
	}

	clear(): void {
		this.received.length = 0;
		this.clicks.length = 0;
		for (const map of [
			this.messages,
			this.campaigns,
			this.tasks,
			this.applications,
			this.contacts,
			this.contactIdByPhone,
			this.groups,
			this.fields,
			this.reports,
			this.references,
			this.referencesOf.rest,
			this.referencesOf.api,
			this.senders,
			this.stopList,
			this.verified,
			this.verifications,
			this.codeTemplates,
			this.domains,
			this.links,
			this.sequences,
		])
			map.clear();
	}
}
