import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { SETTINGS } from '../../sandbox/settings.mts';
import type { Dialect } from '../../sandbox/types.mts';
import { CHANGES, EVENTS, FAULTS, READS, REPLIES, SENDS } from './world.mts';
import type { FaultName, PlannedFault, ReplyText, Send, Step, World } from './world.mts';

// Worlds at random. The first of several values is the plainest: fast-check makes a world smaller towards it.

const accent = fc.constantFrom(
	...Object.entries(SETTINGS).flatMap(([name, { values }]) =>
		values.slice(1).map((value) => [name, value] as const),
	),
);
/** Where the messages of a campaign show: 4.4 speaks of legacy messages, and the list of messages is an extension. */
const showing = fc.constantFrom<Partial<Dialect>>(
	{},
	{},
	{},
	{},
	{ campaignReferences: 'never' },
	{ campaignReferences: 'never', messageList: 'never' },
	{ campaignReferences: 'late', messageList: 'late' },
);
/** Section 4.7 does not say what becomes of a reference that is known: at every second service nothing but the node keeps a campaign from going out twice. */
const known = fc.constantFrom<Partial<Dialect>>({}, { apiReferences: 'accept' });
const accents: Arbitrary<Partial<Dialect>> = fc
	.tuple(fc.array(accent, { maxLength: 6 }), showing, known)
	.map(
		([pairs, ...drawn]) =>
			Object.assign({}, Object.fromEntries(pairs), ...drawn) as Partial<Dialect>,
	)
	// No choice in the credential's form fits a service that takes tokens here and the key there, the other way round than usual.
	.map(({ apiAuth, ...rest }) =>
		rest.restAuth === 'bearer' ? rest : { ...rest, ...(apiAuth && { apiAuth }) },
	);

const personality = fc.record({
	accents,
	moderationSeconds: fc.constantFrom(0, 0, 20),
	sendRate: fc.constantFrom(500, 500, 5),
	timeZone: fc.constantFrom('UTC', 'UTC', 'Europe/Kyiv', 'America/New_York'),
	tokenSeconds: fc.constantFrom(30 * 86_400, 30 * 86_400, 60),
});

const history = fc.record({
	campaigns: fc.constantFrom(0, 0, 3, 40, 120),
	unfinished: fc.constantFrom(0, 0, 2),
	references: fc.constant<string[]>(['order1001', 'order1002']),
	replies: fc.constantFrom(0, 0, 3),
});

const fault: Arbitrary<PlannedFault> = fc.record({
	name: fc.constantFrom(...(Object.keys(FAULTS) as FaultName[])),
	target: fc.constantFrom('send', 'send', 'send', 'ask', 'ask', 'any', 'login'),
	skip: fc.constantFrom(0, 0, 0, 1, 2, 4),
	times: fc.constantFrom(1, 1, 1, 2, 3, 99),
});
const faults = fc.oneof(
	{ weight: 1, arbitrary: fc.constant<PlannedFault[]>([]) },
	{ weight: 5, arbitrary: fc.array(fault, { minLength: 1, maxLength: 3 }) },
);

const onError = fc.constantFrom(
	'stopWorkflow' as const,
	'stopWorkflow' as const,
	'continueRegularOutput' as const,
	'continueErrorOutput' as const,
);

