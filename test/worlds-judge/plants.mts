import type { Wrong } from '../worlds/judge.mts';
import type { Plant } from '../worlds/processes.mts';
import type { PlannedFault, Send, Step, Watched, World } from '../worlds/world.mts';

/** A fault that is put into the node, and what the judge must say of it. */
export interface Planted {
	name: string;
	kinds: ReadonlyArray<Wrong['kind']>;
	/** What the trigger of a world must watch for the fault to show; nothing = whatever it watches. */
	watches?: Watched;
	/** Makes of a random world one in which the fault can show; nothing = any may. */
	shape?: (world: World) => World;
	plant: Plant;
}

type SendStep = Extract<Step, { kind: 'send' }>;

/** A world of two sends, each by itself, at a service with these settings; `change` makes them those that are wanted. */
const twoSends =
	(
		change: (step: SendStep) => Partial<Omit<SendStep, 'send'>> & { send: Partial<Send> },
		accents: World['personality']['accents'] = {},
	): NonNullable<Planted['shape']> =>
	(world) => ({
		...world,
		personality: {
			...world.personality,
			accents: { ...world.personality.accents, ...accents },
		},
		steps: world.steps
			.filter((step) => step.kind === 'send')
			.slice(0, 2)
			.map((step) => {
				const { send, ...others } = change(step);
				const { kind, fate, faults } = step;
				return { kind, fate, faults, ...others, send: { ...step.send, ...send } };
			}),
	});
const toLists = twoSends(() => ({ send: { operation: 'campaign.sendSmsToContactLists' } }));

/** A world of one step. */
const oneStep =
	(step: Step, accents: World['personality']['accents'] = {}): NonNullable<Planted['shape']> =>
	(world) => ({ ...world, personality: { ...world.personality, accents }, steps: [step] });
/** Senders registered in one step. */
const registering = (faults: PlannedFault[], items = 1): Step => ({
	kind: 'change',
	change: 'register',
	items,
	onError: 'stopWorkflow',
	tries: 1,
	retries: 0,
	faultsStay: true,
	faults,
});
const LOST: PlannedFault = { name: '504 after handling', target: 'any', skip: 0, times: 1 };

/** Replaces what a pattern finds in the built code. @throws Error when it finds nothing: the code is another one by now */
const replacing =
	(pattern: RegExp, by: string): Plant =>
	(code) => {
		if (!pattern.test(code)) throw new Error(`The built package holds no ${String(pattern)}.`);
		return code.replace(pattern, by);
	};

/** Where the node leaves messages unknown. */
const LEAVES_UNKNOWN = /(async leaveUnknown\([^)]*\) \{)/;
const CALLS_ACCEPTED = replacing(
	LEAVES_UNKNOWN,
	'$1 this.accept(messages, { answer: { fields: {} } }); return [];',
);
const CALLS_REFUSED = replacing(
	LEAVES_UNKNOWN,
	'$1 this.refuse(messages, { fault: { kind: "http", message: "It failed", description: "", retryable: false, outcome: "rejected" } }); return [];',
);

