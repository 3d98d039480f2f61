/** Message Received: the first look at more replies than a poll emits, clocks that were wrong for a while, and equal replies. */
import type { StatusEvent } from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { storedSize } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { Place, SETTLED_S } from './triggerPlace.mts';
import { serviceText } from './triggerService.mts';

const textsOf = (events: readonly StatusEvent[]) => events.map(({ record }) => record.text);
const DAY_S = 86_400;

describe('The first look at replies', () => {
	it.each(['existing', 'recovered'] as const)(
		'marks those that have to wait as well, and none that comes meanwhile (%s)',
		async (first) => {
			const place = new Place();
			for (let index = 0; index < 500; index++)
				place.reply(`Old ${index}`, { at: place.service.now - 3600 - index });
			await place.poll({ first });
			place.reply('New');
			for (let poll = 0; poll < 6; poll++) await place.poll({ first }, SETTLED_S);
			expect(place.events).toHaveLength(501);
			expect(textsOf(place.events.filter((event) => !event[first]))).toEqual(['New']);
			place.reply('Later');
			expect(await place.poll({ first })).toMatchObject([{ record: { text: 'Later' } }]);
			expect(place.events.at(-1)?.[first]).toBeUndefined();
			expect(place.host.state?.lists.replies).not.toHaveProperty('first');
		},
	);
});

describe('A clock of n8n that is ahead for a while', () => {
	it.each([
		['one poll', 1, 3 * DAY_S],
		['three polls', 3, 3 * DAY_S],
		['a day and an hour', 1, DAY_S + 3600],
	])('costs no reply, and none comes twice (%s)', async (_name, polls, ahead) => {
		const place = new Place();
		await place.poll();
		place.reply('Before');
		await place.poll();
		place.host.now += ahead * 1000;
		for (let poll = 0; poll < polls; poll++) await place.poll();
		place.host.now -= ahead * 1000;
		const expected = ['Before'];
		for (let hour = 0; hour < 30; hour++) {
			place.reply(`After ${hour}`);
			expected.push(`After ${hour}`);
			await place.poll({}, 3600);
		}
		expect(textsOf(place.events)).toEqual(expected);
	});

	it('costs no reply either where it was so at the first look', async () => {
		const place = new Place();
		place.host.now += 3 * DAY_S * 1000;
		await place.poll();
		place.host.now -= 3 * DAY_S * 1000;
		place.reply('After');
		expect(textsOf(await place.poll())).toEqual(['After']);
	});

	it('leaves nothing behind after days without a reply, and none comes again', async () => {
		const place = new Place();
		await place.poll();
		place.reply('Before');
		await place.poll();
		for (let day = 0; day < 5; day++) expect(await place.poll({}, DAY_S)).toEqual([]);
		place.host.now -= 2 * DAY_S * 1000;
		expect(await place.poll()).toEqual([]);
		place.host.now += 2 * DAY_S * 1000;
		place.reply('After');
		expect(textsOf(await place.poll())).toEqual(['After']);
	});
});

describe('Equal replies of one second', () => {
	const one = (id: number | undefined, at: number) => ({
		...(id && { id }),
		sender: 'Shop',
		recipient: '380991112233',
		message: 'Yes',
		time_received: serviceText(at),
	});

	it('come under their own IDs where the list shows the newest first', async () => {
		const place = new Place();
		await place.poll();
		const at = place.service.now + 30;
		for (const newest of [1, 2, 11]) {
			const ids = [11, 2, 1].filter((id) => id <= newest);
			place.answer = () => ({ error: 0, result: ids.map((id) => one(id, at)) });
			await place.poll();
		}
		expect(place.events.map(({ record }) => record.reply_id)).toEqual([1, 2, 11]);
	});

	it('are neither lost nor told twice where the service tells IDs only at times', async () => {
		const place = new Place();
		await place.poll();
		const at = place.service.now + 30;
		const lists = [[undefined], [2, 1], [undefined, undefined, undefined], [4, 3, 2, 1]];
		for (const [index, ids] of lists.entries()) {
			place.answer = () => ({ error: 0, result: ids.map((id) => one(id, at)) });
			await place.poll();
			expect(place.events).toHaveLength(index + 1);
		}
	});
});

describe('Replies without a time that the service shows for ever', () => {
	const withoutTimes = (place: Place, newestFirst: boolean) => () => {
		const result = place.replies.map(({ sender, phone, text }) => ({ sender, phone, text }));
		return { error: 0, result: newestFirst ? result.reverse() : result };
	};

	it.each([
		[1500, false],
		[1500, true],
		[9000, false],
		[9000, true],
	])(
		'take no more room than there is, and new ones are told (%d, newest first: %s)',
		async (count, newestFirst) => {
			const place = new Place();
			place.answer = withoutTimes(place, newestFirst);
			for (let index = 0; index < count; index++) place.reply(`Old ${index}`);
			await place.poll();
			for (let index = 0; index < 3; index++) {
				place.reply(`New ${index}`);
				expect(textsOf(await place.poll())).toEqual([`New ${index}`]);
				const { state } = place.host;
				expect(state && storedSize(state)).toBeLessThan(30_000);
			}
			expect(await place.poll()).toEqual([]);
		},
	);

	it('are all told at a first look that reports them, each once', async () => {
		const place = new Place();
		place.answer = withoutTimes(place, false);
		for (let index = 0; index < 4000; index++) place.reply(`Old ${index}`);
		for (let poll = 0; poll < 60; poll++) await place.poll({ first: 'existing' }, SETTLED_S);
		expect(new Set(textsOf(place.events)).size).toBe(4000);
		expect(place.events).toHaveLength(4000);
	});

	it('name themselves in the log where a new one among them may be missed', async () => {
		const place = new Place();
		place.answer = withoutTimes(place, false);
		for (let index = 0; index < 5000; index++) place.reply(`Old ${index}`);
		place.host.advance(60);
		expect((await place.host.poll()).notes).toEqual([]);
		place.host.advance(60);
		const { notes } = await place.host.poll();
		expect(notes).toEqual([
			expect.stringMatching(
				/^knows only the first and the last of the replies without a time.*; 3000 between/,
			),
		]);
	});
});
