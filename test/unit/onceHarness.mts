import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import {
	listSenderCampaigns,
	questionByReference,
	questionByReferences,
} from '../../nodes/MessagingService/sending/ask.ts';
import { sendOnce } from '../../nodes/MessagingService/sending/sendOnce.ts';
import type { Guard, Sent } from '../../nodes/MessagingService/sending/sendOnce.ts';
import { EARLIER_TRY } from '../../nodes/MessagingService/sending/unknownOutcome.ts';
import { fakeFunctions, NOT_THERE } from './fakeFunctions.mts';
import type { Answer, Asked, Fake, FakeOptions } from './fakeFunctions.mts';

// One request that must not be carried out twice, sent to a made-up service.

const SEND = { path: '/rest/sms/create', body: { msisdn: '380991112233' } };
/** What the tests say of a request: whether it makes a campaign, its reference, whether an earlier try sent it. */
interface Settings {
	campaign?: boolean;
	reference?: string;
	attempted?: boolean;
	retryForMs?: number;
	ifUnknown?: 'stop' | 'sendAgain';
}

/** Sends a request under the guard that these settings ask for. */
export async function sendGuarded(
	{ functions }: Fake,
	{
		campaign = false,
		reference = 'ref/1',
		attempted = false,
		retryForMs = 60_000,
		ifUnknown = 'stop',
	}: Settings = {},
): Promise<Sent> {
	const ctx = fromExecute(functions);
	const references = reference ? [reference] : [];
	const wanted = references.map((one) => ({ reference: one }));
	const question = campaign
		? questionByReferences(ctx, wanted, 2)
		: questionByReference(ctx, wanted, 2);
	const guard: Guard = {
		itemIndex: 2,
		kind: campaign ? 'campaign' : 'message',
		references,
		senders: ['Shop'],
		isOfOtherRequest: () => false,
		question: reference ? question : undefined,
		candidates: campaign ? async () => await listSenderCampaigns(ctx, 'Shop', 2) : undefined,
		earlierTry: attempted ? EARLIER_TRY : undefined,
		ifUnknown,
		sendAgain: { used: false },
		retryForMs,
	};
	return await sendOnce(ctx, SEND, guard);
}
export const ACCEPTED: Answer = { body: { error: 0, id: 7 } };
export const FOUND: Answer = { body: { id: 7, msisdn: '380991112233', status: 'sent' } };
export const isQuestion = ({ method }: Asked): boolean => method === 'GET';

/** Sends with the answers to each send and to each question, in order; the last one stays. */
export async function send(
	settings: Settings,
	sends: Answer[],
	questions: Answer[] = [NOT_THERE],
	options: FakeOptions = {},
) {
	const fake = fakeFunctions({
		// A number of its own: the pauses that are counted are those of this send alone.
		parameters: { options: { maxInFlight: 10 } },
		...options,
		answer: (asked, count) =>
			(isQuestion(asked) ? questions : sends).at(
				Math.min(count, (isQuestion(asked) ? questions : sends).length - 1),
			) ?? {},
	});
	const sent = await sendGuarded(fake, settings);
	return { sent, asked: fake.asked.map(({ method, path }) => `${method} ${path}`) };
}
export const POST = 'POST /rest/sms/create';
export const ASK = 'GET /rest/sms/reference/ref%2F1';
