import { rejected } from '../../../shared/errors';
import { findTemplate } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { foundReply } from '../../dispatch/declared';
import { getOne, nameIn } from '../builders';
import { TEMPLATE_ID, TEMPLATES } from './templates';

const endpoint = ENDPOINTS.getTemplate;

/** Get a template of codes, an extension (extensions notes, section 8). */
export const get = getOne({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get verification template',
		description:
			'Get a text that codes are sent in, and whether it is approved. Not every service offers this.',
	},
	endpoint,
	...TEMPLATES,
	fields: [TEMPLATE_ID],
	// A service without templates answers 404, too: the list shows that it has them.
	async explain(item, request, refusal) {
		if (refusal.httpStatus !== 404) return refusal;
		const id = nameIn(endpoint, request);
		const { record, fault } = await findTemplate(item.service, id);
		if (record) return foundReply(record);
		return (
			fault ??
			rejected(
				`Template ${id} was not found`,
				'Check the ID, as Verification Template: Get Many shows it.',
			)
		);
	},
});
