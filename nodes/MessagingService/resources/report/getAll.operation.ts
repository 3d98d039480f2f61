import type { IDataObject } from 'n8n-workflow';
import { numberOf, statusOf, textOf, timeOf } from '../../../shared/reply';
import { listReports } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { getMany } from '../builders';

/** The state of a report in one word: services write it in capitals, with a blank, or as another word. */
function stateOf(value: unknown): string | null {
	const status = statusOf(value)?.replace(/ /g, '_') ?? null;
	return status === 'completed' ? 'done' : status;
}

/** Reads an entry of either form: what was asked for, or when, and how many records there are. */
function readReport(entry: unknown, zone: string): IDataObject {
	const source = Object(entry) as IDataObject;
	return {
		key: textOf(source.key ?? source.export_id),
		status: stateOf(source.status),
		records: numberOf(source.records_count),
		created_at: timeOf(source.created_at, zone),
		finished_at: timeOf(source.completed_at, zone),
		format: textOf(source.format),
		request: source.request,
	};
}

/** List the report files of the account, an extension (extensions notes, section 10): all come at once. */
export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many reports',
		description:
			'List the reports that were requested, and whether they are ready. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listReports,
	extension: {
		what: 'a list of reports',
		cure: 'Keep the key that Report: Request returns.',
	},
	async list(service, _query, limit) {
		const { records, fault } = await listReports(service);
		return { records: records.slice(0, limit), fault };
	},
	output: { read: readReport, toRow: (report) => report },
});
