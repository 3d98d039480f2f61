import { startEngine } from '../engine/harness.mts';
import type { Engine } from '../engine/harness.mts';
import { answers, others } from './answers.mts';
import type { Answer } from './answers.mts';
import { CAMPAIGNS, play, SMS } from './support.mts';

// Section 1 of the table of outcomes, on answers as products send them: 429 passes, every other 4xx is a refusal, whatever its body.

const REPEATED_FOR_S = 20;
const STATUSES = [400, 402, 403, 409, 422, 429];

let engine: Engine;
beforeAll(async () => {
	engine = await startEngine();
});

const titled = <T extends Answer>(list: T[]): Array<T & { title: string }> =>
	list.map((answer) => ({ ...answer, title: `${answer.status} ${answer.source}` }));
const busy = titled(answers.filter(({ status }) => status === 429));
const refusals = titled(answers.filter(({ status }) => status !== 429));

/** All texts of a body: its keys, indices and values, each on its own. */
const textsOf = (body: unknown): string[] =>
	typeof body === 'object' && body !== null
		? Object.entries(body).flatMap(([key, value]) => [key, ...textsOf(value)])
		: [String(body)];

/** Whether a body holds these words, or, where they are a place, each key of it. */
const holds = (body: unknown, words: string): boolean => {
	const texts = textsOf(body);
	return (
		texts.some((text) => text.includes(words)) ||
		words.split(', ').every((key) => texts.includes(key))
	);
};

describe('the table', () => {
	const all = [...answers, ...others];

	it('has each answer once', () => {
		const titles = all.map(({ status, source }) => `${status} ${source}`);
		expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
	});

	it('has all statuses, and no other', () => {
		expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual(STATUSES);
	});

	it('has answers of at least 30 products', () => {
		const products = new Set(answers.map(({ source }) => source.split(', ')[0]));
		expect(products.size).toBeGreaterThanOrEqual(30);
	});

	it('expects the node to show only words that the answer holds', () => {
		const wrong = all.flatMap(({ source, body, shows }) =>
			shows.filter((words) => !holds(body, words)).map((words) => `${source}: ${words}`),
		);
		expect(wrong).toEqual([]);
	});

	it('names what the node shows of every answer with a body', () => {
		const silent = answers.filter(({ body, shows }) => shows.length === 0 && body !== '');
		expect(silent.map(({ source }) => source)).toEqual([]);
	});

	it('has no answer that could be taken for what the node says of an unknown outcome', () => {
		const wrong = all.filter(({ body }) => /not known|unknown/i.test(JSON.stringify(body)));
		expect(wrong.map(({ source }) => source)).toEqual([]);
	});
});

describe.each([...CAMPAIGNS, SMS])('$operation', (send) => {
	it.each(busy)('is repeated after $title', async (answer) => {
		expect(await play(engine, send, [answer], REPEATED_FOR_S)).toEqual({
			posts: 2,
			outcome: 'accepted',
			missing: [],
		});
	});

	it.each(busy)('is refused by $title when Retry For is over', async (answer) => {
		expect(await play(engine, send, [answer], 0, answer.shows)).toEqual({
			posts: 1,
			outcome: 'refused',
			missing: [],
		});
	});

	it.each(refusals)('is refused by $title', async (answer) => {
		expect(await play(engine, send, [answer], REPEATED_FOR_S, answer.shows)).toEqual({
			posts: 1,
			outcome: 'refused',
			missing: [],
		});
	});
});

describe.each(CAMPAIGNS)('$operation, other statuses', (send) => {
	it.each(titled(others))('is $outcome after $title', async (answer) => {
		expect(await play(engine, send, [answer], 0, answer.shows)).toEqual({
			posts: 1,
			outcome: answer.outcome,
			missing: [],
		});
	});
});
