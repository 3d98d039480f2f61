import type { INodeExecutionData } from 'n8n-workflow';
import {
	keepItem,
	maskPhone,
	refusalError,
	withItem,
	type ServiceFault,
} from '../../shared/errors';
import { pool } from '../../shared/pool';
import { changeMembers, createContact, type Service, type SoughtBy } from '../../shared/service';
import { LIMITS } from '../../shared/spec';
import { asGiven, counted, listEntries, namedAndMore } from '../../shared/text';
import { callError } from '../../shared/transport';
import {
	accept,
	checkIntegerId,
	refuse,
	type Checked,
	type Refusal,
} from '../../shared/validation';
import { wrongField } from '../dispatch/choices';
import type { OperationContext } from '../dispatch/context';
import type { NodeFault } from '../dispatch/nodeErrors';
import { hintWouldStop, WOULD_STOP } from '../dispatch/wouldStop';
import { personOf, planMembers, stopOf, type MembersPlan, type Person } from './book';
import { checkContactPhone } from './fields';
import { findPeople, readPeople } from './find';
import {
	bookFault,
	endsAll,
	missing,
	notTried,
	outputOf,
	partOf,
	STOPPED,
	type Outcome,
	type ContactRow,
} from './outcome';

/** What becomes of the list. */
export type MembersChange = 'add' | 'remove' | 'set';

/** One contact that an item names. */
interface Named {
	item: number;
	/** Its number or ID. */
	key: Checked<string>;
	/** As the item gives it. */
	given: string;
}

/** The contacts of all items that name the same list in the same way. */
interface ListTask {
	item: number;
	list: string;
	by: SoughtBy;
	named: Named[];
}

/** What was done for a list. */
interface Done {
	outcomes: Map<string, Outcome>;
	/** Rows of those who were, or would be, removed without having been named. */
	removed: ContactRow[];
}

/** Reads an item: its list, and each contact that it names. @throws NodeOperationError if the form is wrong */
function readItem(
	ctx: OperationContext,
	item: number,
): Omit<ListTask, 'named'> & { keys: Named[] } {
	const wrong = wrongField(ctx, item);
	const list = checkIntegerId(ctx.parameter<unknown>('contactList', item, ''), 'Contact List');
	const refused = wrong ?? (list.ok ? undefined : list);
	if (refused || !list.ok) throw refusalError(ctx.node, (refused ?? MISSING_LIST).refusal, item);
	const by: SoughtBy = ctx.parameter<string>('contactBy', item, 'phone') === 'id' ? 'id' : 'phone';
	const country = ctx.parameter<unknown>('defaultCountry', item, '');
	const entries = listEntries(ctx.parameter<unknown>('contacts', item, ''));
	if (entries.length === 0)
		return { item, list: String(list.value), by, keys: [{ item, key: NO_CONTACT, given: '' }] };
	const keys = entries.map((entry): Named => {
		const key = by === 'id' ? contactKey(entry) : checkContactPhone(entry, country, 'Contacts');
		return { item, key, given: asGiven(entry) };
	});
	return { item, list: String(list.value), by, keys };
}

/** Said of an item without a contact. */
const NO_CONTACT = refuse(
	'Contacts',
	'Contacts is empty: the item holds no contact',
	'Fill in the number, or correct the name of the field that it comes from. n8n gives an empty item if the node before finds nothing and Always Output Data is on.',
);

/** The ID of a contact, as text; the requests for members take whole numbers. */
function contactKey(entry: unknown): Checked<string> {
	const checked = checkIntegerId(entry, 'Contacts');
	return checked.ok ? accept(String(checked.value)) : checked;
}
const MISSING_LIST = refuse('Contact List', 'Contact List is empty', 'Choose a list.');

/** Groups the contacts of all items by their lists. */
function readTasks(ctx: OperationContext): ListTask[] {
	const tasks = new Map<string, ListTask>();
	for (const item of ctx.items.keys()) {
		const { list, by, keys } = readItem(ctx, item);
		const task = tasks.get(`${by} ${list}`) ?? { item, list, by, named: [] };
		task.named.push(...keys);
		tasks.set(`${by} ${list}`, task);
	}
	return [...tasks.values()];
}

const partsOf = <T>(list: readonly T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
		list.slice(at * size, (at + 1) * size),
	);

/** What the settings of a change allow. */
interface Allowed {
	/** Those who are missing are created; it takes their numbers. */
	createsMissing: boolean;
	/** In percent of the list. */
	share: number;
	dryRun: boolean;
}

/** Why a list is left as it is, and the item that shows it. */
interface Doubt {
	refusal: Refusal;
	item: number;
}

