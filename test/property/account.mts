import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import type { Campaign, Contact, Message, Report, Task } from '../../sandbox/types.mts';

/** A service that takes whatever has the right form, pages of one record too: the node asks for a larger one where it must. */
export async function openSandbox(): Promise<Sandbox> {
	const sandbox = await startSandbox({
		seed: 1,
		clock: 'real',
		dialect: { duplicates: 'accept', references: 'strict', pageLimit: 'any' },
		config: { senders: 'any', twoWay: true, balance: 1e15, reportSeconds: 0 },
	});
	fill(sandbox);
	return sandbox;
}

function report(sandbox: Sandbox, key: string): Report {
	const now = sandbox.clock.now().getTime();
	return {
		key,
		request: {},
		createdMs: now,
		readyMs: now,
		messageType: 'sms',
		source: { records: 3, types: ['sms'], bodyLength: 20 },
		shape: null,
		failed: false,
	};
}

/** Begins anew, with reports to read. */
export function fill(sandbox: Sandbox): void {
	sandbox.reset();
	for (const key of ['700000001', '7f3a00c2d1'])
		sandbox.store.reports.set(key, report(sandbox, key));
}

/** The sandbox gives a text that is no ID the number -1. */
const isNumberOfId = (id: number): boolean => id >= 0;

/** Lets a map find whatever is asked for: what `make` gives for a key that it does not hold. */
function findAll<K, V>(map: Map<K, V>, make: (key: K) => V | undefined): void {
	map.get = (key) =>
		Map.prototype.has.call(map, key) ? (Map.prototype.get.call(map, key) as V) : make(key);
}

function sample<V>(map: Map<number, V>, fits: (value: V) => boolean = () => true): V {
	const found = [...map.values()].find(fits);
	if (found === undefined) throw new Error('The sandbox holds nothing of the kind.');
	return found;
}

/**
 * Makes an account in which everything that a request names is there, and everything that it makes is new, or ends that.
 * IDs and references are random: in an account with little in it "not found" answers nearly every look-up, and hides what
 * the service thinks of the rest. Here it takes each request whose form it takes. A record that is found is made for that
 * request, so that stopping a campaign does not keep the next one from being stopped.
 */
export function holdAll(sandbox: Sandbox, on: boolean): void {
	const { store } = sandbox;
	const { rest, api } = store.referencesOf;
	for (const map of [...Object.values(store), rest, api])
		if (map instanceof Map || map instanceof Set)
			for (const name of ['get', 'has', 'set']) Reflect.deleteProperty(map, name);
	if (!on) return;
	const message: Message = {
		...sample(store.messages),
		channel: 'sms',
		interface: 'rest',
		status: 'delivered',
		campaignId: null,
	};
	const campaign: Campaign = {
		...sample(store.campaigns, ({ status }) => status === 'paused'),
		messageIds: [],
		next: 0,
	};
	const contact: Contact = sample(store.contacts);
	const { createdMs } = message;
	const task: Task = {
		id: 1,
		originator: 'Sandbox',
		body: 'Hi',
		validityHours: 72,
		price: 0.03,
		currency: 'EUR',
		createdMs,
		total: 1,
		messageIds: [],
		counters: { delivered: 1 },
	};
	findAll(store.messages, (id) => (isNumberOfId(id) ? { ...message, id } : undefined));
	findAll(store.tasks, (id) => ({ ...task, id }));
	findAll(store.campaigns, (id) => ({ ...campaign, id, counters: { ...campaign.counters } }));
	findAll(store.contacts, (id) =>
		isNumberOfId(id)
			? { ...contact, id, fields: new Map(contact.fields), groupIds: [...contact.groupIds] }
			: undefined,
	);
	findAll(store.reports, (key) => report(sandbox, key));
	// New messages may have any reference, and contacts any phone: a look-up finds a message, and no owner.
	for (const references of [store.references, rest, api]) {
		references.has = () => false;
		references.get = () => message.id;
	}
	store.contactIdByPhone.get = () => undefined;
	const [verification] = store.verifications.values();
	const template = sample(store.codeTemplates, ({ status }) => status === 'approved');
	findAll(store.verifications, (id) => verification && { ...verification, id });
	findAll(store.codeTemplates, (id) => (isNumberOfId(id) ? { ...template, id } : undefined));
	// A number that has a code gets no other: none is kept.
	store.verifications.set = () => store.verifications;
	store.codeTemplates.set = () => store.codeTemplates;
	const [link] = store.links.values();
	findAll(store.links, (id) => link && { ...link, id });
	store.links.set = () => store.links;
	const group = sample(store.groups);
	const field = sample(store.fields);
	findAll(store.groups, (id) => (isNumberOfId(id) ? { ...group, id } : undefined));
	findAll(store.fields, (id) => (isNumberOfId(id) ? { ...field, id } : undefined));
	store.groups.has = isNumberOfId;
	store.fields.has = isNumberOfId;
}
