import { createHash } from 'node:crypto';
import { failApi, failValidation } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall } from '../http/route.mts';
import type { CampaignAccount } from '../judge/campaign.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgeOrderedLinks } from '../judge/shortLink.mts';
import type { OrderedLink } from '../judge/shortLink.mts';
import { isObject } from '../judge/values.mts';
import { referenceTaken } from '../references.mts';

// What the routes have in common that take an order of the /api interface.

/** What the judge of campaigns is told about the caller's account. */
export function campaignAccount({ service, caller }: AccountCall): CampaignAccount {
	const { config, store, clock } = service;
	return {
		config,
		nowMs: clock.ms(),
		senderAllowed: (sender) => config.senders === 'any' || store.senders.has(sender),
		referenceTaken: (reference) => referenceTaken(service, 'api', reference),
		inContactBook:
			caller.mode === 'test' ? (phone) => store.contactIdByPhone.has(phone) : undefined,
	};
}

/** Identifies a request by its caller, its address and its body, as it came. */
function fingerprintOf({ caller, url, rawText }: AccountCall): string {
	return createHash('sha256').update(caller.key).update(url).update(rawText).digest('base64');
}

/** Whether the same was asked for a moment ago; forgets requests that were longer ago. */
export function isDuplicate(call: AccountCall): boolean {
	const { recent, clock, config } = call.service;
	const oldest = clock.ms() - config.duplicateSeconds * 1000;
	for (const [fingerprint, at] of recent) {
		if (at > oldest) break;
		recent.delete(fingerprint);
	}
	return config.dialect.duplicates === 'refuse' && recent.has(fingerprintOf(call));
}

/** Reads an order from the body of a request; what is wrong with it goes into the complaints. */
export type OrderReader<Order> = (
	body: Record<string, unknown>,
	account: CampaignAccount,
	complaints: Complaints,
) => Order;

export const DUPLICATE: Answer = {
	status: 429,
	body: { message: 'Too many duplicate request detected' },
};

/** Remembers a request that was taken, so that the same one counts as a duplicate for a while. */
export const remember = (call: AccountCall): void => {
	call.service.recent.set(fingerprintOf(call), call.service.clock.ms());
};

/**
 * Judges whether what a request asks for may be made.
 * @returns the order, or the answer that refuses it
 */
export function judgeOrder<Order>(
	call: AccountCall,
	read: OrderReader<Order>,
): { order: Order } | { refusal: Answer } {
	const { service, caller, body } = call;
	if (caller.mode === 'demo')
		return { refusal: failApi(403, 'Creating campaigns is not available in DEMO mode') };
	if (!isObject(body)) return { refusal: failApi(400, 'The request body is not a JSON object') };
	if (isDuplicate(call)) return { refusal: DUPLICATE };
	const complaints = new Complaints();
	const order = read(body, campaignAccount(call), complaints);
	return complaints.any ? { refusal: failValidation(service, complaints) } : { order };
}

/** The short links that a send orders; a service without them ignores what it does not know. */
export const orderedLinks = (
	{ service: { config, store } }: AccountCall,
	body: Record<string, unknown>,
	complaints: Complaints,
): OrderedLink[] =>
	config.dialect.extensions ? judgeOrderedLinks(body, store.domains, complaints) : [];