/** Why the input cannot be trusted to be the whole list: then nothing is to be changed. Those who give the reason stand with their items. */
function doubtOf(
	{ item: firstItem, list, named, by }: ListTask,
	plan: MembersPlan,
	members: number,
	{ createsMissing, share, dryRun }: Allowed,
): Doubt | undefined {
	const left = (why: string, description: string, item = firstItem): Doubt => ({
		refusal: { field: 'Contacts', message: `List ${list} was left as it is: ${why}`, description },
		item,
	});
	const wrong = named.flatMap(({ item, key }) =>
		key.ok ? [] : [{ item, text: withItem(key.refusal.message, item) }],
	);
	const [first] = named;
	if (first && named.length === 1 && !first.key.ok) {
		const { message, description = '' } = first.key.refusal;
		return left(withItem(message, first.item), description);
	}
	if (wrong.length > 0)
		return left(
			`${wrong.length} of ${counted(named.length, 'contact')} cannot be read: ${namedAndMore(wrong.map(({ text }) => text))}`,
			'Those who are not read would be removed. Correct them, or leave their items out.',
			wrong[0]?.item,
		);
	const missed = new Set(createsMissing ? [] : plan.missing);
	const absent = named.flatMap(({ item, key }) =>
		key.ok && missed.has(key.value) ? [{ item, text: withItem(key.value, item) }] : [],
	);
	if (absent.length > 0)
		return left(
			`${partOf(absent.length, named.length, 'is', 'are')} not in the Contact Book: ${namedAndMore(absent.map(({ text }) => text))}`,
			by === 'id'
				? 'Correct the IDs, or leave their items out.'
				: 'Set Missing Contacts to Create, or add them with Contact: Create or Update.',
			absent[0]?.item,
		);
	const reason = stopOf(plan, members, share);
	return reason === undefined
		? undefined
		: left(
				reason,
				`Check that the input is complete. If it is, raise Most Removed (%) under Options${dryRun ? '.' : '; Dry Run shows who would be removed.'}`,
			);
}

/** The error of a doubt. The items are named in its sentence. */
function doubtError(ctx: OperationContext, { refusal, item }: Doubt): NodeFault {
	const error = refusalError(ctx.node, refusal);
	keepItem(error, item);
	return error;
}

/** Carries out requests for parts of the contacts; notes what became of each, and returns the fault that ended it. */
async function changeParts(
	ctx: OperationContext,
	service: Service,
	change: 'attach' | 'detach',
	list: string,
	people: ReadonlyArray<[key: string, person: Person]>,
	note: (key: string, person: Person, fault?: ServiceFault) => void,
): Promise<ServiceFault | undefined> {
	let failed: ServiceFault | undefined;
	await pool(
		partsOf(people, LIMITS.attachedContacts),
		() => ctx.requestsInFlight(),
		async (part) => {
			const ids = part.map(([, { id }]) => Number(id));
			const { fault } = await changeMembers(service, change, ids, Number(list));
			failed ??= fault;
			for (const [key, person] of part) note(key, person, fault);
		},
		() => failed !== undefined || ctx.signal?.aborted === true,
	);
	return failed ?? (ctx.signal?.aborted ? STOPPED : undefined);
}

/** Makes the contacts that are missing, in the list. */
async function createMissing(
	ctx: OperationContext,
	service: Service,
	list: string,
	phones: readonly string[],
	outcomes: Map<string, Outcome>,
): Promise<Array<[key: string, person: Person]>> {
	const there: Array<[string, Person]> = [];
	let failed: ServiceFault | undefined;
	await pool(
		phones,
		() => ctx.requestsInFlight(),
		async (phone) => {
			const body = { phone: Number(phone), groups: [Number(list)] };
			const { reply, fault } = await createContact(service, body);
			if (fault) {
				outcomes.set(phone, { fault });
				if (endsAll(fault)) failed ??= fault;
				return;
			}
			const person = personOf(reply.body, []);
			// Somebody made it since the book was read: it still has to be added.
			if (reply.wasThere) there.push([phone, person]);
			else outcomes.set(phone, { status: 'created', id: person.id });
		},
		() => failed !== undefined || ctx.signal?.aborted === true,
	);
	for (const phone of phones)
		if (!outcomes.has(phone) && !there.some(([key]) => key === phone))
			outcomes.set(phone, notTried(failed ?? STOPPED));
	return there;
}

const throwRead = (ctx: OperationContext, item: number, fault: ServiceFault): never => {
	throw callError(ctx.node, bookFault({ ...fault, outcome: 'rejected' }), {
		kind: 'read',
		itemIndex: item,
	});
};

/** Who is refused in a dry run, which shows it and does not fail. */
const wouldBeRefused = (reason: string): Outcome => ({
	status: 'refused',
	reason: maskPhone(reason),
});

