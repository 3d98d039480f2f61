import type { IDataObject } from 'n8n-workflow';
import { extensionFault } from '../../../shared/errors';
import { normaliseStopListed, stopListRow } from '../../../shared/reply';
import type { Listed, RequestParts, Service } from '../../../shared/service';
import { asReply, carryOut, type Pagination } from '../../dispatch/declared';
import { limitOf } from '../../dispatch/item';
import { toRecords } from '../../listing/records';
import { NO_STOP_LIST } from './changes';

/** The postReceive action that makes the output of entries. */
export const toEntries = toRecords({ read: normaliseStopListed, toRow: stopListRow });

/** Reads entries page by page up to the limit that the user set. */
export function carryOutListing(
	list: (service: Service, query: IDataObject, limit: number) => Promise<Listed>,
): Pagination {
	return carryOut({
		call: async (item, { qs = {} }: RequestParts) =>
			asReply(await list(item.service, qs, limitOf(item))),
		explain: async (_item, _request, fault) => extensionFault(fault, 'a stop list', NO_STOP_LIST),
	});
}
