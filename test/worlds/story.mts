import type { INodeExecutionData } from 'n8n-workflow';
import type { RequestEntry } from '../../sandbox/types.mts';
import { itemsOf, wordsOf } from './chronicle.mts';
import type { Chronicle, Execution, Story } from './chronicle.mts';
import type { Wrong } from './judge.mts';
import type { Fate, PlannedFault, Send, Step, World } from './world.mts';

// A world told to a person, as short as it can be.

const settings = (values: Record<string, unknown>, usual: Record<string, unknown> = {}): string =>
	Object.entries(values)
		.filter(([name, value]) => value !== usual[name])
		.map(([name, value]) => `${name} ${String(value)}`)
		.join(', ') || 'as usual';

const USUAL_SERVICE = {
	moderationSeconds: 0,
	sendRate: 500,
	timeZone: 'UTC',
	tokenSeconds: 2_592_000,
};
const USUAL_SEND: Partial<Send> = {
	source: 'allItems',
	repeated: false,
	reference: 'automatic',
	usedReference: 'no',
	simplify: false,
	leaveOut: true,
	onError: 'stopWorkflow',
	tries: 1,
	retryFor: 60,
	timeout: 30,
	ifUnknown: 'stop',
	sendsAll: false,
	startsLater: false,
	quiet: 'none',
};

const CORRECTIONS: Readonly<Record<Fate['correction'], string>> = {
	none: 'nothing corrected',
	text: 'another text',
	leftOut: 'the first recipient left out',
	deleted: 'the first recipient deleted',
};

const faultWords = (faults: readonly PlannedFault[]): string =>
	faults
		.map(
			({ name, target, skip, times }) =>
				`${name}, ${times > 10 ? 'always' : `${times} times`}${skip > 0 ? ` after ${skip}` : ''} (${target})`,
		)
		.join('; ') || 'none';

function sendWords({ operation, recipients, ...rest }: Send): string {
	return `${operation} to ${recipients.join(', ')} (${settings(rest, USUAL_SEND)})`;
}

function changeWords({
	change,
	items,
	onError,
	tries,
	retries,
	faultsStay,
}: Extract<Step, { kind: 'change' }>): string {
	const words = [
		change,
		items > 1 && `up to ${items} items`,
		onError !== 'stopWorkflow' && onError,
		tries > 1 && `${tries} tries`,
		retries > 0 &&
			`up to ${retries} retries from the list${faultsStay ? '' : ', without the faults'}`,
	];
	return words.filter(Boolean).join('; ');
}

function stepWords(step: Step): string {
	switch (step.kind) {
		case 'send': {
			const { diesAt, diesBy, showsBegun, retries, faultsStay, correction, staysCorrected } =
				step.fate;
			const fate = [
				...(diesAt > 0
					? [
							diesBy === 'stop'
								? `the user stops it at request ${diesAt}`
								: `its process is killed at request ${diesAt}${showsBegun ? ', which the saved execution shows' : ''}`,
						]
					: []),
				...(correction === 'none'
					? []
					: [`the ${staysCorrected ? 'retries' : 'first retry'} with ${CORRECTIONS[correction]}`]),
				...(retries > 0
					? [
							`up to ${retries} retries from the list${step.fate.ofFirst ? ' of the first execution' : ''}${faultsStay ? '' : ', without the faults'}`,
						]
					: []),
			];
			const beside = step.beside ? `\n       beside it: ${sendWords(step.beside)}` : '';
			return [sendWords(step.send), ...fate].join('; ') + beside;
		}
		case 'change':
			return changeWords(step);
		case 'read':
			return `read ${step.read}`;
		case 'poll':
			return `poll${step.restart ? ' after a restart' : ''}`;
		case 'answers':
			return `${step.phones} phones reply “${step.text}”, each ${step.times} times`;
		case 'wait':
			return `wait ${step.seconds} s`;
	}
}

const requestWords = ({ at, method, path, status, fault, error }: RequestEntry): string =>
	`${at.slice(11, 19)} ${method} ${path} → ${status === 0 ? 'no reply' : status}${fault ? ` [${fault}]` : ''}${error ? ` code ${error}` : ''}`;

/** Many requests of one kind are told by the first and the last. */
function requestLines(requests: readonly RequestEntry[]): string[] {
	const lines = requests.map(requestWords);
	return lines.length <= 9
		? lines
		: [...lines.slice(0, 5), `… ${lines.length - 8} more …`, ...lines.slice(-3)];
}

