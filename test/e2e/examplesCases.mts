import { inflateRawSync } from 'node:zlib';
import { itemsOf } from '../../tools/lib/n8n.mts';
import { pause, until } from '../../tools/lib/shell.mts';
import { campaignApproved, managerApproves } from './examplesApproval.mts';
import { agentAnswers } from './examplesAgent.mts';
import { mcpTools } from './examplesMcp.mts';
import {
	campaignFinished,
	contactLists,
	crmContacts,
	crmEvent,
	rightHour,
} from './examplesSends.mts';
import { signUp } from './examplesSignUp.mts';
import { must, only, same } from './examplesHarness.mts';
import type { Json, ExamplesHarness } from './examplesHarness.mts';

/** The examples that run by themselves, and are published before the others are run. */
export const ACTIVE = [
	'crmEventToSms001',
	'signUpCode000001',
	'campaignFinished',
	'rcsPausedRenewed',
	'senderApproved01',
	'aiAgentSmsTools1',
	'stopLoop00000001',
	'linkClicksToCrm1',
	'aiAnswersReplies',
	'formToContact001',
];

const statusesOf = (items: Json[]): unknown[] => items.map(({ status }) => status);

/** @returns a file of a zip archive, by its name */
function unzip(archive: Buffer, name: string): string {
	const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
	let at = archive.readUInt32LE(end + 16);
	for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
		const [nameLength, extraLength, commentLength] = [
			archive.readUInt16LE(at + 28),
			archive.readUInt16LE(at + 30),
			archive.readUInt16LE(at + 32),
		];
		if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) {
			const local = archive.readUInt32LE(at + 42);
			const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
			const content = archive.subarray(from, from + archive.readUInt32LE(at + 20));
			return (archive.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content)).toString(
				'utf8',
			);
		}
		at += 46 + nameLength + extraLength + commentLength;
	}
	throw new Error(`${name} is not in the archive`);
}

async function report(harness: ExamplesHarness): Promise<void> {
	const execution = await harness.run('scheduledReport1', 'Every Morning');
	const records = itemsOf(execution, 'Request Report');
	must(records.length > 0, 'the report is empty');
	const mail = await harness.mail(/^Messages up to /);
	const [file] = mail.attachments;
	must(
		/^messages-\d{4}-\d\d-\d\d\.xlsx$/.test(file?.name ?? ''),
		`the attachment is called ${file?.name ?? 'nothing'}`,
	);
	const sheet = unzip(file?.content ?? Buffer.alloc(0), 'xl/worksheets/sheet1.xml');
	same(
		(sheet.match(/<row /g) ?? []).length,
		records.length + 1,
		'rows of the sheet, with its head',
	);
	must(mail.text.startsWith(`${records.length} messages`), mail.text);
}

async function fallback(harness: ExamplesHarness): Promise<void> {
	const execution = await harness.run('smsEmailFallback');
	same(
		statusesOf(itemsOf(execution, 'Send SMS')),
		['accepted', 'accepted', 'accepted', 'refused'],
		'Send SMS',
	);
	same(
		itemsOf(execution, 'Wait for Delivery', 0).map(({ phone }) => phone),
		['380997002010'],
		'delivered',
	);
	same(
		itemsOf(execution, 'Wait for Delivery', 1).map(({ status, timed_out }) => [status, timed_out]),
		[
			['undeliverable', false],
			['sent', true],
			['not sent', false],
		],
		'not delivered',
	);
	const mails = harness.mailbox.mails.filter(({ subject }) => subject === 'Your table for tonight');
	same(
		mails.map(({ to }) => to[0]).sort(),
		['mia@example.com', 'noah@example.com', 'taras@example.com'],
		'e-mails',
	);
	must(
		mails.every(({ to, text }) =>
			text.toLowerCase().startsWith(`hello ${to[0]?.split('@')[0] ?? '?'},`),
		),
		'an e-mail has another’s name',
	);
}

