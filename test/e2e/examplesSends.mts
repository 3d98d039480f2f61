import { EXAMPLE_KEYS } from '../../tools/lib/examples.mts';
import { itemsOf } from '../../tools/lib/n8n.mts';
import { pause } from '../../tools/lib/shell.mts';
import { must, only, same } from './examplesHarness.mts';
import type { Json, ExamplesHarness } from './examplesHarness.mts';

// The checks of the examples that send, and of the one that waits for the end of such a campaign.

export async function crmEvent(harness: ExamplesHarness): Promise<void> {
	const call = async (
		phone: string,
		key: string = EXAMPLE_KEYS.webhook,
	): Promise<{ status: number; body: Json }> => {
		const response = await fetch(`${harness.n8n.url}/webhook/crm-order-shipped`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-api-key': key },
			body: JSON.stringify({ order_id: '1001', customer: { first_name: 'Olena', phone } }),
		});
		const text = await response.text();
		return {
			status: response.status,
			body: text.startsWith('{') ? (JSON.parse(text) as Json) : { text },
		};
	};
	same((await call('+380 99 700 50 10', 'wrong')).status, 403, 'status for a wrong key');
	const first = await call('+380 99 700 50 10');
	same(
		[first.status, first.body.status, first.body.reason, first.body.segments],
		[200, 'accepted', 'Accepted by the service', 1],
		'first call',
	);
	const second = await call('+380 99 700 50 10');
	same(
		[second.status, second.body.message_id, second.body.status],
		[200, first.body.message_id, 'already sent'],
		'the same order again',
	);
	const stored = await harness.messages('reference=shipped1001');
	same(
		stored.map(({ msisdn, text }) => [msisdn, text]),
		[['380997005010', 'Hello Olena, your order 1001 is on its way.']],
		'messages at the service',
	);
	const refused = await call('12-34');
	same([refused.status, refused.body.status], [422, 'refused'], 'a number that cannot be right');
	must(
		/Phone Number/.test(String(refused.body.reason)),
		`the reason does not name the field: ${String(refused.body.reason)}`,
	);
}

export async function crmContacts(harness: ExamplesHarness): Promise<void> {
	const execution = await harness.run('crmContactsToSms1');
	const rows = itemsOf(execution, 'Send Personalized SMS');
	same(rows.length, itemsOf(execution, 'Contacts').length, 'items');
	must(rows.length === 1000, `${rows.length} contacts instead of 1,000`);
	const accepted = rows.filter(({ status }) => status === 'accepted');
	must(
		rows.every(({ status, reason }) => status === 'accepted' || Boolean(reason)),
		'a contact was left out without a reason',
	);
	// Two texts for one number go in two campaigns.
	const campaigns = [...new Set(accepted.map(({ campaign_id }) => String(campaign_id)))];
	const stored = await Promise.all(
		campaigns.map(async (id) => await harness.messages(`campaign=${id}`)),
	);
	same(
		stored
			.flat()
			.map(({ reference }) => reference)
			.sort(),
		accepted.map(({ reference }) => reference).sort(),
		'references at the service',
	);
}

export async function rightHour(harness: ExamplesHarness): Promise<void> {
	const execution = await harness.run('crmRightHour0001');
	const seen = itemsOf(execution, 'Look First');
	same(
		seen.map(({ status, phone, country }) => [status, phone, country]),
		[
			['dry run', '380997006010', 'UA'],
			['skipped', '380997006012', 'UA'],
			['dry run', '12015550123', 'US'],
			['dry run', '4915123456789', 'DE'],
			['dry run', '420601123456', 'CZ'],
			['dry run', '48512345678', 'PL'],
			['refused', '12-34', null],
		],
		'Look First',
	);
	same(seen[1]?.reason, 'The number is in Leave Out Numbers', 'why Taras gets nothing');
	const rows = itemsOf(execution, 'Send at the Right Hour');
	same(
		rows.map(({ status, phone }) => [status, phone]),
		seen.map(({ status, phone }) => [status === 'dry run' ? 'accepted' : status, phone]),
		'Send at the Right Hour',
	);
	const accepted = rows.filter(({ status }) => status === 'accepted');
	const stored: unknown[] = [];
	for (const id of new Set(accepted.map((row) => row.campaign_id)))
		stored.push(
			...(await harness.messages(`campaign=${String(id)}`)).map(({ msisdn, text }) => [
				msisdn,
				text.split(',')[0],
			]),
		);
	same(
		stored.sort(),
		[
			['12015550123', 'Hello Emma'],
			['380997006010', 'Hello Olena'],
			['420601123456', 'Hello Marek'],
			['48512345678', 'Hello Zofia'],
			['4915123456789', 'Hello Lukas'],
		],
		'messages at the service',
	);
	for (const { start_at: start, country } of accepted) {
		// Of several zones a moment suits all: those of the USA are left to the tests of quiet hours.
		const zone = ZONES[String(country)];
		if (zone === undefined || start === null) continue;
		const hour = Number(
			new Date(String(start)).toLocaleString('en-GB', { timeZone: zone, hour: '2-digit' }),
		);
		must(hour >= 8 && hour < 21, `${String(country)} at ${hour}`);
	}
}

/** Where a country has one clock. */
const ZONES: Record<string, string> = {
	CZ: 'Europe/Prague',
	DE: 'Europe/Berlin',
	PL: 'Europe/Warsaw',
	UA: 'Europe/Kyiv',
};

/** Two examples at once: the campaign of the one is finished for the other. */
export async function contactLists(harness: ExamplesHarness): Promise<void> {
	const execution = await harness.run('contactLists0001');
	const { campaign_id: id } = only(execution, 'Send to Contact Lists');
	const stored = await harness.messages(`campaign=${String(id)}`);
	same(stored.length, 10, 'messages of the campaign');
	must(
		stored.some(({ text }) => text.startsWith('Hello Noah, our autumn offers')),
		`no text has a name filled in: ${stored[0]?.text ?? ''}`,
	);
	const seen = only(execution, 'How Far Is It?');
	same([seen.campaign_id, seen.sent, seen.delivered], [id, 10, 10], 'the campaign afterwards');
}

export async function campaignFinished(harness: ExamplesHarness): Promise<void> {
	const [sent = ''] = await harness.executions('contactLists0001');
	const { campaign_id: id } = only(await harness.n8n.execution(sent), 'Send to Contact Lists');
	const mail = await harness.mail(new RegExp(`^Campaign ${String(id)} is done$`));
	must(
		/Sent: 10\nDelivered: 10\nNot delivered: 0$/.test(mail.text),
		`the counters are missing: ${mail.text}`,
	);
	await pause(12_000);
	same(
		harness.mailbox.mails.filter(({ subject }) => subject === mail.subject).length,
		1,
		'e-mails for one campaign after another poll',
	);
}
