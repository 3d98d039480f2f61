import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startEngine } from '../engine/harness.mts';
import type { Engine, RunRequest, RunResult, StoredCredential } from '../engine/harness.mts';
import { listRetry } from '../engine/support/savedExecutions.mts';
import { isShort, words } from '../support/options.mts';
import { findingsOf } from './findings.mts';
import { KEY } from './host.mts';
import { seed } from './load.mts';
import type { Part, PriceService, Whim } from './priceService.mts';
import { startPriceService } from './priceService.mts';
import type { Values } from './trials.mts';

/*
 * Random campaigns with random limits, and a price that changes between asking and sending: above the limit at the moment of asking
 * nothing is sent, below it everything is, and nothing at all if there is no price or no limit that can be kept.
 */

const RUNS = isShort ? 15 : 1000;
const PHONES = Array.from({ length: 6 }, (_, index) => `38099700110${index}`);
/** Senders whose campaigns the service refuses in the first of two tries. */
const REFUSED = 'Refused';
const WHIMS: readonly Whim[] = ['none', 'null', 'missing', 'currency', 'failing', 'duplicate'];
const BAD = [-1, 'ten', ''];

interface Campaign extends Values {
	operation: 'sendSms' | 'sendPersonalizedSms' | 'sendSmsToContactLists';
	source: 'allItems' | 'item' | 'file';
	rows: Array<{ phone: string; long: boolean; brand: string }>;
	limit: number | string;
	rates: number[];
	whim: Whim;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** Whether the first try fails in part, and with which limit it is tried again. */
	again: number | undefined;
}

const limits = fc.integer({ min: 0, max: 60 }).map((cents) => cents / 100);
const campaigns: fc.Arbitrary<Campaign> = fc.record({
	operation: fc.constantFrom('sendSms', 'sendPersonalizedSms', 'sendSmsToContactLists'),
	source: fc.constantFrom('allItems', 'item', 'file'),
	rows: fc.array(
		fc.record({
			phone: fc.constantFrom(...PHONES),
			long: fc.boolean(),
			brand: fc.constantFrom('Shop', 'Store', REFUSED),
		}),
		{ minLength: 1, maxLength: 8 },
	),
	limit: fc.oneof(
		{ weight: 12, arbitrary: limits },
		{ weight: 1, arbitrary: fc.constantFrom(...BAD) },
	),
	rates: fc.array(fc.constantFrom(0.01, 0.03, 0.05), { minLength: 1, maxLength: 3 }),
	whim: fc.oneof(
		{ weight: 30, arbitrary: fc.constant<Whim>('none') },
		{
			weight: 8,
			arbitrary: fc.constantFrom<Whim>('null', 'missing', 'currency', 'failing'),
		},
		{ weight: 1, arbitrary: fc.constant<Whim>('duplicate') },
	),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	again: fc.option(limits, { nil: undefined }),
});

let engine: Engine;
let service: PriceService;
/** One for each whim: after a fault the node lets the requests with a key wait. */
const credentials = new Map<Whim, StoredCredential>();
let executions = 0;
const seen = new Map<string, number>();
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

async function requestOf(
	{ operation, source, rows, whim, onError }: Campaign,
	maximumPrice: number | string,
): Promise<RunRequest> {
	const lists = operation === 'sendSmsToContactLists';
	const items = rows.map(({ phone, long, brand }): INodeExecutionData => {
		const text = long ? 'x'.repeat(200) : 'Sale';
		return { json: { phone, text, brand, list: 200 + Number(phone.at(-1)) } };
	});
	const isFile = source === 'file' && !lists;
	const file = `phone,text,brand\n${items.map(({ json }) => `${String(json.phone)},${String(json.text)},${String(json.brand)}`).join('\n')}\n`;
	const binary = isFile && { data: await engine.storeBinary(Buffer.from(file), 'list.csv') };
	const onePerRow = lists || operation === 'sendPersonalizedSms';
	const parameters: IDataObject = {
		resource: 'campaign',
		operation,
		recipientSource: source,
		phoneField: 'phone',
		phone: '={{ $json.phone }}',
		groups: '={{ [$json.list] }}',
		sender: lists ? '={{ $json.brand }}' : '{brand}',
		text: !onePerRow ? 'Sale' : lists ? '={{ $json.text }}' : '{text}',
		options: { retryFor: whim === 'duplicate' ? 10 : 0, maximumPrice },
	};
	return {
		credential: credentials.get(whim),
		executionId: String((executions += 1)),
		parameters: parameters as INodeParameters,
		items: binary ? [{ json: {}, binary }] : items,
		node: { onError },
	};
}