async function rcsPaused(harness: ExamplesHarness): Promise<void> {
	await harness.sandbox.control('POST', 'config', { balance: 0 });
	await harness.sandbox.control('POST', 'campaigns/1003', { status: 'paused' });
	await harness.mail(/^RCS campaign 1003 is paused/);
	const looks = async (): Promise<number> =>
		(await harness.sandbox.control<{ byPath: Record<string, number> }>('GET', 'stats')).byPath[
			'GET /rest/common/balance'
		] ?? 0;
	const before = await looks();
	await until(
		'Two looks at the balance',
		async () => ((await looks()) >= before + 2 ? true : undefined),
		60_000,
	);
	same((await harness.campaign(1003)).status, 'paused', 'the campaign while the account is empty');
	await harness.sandbox.control('POST', 'config', { balance: 1000 });
	const execution = await harness.next('rcsPausedRenewed', new Set());
	const [event] = itemsOf(execution, 'RCS Campaign Paused');
	same(
		[event?.status, event?.is_final, event?.campaign_id],
		['paused', false, 1003],
		'what the trigger emitted',
	);
	must(itemsOf(execution, 'Within a Day?').length > 0, 'it did not ask again');
	same(only(execution, 'Renew').campaign_id, 1003, 'the renewed campaign');
	must((await harness.campaign(1003)).status !== 'paused', 'the campaign is still paused');
	await harness.mail(/^RCS campaign 1003 goes on$/);
}

const APPLICATION = {
	sender: 'NewShop',
	type: 'sms',
	country_code: 'UA',
	code_of_company: '12345678',
	legal_name: 'Example Ltd',
	address: '1 Example Street, Kyiv',
	tax_number: '1234567890',
	description: 'Order notices',
	informing_purpose: 'Tell customers about their orders',
};

async function senderApproved(harness: ExamplesHarness): Promise<void> {
	const apply = async (): Promise<unknown> => {
		const reply = await harness.service('POST', '/api/senders/requests/legal', APPLICATION);
		return ((reply.data ?? reply) as Json).id;
	};
	const seen = new Set<string>();
	const approved = await apply();
	await harness.sandbox.control('POST', `applications/${String(approved)}`, {
		status: 'registration completed',
	});
	const execution = await harness.next('senderApproved01', seen);
	const { campaign_id: id } = only(execution, 'First Campaign');
	const stored = await harness.messages(`campaign=${String(id)}`);
	same(
		[stored.length, new Set(stored.map(({ sender }) => sender)).size, stored[0]?.sender],
		[10, 1, 'NewShop'],
		'messages of the first campaign',
	);
	await harness.mail(new RegExp(`^Campaign ${String(id)} has started$`));

	const rejected = await apply();
	await harness.sandbox.control('POST', `applications/${String(rejected)}`, {
		status: 'rejected',
		rejection_reason: 'The name is taken',
	});
	const other = await harness.next('senderApproved01', seen);
	same(itemsOf(other, 'First Campaign').length, 0, 'campaigns after a rejection');
	must(
		(await harness.mail(/^The sender NewShop was rejected$/)).text.startsWith(
			'Reason: The name is taken',
		),
		'the reason is missing',
	);
}

async function dataTable(harness: ExamplesHarness): Promise<void> {
	const sent = await harness.run('watchDataTable01');
	same(
		itemsOf(sent, 'Note Them').map(({ phone, status, open }) => [phone, status, open]),
		[
			['380997003010', 'accepted', true],
			['380997000002', 'accepted', true],
			['380997000004', 'accepted', true],
		],
		'rows of the table',
	);
	await pause(9000);
	const watched = await harness.run('watchDataTable01', 'Every 5 Minutes');
	same(
		itemsOf(watched, 'Note the Status').map(({ phone, status, open }) => [phone, status, open]),
		[
			['380997003010', 'delivered', false],
			['380997000002', 'undeliverable', false],
			['380997000004', 'sent', true],
		],
		'rows after the first look',
	);
	const again = await harness.run('watchDataTable01', 'Every 5 Minutes');
	same(
		itemsOf(again, 'Ask Once').map(({ phone }) => phone),
		['380997000004'],
		'asked for at the second look',
	);
}

