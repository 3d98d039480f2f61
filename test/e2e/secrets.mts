import { writeProof } from '../../tools/lib/proof.mts';
import { SANDBOX_KEY } from '../../tools/lib/sandboxProcess.mts';
import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { formsOf } from './evidence.mts';
import { PACKAGE, START } from './operations.mts';
import type { Evidence, Place } from './evidence.mts';
import type { Execution, StoredWorkflow } from '../../tools/lib/n8n.mts';
import type { Checks } from './report.mts';

/** Keys of this run: the right one, and the wrong one of the credential tests. */
export const WRONG_KEY = 'live_wrong_00000000000000000';
/** A text of one message: where it is not found, the search would not find a secret either. */
const CONTROL = 'One SMS from n8n';

const sender = { __rl: true, mode: 'name', value: 'Shop' };
/** Numbers of sends that fail, as a user types them. */
const FAILING = ['+380 (99) 700-00-05', '380997000015', '38099', '380997009001'];

type Step = [name: string, resource: string, operation: string, parameters: object];

/** Sends and changes that fail, each in its way: what the service rejects and what the node refuses. */
const FAILING_STEPS: Step[] = [
	['The service rejects the number', 'sms', 'send', { sender, phone: FAILING[0], text: 'No' }],
	['The sender is not registered', 'sms', 'send', { sender: { ...sender, value: 'Nobody' }, phone: FAILING[1], text: 'No' }],
	['The number is too short', 'sms', 'send', { sender, phone: FAILING[2], text: 'No' }],
	['A number of a list is wrong', 'sms', 'sendBulk', { recipientSource: 'list', recipients: `${FAILING[1]}; ${FAILING[2]}`, sender, text: 'No', options: { invalidRecipients: 'stop' } }],
	['A number is there twice', 'sms', 'sendBulk', { recipientSource: 'list', recipients: `${FAILING[1]}; ${FAILING[1]}`, sender, text: 'No', options: { repeatedNumbers: 'refuse' } }],
	['A campaign to a wrong number', 'campaign', 'sendSms', { recipientSource: 'list', recipients: `${FAILING[1]}9999`, sender, text: 'No' }],
	['Another contact has the number', 'contact', 'update', { contactId: '5001', phone: '380671112211' }],
];
const BREAKING_STEP: Step = ['The connection breaks', 'sms', 'send', { sender, phone: FAILING[3], text: 'Is it sent?', options: { retryFor: 0 } }];

function workflowOf(id: string, steps: Step[], onError: string): StoredWorkflow {
	const names = [START, ...steps.map(([name]) => name)];
	return {
		id,
		name: `Failures (${id})`,
		nodes: [
			{ id: 'start', name: START, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
			...steps.map(([name, resource, operation, parameters], index) => ({
				id: `failure-${index}`, name, type: `${PACKAGE}.messagingService`, typeVersion: 1, position: [200 * (index + 1), 0], parameters: { resource, operation, ...parameters },
				credentials: { [EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name } },
				executeOnce: true, alwaysOutputData: true, onError,
			})),
		],
		connections: Object.fromEntries(names.slice(0, -1).map((name, index) => [name, { main: [[{ node: names[index + 1], type: 'main', index: 0 }]] }])),
		settings: { executionOrder: 'v1' },
	};
}

/** Steps that all fail, one after the other: their errors are put out as items. */
export const FAILURES = workflowOf('e2eFailures00001', FAILING_STEPS, 'continueRegularOutput');
/** One step that ends its execution, while the sandbox breaks connections. */
export const BREAKS = workflowOf('e2eBreaks0000001', [BREAKING_STEP], 'stopWorkflow');

/** @returns the steps that did not fail as they must, or another end than the expected */
export function withoutFailure({ nodes, status }: Execution, expected: string): string | undefined {
	const well = Object.entries(nodes).filter(([name, runs]) => name !== START && !/"(?:error|reason)":/.test(JSON.stringify(runs))).map(([name]) => name);
	if (well.length > 0) return `these did not fail: ${well.join(', ')}`;
	return status === expected ? undefined : `it ended with ${status}`;
}

const ERRORS: Place[] = ['error texts', 'log of n8n', 'log of the sandbox'];
/** A number of this service's country in digits, alone; the cure of a wrong number shows one that is nobody's. */
const PHONE = /(?<![\d.])\+?380(?!991112233)\d{9}(?!\d)/g;
/** How the node shows a number. */
const MASKED = /…\d{4}\b/g;

/** Searches what a run left for the keys, all tokens, and whole numbers in errors and logs. */
export async function checkSecrets(checks: Checks, evidence: Evidence, whole: boolean): Promise<void> {
	const before = checks.failed;
	const { tokens } = evidence;
	const secrets = [SANDBOX_KEY, WRONG_KEY, ...tokens];
	await checks.run('The search finds what was written: a message’s text in the database, execution data and n8n’s output', () => {
		const places: Place[] = ['database of n8n', 'execution data', 'output of n8n’s commands', 'interface of the sandbox', 'exported workflows'];
		const blind = places.filter((place) => evidence.where(CONTROL, [place]).length === 0);
		if (tokens.length === 0) return 'the sandbox issued no token';
		return blind.length === 0 ? undefined : `nothing found in: ${blind.join(', ')}`;
	});
	await checks.run(`No API key and none of ${tokens.length} tokens is in n8n’s database, execution data, logs, files or exports, nor in what the sandbox writes`, () => {
		const hits = secrets.flatMap((secret, index) => formsOf(secret).flatMap((form) => evidence.where(form).map((place) => `${index < 2 ? 'an API key' : 'a token'} in ${place}`)));
		return hits.length === 0 ? undefined : [...new Set(hits)].slice(0, 20).join('\n');
	});
	await checks.run('Errors and logs show the last digits of phone numbers, never a whole number', () => {
		const shown = [...evidence.matches(PHONE, ERRORS), ...FAILING.filter((phone) => /\D/.test(phone)).flatMap((phone) => evidence.where(phone, ERRORS))];
		if (shown.length > 0) return [...new Set(shown)].slice(0, 20).join('\n');
		return evidence.matches(MASKED, ['error texts']).length > 0 ? undefined : 'no error shows even the last digits: nothing was tested';
	});
	if (!whole || checks.failed > before) return;
	await writeProof('secrets', 'npm run test:e2e', [
		{ what: 'API keys and tokens searched for, each as it is and in base64', value: secrets.length },
		{ what: 'of them tokens that were issued', value: tokens.length },
		{ what: 'Files, rows, executions, outputs, exports and logs searched', value: evidence.pieces },
		{ what: 'Searched in all', value: Math.round(evidence.bytes / 1e5) / 10, unit: 'MB' },
		{ what: 'Keys or tokens found', value: 0 },
		{ what: 'Masked phone numbers in error texts', value: evidence.matches(MASKED, ['error texts']).length },
		{ what: 'Whole phone numbers in error texts and logs', value: 0 },
	]);
}
