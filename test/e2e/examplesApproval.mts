import { until } from '../../tools/lib/shell.mts';
import { only, same } from './examplesHarness.mts';
import type { Execution } from '../../tools/lib/n8n.mts';
import type { ExamplesHarness, Json } from './examplesHarness.mts';

/** How long the message and its page may take. */
const PATIENCE_MS = 60_000;

/** Asks the manager, and answers on the page that the message leads to. */
async function managerAnswers(harness: ExamplesHarness, approved: boolean): Promise<Execution> {
	const id = await harness.begin('managerApproval1');
	const link = await until(
		'The link in the message',
		async () =>
			(await harness.messages('msisdn=380997007020'))
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
	const customer = 'msisdn=380997007010';
	const declined = await managerAnswers(harness, false);
	same(
		[declined.status, (only(declined, 'Ask the Manager').data as Json).approved],
		['success', false],
		'the answer that declines',
	);
	const mail = await harness.mail(/^No discount for order 1042$/);
	same([mail.to[0], mail.text], ['sales@example.com', 'The manager declined.'], 'the e-mail');
	same((await harness.messages(customer)).length, 0, 'messages to the customer after No');
	const approved = await managerAnswers(harness, true);
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
