import { SANDBOX_KEY } from '../../tools/lib/sandboxProcess.mts';
import { formsOf, LOCATIONS } from './evidence.mts';
import { START } from '../support/workflows.mts';
import { stepsWorkflow } from './operations.mts';
import { SECRET_KEY } from './secretSandbox.mts';
import type { Evidence, Location } from './evidence.mts';
import type { Execution, StoredWorkflow } from '../../tools/lib/n8n.mts';

/** The wrong key of the credential tests. */
export const WRONG_KEY = 'live_wrong_00000000000000000';
/** What must be found in a place: where it is not found, the search would not find a secret either. */
const CONTROLS: ReadonlyArray<[text: string, locations: Location[]]> = [
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

const workflowOf = (id: string, steps: Step[], onError: string): StoredWorkflow =>
	stepsWorkflow(
		id,
		'Failures',
		steps.map(([name, resource, operation, parameters]) => ({
			name,
			parameters: { resource, operation, ...parameters },
		})),
		onError,
	);

/** Steps that all fail, one after the other: what went wrong is put out as items. */
export const FAILURES = workflowOf('e2eFailures00001', FAILING_STEPS, 'continueRegularOutput');
/** One step that ends its execution, while the sandbox breaks connections. */
export const BREAKS = workflowOf('e2eBreaks0000001', [BREAKING_STEP], 'stopWorkflow');

/** One step that fails for lack of funds, and puts its error out. */
export const FUNDS = workflowOf(
	'e2eFunds00000001',
	[['No funds', 'sms', 'send', { sender, phone: FAILING[1], text: 'No' }]],
	'continueErrorOutput',
);

/** @returns the steps that did not fail as they must, or another end than the expected */
export function withoutFailure({ nodes, status }: Execution, expected: string): string | undefined {
	const well = Object.entries(nodes)
		.filter(
			([name, runs]) =>
				name !== START && !/"error":|"status":"(?:refused|duplicate)"/.test(JSON.stringify(runs)),
		)
		.map(([name]) => name);
	if (well.length > 0) return `these did not fail: ${well.join(', ')}`;
	return status === expected ? undefined : `it ended with ${status}`;
}

const ERRORS: Location[] = ['error texts', 'own words of n8n’s log', 'log of the sandbox'];
/** A number of this service's country in digits, alone; the cure of a wrong number shows one that is nobody's. */
const PHONE = /(?<![\d.])\+?380(?!991112233)\d{9}(?!\d)/g;
/** How the node shows a number. */
const MASKED = /…\d{4}\b/g;
/** A request in the sandbox's log. */
const LOGGED = /^(?:GET|POST|PUT|PATCH|DELETE) \/(?:api|rest)\//gm;

const NOT_OFFERED = LOCATIONS.filter((location) => location !== 'interface of the sandbox');

/** What a search of everything that a run left has found. */
export interface Search {
	/** Issued tokens that were searched for. */
	tokens: number;
	/** Each secret that was found, with its location. */
	hits: string[];
	/** Whole phone numbers in errors and logs. */
	shown: string[];
	/** Numbers of which errors show the last digits. */
	masked: number;
	/** Locations in which not even what must be there is found: a search of them shows nothing. */
	blind: string[];
	/** Requests in the sandboxes' logs. */
	logged: number;
}

/** Searches what a run left for the keys, all tokens, and whole numbers in errors and logs. */
export function searchSecrets(evidence: Evidence): Search {
	const { tokens } = evidence;
	const keys = [SECRET_KEY, WRONG_KEY, SANDBOX_KEY];
	const found = (secrets: string[], what: string): string[] =>
		// The sandbox's page offers its own key; to search for that one there would find the offer.
		secrets.flatMap((secret) =>
			formsOf(secret).flatMap((form) =>
				evidence
					.where(form, secret === SANDBOX_KEY ? NOT_OFFERED : LOCATIONS)
					.map((location) => `${what} in ${location}`),
			),
		);
	const shown = [
		...evidence.matches(PHONE, ERRORS),
		...FAILING.filter((phone) => /\D/.test(phone)).flatMap((phone) =>
			evidence.where(phone, ERRORS),
		),
	];
	return {
		tokens: tokens.length,
		hits: [...new Set([...found(keys, 'an API key'), ...found(tokens, 'a token')])],
		shown: [...new Set(shown)],
		masked: evidence.matches(MASKED, ['error texts']).length,
		blind: CONTROLS.flatMap(([text, locations]) =>
			locations.filter((location) => evidence.where(text, [location]).length === 0),
		),
		logged: evidence.matches(LOGGED, ['log of the sandbox']).length,
	};
}
