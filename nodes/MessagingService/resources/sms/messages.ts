import { wholeMessageRow } from '../../../shared/reply';
import { callMessage, messageOf, type MessageName } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { nameIn, type GetOne } from '../builders';

/** How a message is asked for by its ID or its reference, which stands in the row even if the reply leaves it out. */
export function messageBy(by: 'id' | 'reference'): Pick<GetOne, 'endpoint' | 'ask' | 'output'> {
	const endpoint = by === 'id' ? ENDPOINTS.getMessage : ENDPOINTS.getMessageByReference;
	const named = (name: string): MessageName => (by === 'id' ? { id: name } : { reference: name });
	return {
		endpoint,
		ask: async ({ service }, request) =>
			await callMessage(service, named(nameIn(endpoint, request))),
		output: {
			read: (body, zone, name) => messageOf(body, named(name), zone),
			toRow: wholeMessageRow,
		},
	};
}
