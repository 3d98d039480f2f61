import type { INodeExecutionData } from 'n8n-workflow';
import type { RequestEntry } from '../../sandbox/types.mts';
import { itemsOf, wordsOf } from './chronicle.mts';
import type { Chronicle, Execution, Story } from './chronicle.mts';
import type { Wrong } from './judge.mts';

// What happened in a world, told to a person.

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
			.map(
				({ json, error }) => `  error item ${short([json.error ?? error?.message ?? json.reason])}`,
			),
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
		`The trigger watches ${world.event}. The steps:`,
		...world.steps.map((step, index) => `  ${index + 1}. ${JSON.stringify(step)}`),
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