const short = (value: unknown): string => JSON.stringify(value).slice(0, 170);

function executionLines({ title, result, requests, died }: Execution): string[] {
	const { rows, errors } = itemsOf(result);
	return [
		`${title}${died ? ' (ended)' : ''}, ${result.tries} ${result.tries === 1 ? 'try' : 'tries'}`,
		...requestLines(requests).map((line) => `  ${line}`),
		...rows.slice(0, 6).map(({ json }) => {
			const {
				status,
				phone,
				reference,
				campaign_id: campaign,
				reason,
				recipients,
				accepted,
				refused,
			} = json;
			return `  output ${short({ status, phone, reference, campaign, reason, recipients, accepted, refused })}`;
		}),
		...errors
			.slice(0, 3)
			.map(({ json, error }) => `  error item ${short([json.error ?? error?.message])}`),
		...(result.error ? [`  stops: ${wordsOf(result.error).slice(0, 220)}`] : []),
	];
}

const eventWords = ({ json }: INodeExecutionData): string =>
	`${String(json.message_id ?? json.campaign_id ?? json.application_id ?? json.text)} ${String(json.status)}${json.origin === 'repeated' ? ' (again)' : ''}`;

function storyLines(story: Story): string[] {
	switch (story.kind) {
		case 'send':
			return [
				`${story.mark} ${story.send.operation}`,
				...story.executions.flatMap(executionLines).map((line) => `  ${line}`),
			];
		case 'poll':
			return story.events.length > 0 || story.error
				? [
						`poll: ${story.error ? `fails: ${story.error.message}` : ''}${story.events.map(eventWords).join(', ')}`,
					]
				: [];
		case 'change':
			return [
				`${story.change}: done ${story.items.map(({ done }) => done).join(', ')} times; ${story.result.error ? `stops: ${wordsOf(story.result.error).slice(0, 200)}` : short(story.result.items.map(({ json }) => json))}`,
				...requestLines(story.requests).map((line) => `  ${line}`),
			];
		case 'read':
			return [
				`read ${story.read}: ${story.result.error ? `stops: ${wordsOf(story.result.error).slice(0, 160)}` : short(story.result.items.map(({ json }) => json.campaign_id ?? json))}`,
				...requestLines(story.requests).map((line) => `  ${line}`),
			];
	}
}

function worldLines({
	personality: { accents, ...rest },
	history,
	event,
	optOut,
	messageType,
	senders,
	steps,
}: World): string[] {
	const narrowed = event.startsWith('campaign')
		? ` (type: ${messageType}; senders: ${senders || 'all'})`
		: '';
	return [
		`Service: ${settings({ ...accents, ...rest }, USUAL_SERVICE)}; ${history.campaigns} old campaigns; the trigger watches ${event}${narrowed}${event === 'messageReceived' ? ` (opt-outs: ${optOut})` : ''}`,
		...steps.flatMap((step, index) => [
			`  ${index + 1}. ${stepWords(step)}`,
			...('faults' in step && step.faults.length > 0
				? [`     faults: ${faultWords(step.faults)}`]
				: []),
		]),
	];
}

/** Tells what a world was, what happened in it, and what is wrong. */
export function tell(chronicle: Chronicle, wrong: readonly Wrong[], seed: number): string {
	const { ledger, fortunes, world, stories } = chronicle;
	const watched = [...fortunes]
		.filter(([, { statuses }]) => statuses.length > 1)
		.slice(-6)
		.map(([id, { statuses }]) => `  ${id}: ${statuses.map(({ status }) => status).join(' → ')}`);
	return [
		`World ${seed} (npm run test:worlds -- --seed ${seed})`,
		...wrong.map(({ kind, what }) => `✘ ${kind}: ${what}`),
		...worldLines(world),
		'What happened:',
		...stories.flatMap(storyLines).map((line) => `  ${line}`),
		`The ledger: ${ledger.length === 0 ? 'nothing was sent' : ''}`,
		...ledger
			.slice(0, 12)
			.map(
				({ phone, text, reference, campaignId, createdMs }) =>
					`  ${new Date(createdMs).toISOString().slice(11, 19)} ${phone} “${text}” reference ${reference ?? 'none'}${campaignId === null ? '' : ` campaign ${campaignId}`}`,
			),
		...(watched.length > 0 ? ['What the trigger could see:', ...watched] : []),
		'This world, to be played again with --seed <a file that holds this>:',
		JSON.stringify(world),
	].join('\n');
}
