import { until } from '../../tools/lib/shell.mts';
import { must, same } from './examplesHarness.mts';
import type { ExamplesHarness } from './examplesHarness.mts';

const [ONE, OTHER, THIRD] = ['380997008201', '380997008202', '380997008203'] as const;
/** How long a poll, the agent and the send may take. */
const PATIENCE_MS = 90_000;

/** Customers answer, in the same poll, too: each has a conversation of their own, and who wants a person gets one. */
export async function agentAnswers(harness: ExamplesHarness): Promise<void> {
	const reply = async (phone: string, text: string) =>
		await harness.sandbox.control('POST', 'replies', { phone, text, sender: '380440000000' });
	const textsTo = async (phone: string): Promise<string[]> =>
		(await harness.messages(`msisdn=${phone}`)).map(({ text }) => text).reverse();
	/** Waits for so many messages to a phone; returns their texts, oldest first. */
	const answered = async (phone: string, count: number): Promise<string[]> =>
		await until(
			`${count} answers to ${phone}`,
			async () => {
				const texts = await textsTo(phone);
				return texts.length >= count ? texts : undefined;
			},
			PATIENCE_MS,
			500,
		);
	const echo = (count: number, text: string): string =>
		`This is message ${count} of our conversation. You wrote: ${text}`;

	await reply(ONE, 'Are you open?');
	await reply(OTHER, 'Hello');
	await reply(ONE, 'On Monday, too?');
	// A failure of the workflow says more than a message that does not come.
	await harness.next('aiAnswersReplies', new Set());
	const first = [echo(1, 'Are you open?'), echo(2, 'On Monday, too?')];
	same(await answered(ONE, 2), first, 'answers to the first customer');
	same(await answered(OTHER, 1), [echo(1, 'Hello')], 'answers to the other customer');
	const [prompt] = harness.model.asked[0] ?? [];
	must(prompt?.role === 'system', 'the agent told the model nothing of who it is');

	const handedOver = 'Thank you. A colleague will answer you personally.';
	await reply(ONE, 'I want a HUMAN');
	await reply(OTHER, 'The box came broken');
	await reply(THIRD, 'STOP');
	same(await answered(ONE, 3), [...first, handedOver], 'the customer who asked for a person');
	same(
		await answered(OTHER, 2),
		[echo(1, 'Hello'), handedOver],
		'the customer whom the agent handed over',
	);
	const mail = await harness.mail(new RegExp(`^A customer waits: \\+?${ONE}$`));
	must(mail.text.startsWith('They wrote: I want a HUMAN'), `the e-mail says ${mail.text}`);
	await harness.mail(new RegExp(`^A customer waits: \\+?${OTHER}$`));
	must(
		harness.model.asked.every((messages) =>
			messages.every(({ content }) => !String(content).includes('STOP')),
		),
		'the agent was asked about an opt-out',
	);
}
