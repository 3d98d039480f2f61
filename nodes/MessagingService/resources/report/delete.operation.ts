import { concernsPath, type ServiceReply } from '../../../shared/errors';
import { listReports, sameName, type Service } from '../../../shared/service';
import { CODE_REPORT_NOT_FOUND, ENDPOINTS } from '../../../shared/spec';
import { checkFileKey } from '../../../shared/validation';
import { foundReply } from '../../dispatch/declared';
import { toPath } from '../../dispatch/places';
import { changeOne, nameIn } from '../builders';
import { FILE_KEY } from './fields';

const endpoint = ENDPOINTS.deleteReport;

/** The reply of a deletion, if the list shows that there is no such report. @throws if the list cannot be read */
async function gone(service: Service, key: string): Promise<ServiceReply | undefined> {
	const { records, fault } = await listReports(service);
	if (fault) throw new Error(fault.message);
	const isThere = records.some((one) => sameName(key, one.key ?? one.export_id));
	return isThere ? undefined : foundReply({});
}

/** Delete a report file, an extension (extensions notes, section 10). */
export const deleteOne = changeOne({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete report',
		description:
			'Delete the file of a report, ready or in the making. Not every service offers this.',
	},
	endpoint,
	extension: {
		what: 'a way to delete reports',
		cure: 'The service removes them by itself after a month.',
	},
	fields: [{ ...FILE_KEY, routing: toPath('key', 'fileKey', (value) => checkFileKey(value)) }],
	concerns: ({ path }) => [path],
	isShown: () => true,
	look: async ({ service }, request) => await gone(service, nameIn(endpoint, request)),
	output: {
		read: (_body, _zone, key) => ({ key }),
		toRow: ({ key }) => ({ key, status: 'deleted' }),
	},
	what: (request) => `report ${nameIn(endpoint, request)} was deleted`,
	cure: 'Look at Report: Get Many; to delete it again does no harm.',
	async explain({ service }, request, refusal) {
		// To delete what is not there is done: an earlier try may have deleted it.
		if (refusal.code === CODE_REPORT_NOT_FOUND) return foundReply({});
		if (!concernsPath(refusal)) return refusal;
		const reply = await gone(service, nameIn(endpoint, request)).catch(() => undefined);
		return reply ?? refusal;
	},
});
