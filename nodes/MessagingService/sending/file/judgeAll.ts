import { refusalError } from '../../../shared/errors';
import { namedAndMore } from '../../../shared/text';
import { placeOf, type Recipient, type Refused } from '../settle';
import { withStarts } from '../quietHours';
import { curesOf } from '../refusals';
import { goesByClocks, timingNow } from './clocks';
import { judgedRecipients } from './judge';
import type { Task } from './task';

/** How many refused lines an error names one by one. */
const NAMED_AT_MOST = 10;

/** Counts recipients that go into no request by their status, and keeps the first refused ones to name them. */
export interface Others {
	counts: Partial<Record<Recipient['status'], number>>;
	total: number;
	refused: Refused[];
}
export const noOthers = (): Others => ({ counts: {}, total: 0, refused: [] });

export function countOthers(others: Others, recipients: readonly Recipient[]): void {
	for (const recipient of recipients) {
		const { status } = recipient;
		others.counts[status] = (others.counts[status] ?? 0) + 1;
		if (status === 'refused' && others.refused.length < NAMED_AT_MOST)
			others.refused.push(recipient);
	}
	others.total += recipients.length;
}

/**
 * Judges the whole file before anything is sent.
 * @throws NodeOperationError for refused recipients that are not to be left out or leave nobody to send to, and where there is no recipient
 */
export async function judgeAll(task: Task): Promise<void> {
	const { run, file, settings } = task;
	const { ctx } = run;
	const { item } = file;
	const refused = noOthers();
	// Recipients who may be sent to at no moment are found like those of a campaign: here, none is held back.
	const timing = goesByClocks(settings)
		? { ...timingNow(run, settings), campaign: true }
		: undefined;
	let total = 0;
	let reached = 0;
	for await (const recipients of judgedRecipients(task, { toSend: false })) {
		total += recipients.length;
		if (ctx.signal?.aborted) return;
		const timed = timing ? withStarts(recipients, timing) : recipients;
		reached += timed.filter(({ status }) => status !== 'refused' && status !== 'merged').length;
		countOthers(
			refused,
			timed.filter(({ status }) => status === 'refused'),
		);
	}
	if (total === 0)
		throw refusalError(
			ctx.node,
			{
				field: 'Recipients',
				message: 'The file has no recipient',
				description: 'Check the file.',
			},
			item,
		);
	if (refused.total === 0 || (settings.leaveOut && reached > 0)) return;
	throw refusalError(
		ctx.node,
		refusalOf(
			refused,
			`of ${total} recipients`,
			run.record.isEmpty ? 'Nothing was sent' : 'Nothing was sent in this try',
			refused.total < total,
		),
		item,
	);
}

/** Puts the refusals of a file into one. */
export function refusalOf(
	{ refused, total }: Others,
	ofAll: string,
	sofar: string,
	hasOthers = true,
) {
	const names = refused.map(({ message, refusal }) => `[${placeOf(message)}] ${refusal.message}`);
	return {
		field: refused[0]?.refusal.field ?? 'Phone Number',
		message: `${sofar}: ${total} ${ofAll} cannot be used: ${namedAndMore([...names, ...Array<string>(total - names.length).fill('')], NAMED_AT_MOST)}`,
		description: curesOf(refused, hasOthers),
	};
}
