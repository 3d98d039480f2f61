import { callError, createLimiter } from '../../../shared/transport';
import { checkFileKey } from '../../../shared/validation';
import { optionsField, requiredText } from '../../operations/fields';
import { eachItem } from '../../operations/item';
import { imperative, type Operation } from '../../operations/operation';
import { downloadSettings, FILE_NAME_OPTION, outputFields } from './fields';
import { download as downloadFile, REPORT_PATH } from './file';

/** Reports that one node run reads at a time: each may be large. */
const AT_A_TIME = 2;

const { routing, execute } = imperative(async (ctx) => {
	const limit = createLimiter(AT_A_TIME);
	return await eachItem(ctx, async (item) => {
		const settings = downloadSettings(item, item.check(checkFileKey(item.parameter('fileKey', ''))));
		const { output, fault } = await limit(async () => await downloadFile(item, settings));
		if (fault) throw callError(ctx.node, fault, { kind: 'read', itemIndex: item.index });
		return output;
	});
});

/** Get message report file (4.16). */
export const download: Operation = {
	value: 'download',
	name: 'Download',
	action: 'Download report',
	description: 'Get a message report file by its key, as items or as a file',
	fields: [
		requiredText('File Key', 'fileKey', 'e.g. 3941ffacdd698b404e', 'The key that requesting the report returned'),
		...outputFields(),
		optionsField([FILE_NAME_OPTION]),
	],
	routing: { request: { method: 'GET', url: REPORT_PATH }, ...routing },
	execute,
};
