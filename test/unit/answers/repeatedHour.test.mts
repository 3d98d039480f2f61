import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	normaliseApplication,
	normaliseCampaign,
	normaliseListedMessage,
	normaliseMessage,
	normaliseReportRecord,
} from '../../../nodes/shared/reply/index.ts';
import { formatServiceTime } from '../../../nodes/shared/time/index.ts';

/*
 * The service writes times by the clocks of its zone, which show an hour twice when they are set back. A message that was sent at 02:58
 * and arrived at 02:03 arrived five minutes later, and not 55 minutes before.
 */

/** Zones whose clocks are set back, with the instant at which they are. Lord Howe's go back by half an hour. */
const CHANGES: ReadonlyArray<[zone: string, at: string]> = [
	['Europe/Kyiv', '2026-10-25T01:00:00Z'],
	['Europe/London', '2026-10-25T01:00:00Z'],
	['America/New_York', '2026-11-01T06:00:00Z'],
	['America/Santiago', '2026-04-05T03:00:00Z'],
	['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
	['Australia/Sydney', '2026-04-04T16:00:00Z'],
];

type Read = (times: readonly string[], zone: string) => IDataObject;
/** The times of each record, in the order of what happened, as the service names them and as they come out. */
const RECORDS: ReadonlyArray<[what: string, names: string[], read: Read]> = [
	[
		'an SMS',
		['time_in', 'time_sent', 'time_dr'],
		([time_in, time_sent, time_dr], zone) =>
			normaliseMessage({ id: 5, time_in, time_sent, time_dr }, zone),
	],
	[
		'a listed message',
		['time_in', 'time_sent', 'time_dr'],
		([created_at, sent_at, delivered_at], zone) =>
			normaliseListedMessage({ id: 5, created_at, sent_at, delivered_at }, zone),
	],
	[
		'a record of a report',
		['time_in', 'time_sent', 'time_dr'],
		([incoming = '', sending = '', receipt = ''], zone) =>
			normaliseReportRecord(
				{ 'Incoming date': incoming, 'Sending date': sending, 'DLR date': receipt },
				zone,
			)[0] ?? {},
	],
	[
		'a campaign',
		['created_at', 'real_start_at', 'finished_at'],
		([created_at, real_start_at, finished_at], zone) =>
			normaliseCampaign({ data: { id: 5, created_at, real_start_at, finished_at } }, zone),
	],
	[
		'an application',
		['created_at', 'registered_at'],
		([created_at, registered_at], zone) =>
			normaliseApplication({ id: 5, created_at, registered_at }, zone),
	],
];

const instantsOf = (record: IDataObject, names: readonly string[]): number[] =>
	names.map((name) => Date.parse(String(record[name])));

it('a message that was sent at 03:58 in the hour that clocks repeat, and arrived at 03:03, arrived after that', () => {
	const message = normaliseMessage(
		{ id: 5, time_sent: '2026-10-25 03:58:00', time_dr: '2026-10-25 03:03:00' },
		'Europe/Kyiv',
	);
	expect([message.time_sent, message.time_dr]).toEqual([
		'2026-10-25T03:58:00+03:00',
		'2026-10-25T03:03:00+02:00',
	]);
});

it('a receipt that the service gave its offset, or that no reading brings after the sending, stays as it is', () => {
	const read = (time_dr: string) =>
		normaliseMessage({ id: 5, time_sent: '2026-10-25 03:58:00', time_dr }, 'Europe/Kyiv').time_dr;
	expect(read('2026-10-25T03:03:00+03:00')).toBe('2026-10-25T03:03:00+03:00');
	expect(read('2026-10-24 03:03:00')).toBe('2026-10-24T03:03:00+03:00');
});

describe.each(RECORDS)('the times of %s', (_, names, read) => {
	it('never go back where one of two readings goes on, and each is what the clocks showed', () => {
		const steps = fc.array(fc.integer({ min: 0, max: 5400 }), { minLength: 3, maxLength: 3 });
		let repeated = 0;
		fc.assert(
			fc.property(fc.constantFrom(...CHANGES), steps, ([zone, at], [back = 0, ...ahead]) => {
				let instant = Date.parse(at) - back * 1000;
				const real = [0, ...ahead].slice(0, names.length).map((step) => (instant += step * 1000));
				const texts = real.map((one) => formatServiceTime(one, zone));
				const instants = instantsOf(read(texts, zone), names);
				expect(instants.map((one) => formatServiceTime(one, zone))).toEqual(texts);
				expect(instants).toEqual([...instants].sort((a, b) => a - b));
				if (texts.some((text, index) => text < (texts[index - 1] ?? ''))) repeated++;
			}),
			{ numRuns: 500 },
		);
		expect(repeated).toBeGreaterThan(50);
	});
});
