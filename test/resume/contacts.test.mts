import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { KEYS, startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { root, until } from '../../tools/lib/shell.mts';
import { isShort } from '../support/options.mts';
import type { Ended, Job } from './contactsRun.mts';

// A run that brings contacts in step is killed with SIGKILL again and again, and executed again as a user would. The sandbox's ledger is
// the judge: the end is that of one run without a kill, nobody is there twice, and nobody else is touched.

const KILLS = isShort ? 3 : 10;
const PEOPLE = 60 * KILLS;
const LIST = 201;
const CITY = 388078;
const phoneOf = (number: number): string => String(380_501_230_000 + number);
const items = Array.from(
	{ length: PEOPLE },
	(_, at): IDataObject => ({ phone: phoneOf(at), City: 'Odesa' }),
);
/** Of the people, those who are there from the beginning, with another city. */
const KNOWN = PEOPLE / 3;

let sandbox: Sandbox;
let others: string;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: 1, clock: 'real', latencyMs: 20 });
}, 60_000);
afterAll(async () => await sandbox.close());

/** What is kept of those who are none of the people. */
const otherContacts = (): string =>
	JSON.stringify(
		[...sandbox.store.contacts.values()]
			.filter(({ phone }) => !phone.startsWith('38050123'))
			.map(({ id, phone, fields }) => [id, phone, [...fields]]),
	);
const made = () =>
	[...sandbox.store.contacts.values()].filter(({ phone }) => phone.startsWith('38050123'));
const writes = (): number => sandbox.ledger.changes.length;

/** Begins a run in a process of its own. `ended` is what it came to; nothing if it was killed. */
function begin(operation: 'upsert' | 'setMembers'): {
	kill(): void;
	ended: Promise<Ended | undefined>;
} {
	const child = fork(path.join(root(), 'test/resume/contactsRun.mts'), [], {
		execArgv: ['--import', 'tsx'],
		cwd: root(),
	});
	const job: Job = {
		credential: { baseUrl: sandbox.url, apiKey: KEYS.live, authentication: 'apiKey' },
		parameters: {
			resource: operation === 'upsert' ? 'contact' : 'contactList',
			operation,
			phone: '={{ $json.phone }}',
			contacts: '={{ $json.phone }}',
			contactList: { __rl: true, mode: 'id', value: String(LIST) },
			customFields: { mappingMode: 'autoMapInputData', value: null },
			options: { mostRemoved: 100, retryFor: 10 },
		},
		items,
	};
	let result: Ended | undefined;
	child.on('message', (message: Ended | 'ready') => {
		if (message === 'ready') child.send(job);
		else result = message;
	});
	const exit = once(child, 'exit');
	return {
		kill: () => void child.kill('SIGKILL'),
		ended: exit.then(() => result),
	};
}

/** Kills runs after a random number of changes each, then lets one end. @returns after how many changes the kills came */
async function killedAgainAndAgain(operation: 'upsert' | 'setMembers'): Promise<number[]> {
	const moments: number[] = [];
	for (let kill = 0; kill < KILLS; kill++) {
		const run = begin(operation);
		const from = writes();
		const most = from + Math.floor(1 + Math.random() * 40);
		let isOver = false;
		void run.ended.then(() => (isOver = true));
		await until('some changes', async () => writes() >= most || isOver || undefined, 120_000, 5);
		run.kill();
		if ((await run.ended) === undefined) moments.push(writes());
	}
	const last = await begin(operation).ended;
	expect(last?.error).toBeUndefined();
	expect(last?.statuses).not.toContain('refused');
	console.log(`${operation}: killed after ${moments.join(', ')} changes`);
	return moments;
}

/** Begins anew, with some of the people in the Contact Book. */
function fill(): void {
	sandbox.reset();
	for (let at = 0; at < KNOWN; at++)
		sandbox.store.addContact({
			id: 10_000 + at,
			phone: phoneOf(at),
			fields: new Map([[CITY, 'Kyiv']]),
			groupIds: [],
			hlrStatus: 'active',
			hlrCheckMs: null,
			createdMs: 0,
		});
	others = otherContacts();
}

const added = (): number =>
	sandbox.ledger.changes.filter(({ kind }) => kind === 'addContact').length;
/** Each of the people is there once, and was made once. */
function expectEachOnce(): void {
	expect(made()).toHaveLength(PEOPLE);
	expect(new Set(made().map(({ phone }) => phone)).size).toBe(PEOPLE);
	expect(added()).toBe(PEOPLE - KNOWN);
	expect(otherContacts()).toBe(others);
}

test('Contact: Create or Update ends as without a kill, with nobody twice', async () => {
	fill();
	expect((await killedAgainAndAgain('upsert')).length).toBeGreaterThan(KILLS / 2);
	expectEachOnce();
	expect(new Set(made().map(({ fields }) => fields.get(CITY)))).toEqual(new Set(['Odesa']));
}, 1_800_000);

test('Contact List: Set Members ends as without a kill, with nobody twice', async () => {
	fill();
	expect((await killedAgainAndAgain('setMembers')).length).toBeGreaterThan(KILLS / 2);
	expectEachOnce();
	const members = [...sandbox.store.contacts.values()]
		.filter(({ groupIds }) => groupIds.includes(LIST))
		.map(({ phone }) => phone);
	expect(members.sort()).toEqual(items.map(({ phone }) => phone));
}, 1_800_000);
