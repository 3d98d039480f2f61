import { startEngine } from '../engine/harness.mts';
import type { Engine } from '../engine/harness.mts';
import { answers, others } from './answers.mts';
import type { Answer } from './answers.mts';
import { perform } from './scenario.mts';

// Section 1 of the table of outcomes, on answers as products send them: 429 passes, every other 4xx is a refusal, whatever its body.

const REPEATED_FOR_S = 20;

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
	it('has answers of at least 30 products', () => {
		const products = new Set(answers.map(({ source }) => source.split(', ')[0]));
		expect(products.size).toBeGreaterThanOrEqual(30);
	});

	it('has each answer once, and all statuses', () => {
		const titles = titled([...answers, ...others]).map(({ title }) => title);
		expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
		const statuses = new Set(answers.map(({ status }) => status));
		expect([...statuses].sort()).toEqual([400, 402, 403, 409, 422, 429]);
	});

	it('names words of every answer that has a body, and only words that it holds', () => {
		const wrong = [...answers, ...others].flatMap(({ source, body, shows }) =>
			shows.filter((words) => !holds(body, words)).map((words) => `${source}: ${words}`),
		);
		expect(wrong).toEqual([]);
		const silent = answers.filter(({ body, shows }) => shows.length === 0 && body !== '');
		expect(silent.map(({ source }) => source)).toEqual([]);
	});
});

/** What becomes of a send that is answered so once, and which of the words that it is to show it does not. */
async function sendTo(send: 'campaign' | 'sms', answer: Answer, retryFor: number): Promise<object> {
	const { status, headers, body, contentType = 'application/json' } = answer;
	const posts = [{ status, body, headers: { ...headers, 'content-type': contentType } }];
	const { ending, result } = await perform(engine, { send, posts, retryFor, stops: true });
	const said = `${result.error?.message}\n${result.error?.description}`;
	return {
		posts: ending.posts.length,
		rows: [...new Set(ending.rows)],
		// The node ends the words with a stop of its own.
		missing: [...answer.shows, ...(answer.field === undefined ? [] : [`${answer.field}: `])].filter(
			(words) => result.error && !said.includes(words.replace(/\.$/, '')),
		),
	};
}

describe.each(['campaign', 'sms'] as const)('%s', (send) => {
	it.each(busy)('is repeated after $title', async (answer) => {
		const is = { posts: 2, rows: ['accepted'], missing: [] };
		expect(await sendTo(send, answer, REPEATED_FOR_S)).toEqual(is);
	});

	it.each(busy)('is refused by $title when Retry For is over', async (answer) => {
		const is = { posts: 1, rows: ['refused'], missing: [] };
		expect(await sendTo(send, answer, 0)).toEqual(is);
	});

	it.each(refusals)('is refused by $title', async (answer) => {
		const is = { posts: 1, rows: ['refused'], missing: [] };
		expect(await sendTo(send, answer, REPEATED_FOR_S)).toEqual(is);
	});
});

it.each(titled(others))('a campaign is $outcome after $title', async (answer) => {
	const is = { posts: answer.posts ?? 1, rows: [answer.outcome], missing: [] };
	expect(await sendTo('campaign', answer, 0)).toEqual(is);
});
