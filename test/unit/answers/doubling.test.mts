import { fill } from '../../support/fill.mts';
import { readAnswer } from '../../../nodes/MessagingService/asking/answer.ts';
import { linkedText } from '../../../nodes/MessagingService/asking/linkedText.ts';
import { escapeHtml } from '../../../nodes/MessagingService/asking/page.ts';
import { READERS as REPORTS } from '../../../nodes/MessagingService/resources/report/readers.ts';
import { isOptOut } from '../../../nodes/shared/text/optOut.ts';
import { normaliseAddress } from '../../../nodes/shared/auth/address.ts';
import { diagnoseReply } from '../../../nodes/shared/auth/diagnosis.ts';
import { faultOfException, faultOfReply } from '../../../nodes/shared/errors/index.ts';
import { isBareArrayReport, readBody } from '../../../nodes/shared/errors/body.ts';
import { parseJson } from '../../../nodes/shared/json.ts';
import { normaliseCampaign } from '../../../nodes/shared/reply/campaign.ts';
import { normaliseMessage } from '../../../nodes/shared/reply/legacy.ts';
import { normaliseListedMessage } from '../../../nodes/shared/reply/listedMessage.ts';
import { normaliseReceived } from '../../../nodes/shared/reply/received.ts';
import { normaliseReportRecord } from '../../../nodes/shared/reply/report.ts';
import * as text from '../../../nodes/shared/text/index.ts';
import { readTime } from '../../../nodes/shared/time/time.ts';
import * as checks from '../../../nodes/shared/validation/index.ts';
import { readAll } from './reportRecords.mts';

/*
 * Whoever reads text of others, of the service, of users or of people who answer, takes time that grows as the text does: for four
 * times the text about four times as long. What grew with the square of the length would take sixteen times as long.
 */

const READERS: Record<string, (given: string) => unknown> = {
	'a list in a field': (given) => text.listEntries(given),
	'the length of a text': (given) => text.analyseText(given),
	'a hint on a text': (given) => text.textHint(given),
	'the mask of phones': (given) => text.maskPhone(given),
	'the mask of names': (given) => text.maskName(given),
	'the mask of secrets': (given) => text.maskSecrets(given),
	'a safe text': (given) => text.safeText(given),
	'a template': (given) => fill(given, { a: '1' }),
	'the separator of csv': (given) => text.separatorOf([given]),
	'a line of csv': (given) => text.csvLine([given]),
	'rows of csv': (given) => text.csvReader(64_000).push(given),
	'a phone': (given) => checks.readPhone(given),
	'a national phone': (given) => checks.readPhone(given, { check: 'possible', country: 'UA' }),
	'several phones': (given) => checks.writtenNumbers(given),
	'a country': (given) => checks.checkCountry(given),
	'a sender': (given) => checks.checkSender(given, 'personalized'),
	'a text to send': (given) => checks.checkText(given),
	'a reference': (given) => checks.checkReference(given),
	'an ID': (given) => checks.checkId(given, 'Message ID'),
	'a key of a report': (given) => checks.checkFileKey(given),
	'custom fields': (given) => checks.checkContactFields(given),
	'contact lists': (given) => checks.checkGroups(given),
	'a start': (given) => checks.checkStartAt(given, 'UTC', new Date(0), 'UTC'),
	'quiet hours': (given) => checks.checkQuietHours(given, given, [1]),
	'a time': (given) => readTime(given, 'UTC'),
	'an address': (given) => normaliseAddress(given, false, 'API Base URL'),
	json: (given) => parseJson(given),
	'a body': (given) => [readBody(given), isBareArrayReport(given)],
	'a refusal': (given) => faultOfReply({ statusCode: 500, body: given, headers: {} }),
	'a redirect': (given) =>
		faultOfReply({ statusCode: 302, body: '', headers: { location: given } }),
	'errors of fields': (given) =>
		faultOfReply({ statusCode: 422, body: { errors: { [given]: [given] } }, headers: {} }),
	'an exception': (given) => faultOfException(new Error(given)),
	'a reply to the test of a credential': (given) =>
		diagnoseReply(
			{ statusCode: 200, body: given, headers: {} },
			'https://a.example',
			'key',
			'rest',
		),
	'a message': (given) =>
		normaliseMessage({ id: given, price: given, time_sent: given, status: given }, 'UTC'),
	'a listed message': (given) =>
		normaliseListedMessage({ id: 1, price: given, phone: given }, 'UTC'),
	'a reply of a phone': (given) => normaliseReceived({ id: 1, phone: given, text: given }, 'UTC'),
	'a campaign': (given) => normaliseCampaign({ id: 1, name: given, created_at: given }, 'UTC'),
	'a record of a report': (given) =>
		normaliseReportRecord({ message_ID: given, price: given, time_sent: given }, 'UTC'),
	'a report in csv': (given) => readAll(REPORTS.csv, [given]),
	'a report in xml': (given) => readAll(REPORTS.xml, [given]),
	'a tag of xml': (given) => readAll(REPORTS.xml, [`<a ${given}`]),
	'text of xml': (given) => readAll(REPORTS.xml, [`<a><b>${given}`]),
	'a report in json': (given) => readAll(REPORTS.json, [given]),
	'a record of json': (given) => readAll(REPORTS.json, [`[{"a":"${given}`]),
	'an opt-out': (given) => isOptOut(given),
	'a word of opt-outs': (given) => isOptOut('x', [given]),
	'a text with a link': (given) => linkedText(given, 'https://n8n.example/1', 2, 'shorten'),
	'text of a page': (given) => escapeHtml(given),
	'an answer': (given) => readAnswer({ kind: 'freeText', decisions: [] } as never, { text: given }),
};

