import { checkFileKey } from '../../../shared/validation';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import type { Operation } from '../../operations/operation';
import { downloadSettings, FILE_NAME_OPTION, OUTPUT_FIELDS, reportOperation } from './fields';
import { download as downloadFile, REPORT_PATH } from './file';

/** Get message report file (4.16). */
export const download: Operation = {
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download report',
		description: 'Get a message report by its key, as items or as a file',
	},
	fields: [
		{
			displayName: 'File Key',
			name: 'fileKey',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 3941ffacdd698b404e',
			description:
				'The key of the report, as Report: Request returns it, or as your account shows it for a report that was requested there',
		},
		...OUTPUT_FIELDS,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [FILE_NAME_OPTION, ...COMMON_OPTIONS],
		},
	],
	...reportOperation('GET', REPORT_PATH, async (item) => {
		const settings = downloadSettings(
			item,
			item.check(checkFileKey(item.parameter('fileKey', ''))),
		);
		const { output, fault } = await downloadFile(item, settings);
		return fault ? item.fail(fault) : output;
	}),
};
