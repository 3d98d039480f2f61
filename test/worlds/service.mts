import type { INodeParameters } from 'n8n-workflow';
import { initialConfig } from '../../sandbox/options.mts';
import { receive } from '../../sandbox/phones.mts';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { DEFAULT_DIALECT } from '../../sandbox/settings.mts';
import { oldMessage, watchOf } from './beginnings.mts';
import type { Chronicle } from './chronicle.mts';
import { seedOthers, seedReplies, seedTask } from './seeds.mts';
import { shownFromMs, Witness } from './witness.mts';
import { FAULTS } from './world.mts';
import type { PlannedFault, Step, Target } from './world.mts';

// The service of a world: what it has at first, what disturbs it, who replies, and what it holds in the end.

/** Starts the service of the worlds on the fast clock. */
export async function openService(): Promise<Sandbox> {
	return await startSandbox({ seed: 1, clock: 'real' });
}

const TARGETS: Readonly<Record<Target, { method?: string; path?: RegExp }>> = {
	send: {
		method: 'POST',
		path: /^\/(?:rest\/sms\/create|api\/campaigns\/(?:sms|rcs)\/send|api\/messages\/rcs\/send)/,
	},
	ask: { method: 'GET', path: /^\/(?:rest\/sms|api\/campaign|api\/messages)/ },
	login: { path: /^\/api\/auth/ },
	any: {},
};
/** When the older message that is still under way arrives. */
const OLD_ARRIVES_MS = 20_000;

/** Makes the service what a world has. @returns who watches it from within, and the trigger's form */
export async function furnish(
	sandbox: Sandbox,
	chronicle: Chronicle,
	key: string,
): Promise<{ witness: Witness; watched: INodeParameters }> {
	const { world } = chronicle;
	const { personality, history } = world;
	const { config } = sandbox;
	const { dialect, tokens, ...rest } = initialConfig({});
	Object.assign(config, rest, {
		moderationSeconds: personality.moderationSeconds,
		sendRate: personality.sendRate,
		timeZone: personality.timeZone,
	});
	Object.assign(config.dialect, dialect, DEFAULT_DIALECT);
	Object.assign(config.tokens, tokens, { ttlSeconds: personality.tokenSeconds });
	sandbox.service.seed = world.seed;
	sandbox.reset();
	sandbox.keys.set(key, {});
	const isTask = world.event.startsWith('bulkTask');
	const task = isTask ? await seedTask(sandbox, key) : 0;
	Object.assign(config.dialect, personality.accents);
	seedOthers(sandbox);
	seedReplies(sandbox, history.replies);
	if (history.campaigns > 0)
		sandbox.seedHistory({
			campaigns: history.campaigns,
			unfinished: Math.min(history.unfinished, history.campaigns),
			days: 20,
		});
	const now = sandbox.clock.now().getTime();
	const old = history.references.map((reference, index) =>
		oldMessage(sandbox, reference, index, now),
	);
	for (const message of old) {
		sandbox.store.addMessage(message);
		chronicle.older.add(`${message.msisdn} ${message.reference}`);
	}
	const { lifecycle } = sandbox.service;
	const [, underWay] = old;
	if (underWay)
		lifecycle.after(OLD_ARRIVES_MS, () =>
			lifecycle.setMessage(underWay, 'delivered', sandbox.clock.now().getTime()),
		);
	const witness = new Witness(sandbox, chronicle, task);
	witness.begin(old);
	return { witness, watched: watchOf(world, old, task) };
}

/** Lets faults meet the next requests. */
export function inject(sandbox: Sandbox, faults: readonly PlannedFault[]): void {
	for (const { name, target, skip, times } of faults)
		sandbox.faults.add({ ...FAULTS[name], ...TARGETS[target], skip, times });
}

/** Lets phones reply that nobody wrote to in this world. */
export function answer(
	{ service, clock }: Sandbox,
	{ text, phones, times }: Extract<Step, { kind: 'answers' }>,
): void {
	for (let index = 0; index < phones * times; index++) {
		const phone = `3809980002${String(10 + (index % phones))}`;
		receive(service, { phone, sender: 'Shop', text, receivedMs: clock.now().getTime() });
	}
}

/** Notes what the service holds when a world has ended. */
export function readLedger({ store, service, config }: Sandbox, chronicle: Chronicle): void {
	const { requests } = service.ledger;
	for (const message of store.messages.values()) {
		const { id, msisdn, text, reference, campaignId, createdMs, requestId } = message;
		if (!/^S\d+\./.test(text)) continue;
		const late = requests.get(requestId ?? -1)?.fate === 'handled late';
		const shown = shownFromMs(config.dialect, message);
		chronicle.ledger.push({
			id,
			phone: msisdn,
			text,
			reference,
			campaignId,
			createdMs,
			late,
			shownFromMs: shown,
		});
		if (campaignId !== null)
			chronicle.campaigns.set(String(campaignId), /^S\d+\./.exec(text)?.[0] ?? '');
	}
}
