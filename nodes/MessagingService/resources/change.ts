import {
	faultOfNoAnswer,
	withOpenOutcome,
	type ServiceFault,
	type ServiceReply,
} from '../../shared/errors';
import type { RequestParts } from '../../shared/service';
import type { Found } from '../../shared/transport';
import { carryOut, type CarryOut, type Pagination } from '../dispatch/declared';
import type { Item } from '../dispatch/item';

/** A change of one record by one request. */
export interface Change {
	/** What it concerns; see CarryOut. */
	concerns?: CarryOut['concerns'];
	/** Looks whether it is to be made; see CarryOut. */
	before?: CarryOut['before'];
	/** Whether the body of a 2xx names the record that was made or changed: that proves the change. */
	isShown: (item: Item, request: RequestParts, body: unknown) => boolean;
	/** After an outcome that is not known: what the record tells. Missing where the service has no way to read it. */
	read?: (item: Item, request: RequestParts) => Promise<Found>;
	/** After a refusal: the record that shows that the change was made before. */
	already?: (item: Item, request: RequestParts) => Promise<ServiceReply | undefined>;
	/** Makes the output of the reply, in place of the operation's postReceive actions. */
	finish?: CarryOut['finish'];
	/** What is not known where neither the reply nor the record tells: "contact 5 was changed". */
	what: (request: RequestParts) => string;
	/** Where the user can see it, and what another try does. */
	look: string;
	/** Says more about a refusal. */
	explain?: (item: Item, request: RequestParts, refusal: ServiceFault) => Promise<ServiceFault>;
}

/** Carries out a change: its reply proves it, a refusal says no, and after an outcome that is not known the record decides. */
export function carryOutChange({
	concerns,
	before,
	isShown,
	read,
	what,
	look,
	explain,
	already,
	finish,
}: Change): Pagination {
	const notKnown = (request: RequestParts) => `It is not known whether ${what(request)}`;
	return carryOut({
		concerns,
		before,
		judge: (item, request, body) =>
			isShown(item, request, body)
				? undefined
				: faultOfNoAnswer(body, notKnown(request), `The reply does not show it. ${look}`),
		recover: read,
		already,
		finish,
		explain: async (item, request, fault) =>
			fault.outcome === 'rejected' && explain
				? await explain(item, request, fault)
				: withOpenOutcome(fault, notKnown(request), look),
	});
}
