import { linkUuid } from '../../sandbox/shortLinks.mts';
import { SANDBOX_KEY } from '../../tools/lib/sandboxProcess.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { Kind, Truth } from './judge.mts';
import type { Subject } from './subject.mts';
import { workflow } from './workflows.mts';

// Each recipient's message of all campaigns in one workflow, what phones reply in another, and who opens short links in a third. The list of replies shows no IDs here, so
// that each is known by what it says and when.

/** Whose campaigns they are, and whom phones answer. */
const SENDER = 'Sandbox';
const MESSAGES = 'campaign-messages';
const REPLIES = 'replies';
const CLICKS = 'clicks';
/** How many campaigns the messages are of. */
const CAMPAIGNS = 40;
/** Last digits of a number, by which it is known what becomes of a message to it. The final state of `0001` and `0004` comes an hour later. */
const ENDS = ['1234', '1235', '0002', '1236', '0003', '1237', '0001', '0004'] as const;
const FINALS = new Set(['delivered', 'undeliverable', 'unknown', 'expired']);
/** A reply or a click has no status. */
const RECEIVED = new Set(['received']);

/** Clicks that the sandbox begins with. */
const SEEDED = new Set([1, 2, 3].map((nth) => linkUuid('c', nth)));

const referenceOf = (index: number): string => `follow${String(index).padStart(5, '0')}`;

/** Makes the campaigns and replies, and the workflows that follow them. Events go to `collector`. */
export function followers(
	sandbox: SandboxProcess,
	counts: { messages: number; replies: number; clicks: number },
	collector: string,
): Subject {
	let [sent, replied, clicked] = [0, 0, 0];
	let isPlain = false;

	/** Sends a campaign, as a program beside n8n would. */
	async function send(): Promise<void> {
		const recipients = Math.min(Math.ceil(counts.messages / CAMPAIGNS), counts.messages - sent);
		const phones = Array.from({ length: recipients }, (_, at) => ({
			number: Number(`38050${1000 + sent + at}${ENDS[(sent + at) % ENDS.length]}`),
			reference_id: referenceOf(sent + at),
		}));
		const response = await fetch(`${sandbox.url}/api/campaigns/sms/send`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-api-key': SANDBOX_KEY },
			body: JSON.stringify({ sender: SENDER, text: `Offer ${sent}`, phones, validity: 1 }),
		});
		if (!response.ok)
			throw new Error(`The sandbox refused a send of the test: ${await response.text()}`);
		sent += recipients;
	}

	/** Lets a phone answer. The list of replies is to show no IDs. */
	async function reply(): Promise<void> {
		if (!isPlain) await sandbox.control('POST', 'config', { dialect: { receivedItems: 'plain' } });
		isPlain = true;
		await sandbox.control('POST', 'replies', {
			phone: `38067${1_000_000 + replied}`,
			sender: SENDER,
			text: `Yes, please: ${replied}`,
		});
		replied += 1;
	}

	/** Lets somebody open a short link, and a program before. */
	async function click(): Promise<void> {
		for (const human of [false, true]) await sandbox.control('POST', 'clicks', { human });
		clicked += 1;
	}

	/** References of messages by their IDs: what a poll after a crash has no requests left to read, it emits again with the IDs alone. */
	const references = new Map<string, string>();
	/** IDs of clicks of people. */
	const humans = new Set<string>();
	const isReply = (name: string): boolean => /^\d+ Yes, please: \d+$/.test(name);
	const kinds: Kind[] = [
		{
			title: 'the final status of each message of a campaign',
			sources: [MESSAGES],
			nameOf: ({ reference, message_id: id }) =>
				reference === null ? String(references.get(String(id))) : String(reference),
			statesOf: (name) => (name.startsWith('follow') ? FINALS : undefined),
		},
		{
			title: 'each reply',
			sources: [REPLIES],
			nameOf: ({ phone, text }) => `${String(phone).replace('+', '')} ${String(text)}`,
			statesOf: (name) => (isReply(name) ? RECEIVED : undefined),
		},
		{
			title: 'each click of a person',
			sources: [CLICKS],
			nameOf: ({ click_id: id }) => String(id),
			statesOf: (name) => (humans.has(name) ? RECEIVED : undefined),
		},
	];
	const read = async (list: string): Promise<Array<Record<string, unknown>>> =>
		(await sandbox.control<{ data: Array<Record<string, unknown>> }>('GET', `${list}?limit=10000`))
			.data;
	async function truths(): Promise<Truth[]> {
		const messages = (await read('messages')).filter(({ reference }) =>
			String(reference).startsWith('follow'),
		);
		for (const { id, reference } of messages) references.set(String(id), String(reference));
		// Phones of others answer by themselves.
		const ours = (await read('replies')).filter(({ sender }) => sender === SENDER);
		const names = ours.map(({ phone, text }) => `${String(phone)} ${String(text)}`);
		const replies = new Map<string, { status: string; count: number }>();
		for (const name of names)
			replies.set(name, { status: 'received', count: (replies.get(name)?.count ?? 0) + 1 });
		for (const { id, isHuman } of await read('clicks'))
			if (isHuman === true && !SEEDED.has(String(id))) humans.add(String(id));
		return [
			new Map(
				messages.map(({ reference, status }) => [
					String(reference),
					{ status: String(status), count: 1 },
				]),
			),
			replies,
			new Map([...humans].map((id) => [id, { status: 'received', count: 1 }])),
		];
	}

	return {
		workflows: [
			workflow('crashFollowed001', 'Messages of campaigns', collector, [
				{
					source: MESSAGES,
					portion: 50,
					parameters: {
						event: 'campaignMessageFinished',
						messageType: 'sms',
						options: { senders: SENDER },
					},
				},
			]),
			workflow('crashReplies0001', 'Replies', collector, [
				{
					source: REPLIES,
					portion: 10,
					parameters: { event: 'messageReceived', options: { senders: SENDER } },
				},
			]),
			workflow('crashClicks00001', 'Clicks', collector, [
				{ source: CLICKS, portion: 10, parameters: { event: 'linkClicked' } },
			]),
		],
		kinds,
		asked: (requests) => [
			requests['GET /api/campaign'] ?? 0,
			requests['GET /rest/sms/2wayIncoming'] ?? 0,
			requests['GET /api/short-url/clicks'] ?? 0,
		],
		settledAfter: [8, 3, 3],
		async happenUpTo(share) {
			while (sent < Math.round(share * counts.messages)) await send();
			while (replied < Math.round(share * counts.replies)) await reply();
			while (clicked < Math.round(share * counts.clicks)) await click();
		},
		progress: () =>
			`${sent} messages of campaigns sent, ${replied} replies received and ${clicked} links opened`,
		truths,
	};
}