const anySend: Arbitrary<Send> = fc.record({
	operation: fc.constantFrom(...SENDS),
	source: fc.constantFrom('allItems', 'item', 'list', 'file'),
	recipients: fc.array(
		fc.oneof(
			{ weight: 12, arbitrary: fc.constant('ordinary' as const) },
			{ weight: 2, arbitrary: fc.constant('answers' as const) },
			{ weight: 1, arbitrary: fc.constantFrom('no number' as const, 'turned away' as const) },
		),
		{ minLength: 1, maxLength: 5 },
	),
	repeated: fc.constantFrom(false, false, false, true),
	reference: fc.constantFrom('automatic', 'automatic', 'automatic', 'custom', 'content'),
	usedReference: fc.constantFrom('no', 'no', 'by another', 'by the same'),
	simplify: fc.constantFrom(false, false, true),
	leaveOut: fc.constantFrom(true, false),
	onError,
	tries: fc.constantFrom(1, 1, 2, 3),
	retryFor: fc.constantFrom(60, 60, 5, 0),
	timeout: fc.constantFrom(30, 5),
	ifUnknown: fc.constantFrom('stop', 'stop', 'stop', 'sendAgain', 'countAsSent'),
	sendsAll: fc.constantFrom(false, true),
	startsLater: fc.constantFrom(false, false, false, false, false, true),
	quiet: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'hold'),
});
/** Send and Wait for Response asks one person, under a reference of its own. */
const send = anySend.map(
	(one): Send =>
		one.operation === 'sms.sendAndWait'
			? { ...one, source: 'item', reference: 'automatic', simplify: false, quiet: 'none' }
			: one,
);
const fate = fc.record({
	diesAt: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
	diesBy: fc.constantFrom('kill', 'kill', 'stop'),
	retries: fc.constantFrom(0, 1, 2, 3),
	ofFirst: fc.constantFrom(false, true),
	faultsStay: fc.constantFrom(false, true),
	showsBegun: fc.constantFrom(false, true),
	correction: fc.constantFrom('none', 'none', 'none', 'text', 'leftOut', 'deleted'),
	staysCorrected: fc.constantFrom(true, false),
});

const step: Arbitrary<Step> = fc.oneof(
	{
		weight: 10,
		arbitrary: fc.record(
			{ kind: fc.constant('send' as const), send, fate, beside: send, faults },
			{ requiredKeys: ['kind', 'send', 'fate', 'faults'] },
		),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('change' as const),
			change: fc.constantFrom(...CHANGES),
			items: fc.constantFrom(1, 1, 2, 3),
			onError,
			tries: fc.constantFrom(1, 2),
			retries: fc.constantFrom(0, 1, 2),
			faultsStay: fc.constantFrom(false, true),
			faults,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('read' as const),
			read: fc.constantFrom(...READS),
			faults,
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			restart: fc.constantFrom(false, false, false, true),
			faults: fc.oneof(fc.constant<PlannedFault[]>([]), faults),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('answers' as const),
			text: fc.constantFrom(...(Object.keys(REPLIES) as ReplyText[])),
			phones: fc.constantFrom(1, 2, 40),
			times: fc.constantFrom(1, 1, 3),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			seconds: fc.constantFrom(1, 7, 60, 900),
		}),
	},
);

/** Whether a message under /api is to have a reference that a message to another number has. */
const hasOneOfAnother = (step: Step): boolean =>
	step.kind === 'send' &&
	[step.send, step.beside].some(
		(one) =>
			one?.operation === 'rcsMessage.send' &&
			one.reference === 'custom' &&
			one.usedReference === 'by another',
	);

/** "Messages with a duplicate reference are rejected" under /api (extensions notes, section 13): a service that takes them has none of another. */
const asTheNotesSay = (world: World): World =>
	world.steps.some(hasOneOfAnother)
		? {
				...world,
				personality: {
					...world.personality,
					accents: { ...world.personality.accents, apiReferences: 'refuse' },
				},
			}
		: world;

const anyWorld: Arbitrary<World> = fc.record({
	personality,
	history,
	event: fc.constantFrom(...EVENTS),
	optOut: fc.constantFrom('any', 'any', 'only', 'none'),
	steps: fc.array(step, { minLength: 1, maxLength: 5 }),
	seed: fc.nat(1_000_000),
	messageType: fc.constantFrom('sms', 'sms', 'both'),
	senders: fc.constantFrom('', '', 'Shop'),
});

export const worlds = anyWorld.map(asTheNotesSay);
