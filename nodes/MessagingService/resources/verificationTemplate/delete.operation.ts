import { idOf } from '../../../shared/reply';
import { findTemplate } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { foundReply } from '../../dispatch/declared';
import { changeOne, nameIn } from '../builders';
import { TEMPLATE_ID, TEMPLATES } from './templates';

const endpoint = ENDPOINTS.deleteTemplate;

/** Delete a template of codes, an extension (extensions notes, section 8). */
export const deleteOne = changeOne({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete verification template',
		description: 'Delete a text that codes are sent in. Not every service offers this.',
	},
	endpoint,
	extension: TEMPLATES.extension,
	fields: [TEMPLATE_ID],
	concerns: ({ path }) => [path],
	isShown: () => true,
	async look(item, request) {
		const { record, fault } = await findTemplate(item.service, nameIn(endpoint, request));
		if (fault) throw new Error(fault.message);
		return record ? undefined : foundReply({});
	},
	output: {
		read: (_body, _zone, name) => ({ template_id: idOf(name) }),
		toRow: ({ template_id }) => ({ template_id, status: 'deleted' }),
	},
	what: (request) => `template ${nameIn(endpoint, request)} was deleted`,
	cure: 'Look at Verification Template: Get Many; to delete it again does no harm.',
	explain: async (item, request, refusal) => {
		if (refusal.httpStatus !== 404) return refusal;
		const { record, fault } = await findTemplate(item.service, nameIn(endpoint, request));
		// To delete what is not there is done: an earlier try may have deleted it.
		return record || fault ? (fault ?? refusal) : foundReply({});
	},
});
