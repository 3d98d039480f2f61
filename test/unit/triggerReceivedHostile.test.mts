/** Message Received where the service answers in ways of which nothing is said: each reply once all the same. */
import { rowOf } from '../../nodes/MessagingServiceTrigger/events/row.ts';
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { storedSize } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { Place } from './triggerPlace.mts';
import { serviceText } from './triggerService.mts';

const textsOf = (events: readonly StatusEvent[]) => events.map(({ record }) => record.text);
const DAY_S = 86_400;

describe('Message Received', () => {
	it.each([23 * 3600, 80 * 365 * DAY_S])(
		'is not held up by a reply that is dated %d seconds ahead',
		async (ahead) => {
			const place = new Place();
			await place.poll();
			const { at } = place.reply('Ahead');
			place.replies.pop();
			place.replies.push({ sender: 'Shop', phone: '380991112233', text: 'Ahead', at: at + ahead });
			place.answer = (listed, { start_date }) => ({
				...listed,
				result: place.replies
					.filter((one) => serviceText(one.at) >= String(start_date))
					.map(({ sender, phone, text, at: when }) => ({
						sender,
						phone,
						text,
						date: serviceText(when),
					})),
			});
			expect(textsOf(await place.poll())).toEqual(['Ahead']);
			place.reply('Now');
			expect(textsOf(await place.poll())).toEqual(['Now']);
			expect(await place.poll()).toEqual([]);
		},
	);

	it('takes no old ones for new where the service lists all that ever came', async () => {
		const place = new Place();
		const all = () =>
			place.replies.map(({ sender, phone, text, at }) => ({
				sender,
				phone,
				text,
				date: serviceText(at),
			}));
		place.answer = () => ({ error: 0, result: all() });
		for (let index = 0; index < 3000; index++)
			place.reply(`Old ${index}`, { at: place.service.now - index * 60 });
		await place.poll();
		expect(await place.poll()).toEqual([]);
		place.reply('New');
		expect(textsOf(await place.poll())).toEqual(['New']);
		expect(await place.poll({}, 3 * 3600)).toEqual([]);
	});

	it.each([
		['ISO without a zone', (at: number) => serviceText(at).replace(' ', 'T')],
		['Unix seconds', (at: number) => at],
		['Unix milliseconds', (at: number) => at * 1000],
		['without seconds', (at: number) => serviceText(at).slice(0, 16)],
		['ISO with Z', (at: number) => `${serviceText(at).replace(' ', 'T')}Z`],
		['ISO with an offset', (at: number) => `${serviceText(at).replace(' ', 'T')}+00:00`],
		['in a form nobody knows', (at: number) => `am ${serviceText(at)} Uhr`],
		['left out', () => undefined],
	])('stays under 64 kB, and tells each once, where times are %s', async (_name, write) => {
		const place = new Place();
		place.answer = (_, { start_date, end_date }) => ({
			error: 0,
			result: place.replies
				.filter(
					({ at }) => serviceText(at) >= String(start_date) && serviceText(at) <= String(end_date),
				)
				.map(({ sender, phone, text, at }) => ({ sender, phone, text, date: write(at) })),
		});
		await place.poll();
		let size = 0;
		for (let poll = 0; poll < 60; poll++) {
			for (let index = 0; index < 150; index++) place.reply(`Answer ${poll} ${index}`);
			await place.poll({}, 3600);
			const { state } = place.host;
			if (state) size = Math.max(size, storedSize(state));
		}
		expect(place.events).toHaveLength(60 * 150);
		expect(new Set(place.events.map(({ eventId }) => eventId)).size).toBe(60 * 150);
		expect(size).toBeLessThan(64_000);
	});

	it('goes on when more come at once without a time than a poll may tell', async () => {
		const place = new Place();
		place.answer = () => ({
			error: 0,
			result: place.replies.map(({ sender, phone, text }) => ({ sender, phone, text })),
		});
		await place.poll();
		for (let index = 0; index < 500; index++) place.reply(`Answer ${index}`);
		for (let poll = 0; poll < 5; poll++) await place.poll();
		expect(place.events).toHaveLength(500);
		place.reply('Next');
		expect(textsOf(await place.poll())).toEqual(['Next']);
	});

	it('tells of a reply once that the list shows twice under its ID', async () => {
		const place = new Place();
		await place.poll();
		place.form = 'id';
		const twice = {
			id: 77,
			sender: 'Shop',
			recipient: '380991112233',
			message: 'Yes',
			time_received: serviceText(place.service.now),
		};
		place.answer = () => ({ error: 0, result: [twice, { ...twice }] });
		expect(textsOf(await place.poll())).toEqual(['Yes']);
	});

	it('guesses which message a reply answers beside one without a time, and in other spellings', async () => {
		const place = new Place();
		await place.poll();
		const { at } = place.reply('Yes', { phone: '+380991112233' });
		place.answer = (listed) => ({
			...listed,
			result: [
				{ sender: 'Shop', phone: '380991112244', text: 'No time' },
				...(listed.result as object[]),
			],
		});
		place.messages = [
			{ id: 1, phone: 380991112233, sender: 'SHOP', text: 'Well?', sent_at: serviceText(at - 60) },
		];
		const events = await place.poll();
		expect(events.map((event) => rowOf(event).answers_message_id)).toEqual([null, 1]);
	});

	it('tells each once where the order is reversed and the list loses some for a while', async () => {
		const place = new Place();
		await place.poll();
		for (let index = 0; index < 20; index++) place.reply('Same', { at: place.service.now });
		place.answer = (listed) => ({ ...listed, result: (listed.result as object[]).reverse() });
		expect(await place.poll()).toHaveLength(20);
		place.answer = (listed) => ({ ...listed, result: (listed.result as object[]).slice(0, 3) });
		expect(await place.poll()).toEqual([]);
		place.answer = (listed) => listed;
		expect(await place.poll()).toEqual([]);
	});
});
