import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { faultOfNoAnswer, withOpenOutcome, type ServiceFault } from '../../../shared/errors';
import { deniesChange, normaliseCampaign } from '../../../shared/reply';
import { findCampaign, sameName, type RequestParts } from '../../../shared/service';
import {
	RAW_OUTPUT_BESIDE_SIMPLIFY,
	REQUESTS_IN_FLIGHT,
	RETRY_FOR,
	TIMEOUT,
} from '../../dispatch/commonOptions';
import { carryOut, type Pagination } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { monthsOf, SEARCH_MONTHS_OPTION } from '../campaign/campaigns';

/** A change of an RCS campaign's state (3.2). */
interface Change {
	/** 'stopped', 'renewed'. */
	done: string;
	/** States from which the change is possible. */
	from: readonly string[];
	/** States of a campaign that has been changed already. */
	to: readonly string[];
	/** States that show, in a reply that names the campaign, that the change was made. */
	shown: readonly string[];
	/** Why the others are refused. */
	rule: string;
	/** What to do where it is not known whether the change was made; the end of a sentence. */
	then: string;
}

/** The options of an operation that changes an RCS campaign; the campaign is looked up where a change is refused. */
export const CHANGE_OPTIONS: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		RAW_OUTPUT_BESIDE_SIMPLIFY,
		REQUESTS_IN_FLIGHT,
		RETRY_FOR,
		SEARCH_MONTHS_OPTION,
		TIMEOUT,
	],
};

/** The campaign that a request names in its path. */
const idIn = ({ path }: RequestParts): string => /\/campaigns\/([^/]+)/.exec(path)?.[1] ?? '';

/** Looks up the campaign and the state it is in. */
async function stateOf(
	item: Item,
	id: string,
): Promise<{ campaign?: IDataObject; status: string; fault?: ServiceFault }> {
	const search = { id, types: ['rcs'], months: monthsOf(item) };
	const { records, fault } = await findCampaign(item.service, search);
	const [campaign] = records;
	return { campaign, fault, status: String(campaign?.status ?? '').toLowerCase() };
}

/** Whether a fault is the service's refusal of this very request, and not of the account or for the moment. */
const isRefusal = ({ outcome, retryable, kind }: ServiceFault): boolean =>
	outcome === 'rejected' && !retryable && (kind === 'http' || kind === 'code');

const LOOK_AT_IT = 'Look at it with Campaign: Get;';

/** What is said of a change that neither the reply nor the record shows. */
const notKnown = (id: string, done: string): string =>
	`Whether RCS campaign ${id} was ${done} is not known`;

/**
 * Adds to a refusal what state the campaign is in and why that stands in the way, and to an outcome that is not known which campaign it
 * is about and what to do; another fault stays as it is.
 */
async function explained(
	item: Item,
	id: string,
	{ done, from, rule, then }: Change,
	fault: ServiceFault,
): Promise<ServiceFault> {
	const name = `RCS campaign ${id}`;
	if (fault.outcome === 'unknown' && !fault.message.includes(name)) {
		const isSaid = /not known/.test(fault.message);
		return withOpenOutcome(fault, isSaid ? name : notKnown(id, done), `${LOOK_AT_IT} ${then}`);
	}
	if (!isRefusal(fault)) return fault;
	const { campaign, status, fault: unread } = await stateOf(item, id);
	if (unread) return fault;
	const said = fault.said ?? '';
	if (!campaign && fault.httpStatus === 404) {
		return {
			...fault,
			message: `${name} was not found`,
			description: `Only RCS campaigns of this account can be ${done}. Check the ID.${said}`,
		};
	}
	if (!campaign || from.includes(status)) {
		const hidden = campaign
			? ''
			: ` The campaign list does not show it among the RCS campaigns: check the ID, too.`;
		const message = `${name} was not ${done}: ${fault.message}`;
		return { ...fault, message, description: fault.description + hidden };
	}
	return {
		...fault,
		message: `${name} cannot be ${done}: its status is ${status}`,
		description: `${rule}${said}`,
	};
}

/** What a reply leaves that does not show the campaign as it was wanted: whether the change was made is not known. */
function doubtOf(id: string, { done, then }: Change, body: unknown): ServiceFault {
	return faultOfNoAnswer(
		body,
		notKnown(id, done),
		`The reply does not show the campaign as it was wanted, and the campaign list does not show that it was ${done}. ${LOOK_AT_IT} ${then}`,
	);
}

/**
 * Carries out a change of one RCS campaign. Only a reply that names the campaign, in a state that the change leads to, and says of no
 * fault, shows that the service made the change. After any other reply, and where none came, the campaign's state tells whether it is
 * as it was wanted: the output then says that this was found in the record, since somebody else may have made it so. A refusal is
 * answered with that state and the rule.
 */
export function carryOutChange(change: Change): Pagination {
	return carryOut({
		judge(item, request, body) {
			const id = idIn(request);
			const { id: given, status } = normaliseCampaign(body, item.zone);
			if (item.service.answersAtRandom && given !== null) return undefined;
			// One that is still as it was may be the campaign before the change, and one without a state is in any.
			const isChanged = change.shown.includes(String(status)) && !deniesChange(body);
			const isNamed = given !== null && sameName(id, given);
			return isNamed && isChanged ? undefined : doubtOf(id, change, body);
		},
		async recover(item, request) {
			const { campaign, status, fault } = await stateOf(item, idIn(request));
			if (fault) return item.fail(fault, 'guarded');
			if (!campaign || status === '') return 'not told';
			if (change.to.includes(status))
				return { statusCode: 200, headers: {}, body: { data: campaign }, fromRecord: true };
			// A state that the change may lead to, and that the campaign may have had before it, tells neither. One in which the change is
			// still possible tells no more: a service may act on a request after it gave up on the answer.
			const isOpen = change.shown.includes(status) || change.from.includes(status);
			return isOpen ? 'not told' : 'not done';
		},
		explain: async (item, request, fault) => await explained(item, idIn(request), change, fault),
	});
}
