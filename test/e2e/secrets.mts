import { writeProof } from '../../tools/lib/proof.mts';
import { SANDBOX_KEY } from '../../tools/lib/sandboxProcess.mts';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { formsOf, PLACES } from './evidence.mts';
import { PACKAGE, START } from './operations.mts';
import { SECRET_KEY } from './secretSandbox.mts';
import type { Evidence, Place } from './evidence.mts';
import type { Execution, StoredWorkflow } from '../../tools/lib/n8n.mts';
import type { Checks } from './report.mts';

/** The wrong key of the credential tests. */
export const WRONG_KEY = 'live_wrong_00000000000000000';
/** What must be found in a place: where it is not found, the search would not find a secret either. */
const CONTROLS: ReadonlyArray<[text: string, places: Place[]]> = [
	[
		'One SMS from n8n',
		[
			'database of n8n',
			'execution data',
			'output of n8n’s commands',
			'interface of the sandbox',
			'exported workflows',
		],
	],
	// A step's name: n8n tells at level "debug" which node it runs.
	['sms sendBulk', ['log of n8n', 'own words of n8n’s log']],
	['POST /rest/sms/create 200', ['log of the sandbox']],
];

const sender = { __rl: true, mode: 'name', value: 'Shop' };
/** Numbers of sends that fail, as a user types them. */
const FAILING = ['+380 (99) 700-00-05', '380997000015', '38099', '380997009001'];

type Step = [name: string, resource: string, operation: string, parameters: object];

/** Sends and changes that fail, each in its way: what the service rejects and what the node refuses. */
const FAILING_STEPS: Step[] = [
	['The service rejects the number', 'sms', 'send', { sender, phone: FAILING[0], text: 'No' }],
	[
		'The sender is not registered',
		'sms',
		'send',
		{ sender: { ...sender, value: 'Nobody' }, phone: FAILING[1], text: 'No' },
	],
	['The number is too short', 'sms', 'send', { sender, phone: FAILING[2], text: 'No' }],
	[
		'A number of a list is wrong',
		'sms',
		'sendBulk',
		{
			recipientSource: 'list',
			recipients: `${FAILING[1]}; ${FAILING[2]}`,
			sender,
			text: 'No',
			options: { invalidRecipients: 'stop' },
		},
	],
	[
		'A number is there twice',
		'sms',
		'sendBulk',
		{
			recipientSource: 'list',
			recipients: `${FAILING[1]}; ${FAILING[1]}`,
			sender,
			text: 'No',
			options: { repeatedNumbers: 'refuse' },
		},
	],
	[
		'A campaign to a wrong number',
		'campaign',
		'sendSms',
		{ recipientSource: 'list', recipients: `${FAILING[1]}9999`, sender, text: 'No' },
	],
	[
		'Another contact has the number',
		'contact',
		'update',
		{ contactId: '5001', phone: '380671112211' },
	],
];
const BREAKING_STEP: Step = [
	'The connection breaks',
	'sms',
	'send',
	{ sender, phone: FAILING[3], text: 'Is it sent?', options: { retryFor: 0 } },
];