async function stopLoop(harness: ExamplesHarness): Promise<void> {
	const phone = '380997008107';
	const reply = async (text: string) =>
		await harness.sandbox.control('POST', 'replies', { phone, text, sender: 'Shop' });
	await reply('Please do not stop');
	await reply('Stop!');
	const execution = await harness.next('stopLoop00000001', new Set());
	same(only(execution, 'Wants No More').text, 'Stop!', 'the reply');
	same(only(execution, 'Confirm').status, 'accepted', 'the confirmation');
	const listed = only(execution, 'Put on the Stop List');
	same([listed.phone, listed.status, listed.sms], [phone, 'listed', true], 'the stop list');
	const noted = only(execution, 'Note Them');
	same([noted.phone, noted.text], [phone, 'Stop!'], 'the row of the table');
	same(
		(await harness.messages(`msisdn=${phone}`)).map(({ text }) => text),
		['You will get no more messages from us.'],
		'messages to the phone',
	);
}

/** Of a person, of a program and of another campaign: the first one comes. */
async function linkClicks(harness: ExamplesHarness): Promise<void> {
	const phone = '380997008207';
	for (const click of [
		{ phone: '380997008208', campaign: 1002 },
		{ phone, campaign: 1001, human: false },
		{ phone, campaign: 1001 },
	])
		await harness.sandbox.control('POST', 'clicks', click);
	const noted = only(await harness.next('linkClicksToCrm1', new Set()), 'Note the Click');
	same([noted.phone, noted.page], [phone, 'https://shop.example.com/sale'], 'the row of the table');
}

async function callList(harness: ExamplesHarness): Promise<void> {
	// Its note asks for a first run by hand, which makes the tables that its second part reads.
	await harness.run('callList00000001');
	await harness.activate('callList00000001');
	const sent = await harness.run('callList00000001');
	same(
		itemsOf(sent, 'Note Them').map(({ crm_id, name }) => [crm_id, name]),
		[
			['C-17', 'Olena'],
			['C-18', 'Taras'],
			['C-19', 'Mia'],
		],
		'the table of sends',
	);
	const seen = new Set<string>();
	const listed = await until(
		'The call list',
		async () => {
			const execution = await harness.next('callList00000001', seen);
			const rows = itemsOf(execution, 'Put on the Call List');
			return rows.length > 0 ? rows : undefined;
		},
		90_000,
	);
	// The campaign of the first run may be in the same poll.
	const calls = listed.map(({ crm_id, name, phone, status }) =>
		[crm_id, name, phone, status].join(', '),
	);
	same([...new Set(calls)], ['C-18, Taras, 380997080002, undeliverable'], 'the call list');
}

/** One phone has RCS, the other one gets the SMS. */
async function rcsOffer(harness: ExamplesHarness): Promise<void> {
	const execution = await harness.run('rcsOffer00000001');
	const { status, accepted, fallback_segments } = only(execution, 'Send the Offer');
	same([status, accepted, fallback_segments], ['accepted', 2, 2], 'the campaign');
	const { message_type, fallback_delivered } = only(execution, 'How It Went');
	same([message_type, fallback_delivered], ['rcs', 1], 'what came of it');
	same((await harness.messages('msisdn=380997004010')).length, 1, 'messages by RCS');
}