const shown = (parts: readonly Part[]): string[] =>
	parts.map(({ to, sender, segments }) => `${to} ${sender} ${segments}`).sort();

/** What is wrong with one try, whose limit is good. */
function wrongOfTry(run: RunResult, limit: number, { whim }: Campaign, before: Part[]): string[] {
	const { order, asked, named, currencies, sent } = service;
	const wrong: string[] = [];
	const first = order.indexOf('send');
	if (first >= 0 && order.lastIndexOf('price') > first) wrong.push('asks after the first request');
	const isPriced =
		named.length > 0 &&
		!named.includes(null) &&
		currencies.size === 1 &&
		!['missing', 'failing'].includes(whim);
	const price = Number(named.reduce<number>((sum, one) => sum + (one ?? 0), 0).toFixed(6));
	if (!isPriced || price > limit) {
		note(isPriced ? 'above' : 'without a price');
		if (first >= 0) wrong.push(`sends ${isPriced ? `what costs ${price}` : 'without a price'}`);
		const failed =
			run.error ?? run.items.some(({ json }) => json.status === 'refused' || json.error);
		if (!failed && !run.outputs[1]?.length) wrong.push('says nothing of it');
		return wrong;
	}
	note('within');
	const open = shown(asked).join() === shown([...before, ...sent]).join();
	const isRefused = service.refused.size > 0 && asked.some(({ sender }) => sender === REFUSED);
	if (isRefused) return wrong;
	if (!open)
		wrong.push(`priced ${shown(asked).join('; ')}, sent ${shown([...before, ...sent]).join('; ')}`);
	if (run.error) wrong.push(`fails: ${run.error.message}`);
	return wrong;
}

async function wrongOf(values: Values): Promise<string[]> {
	const campaign = values as Campaign;
	const { limit, rates, whim, again } = campaign;
	Object.assign(service, { rates, whim, refused: new Set(again === undefined ? [] : [REFUSED]) });
	service.begin();
	const request = await requestOf(campaign, limit);
	const run = await engine.run(request);
	if (typeof limit === 'string' || limit < 0) {
		note('bad limits');
		return service.order.length > 0 ? ['asks with a limit that is none'] : [];
	}
	const wrong = wrongOfTry(run, limit, campaign, []);
	const sent = [...service.sent];
	if (
		campaign.operation !== 'sendSmsToContactLists' &&
		sent.length > 0 &&
		service.refused.size === 0
	) {
		const reached = new Set(sent.map(({ to }) => to));
		const left = campaign.rows.filter(({ phone }) => !reached.has(phone));
		if (left.length > 0) wrong.push('leaves somebody out');
	}
	if (again === undefined || !run.error) return wrong;
	service.refused = new Set();
	service.begin();
	const next = await requestOf(campaign, again);
	const retried = await engine.run({ ...next, saved: listRetry(run), mode: 'retry' });
	note('tried again');
	wrong.push(...wrongOfTry(retried, again, campaign, sent).map((text) => `in a retry ${text}`));
	const twice = shown([...sent, ...service.sent]);
	// Each item is a message by itself; a list may be named by several.
	const mayRepeat = campaign.source === 'item' || campaign.operation === 'sendSmsToContactLists';
	if (!mayRepeat && new Set(twice).size < twice.length) wrong.push('sends twice');
	return wrong;
}

if (words.length > 0 && !words.includes('Price'))
	test('is left out, as operations were chosen', () => {
		expect(words).not.toContain('Price');
	});
else {
	beforeAll(async () => {
		engine = await startEngine();
		service = await startPriceService();
		for (const whim of WHIMS)
			credentials.set(
				whim,
				engine.store({ baseUrl: service.url, apiKey: `${KEY}${whim}`, authentication: 'apiKey' }),
			);
	});
	afterAll(async () => await service.close());

	test('Above Maximum Price at the moment of asking nothing is sent, below it everything is', async () => {
		expect(await findingsOf({ values: campaigns, numRuns: RUNS, seed, wrongOf })).toEqual([]);
		for (const what of ['above', 'within', 'without a price', 'bad limits', 'tried again'])
			expect([what, seen.get(what) ?? 0]).not.toEqual([what, 0]);
	});
}
