import type { INodeExecutionData } from 'n8n-workflow';
import { ENDPOINTS } from '../../../shared/spec';
import { checkFileKey } from '../../../shared/validation';
import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import { eachItem, type Item } from '../../dispatch/item';
import { imperative, type Operation } from '../../dispatch/operation';
import {
	downloadSettings,
	EMPTY_REPORT,
	FILE_KEY,
	FILE_NAME_OPTION,
	MAXIMUM_RECORDS,
	ONLY_WITH_STATUS,
	OUTPUT_FIELDS,
	READ_FORMAT,
} from './fields';
import { downloadFile, reportLimit } from './file';

/** Reads one report; it streams, so that a report of any size passes through. */
async function downloadReport(item: Item): Promise<INodeExecutionData[]> {
	const key = item.check(checkFileKey(item.parameter('fileKey', '')));
	const { output, fault } = await downloadFile(item, downloadSettings(item, key));
	return fault ? item.fail(fault) : output;
}

const { routing, execute } = imperative(async (ctx) => {
	const limit = reportLimit(ctx.run);
	return await eachItem(ctx, async (item) => await limit(async () => await downloadReport(item)));
});

/** Get message report file (4.16). */
export const download: Operation = {
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download report',
		description: 'Get a message report by its key, as items or as a file',
	},
	fields: [
		FILE_KEY,
		...OUTPUT_FIELDS,
		optionsField([
			READ_FORMAT,
			FILE_NAME_OPTION,
			EMPTY_REPORT,
			MAXIMUM_RECORDS,
			ONLY_WITH_STATUS,
			RETRY_FOR,
		]),
	],
	routing: {
		...routing,
		request: { method: ENDPOINTS.downloadReport.method, url: ENDPOINTS.downloadReport.path },
	},
	execute,
};
