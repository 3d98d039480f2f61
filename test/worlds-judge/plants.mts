import type { Wrong } from '../worlds/judge.mts';
import type { Plant } from '../worlds/processes.mts';
import type { PlannedFault, Send, Step, World } from '../worlds/world.mts';

/** A fault that is put into the node, and what the judge must say of it: one for each kind of finding. */
export interface Planted {
	name: string;
	kinds: ReadonlyArray<Wrong['kind']>;
	/** Makes of a random world one in which the fault can show; nothing = any may. */
	shape?: (world: World) => World;
	plant: Plant;
}

type SendStep = Extract<Step, { kind: 'send' }>;

/** A world of two sends, each by itself; `change` makes them those that are wanted. */
const twoSends =
	(
		change: (step: SendStep) => Partial<Omit<SendStep, 'send'>> & { send: Partial<Send> },
	): NonNullable<Planted['shape']> =>
	(world) => ({
		...world,
		steps: world.steps
			.filter((step) => step.kind === 'send')
			.slice(0, 2)
			.map((step) => {
				const { send, ...others } = change(step);
				const { kind, fate, faults } = step;
				return { kind, fate, faults, ...others, send: { ...step.send, ...send } };
			}),
	});

/** A world of one step. */
const oneStep =
	(step: Step): NonNullable<Planted['shape']> =>
	(world) => ({ ...world, personality: { ...world.personality, accents: {} }, steps: [step] });
/** A sender registered in one step. */
const registering = (faults: PlannedFault[]): Step => ({
	kind: 'change',
	change: 'register',
	items: 1,
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
		plant: replacing(/(\[result\d*\.events)(\.map\(\(event\) => \(\{ json:)/, '$1.slice(0, -1)$2'),
	},
	{
		name: 'the trigger reports an end that never was',
		kinds: ['trigger invented'],
		plant: replacing(
			/(\[result\d*\.events\.map\(\(event\) => \(\{ json: \w+)\(event\)/,
			'$1({ ...event, newStatus: "stopped" })',
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
		name: 'a change is made again without a look at the record',
		kinds: ['change'],
		// The first request looks whether there is an application.
		shape: oneStep(registering([{ ...LOST, skip: 1 }])),
		plant: replacing(
			/(isLeft = )kind === "once" && isDoubted;([\s\S]*?const shown\w* = )isDoubted/,
			'$1false;$2false',
		),
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