/** Changes one list. */
async function changeList(
	ctx: OperationContext,
	task: ListTask,
	change: MembersChange,
	allowed: Allowed,
): Promise<Done> {
	const { item, list, by, named } = task;
	const service = await ctx.service(item);
	const outcomes: Done['outcomes'] = new Map();
	const wanted = new Set(named.flatMap(({ key }) => (key.ok ? [key.value] : [])));
	const keyOf = (person: Person): string => person[by];
	const current = change === 'set' ? await readPeople(service, [], list) : { people: [] };
	if ('fault' in current && current.fault) throwRead(ctx, item, current.fault);
	const inList = new Set(current.people.map(keyOf));
	const sought = [...wanted].filter((key) => !inList.has(key));
	const { found, fault } = await findPeople(ctx, service, by, sought, []);
	if (fault) throwRead(ctx, item, fault);
	const members =
		change === 'set'
			? current.people
			: [...found.values()].filter(({ lists }) => lists.includes(list));
	const plan = planMembers(wanted, members, found, keyOf);
	const doubt = change === 'set' ? doubtOf(task, plan, members.length, allowed) : undefined;
	if (doubt && !allowed.dryRun) throw doubtError(ctx, doubt);
	const leaves: Array<[string, Person]> =
		change === 'set'
			? plan.remove.map((person) => [keyOf(person), person])
			: change === 'remove'
				? members.map((person) => [keyOf(person), person])
				: [];
	const inIt = (key: string): Outcome => ({
		status: change === 'remove' ? 'removed' : 'unchanged',
		id: members.find((person) => keyOf(person) === key)?.id,
	});
	const rowOf = (person: Person, outcome: Outcome): ContactRow => ({
		item,
		phone: person.phone,
		outcome,
	});
	if (allowed.dryRun) {
		if (doubt) hintWouldStop({ ctx }, doubt.refusal, WOULD_STOP.run);
		const would = (reason: string, id?: string): Outcome => ({ status: 'dry run', reason, id });
		for (const key of plan.stay) outcomes.set(key, would('Is in the list, and would stay'));
		for (const [key, { id }] of plan.attach) outcomes.set(key, would('Would be added', id));
		for (const key of plan.missing)
			outcomes.set(
				key,
				allowed.createsMissing
					? would('Would be created and added')
					: wouldBeRefused(missing.fault.message),
			);
		const removed = leaves.map(([, one]) => rowOf(one, would('Would be removed', one.id)));
		return { outcomes, removed };
	}
	if (change === 'remove') {
		for (const key of plan.missing) outcomes.set(key, { status: 'not in list' });
		for (const [key, { id }] of plan.attach) outcomes.set(key, { status: 'not in list', id });
		const failed = await changeParts(ctx, service, 'detach', list, leaves, (key, person, wrong) =>
			outcomes.set(key, wrong ? { fault: wrong } : { status: 'removed', id: person.id }),
		);
		for (const [key] of leaves)
			if (failed && !outcomes.has(key)) outcomes.set(key, notTried(failed));
		return { outcomes, removed: [] };
	}
	for (const key of plan.stay) outcomes.set(key, inIt(key));
	for (const key of allowed.createsMissing ? [] : plan.missing) outcomes.set(key, missing);
	const there = allowed.createsMissing
		? await createMissing(ctx, service, list, plan.missing, outcomes)
		: [];
	const comes = [...plan.attach, ...there];
	const failed = await changeParts(ctx, service, 'attach', list, comes, (key, person, wrong) =>
		outcomes.set(key, wrong ? { fault: wrong } : { status: 'added', id: person.id }),
	);
	for (const [key] of comes) if (failed && !outcomes.has(key)) outcomes.set(key, notTried(failed));
	const isWhole = [...outcomes.values()].every((outcome) => 'status' in outcome);
	const removed: ContactRow[] = [];
	// Nobody leaves a list that does not hold all who are to be in it.
	if (isWhole) {
		const wrong = await changeParts(ctx, service, 'detach', list, leaves, (_, person, fault) =>
			removed.push(rowOf(person, fault ? { fault } : { status: 'removed', id: person.id })),
		);
		if (wrong) throw callError(ctx.node, bookFault(wrong), { kind: 'change', itemIndex: item });
	}
	return { outcomes, removed };
}

/** Adds the contacts of all items to lists, takes them out, or makes lists hold exactly them. */
export async function changeListMembers(
	ctx: OperationContext,
	change: MembersChange,
): Promise<INodeExecutionData[][]> {
	const tasks = readTasks(ctx);
	const rows: ContactRow[] = [];
	const removed: ContactRow[] = [];
	for (const task of tasks) {
		const dryRun = ctx.parameter<unknown>('dryRun', task.item, false) === true;
		const done = await changeList(ctx, task, change, {
			createsMissing:
				task.by === 'phone' &&
				ctx.parameter<string>('missingContacts', task.item, 'refuse') === 'create',
			share: Number(ctx.parameter<unknown>('options.mostRemoved', task.item, 30)),
			dryRun,
		});
		removed.push(...done.removed);
		for (const { item, key, given } of task.named) {
			if (!key.ok) {
				const outcome = dryRun ? wouldBeRefused(key.refusal.message) : key;
				rows.push({
					item,
					outcome,
					phone: task.by === 'phone' && given !== '' ? given : undefined,
				});
			} else {
				const outcome = done.outcomes.get(key.value) ?? notTried(STOPPED);
				rows.push({ item, [task.by]: key.value, outcome });
			}
		}
	}
	rows.sort((one, other) => one.item - other.item);
	return outputOf(ctx, rows, removed);
}