/** Pieces of which hostile texts are made: what begins something that a pattern looks for, again and again. */
const PIECES = [
	...'/ 0({<&,;"+.-a=[\'@:\n\r\u00a0ї٠\u200b\ud83d'.split(''),
	...'{a§{a|§<a §<a b="§</a§&#§😀§\\"§0 §(0§0.§,0§{{§<!--§<![CDATA[§<?§0=§="0'.split('§'),
	...'test_a§eyJaaaaa.§bearer §token §token=§https://§//a§a@§a.§+0 §e\u0301§1e5'.split('§'),
	...'ext §stop §{"a":§2026-11-21§–0'.split('§'),
];

type Reader = (given: string) => unknown;

/** How long a reader works on a text of so many characters of a piece, so many times, in milliseconds of the processor. */
async function worksFor(read: Reader, piece: string, length: number, times = 1): Promise<number> {
	const given = piece.repeat(Math.ceil(length / piece.length));
	const begun = process.cpuUsage();
	for (let time = 0; time < times; time++)
		try {
			await read(given);
		} catch {
			// What is refused is read, too.
		}
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
}

/** Begins anew at each blank, and so takes a time that grows with the square of their number. */
const square: Reader = (given) => / *x/.test(given);

/** So many characters are a short text, and four times as many a long one. */
let short = 3000;
/** What takes no longer than this for a long text is quick, however it grows. */
let quick = Infinity;

// A clock may count in steps of ten milliseconds. On a fast machine a text is so long that they hide nothing there either.
beforeAll(async () => {
	await worksFor(square, ' ', short);
	let long = await worksFor(square, ' ', 4 * short);
	for (; long < 60; long = await worksFor(square, ' ', 4 * short)) short *= 2;
	quick = long / 5;
});

/**
 * How long a reader works on a long text, and on a short one four times, if the first is more than twice the second: they are the same for
 * what grows as the text does, and one is four times the other for what grows with its square. Sums of up to twenty counts, as a clock that
 * counts in steps is right on average only, and as pauses of the collector fall into both: what looks as if it grew is counted again, a
 * few times if it is plain.
 */
async function growing(
	read: Reader,
	piece: string,
	ignored = quick,
): Promise<[number, number] | undefined> {
	let [once, often] = [0, 0];
	for (let attempt = 0; attempt < 20; attempt++) {
		const took = await worksFor(read, piece, 4 * short);
		if (took < ignored) return undefined;
		once += took;
		often += await worksFor(read, piece, short, 4);
		if (once <= 2 * often) return undefined;
		if (attempt > 4 && once > 3 * often) break;
	}
	return [once, often];
}

test('what grows with the square of the text is noticed', async () => {
	expect(await growing(square, ' ')).toBeDefined();
});

test('what is slow, and grows as the text does, is not taken for it', async () => {
	const slow: Reader = (given) => {
		for (let at = 0; at < given.length; at += short) square(' '.repeat(short));
	};
	expect(await growing(slow, ' ', 0)).toBeUndefined();
});

test.each(Object.entries(READERS))('%s is read in time that grows as the text', async (_, read) => {
	for (const piece of PIECES)
		expect({ piece, growing: await growing(read, piece) }).toEqual({ piece });
});
