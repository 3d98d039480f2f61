import fc from 'fast-check';
import { isOptOut, OPT_OUT_WORDS } from '../../nodes/MessagingServiceTrigger/events/optOut.ts';
import { rowOf } from '../../nodes/MessagingServiceTrigger/events/row.ts';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { storedSize } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { Place, SETTLED_S, type Reply } from './triggerPlace.mts';
import { serviceText } from './triggerService.mts';

const nameOf = ({ sender, phone, text, at }: Reply): string =>
	[sender, phone, text, new Date(at * 1000).toISOString().slice(0, 19)].join('|');
const nameOfEvent = ({ record }: StatusEvent): string =>
	[record.sender, record.phone, record.text, String(record.received_at).slice(0, 19)].join('|');

describe('Message Received', () => {
	it.each(['id', 'plain'] as const)(
		'reports each reply once, with one request where none is new (%s)',
		async (form) => {
			const place = new Place();
			place.form = form;
			place.reply('before the watch');
			await place.poll();
			expect(place.events).toEqual([]);
			place.reply('Yes');
			expect((await place.poll()).map(({ record }) => record.text)).toEqual(['Yes']);
			place.requests = [];
			expect(await place.poll()).toEqual([]);
			expect(place.requests).toEqual(['/rest/sms/2wayIncoming']);
		},
	);

	it('tells equal replies of one second apart by their number', async () => {
		const place = new Place();
		await place.poll();
		const { at } = place.reply('Yes');
		place.reply('Yes', { at });
		expect(await place.poll()).toHaveLength(2);
		place.reply('Yes', { at });
		expect(await place.poll()).toHaveLength(1);
		expect(new Set(place.events.map(({ eventId }) => eventId)).size).toBe(3);
	});

	it('guesses which message a reply answers, and says that it is a guess', async () => {
		const place = new Place();
		await place.poll();
		const sent = (id: number, text: string, phone: string, at: number) => ({
			id,
			reference_id: `order${id}`,
			phone: Number(phone),
			sender: 'Shop',
			text,
			sent_at: serviceText(at),
		});
		const { at } = place.reply('Yes');
		place.messages = [
			sent(1, 'First?', '380991112233', at - 500),
			sent(2, 'Second?', '380991112233', at - 100),
			sent(3, 'To another?', '380991112244', at - 50),
			sent(4, 'Too late?', '380991112233', at + 30),
		];
		place.requests = [];
		const [event] = await place.poll();
		expect(place.requests).toHaveLength(2);
		expect(event && rowOf(event)).toMatchObject({
			phone: '380991112233',
			text: 'Yes',
			opt_out: false,
			sender: 'Shop',
			answers_message_id: 2,
			answers_reference: 'order2',
			answers_text: 'Second?',
			answer_is_a_guess: true,
		});
	});

	it('reports only what the filters leave', async () => {
		const only = new Place({ words: [], optOut: 'only', optOutWords: ['genug'] }, ['shop']);
		await only.poll();
		only.reply('STOP');
		only.reply('Stop', { sender: 'Other' });
		only.reply('Genug damit');
		only.reply('Yes');
		expect((await only.poll()).map(({ record }) => record.text)).toEqual(['STOP', 'Genug damit']);
		const none = new Place({ words: ['yes'], optOut: 'none', optOutWords: [] });
		await none.poll();
		none.reply('Oh yes!');
		none.reply('Stop yes');
		none.reply('No');
		expect((await none.poll()).map(({ record }) => record.text)).toEqual(['Oh yes!']);
	});

	it('reports what came while n8n was down, however long that was', async () => {
		const place = new Place();
		await place.poll();
		place.reply('Yes');
		await place.poll();
		place.reply('During the pause', { at: place.service.now + 3600 });
		expect(await place.poll({}, 3 * 86_400)).toHaveLength(1);
	});

	it('makes two requests at most after a crash, too, and tells all of a reply that lies before the window', async () => {
		const place = new Place();
		await place.poll();
		place.reply('Old', { at: place.service.now + 60 });
		place.reply('New', { at: place.service.now + 5 * 3600 });
		await place.poll({ crash: true }, 5 * 3600 + 60);
		place.reply('Next');
		place.requests = [];
		const events = await place.poll({}, SETTLED_S);
		expect(events.map(({ record, repeated }) => [record.text, repeated === true])).toEqual([
			['Old', true],
			['New', true],
			['Next', false],
		]);
		expect(place.requests).toHaveLength(2);
		expect(await place.poll()).toEqual([]);
	});

	it('reports 2,000 at once over several polls, each once, within the bound of the state', async () => {
		const place = new Place();
		await place.poll();
		for (let index = 0; index < 2000; index++)
			place.reply(`Answer ${index % 7}`, {
				phone: String(380_670_000_000 + index),
				at: place.service.now + (index % 50),
			});
		let size = 0;
		for (let poll = 0; poll < 40 && place.events.length < 2000; poll++) {
			await place.poll();
			const { state } = place.host;
			if (state) size = Math.max(size, storedSize(state));
		}
		expect(place.events).toHaveLength(2000);
		expect(new Set(place.events.map(({ eventId }) => eventId)).size).toBe(2000);
		expect(size).toBeLessThan(64_000);
	});

	it('misses none, invents none and reports none twice, in whatever order replies appear and processes die', async () => {
		const arrival = fc.record({
			text: fc.constantFrom('Yes', 'No', 'STOP'),
			phone: fc.constantFrom('380991112233', '380991112244'),
			/** Seconds by which the service shows it late. */
			late: fc.integer({ min: 0, max: 5000 }),
		});
		const turn = fc.record({
			arrivals: fc.array(arrival, { maxLength: 6 }),
			wait: fc.integer({ min: 1, max: 4000 }),
			what: fc.constantFrom('poll', 'poll', 'poll', 'crash', 'discard'),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(turn, { maxLength: 25 }), async (turns) => {
				const place = new Place();
				await place.poll();
				const begun = place.service.now;
				// Something to be stored: the legacy engine keeps nothing of a poll without events.
				place.reply('begin');
				await place.poll();
				// An event is repeated three times, and after that while it is young.
				let deaths = 0;
				for (const { arrivals, wait, what: happens } of turns) {
					const what = deaths < 2 ? happens : 'poll';
					// A poll soon after a result that n8n threw away leaves its events alone: they may be on their way into storage.
					const seconds = deaths < 2 ? wait : Math.max(wait, SETTLED_S);
					if (what !== 'poll') deaths++;
					else if (seconds >= SETTLED_S) deaths = 0;
					for (const { text, phone, late } of arrivals)
						place.reply(text, {
							phone,
							at: Math.max(begun, place.service.now - late),
						});
					await place.poll({ crash: what === 'crash', discard: what === 'discard' }, seconds);
				}
				await place.poll({}, 100);
				await place.poll({}, 100);
				await place.poll({}, 100);
				const first = new Map(place.events.map((event) => [event.eventId, event]));
				expect([...first.values()].map(nameOfEvent).sort()).toEqual(
					place.replies.map(nameOf).sort(),
				);
				const twice = place.events.filter(({ repeated }) => !repeated);
				expect(new Set(twice.map(({ eventId }) => eventId)).size).toBe(twice.length);
			}),
			{ numRuns: Number(process.env.TRIGGER_MODEL_RUNS ?? 300) },
		);
	});
});

