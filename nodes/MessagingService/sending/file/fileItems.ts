import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { withoutItem } from '../../../shared/errors';
import { errorItem, hasErrorOutput, type NodeFault } from '../../dispatch/nodeErrors';
import { requestItems } from '../output';
import type { SendRun } from '../run';
import type { Recipient } from '../message';
import type { Others } from './judgeFile';
import type { Task } from './task';

/* The output of a file: an item for each request, with the recipients that went into none. */

/** What sending a file came to, as the output shows it. */
export interface Made {
	items: INodeExecutionData[];
	/** Recipients that went into no request, since the last one. */
	others: Others;
	/** What a request that failed left unsent, in words. */
	left?: string;
}

/** Adds to the output of a request the recipients that went into none. */
function withOthers(json: IDataObject, { counts, total }: Others): IDataObject {
	const added: IDataObject = { recipients: Number(json.recipients) + total };
	for (const status of ['accepted', 'refused', 'unknown', 'duplicate', 'skipped'] as const)
		added[status] = Number(json[status]) + counts[status];
	return { ...json, ...added };
}

/** Points from a request's output to the reasons of those that were refused. */
function withWhereReasonsAre(json: IDataObject): IDataObject {
	const refused = Number(json.refused);
	if (refused === 0) return json;
	const where = `${refused} refused: see the result file`;
	return { ...json, reason: [json.reason, where].filter(Boolean).join('; ') };
}

/** The item of a request. */
export function itemOfRequest(
	{ run, file }: Task,
	recipients: readonly Recipient[],
	others: Others,
): INodeExecutionData {
	const [summary] = requestItems(run, recipients, [recipients]);
	const json = withOthers({ ...summary?.json }, others);
	const lines = {
		first_line: recipients[0]?.message.line,
		last_line: recipients.at(-1)?.message.line,
	};
	return { json: { ...json, ...lines }, pairedItem: { item: file.item } };
}

/** An item of the output that tells of no request. */
function withoutRequest(run: SendRun, item: number, said: IDataObject): INodeExecutionData {
	const [summary] = requestItems(run, [], []);
	const json = { ...summary?.json, ...said, first_line: null, last_line: null };
	return { json, pairedItem: { item } };
}

/** The item of a file that could not be sent to its end, for another reason than a request that its last item tells of. */
export const failedItem = (run: SendRun, item: number, error: NodeFault): INodeExecutionData =>
	hasErrorOutput(run.ctx)
		? errorItem(error, item)
		: withoutRequest(run, item, { status: 'refused', reason: withoutItem(error.message) });

/** The output of a file whose last item tells of the request that failed, and of what was not sent. */
export function withLeft({ items, left }: Made): INodeExecutionData[] {
	const json = items.at(-1)?.json;
	if (json) json.reason = [json.reason, left].filter(Boolean).join('; ');
	return items;
}

/** The output of a file: an item for each request, the first with the result file. What goes into no request counts in the last. */
export function itemsOf({ run, file }: Task, { items, others }: Made): INodeExecutionData[] {
	const last = items.at(-1);
	if (last) last.json = withOthers(last.json, others);
	else {
		const status = (['refused', 'duplicate', 'skipped'] as const).find(
			(one) => others.counts[one] > 0,
		);
		const without = withoutRequest(run, file.item, { status: status ?? 'skipped' });
		items.push({ ...without, json: withOthers(without.json, others) });
	}
	return items.map((item) => ({ ...item, json: withWhereReasonsAre(item.json) }));
}
