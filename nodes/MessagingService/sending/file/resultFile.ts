import type { IDataObject } from 'n8n-workflow';
import { csvLine } from '../../../shared/text';
import { answerOf, reasonOf, type Recipient } from '../message';
import type { Task } from './task';

/* The result file: what became of each line, as CSV in n8n's binary store. */

/** The binary field of the first output item. */
export const RESULT_FIELD = 'result';
const RESULT_TYPE = 'text/csv';
/** The columns of the result file. */
const namesOf = (isCampaign: boolean, dryRun: boolean): string[] => [
	'line',
	'phone',
	'reference',
	'status',
	'reason',
	isCampaign ? 'campaign_id' : 'task_id',
	'country',
	'phone_given',
	// What nobody gets is to be looked at.
	...(dryRun ? ['text'] : []),
];

/** So many lines of it are written at a time. */
const WRITTEN_AT_ONCE = 500;

/** The line of the result file for a recipient. */
function resultLine(recipient: Recipient, isCampaign: boolean, dryRun: boolean): string {
	const { status, message } = recipient;
	const fields: IDataObject = answerOf(recipient)?.fields ?? {};
	return csvLine([
		message.line,
		message.phone,
		message.reference,
		status,
		reasonOf(recipient),
		isCampaign ? fields.campaign_id : fields.task_id,
		message.country,
		message.phoneGiven,
		...(dryRun ? [message.text] : []),
	]);
}

/** The first line of the file: the names of its columns. */
export const resultHeader = ({ run, settings }: Task): Uint8Array =>
	Buffer.from(csvLine(namesOf(run.endpoint.kind === 'campaign', settings.dryRun)));

/** The lines of recipients, so many at a time. */
export function* resultLines(
	{ run, settings }: Task,
	recipients: readonly Recipient[],
): Generator<Uint8Array> {
	const isCampaign = run.endpoint.kind === 'campaign';
	for (let from = 0; from < recipients.length; from += WRITTEN_AT_ONCE) {
		const lines = recipients
			.slice(from, from + WRITTEN_AT_ONCE)
			.map((recipient) => resultLine(recipient, isCampaign, settings.dryRun));
		yield Buffer.from(lines.join(''));
	}
}

/** Stores what is written; in memory where the file lies there, too. */
export async function storeResult({ run, file }: Task, written: AsyncGenerator<Uint8Array>) {
	const name = `recipients-${file.digest.slice(0, 8)}-result.csv`;
	if (file.streamOf) {
		// A store that fails may end the sending, but throws nothing into it: what it throws itself says why.
		const source: AsyncIterable<Uint8Array> = {
			[Symbol.asyncIterator]: () => ({
				next: async () => await written.next(),
				return: async () => await written.return(undefined),
			}),
		};
		return await run.ctx.binary(file.streamOf(source), name, RESULT_TYPE);
	}
	const parts: Uint8Array[] = [];
	for await (const part of written) parts.push(part);
	return await run.ctx.binary(Buffer.concat(parts), name, RESULT_TYPE);
}
