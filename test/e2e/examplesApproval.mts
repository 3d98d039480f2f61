import { until } from '../../tools/lib/shell.mts';
import { only, same } from './examplesHarness.mts';
import type { Execution } from '../../tools/lib/n8n.mts';
import type { ExamplesHarness, Json } from './examplesHarness.mts';

/** How long the message and its page may take. */
const PATIENCE_MS = 60_000;

/** Runs an example that asks somebody, and answers on the page that the message leads to. */
async function answered(
	harness: ExamplesHarness,
	{ example, phone }: { example: string; phone: string },
	approved: boolean,
): Promise<Execution> {
	const id = await harness.begin(example);
	const link = await until(
		'The link in the message',
		async () =>
			(await harness.messages(`msisdn=${phone}`))
				.map(({ text }) => /https?:\S+$/.exec(text)?.[0] ?? '')
				.find((one) => one.includes(`/${id}/`)),
		PATIENCE_MS,
	);
	// The link leads to its page as soon as n8n has put the execution to wait.
	await until('The page', async () => (await fetch(link)).ok || undefined, PATIENCE_MS);
	const body = new URLSearchParams({ approved: String(approved) });
	const response = await fetch(link, { method: 'POST', body });
	same(response.status, 200, 'status of the answer');
	return await harness.n8n.execution(id);
}

/** The manager declines once and approves once: the seller gets an e-mail, then the customer an SMS. */
export async function managerApproves(harness: ExamplesHarness): Promise<void> {
	const asked = { example: 'managerApproval1', phone: '380997007020' };
	const customer = 'msisdn=380997007010';
	const declined = await answered(harness, asked, false);
	same(
		[declined.status, (only(declined, 'Ask the Manager').data as Json).approved],
		['success', false],
		'the answer that declines',
	);
	const mail = await harness.mail(/^No discount for order 1042$/);
	same([mail.to[0], mail.text], ['sales@example.com', 'The manager declined.'], 'the e-mail');
	same((await harness.messages(customer)).length, 0, 'messages to the customer after No');
	const approved = await answered(harness, asked, true);
	same(
		[approved.status, only(approved, 'Tell the Customer').status],
		['success', 'accepted'],
		'the answer that approves',
	);
	same(
		(await harness.messages(customer)).map(({ text }) => text),
		['Hello Olena, you get 15% off your order 1042.'],
		'messages to the customer after Yes',
	);
}

/** A campaign of 60 EUR: the manager declines once and approves once. */
export async function campaignApproved(harness: ExamplesHarness): Promise<void> {
	const asked = { example: 'campaignApproved', phone: '380997009020' };
	const first = 'msisdn=380997000011';
	const declined = await answered(harness, asked, false);
	const { price, currency, recipients } = only(declined, 'Ask the Price');
	same([declined.status, price, currency, recipients], ['success', 60, 'EUR', 2000], 'the price');
	same((await harness.messages(first)).length, 0, 'messages after No');
	const approved = await answered(harness, asked, true);
	const { status, accepted } = only(approved, 'Send the Campaign');
	same([status, accepted], ['accepted', 2000], 'the campaign after Yes');
	same((await harness.messages(first)).length, 1, 'messages after Yes');
}