function workflowOf(id: string, steps: Step[], onError: string): StoredWorkflow {
	const names = [START, ...steps.map(([name]) => name)];
	return {
		id,
		name: `Failures (${id})`,
		nodes: [
			{
				id: 'start',
				name: START,
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			...steps.map(([name, resource, operation, parameters], index) => ({
				id: `failure-${index}`,
				name,
				type: `${PACKAGE}.messagingService`,
				typeVersion: 1,
				position: [200 * (index + 1), 0],
				parameters: { resource, operation, ...parameters },
				credentials: {
					[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
				},
				executeOnce: true,
				alwaysOutputData: true,
				onError,
			})),
		],
		connections: Object.fromEntries(
			names
				.slice(0, -1)
				.map((name, index) => [
					name,
					{ main: [[{ node: names[index + 1], type: 'main', index: 0 }]] },
				]),
		),
		settings: { executionOrder: 'v1' },
	};
}

/** Steps that all fail, one after the other: their errors are put out as items. */
export const FAILURES = workflowOf('e2eFailures00001', FAILING_STEPS, 'continueRegularOutput');
/** One step that ends its execution, while the sandbox breaks connections. */
export const BREAKS = workflowOf('e2eBreaks0000001', [BREAKING_STEP], 'stopWorkflow');

/** @returns the steps that did not fail as they must, or another end than the expected */
export function withoutFailure({ nodes, status }: Execution, expected: string): string | undefined {
	const well = Object.entries(nodes)
		.filter(([name, runs]) => name !== START && !/"(?:error|reason)":/.test(JSON.stringify(runs)))
		.map(([name]) => name);
	if (well.length > 0) return `these did not fail: ${well.join(', ')}`;
	return status === expected ? undefined : `it ended with ${status}`;
}

const ERRORS: Place[] = ['error texts', 'own words of n8n’s log', 'log of the sandbox'];
/** A number of this service's country in digits, alone; the cure of a wrong number shows one that is nobody's. */
const PHONE = /(?<![\d.])\+?380(?!991112233)\d{9}(?!\d)/g;
/** How the node shows a number. */
const MASKED = /…\d{4}\b/g;
/** A request in the sandbox's log. */
const LOGGED = /^(?:GET|POST|PUT|PATCH|DELETE) \/(?:api|rest)\//gm;

const NOT_OFFERED = PLACES.filter((place) => place !== 'interface of the sandbox');

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

/** Searches what a run left for the keys, all tokens, and whole numbers in errors and logs. */
export async function checkSecrets(
	checks: Checks,
	evidence: Evidence,
	whole: boolean,
): Promise<void> {
	const before = checks.failed;
	const { tokens, requests } = evidence;
	const keys = [SECRET_KEY, WRONG_KEY, SANDBOX_KEY];
	const found = (secrets: string[], what: string): string[] =>
		// The sandbox's page offers its own key; to search for that one there would find the offer.
		secrets.flatMap((secret) =>
			formsOf(secret).flatMap((form) =>
				evidence
					.where(form, secret === SANDBOX_KEY ? NOT_OFFERED : PLACES)
					.map((place) => `${what} in ${place}`),
			),
		);
	const hits = [...found(keys, 'an API key'), ...found(tokens, 'a token')];
	const masked = evidence.matches(MASKED, ['error texts']).length;
	const shown = [
		...evidence.matches(PHONE, ERRORS),
		...FAILING.filter((phone) => /\D/.test(phone)).flatMap((phone) =>
			evidence.where(phone, ERRORS),
		),
	];
	const listed = (all: string[]): string | undefined =>
		all.length === 0 ? undefined : [...new Set(all)].slice(0, 20).join('\n');

	await checks.run(
		'The search finds what was written: a message’s text, n8n’s log of a step, the sandbox’s log of a request',
		() => {
			const blind = CONTROLS.flatMap(([text, places]) =>
				places.filter((place) => evidence.where(text, [place]).length === 0),
			);
			if (tokens.length === 0) return 'the sandbox issued no token';
			return blind.length === 0 ? undefined : `nothing found in: ${blind.join(', ')}`;
		},
	);
	await checks.run(`The sandboxes show and log all of their ${requests.shown} requests`, () => {
		if (requests.forgotten > 0)
			return `${requests.forgotten} requests were forgotten: they cannot be searched`;
		const logged = evidence.matches(LOGGED, ['log of the sandbox']).length;
		return logged >= requests.shown && requests.shown > 0
			? undefined
			: `${logged} of them are in the log`;
	});
	await checks.run(
		`No API key and none of ${tokens.length} tokens is in n8n’s database, execution data, logs, files or exports, nor in what the sandbox writes`,
		() => listed(hits),
	);
	await checks.run(
		'Errors and logs show the last digits of phone numbers, never a whole number',
		() =>
			listed(shown) ??
			(masked > 0 ? undefined : 'no error shows even the last digits: nothing was tested'),
	);
	if (!whole || checks.failed > before) return;
	await writeProof('secrets', 'npm run test:e2e', [
		{
			what: 'API keys and tokens searched for, each as it is and in base64',
			value: keys.length + tokens.length,
		},
		{ what: 'of them tokens that were issued', value: tokens.length },
		{
			what: 'of them keys that the sandbox offers to everybody: not searched for in its interface, which lists them',
			value: 1,
		},
		{ what: 'Files, rows, executions, outputs, exports and logs searched', value: evidence.pieces },
		{ what: 'Searched in all', value: megabytes(evidence.bytes), unit: 'MB' },
		{
			what: 'of it n8n’s log at level “debug”',
			value: megabytes(evidence.bytesIn('log of n8n')),
			unit: 'MB',
		},
		{ what: 'Requests in the sandboxes’ logs, none left out', value: requests.shown },
		{ what: 'Keys or tokens found', value: hits.length },
		{ what: 'Masked phone numbers in error texts', value: masked },
		{
			what: 'Whole phone numbers in error texts and logs, but for the user’s own node that n8n adds to an error, and the errors of other nodes',
			value: shown.length,
		},
	]);
}