describe('Is an Opt-Out', () => {
	const words = Object.entries(OPT_OUT_WORDS).flatMap(([language, list]) =>
		list.map((word) => [language, word] as const),
	);

	it('knows the words of more than 30 languages', () => {
		expect(Object.keys(OPT_OUT_WORDS).length).toBeGreaterThanOrEqual(30);
	});

	it.each(words)('takes a word as the whole reply, however it is written (%s: %s)', (_, word) => {
		for (const text of [word, word.toUpperCase(), ` «${word}»!! `, `${word}.`])
			expect([text, isOptOut(text)]).toEqual([text, true]);
	});

	it.each([
		'STOP please',
		'Stop! I do not want this',
		'СТОП, дякую',
		'arret merci',
		'ARRÊT',
		'stopp bitte',
		'Opt-out',
		'ОТПИСАТЬСЯ!!!',
	])('takes it as the first word: %s', (text) => expect(isOptOut(text)).toBe(true));

	it.each([
		'Please do not stop',
		'The bus stop is on Main Street',
		'Where does the 12 stop?',
		'nonstop',
		'Stopwatch, size M',
		'End of the month is fine',
		'Cancel the blue one, keep the red one',
		'Я не хочу, чтобы вы сделали стоп',
		'Автобусная остановка',
		'Ne vous arrêtez pas, arrêt de bus',
		'Quiero la baja calidad no',
		'Baja de precio, por favor',
		'Alto como el otro',
		'Yes',
		'1',
		'',
		'   ',
		'!!!',
		'Ich will nicht abbestellen',
		'Dur bakalım ne olacak',
	])('takes no sentence that only holds one: %s', (text) => expect(isOptOut(text)).toBe(false));

	it('takes the words of the user as the whole reply and as its beginning', () => {
		expect(isOptOut('Ende', ['ende'])).toBe(true);
		expect(isOptOut('NO MORE!', ['no more'])).toBe(true);
		expect(isOptOut('nomore thanks', ['NOMORE'])).toBe(true);
		expect(isOptOut('Das ist das Ende', ['ende'])).toBe(false);
	});
});