export const PLANTED: readonly Planted[] = [
	{
		name: 'every send may be made again',
		kinds: ['twice'],
		plant: replacing(/(noAnswer: \{[^}]*campaign: )ask\d*\("unknown"\)/, '$1"again"'),
	},
	{
		name: 'references differ from process to process',
		kinds: ['twice'],
		plant: replacing(
			/(var digest = \(text\) => [^;]*\("sha256", )text/,
			'var SALT = Math.random();\n$1text + SALT',
		),
	},
	{
		name: 'what cannot be known counts as accepted',
		kinds: ['accepted, but not there'],
		shape: twoSends(({ fate }) => ({
			faults: [{ ...LOST, name: 'lost before handling', target: 'send', times: 99 }],
			fate: { ...fate, diesAt: 0 },
			send: {
				operation: 'campaign.sendSms',
				reference: 'automatic',
				startsLater: false,
				quiet: 'none',
			},
		})),
		plant: CALLS_ACCEPTED,
	},
	{
		name: 'what cannot be known counts as refused',
		kinds: ['there, but not accepted'],
		plant: CALLS_REFUSED,
	},
	{
		name: 'the service is never asked',
		kinds: ['unknown, but it could be known'],
		plant: replacing(/(async function askForMessage\([^)]*\) \{)/, '$1 return { is: "hidden" };'),
	},
	{
		name: 'one item of the output is dropped',
		kinds: ['lost'],
		plant: replacing(/= toOutput\((\w+), outcomes\);/, '= toOutput($1, outcomes).slice(1);'),
	},
	{
		name: 'the key stands in an error',
		kinds: ['secret shown'],
		plant: replacing(
			/(if \(!fault\) return outcome;)(\s*isDoubted \|\|=)/,
			'$1 fault.description += (await caller.credentials()).apiKey;$2',
		),
	},
	{
		name: 'the trigger forgets the last event of a poll',
		kinds: ['trigger missed'],
		plant: replacing(/result\.events\.map\((\w+)\)\]/, 'result.events.slice(0, -1).map($1)]'),
	},
	{
		name: 'the trigger reports an end that never was',
		kinds: ['trigger invented'],
		plant: replacing(
			/result\.events\.map\((\w+)\)\]/,
			'result.events.map((event) => $1({ ...event, newStatus: "stopped" }))]',
		),
	},
	{
		name: 'the trigger does not say what comes again',
		kinds: ['trigger invented'],
		plant: replacing(/origin: "repeated",/, 'origin: "change",'),
	},
	{
		name: 'the first look reports what was there',
		kinds: ['trigger invented'],
		watches: 'campaignStatusChanged',
		plant: replacing(
			/return reportExisting \? "existing" : "silent";/,
			'return reportExisting ? "existing" : "new";',
		),
	},
	{
		name: 'after a restart the last events come again at every poll, and say so',
		kinds: ['trigger invented'],
		plant: replacing(
			/return result\.events\.length > 0 \? \[result\.events\.map\((\w+)\)\] : null;/,
			`if (ctx.getActivationMode() === "init") globalThis.restarted = nodeKey;
			if (result.events.length > 0) globalThis.lastOnes = result.events.map((one) => ({ ...one, origin: "repeated" }));
			const more = result.events.length === 0 && globalThis.restarted === nodeKey ? globalThis.lastOnes ?? [] : [];
			const all = [...result.events, ...more];
			return all.length > 0 ? [all.map($1)] : null;`,
		),
	},
	{
		name: 'the trigger never says that something has ended',
		kinds: ['trigger invented'],
		plant: replacing(/is_final: isFinal,/, 'is_final: false,'),
	},
	{
		name: 'the trigger tells a status before that never was',
		kinds: ['trigger invented'],
		plant: replacing(/previous_status: previousStatus,/, 'previous_status: "stopped",'),
	},
	{
		name: 'new campaigns are reported at their end alone',
		kinds: ['trigger missed'],
		watches: 'campaignStatusChanged',
		plant: replacing(/\(final \|\| first === "new" && rule\.reportNew\)/, 'final'),
	},
	{
		name: 'a campaign message names the phone of another',
		kinds: ['trigger invented'],
		watches: 'campaignMessageFinished',
		plant: replacing(
			/(campaignMessageFinished: \{\s*toRow: )listedMessageRow,/,
			'$1(message) => ({ ...listedMessageRow(message), phone: "380000000000" }),',
		),
	},
	{
		name: 'a finished campaign has counted nothing',
		kinds: ['trigger invented'],
		watches: 'campaignFinished',
		plant: replacing(
			/(campaignFinished: \{\s*toRow: )campaignRow,/,
			'$1(campaign) => ({ ...campaignRow(campaign), sent: 0, delivered: 0 }),',
		),
	},
	{
		name: 'a row names the message of another',
		kinds: ['accepted, but not there'],
		plant: replacing(/: \{ message_id: (\w+)\.id, price:/, ': { message_id: $1.id && 1, price:'),
	},
	{
		name: 'a row tells the reference of another',
		kinds: ['accepted, but not there'],
		plant: replacing(
			/(sender: message\d*\.sender,\s*reference: )message\d*\.reference,/,
			'$1"x1",',
		),
	},
	{
		name: 'a summary counts one recipient as nothing',
		kinds: ['lost'],
		plant: replacing(
			/(recipients: \w+\.length,\s*)(accepted\d*),/,
			'$1accepted: Math.max(0, $2 - 1),',
		),
	},
	{
		name: 'one item of the output comes out twice',
		kinds: ['broken'],
		plant: replacing(
			/= toOutput\((\w+), outcomes\);/,
			'= ((all) => [...all, ...all.slice(0, 1)])(toOutput($1, outcomes));',
		),
	},
	{
		name: 'a reply is dropped',
		kinds: ['trigger missed'],
		watches: 'messageReceived',
		plant: replacing(/(&& isWanted\(reply, \w+\.received\)\s*\));/, '$1.slice(1);'),
	},
	{
		name: 'a reply is reported twice',
		kinds: ['trigger invented'],
		watches: 'messageReceived',
		plant: replacing(/for \(const \{ key, at \} of taken\) known\.set\([^;]*;/, ''),
	},
	{
		name: 'a campaign message has a status that it never had',
		kinds: ['trigger invented'],
		watches: 'campaignMessageFinished',
		plant: replacing(
			/(function seeCampaignMessage\([^)]*\) \{[^;]*;\s*const status = )asStatus\(raw\.status\)/,
			'$1asStatus(raw.status).replace("delivered", "expired")',
		),
	},
	{
		name: 'a campaign message ends again and again',
		kinds: ['trigger invented'],
		watches: 'campaignMessageStatusChanged',
		plant: replacing(
			/before === ENDED \|\| before === status \|\|/,
			'before === status && !seen.final ||',
		),
	},
	{
		name: 'the end of a campaign of which nothing was sent is no progress',
		kinds: ['trigger missed'],
		watches: 'campaignProgress',
		plant: replacing(/final && \(moved > 0 \|\| happened\)/, 'final && moved > 0'),
	},
	{
		name: 'progress is reported at each poll',
		kinds: ['trigger invented'],
		watches: 'campaignProgress',
		plant: replacing(/progress: moved >= rule\.step/, 'progress: moved >= 0'),
	},
	{
		name: 'an unknown campaign to contact lists is called refused',
		kinds: ['there, but not accepted'],
		shape: toLists,
		plant: CALLS_REFUSED,
	},
	{
		name: 'an unknown campaign to contact lists is called accepted',
		kinds: ['accepted, but not there'],
		shape: toLists,
		plant: CALLS_ACCEPTED,
	},
	{
		name: 'a campaign of a worker that died is not asked for',
		kinds: ['twice'],
		shape: twoSends(
			({ fate }) => ({
				faults: [],
				fate: { ...fate, diesAt: 1 },
				send: { operation: 'campaign.sendSms', reference: 'automatic', ifUnknown: 'stop' },
			}),
			{ campaignReferences: 'atOnce', apiReferences: 'accept' },
		),
		plant: replacing(
			/before: kind === "campaign" \? BEFORE\[record\.earlierStart\] : void 0/,
			'before: void 0',
		),
	},
	{
		name: 'a read fails always',
		kinds: ['read'],
		shape: oneStep({ kind: 'read', read: 'campaigns', faults: [] }),
		plant: replacing(
			/(async function callInSpans\([^)]*\) \{)/,
			'$1 throw new Error("It failed");',
		),
	},
	{
		name: 'the list of messages is never asked',
		kinds: ['unknown, but it could be known'],
		shape: twoSends(() => ({ send: { operation: 'campaign.sendSms', reference: 'automatic' } }), {
			campaignReferences: 'never',
		}),
		plant: replacing(
			/(async function askByList\d*\(ctx, \{ reference, item \}\) \{)/,
			'$1 return void 0;',
		),
	},
	{
		name: 'a change that was made is denied',
		kinds: ['change'],
		shape: oneStep(registering([{ ...LOST, times: 99 }])),
		plant: replacing(
			/(function faultError\([^)]*\) \{)/,
			'$1 fault = { ...fault, message: "The service refused the request", description: "" };',
		),
	},
	{
		name: 'a change is made again without a look at the record',
		kinds: ['change'],
		shape: oneStep(registering([LOST])),
		plant: replacing(/policy\.kind === "guarded" && isDoubted && policy\.recover/, 'false'),
	},
	{
		name: 'a change of several items leaves the last one out',
		kinds: ['change'],
		shape: oneStep(registering([], 3)),
		plant: replacing(/(walk\d*\.built >= countOf\([^)]*\))/, '$1 && self.getItemIndex() < 2'),
	},
	{
		name: 'a read leaves one record out',
		kinds: ['read'],
		shape: (world) => ({
			...oneStep({ kind: 'read', read: 'campaigns', faults: [] })(world),
			history: { ...world.history, campaigns: 3 },
		}),
		plant: replacing(/records: records\.slice\(0, limit\)/, 'records: records.slice(1, limit)'),
	},
];