async function inStep(harness: ExamplesHarness): Promise<void> {
	const execution = await harness.run('crmInStep0000001', 'Every Night');
	const statuses = statusesOf(itemsOf(execution, 'Create or Update'));
	same(statuses.length, 3, 'rows of Create or Update');
	must(!statuses.includes('refused'), `a contact was refused: ${statuses.join(', ')}`);
	const members = statusesOf(itemsOf(execution, 'Set Members'));
	same(members.length, 3, 'rows of Set Members');
	must(!members.includes('refused'), `a member was refused: ${members.join(', ')}`);
}

/** A form that is sent twice from one number: the contact is created, then changed, and welcomed once. */
async function formToContact(harness: ExamplesHarness): Promise<void> {
	const form = harness.workflows
		.find(({ id }) => id === 'formToContact001')
		?.nodes.find(({ name }) => name === 'Form');
	const seen = new Set<string>();
	const send = async (city: string): Promise<Json> => {
		const body = new FormData();
		for (const [at, value] of ['Olena', '099 700 95 10', city].entries())
			body.set(`field-${at}`, value);
		const address = `${harness.n8n.url}/form/${String(form?.webhookId)}`;
		const { status } = await fetch(address, { method: 'POST', body });
		same(status, 200, 'status of the form');
		return only(await harness.next('formToContact001', seen), 'Create or Update');
	};
	same((await send('Kyiv')).status, 'created', 'the first answer');
	same((await send('Lviv')).status, 'updated', 'the second answer');
	same(
		(await harness.messages('msisdn=380997009510')).map(({ text }) => text),
		['Welcome, Olena! You will hear from us.'],
		'messages to the contact',
	);
}

type Check = (harness: ExamplesHarness) => Promise<void>;

/**
 * Each example with its check. The lists are carried out side by side, as most of their time is waiting, and each in an order in which
 * the checks do not disturb each other: of replies both an agent and a stop list are told.
 */
const SIDE_BY_SIDE: ReadonlyArray<ReadonlyArray<[id: string, check: Check]>> = [
	[
		['crmEventToSms001', crmEvent],
		['contactLists0001', contactLists],
		['campaignFinished', campaignFinished],
	],
	[
		['crmContactsToSms1', crmContacts],
		['crmRightHour0001', rightHour],
		['scheduledReport1', report],
		['smsEmailFallback', fallback],
		['callList00000001', callList],
		['crmInStep0000001', inStep],
	],
	[
		['watchDataTable01', dataTable],
		['managerApproval1', managerApproves],
		['campaignApproved', campaignApproved],
		['signUpCode000001', signUp],
		['rcsOffer00000001', rcsOffer],
		['senderApproved01', senderApproved],
		['formToContact001', formToContact],
	],
	[
		['linkClicksToCrm1', linkClicks],
		['stopLoop00000001', stopLoop],
		['aiAnswersReplies', agentAnswers],
		['aiAgentSmsTools1', mcpTools],
	],
];
/** It takes the account's funds away meanwhile. */
const LAST: [id: string, check: Check] = ['rcsPausedRenewed', rcsPaused];

/** The examples that are checked. */
export const CHECKED: readonly string[] = [...SIDE_BY_SIDE.flat(), LAST].map(([id]) => id);

/** Begins the checks of the examples with these IDs. @returns what waits for the end of one of them */
export function beginChecks(
	harness: ExamplesHarness,
	ids: readonly string[],
): (id: string) => Promise<void> {
	const ends = new Map<string, Promise<void>>();
	/** Begins a check when another has ended, well or not. @returns its end, which is no failure */
	const after = async (before: Promise<unknown>, [id, check]: [string, Check]): Promise<void> => {
		if (!ids.includes(id)) return void (await before);
		const end = before.then(async () => await check(harness));
		ends.set(id, end);
		await end.catch(() => undefined);
	};
	const lists = SIDE_BY_SIDE.map((list) => list.reduce<Promise<void>>(after, Promise.resolve()));
	void after(Promise.all(lists), LAST);
	return async (id) => {
		const end = ends.get(id);
		if (!end) throw new Error(`the check of ${id} was not begun`);
		await end;
	};
}
