import { required } from '../../../shared/fields';
import { checkFileKey } from '../../../shared/validation';
import { optionsField } from '../../operations/fields';
import type { Operation } from '../../operations/operation';
import { downloadSettings, FILE_NAME_OPTION, outputFields, reportOperation } from './fields';
import { download as downloadFile, REPORT_PATH } from './file';

/** Get message report file (4.16). */
export const download: Operation = {
	names: 'download: Download: Get a message report file by its key, as items or as a file',
	action: 'Download report',
	fields: [
		required(
			'fileKey: File Key: The key that requesting the report returned',
			'3941ffacdd698b404e',
		),
		...outputFields(),
		optionsField([FILE_NAME_OPTION]),
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
