import { rejected, type ServiceReply } from '../../../shared/errors';
import { normaliseLink } from '../../../shared/reply';
import { findLink, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { stopBefore } from '../../contacts/ofItem';
import { changeOne, nameIn } from '../builders';
import { LINK_ID, LINKS } from './links';

const endpoint = ENDPOINTS.deleteLink;
const [ACTIVE, DELETED] = ['active', 'deleted'];

/** The link as the service shows it now. */
async function linkIn(item: Item, request: RequestParts) {
	const { record, fault } = await findLink(item.service, nameIn(endpoint, request));
	const { status } = normaliseLink(record, item.zone);
	return { record, fault, status };
}

/**
 * Deletes only a link that is active: the service takes one that is deleted or blocked away for ever (extensions notes, section 13). One
 * that is deleted is as it was wanted.
 */
async function unlessDeleted(item: Item, request: RequestParts): Promise<ServiceReply | void> {
	if (item.service.answersAtRandom) return;
	const { record, fault, status } = await linkIn(item, request);
	const name = `Short link ${nameIn(endpoint, request)}`;
	if (fault) return stopBefore(item, fault, LINKS.extension);
	if (!record)
		return item.fail(
			rejected(`${name} was not found`, 'Your account has no such link. Check the ID.'),
		);
	if (status === DELETED) return foundReply(record);
	if (status !== ACTIVE)
		return item.fail(
			rejected(
				`${name} was not deleted: its status is ${String(status)}`,
				'The service would remove it for ever. If you want that, remove it in your account.',
			),
		);
}

/** Delete a short link, an extension (extensions notes, section 7). A second time would remove it for ever, so that it is never repeated. */
export const deleteOne = changeOne({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete short link',
		description:
			'Switch a short link off; for some days your account can restore it. Not every service offers this.',
	},
	endpoint,
	extension: LINKS.extension,
	kind: 'once',
	fields: [LINK_ID],
	concerns: ({ path }) => [path],
	before: unlessDeleted,
	isShown: () => true,
	async look(item, request) {
		const { record, fault, status } = await linkIn(item, request);
		if (fault) throw new Error(fault.message);
		return record && status === DELETED ? foundReply(record) : undefined;
	},
	output: {
		read: (_body, _zone, name) => ({ link_id: name }),
		toRow: ({ link_id }) => ({ link_id, status: DELETED }),
	},
	what: (request) => `short link ${nameIn(endpoint, request)} was deleted`,
	cure: 'Look at Short Link: Get Many. This node deletes only a link that is active, so that to try again does no harm.',
});
