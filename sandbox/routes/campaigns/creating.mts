import { createHash } from 'node:crypto';
import { contactsOf } from '../../contactBook.mts';
import { failApi, failValidation, ok, type Answer } from '../../http/answers.mts';
import type { AccountCall } from '../../http/route.mts';
import { judgeIds, type CampaignAccount } from '../../judge/campaign.mts';
import { Complaints } from '../../judge/complaints.mts';
import { isObject, own } from '../../judge/values.mts';
import { referenceTaken } from '../../references.mts';
import { createCampaign, type CampaignOrder } from '../../sending.mts';
import type { Contact } from '../../types.mts';
import { campaignView } from '../../views.mts';

// What the routes have in common that create a campaign.

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

/** Whether the same campaign was asked for a moment ago; forgets requests that were longer ago. */
function isDuplicate(call: AccountCall): boolean {
	const { recent, clock, config } = call.service;
	const oldest = clock.ms() - config.duplicateSeconds * 1000;
	for (const [fingerprint, at] of recent) {
		if (at > oldest) break;
		recent.delete(fingerprint);
	}
	return config.dialect.duplicates === 'refuse' && recent.has(fingerprintOf(call));
}

/** Reads the order of a campaign from the body of a request; what is wrong with it goes into the complaints. */
type OrderReader = (
	body: Record<string, unknown>,
	account: CampaignAccount,
	complaints: Complaints,
) => CampaignOrder;

/**
 * Judges whether a campaign may be created.
 * @returns the order, or the answer that refuses it
 */
export function judgeOrder(
	call: AccountCall,
	read: OrderReader,
): { order: CampaignOrder } | { refusal: Answer } {
	const { service, caller, body } = call;
	if (caller.mode === 'demo')
		return { refusal: failApi(403, 'Creating campaigns is not available in DEMO mode') };
	if (!isObject(body)) return { refusal: failApi(400, 'The request body is not a JSON object') };
	if (isDuplicate(call))
		return { refusal: { status: 429, body: { message: 'Too many duplicate request detected' } } };
	const complaints = new Complaints();
	const order = read(body, campaignAccount(call), complaints);
	return complaints.any ? { refusal: failValidation(service, complaints) } : { order };
}

/**
 * Creates a campaign and answers with it, or refuses it.
 * @param typeKey how the reply names the campaign's type, where it is not `message_type`
 */
export function answerNewCampaign(call: AccountCall, read: OrderReader, typeKey?: string): Answer {
	const judged = judgeOrder(call, read);
	if ('refusal' in judged) return judged.refusal;
	const { service, caller } = call;
	const keep = !caller.testKey;
	if (keep) service.recent.set(fingerprintOf(call), service.clock.ms());
	const campaign = createCampaign(service, judged.order, keep);
	return ok({ data: campaignView(service, campaign, { typeKey }) });
}

/**
 * Judges the lists of a campaign: they exist, somebody is in them, and not too many. In TEST mode they may hold
 * verified numbers only.
 * @returns the contacts of the lists, each of them once
 */
export function judgeGroups(
	{ service, caller }: AccountCall,
	body: Record<string, unknown>,
	max: number,
	complaints: Complaints,
): Contact[] {
	const { groups: known, verified } = service.store;
	const groups = judgeIds(own(body, 'groups'), 'groups', (id) => known.has(id), complaints, false);
	const contacts = contactsOf(service, groups);
	if (groups.length > 0 && contacts.length === 0)
		complaints.add('groups', 'The lists hold no contacts.');
	if (contacts.length > max) complaints.add('groups', `The lists hold more than ${max} contacts.`);
	if (caller.mode === 'test' && contacts.some((contact) => !verified.has(contact.phone)))
		complaints.add('groups', 'In test mode the lists may hold verified numbers only.');
	return contacts;
}
