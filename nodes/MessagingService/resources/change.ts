import {
	faultOfNoAnswer,
	withOpenOutcome,
	type ServiceFault,
	type ServiceReply,
} from '../../shared/errors';
import type { RequestParts } from '../../shared/service';
import { carryOut, type CarryOut, type Pagination } from '../dispatch/declared';
import type { Item } from '../dispatch/item';

/** A change of one record by one request. */
export interface Change extends Pick<CarryOut, 'before' | 'concerns' | 'finish' | 'kind' | 'look'> {
	/** Whether the body of a 2xx names the record that was made or changed: that proves the change. */
	isShown: (item: Item, request: RequestParts, body: unknown) => boolean;
	/** What is not known if neither the reply nor the record tells: "contact 5 was changed". */
	what: (request: RequestParts) => string;
	/** Where the user can see it, and what another try does. */
	cure: string;
	/** Says more about a refusal, or finds the record that shows that it is as it was wanted. */
	explain?: (
		item: Item,
		request: RequestParts,
		refusal: ServiceFault,
	) => Promise<ServiceFault | ServiceReply>;
}

/** Carries out a change: its reply proves it, a refusal says no, and a lost answer leaves it open unless the record shows it. */
export function carryOutChange({ isShown, what, cure, explain, ...how }: Change): Pagination {
	const notKnown = (request: RequestParts) => `It is not known whether ${what(request)}`;
	return carryOut({
		...how,
		judge: (item, request, body) =>
			isShown(item, request, body)
				? undefined
				: faultOfNoAnswer(body, notKnown(request), `The reply does not show it. ${cure}`),
		explain: async (item, request, fault) =>
			fault.outcome === 'rejected' && explain
				? await explain(item, request, fault)
				: withOpenOutcome(fault, notKnown(request), cure),
	});
}
