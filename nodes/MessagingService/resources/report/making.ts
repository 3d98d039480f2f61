import type { INodeExecutionData } from 'n8n-workflow';
import {
	extensionFault,
	faultOfNoAnswer,
	concernsPath,
	withOpenOutcome,
	type ServiceReply,
} from '../../../shared/errors';
import { unwrap } from '../../../shared/reply';
import type { RequestParts } from '../../../shared/service';
import {
	CODE_REPORT_EMPTY,
	CODE_REPORT_NOT_READY,
	CODE_TOO_MANY_REPORTS,
} from '../../../shared/spec';
import { MS_PER_MINUTE } from '../../../shared/time';
import { pause, type CallOutcome } from '../../../shared/transport';
import { checkFileKey } from '../../../shared/validation';
import type { Item } from '../../dispatch/item';
import { downloadSettings } from './fields';
import { downloadFile, reportLimit } from './file';

// A report is made by the service, and waited for.

const NOT_KNOWN = 'It is not known whether the report was requested';
const NO_KEY = `${NOT_KNOWN}: the reply names no key`;
const LOOK_FIRST =
	'Look for it among the reports of your account, and fetch it with Report: Download. A new execution requests another report, which does no harm.';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
export const DEFAULT_WAIT_MINUTES = 30;

/**
 * Pauses that grow from one second to half a minute, until Maximum Wait of the item is over or the execution is cancelled. It counts from
 * the item's turn: waiting to have the report made and waiting for the report share it.
 */
function waitOf(item: Item): () => Promise<boolean> {
	const until =
		item.startedAt + item.parameter('options.maxWait', DEFAULT_WAIT_MINUTES) * MS_PER_MINUTE;
	let next = FIRST_WAIT_MS;
	return async () => {
		const left = until - Date.now();
		const now = Math.min(next, left);
		next = Math.min(next * 1.6, LONGEST_WAIT_MS);
		return left > 0 && (await pause(now, item.ctx.signal));
	};
}

/** Has the report made, once; while too many are being made and the user waits anyway, it asks again. */
export async function createReport(item: Item, { path, body }: RequestParts): Promise<CallOutcome> {
	const create = async () => await item.tryCall({ method: 'POST', path, body }, { kind: 'once' });
	const again = waitOf(item);
	let outcome = await create();
	while (
		outcome.fault?.code === CODE_TOO_MANY_REPORTS &&
		item.parameter('wait', true) &&
		(await again())
	) {
		outcome = await create();
	}
	if (!outcome.fault) return outcome;
	const cure = 'Request the report in your account and use Report: Download with its key.';
	const { fault } = outcome;
	return {
		fault: concernsPath(fault)
			? extensionFault(fault, 'report requests', cure)
			: withOpenOutcome(fault, NOT_KNOWN, LOOK_FIRST),
	};
}

/** The key of the report that a reply names, or, where the user waits for it, the report as soon as it is ready. */
export async function fetchReport(
	item: Item,
	{ body }: ServiceReply,
): Promise<INodeExecutionData[]> {
	const { key: given, export_id: exported } = unwrap(body);
	const checked = checkFileKey(given ?? exported);
	if (!checked.ok) return item.fail(faultOfNoAnswer(body, NO_KEY, LOOK_FIRST), 'once');
	const key = checked.value;
	if (!item.parameter('wait', true)) return [{ json: { key } }];
	const limit = reportLimit(item.ctx.run);
	const settings = downloadSettings(item, key, true);
	const again = waitOf(item);
	for (;;) {
		const { output, fault } = await limit(async () => await downloadFile(item, settings));
		if (output) return output;
		// What is empty stays so: its download went well.
		if (fault.code === CODE_REPORT_EMPTY) return item.fail(fault);
		if (fault.code !== CODE_REPORT_NOT_READY) {
			// Of an error item n8n keeps the message alone.
			const message = `Report ${key} was requested, and its download failed: ${fault.message}`;
			const cure = 'Report: Download fetches it by this key.';
			return item.fail({ ...fault, message, description: `${fault.description} ${cure}` });
		}
		if (await again()) continue;
		const description = `Fetch the key ${key} later with Report: Download, or raise Maximum Wait under Options. Another request would make another report.`;
		return item.fail({ ...fault, message: `Report ${key} is not ready yet`, description });
	}
}
