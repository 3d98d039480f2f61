import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { fromExecute } from '../../nodes/MessagingService/dispatch/context.ts';
import { memoryOf } from '../../nodes/MessagingService/dispatch/memory.ts';
import type { Remembered, RunMemory } from '../../nodes/MessagingService/dispatch/memory.ts';
import { itemOfPlace, placeKey } from '../../nodes/MessagingService/sending/outcomes.ts';
import { pack, shortKey, unpack } from '../../nodes/MessagingService/dispatch/packing.ts';
import { fakeFunctions } from './fakeFunctions.mts';
import type { FakeOptions } from './fakeFunctions.mts';

const UNKNOWN = { state: 'unknown' } as const;
const tryOf = (options: FakeOptions): RunMemory =>
	memoryOf(fromExecute(fakeFunctions(options).functions));
/** What n8n saves with an execution and reads again. */
const saved = (context: IDataObject): IDataObject => structuredClone(context);

describe('the memory of a run', () => {
	it('is what the next try of the same run recalls, and no other run', () => {
		const context: IDataObject = {};
		const accepted = { state: 'accepted', reference: 'a1', result: { id: 1 } } as const;
		const first = tryOf({ context });
		first.remember('0', accepted);
		first.remember('1', UNKNOWN);
		first.keep();
		const second = tryOf({ context });
		expect([second.recall('0'), second.recall('1'), second.recall('2')]).toEqual([
			accepted,
			UNKNOWN,
			undefined,
		]);
		expect([second.size, second.run]).toEqual([2, first.run]);
		expect(tryOf({ context, runIndex: 1 }).size).toBe(0);
		expect(tryOf({}).size).toBe(0);
	});

	it('is known after a list retry, which has another execution id and the saved data', () => {
		const context: IDataObject = {};
		const first = tryOf({ context, executionId: '1' });
		first.remember('0', UNKNOWN);
		first.keep();
		const retry = tryOf({ context: saved(context), executionId: '2', mode: 'retry' });
		expect([retry.run, retry.recall('0')]).toEqual([first.run, UNKNOWN]);
	});

	it('keeps its key where a process before may have sent, though this try surely sent nothing', () => {
		const context: IDataObject = {};
		const job = tryOf({ context, executionId: '1', mode: 'retry' });
		expect(job.earlierStart).toBe('possible');
		job.keep();
		const later = { executionId: '2', mode: 'retry' } as const;
		const kept = saved(context);
		const retry = tryOf({ context: kept, ...later });
		expect([retry.run, retry.earlierStart]).toEqual([job.run, 'possible']);
		retry.settleEarlierStart();
		retry.remember('0', UNKNOWN);
		retry.keep();
		expect(tryOf({ context: kept, ...later }).earlierStart).toBe('no');
		job.forgetAll();
		expect(context).toEqual({});
	});

	it('leaves nothing behind once a try has succeeded', () => {
		const context: IDataObject = { mine: 1 };
		const [first, other] = [tryOf({ context }), tryOf({ context, runIndex: 1 })];
		first.remember('0', UNKNOWN);
		first.keep();
		other.remember('0', UNKNOWN);
		other.keep();
		first.forgetAll();
		expect([tryOf({ context }).size, tryOf({ context, runIndex: 1 }).size]).toEqual([0, 1]);
		other.forgetAll();
		expect(context).toEqual({ mine: 1 });
	});

	it('tells a try that ended in order from none, also where nothing was sent', () => {
		const context: IDataObject = {};
		const first = tryOf({ context });
		first.remember('0', UNKNOWN);
		first.forget('0');
		first.keep();
		const next = tryOf({ context });
		expect([next.size, next.beganAt]).toEqual([0, first.beganAt]);
		expect(next.unrecorded?.[0]?.since).toBeGreaterThanOrEqual(
			Number(first.unrecorded?.[0]?.since),
		);
	});

	it('finds all entries of a number, whichever item they are of', () => {
		const memory = tryOf({});
		const keyOf = (phone: string, item: number, nth = 0): string => placeKey({ phone, item, nth });
		memory.remember(keyOf('380991112233', 7), UNKNOWN);
		memory.remember(keyOf('380991112233', 1000, 3), UNKNOWN);
		memory.remember(keyOf('380991112244', 7), UNKNOWN);
		const found = memory.recallAll('380991112233');
		expect(found.map(({ place }) => itemOfPlace(place))).toEqual([7, 1000]);
		memory.forget(keyOf('380991112233', 7));
		expect(memory.recallAll('380991112233')).toHaveLength(1);
	});

	it('is never given up while a try may come, however much other runs remember', () => {
		const context: IDataObject = {};
		const waiting = tryOf({ context });
		waiting.remember('0', UNKNOWN);
		waiting.keep();
		const large = tryOf({});
		for (let index = 0; index < 200_001; index++) large.remember(String(index), UNKNOWN);
		large.keep();
		expect(tryOf({ context }).recall('0')).toEqual(UNKNOWN);
	});

	it('stays with the run where n8n has no context for it', () => {
		const { functions } = fakeFunctions();
		const withoutContext = fromExecute({
			...functions,
			getContext(): never {
				throw new Error('`executionData` is not initialized');
			},
		});
		const first = memoryOf(withoutContext);
		first.remember('0', UNKNOWN);
		first.keep();
		expect(memoryOf(withoutContext).recall('0')).toEqual(UNKNOWN);
		const call = { ...withoutContext, toolCall: {} };
		expect(memoryOf(call).size).toBe(0);
	});
});

describe('what is saved with the execution', () => {
	const bytesOf = (entries: Map<string, Remembered>): number =>
		JSON.stringify(pack(entries)).length / entries.size;
	const many = (what: (index: number) => Remembered): Map<string, Remembered> =>
		new Map(
			Array.from({ length: 10_000 }, (_, index) => [
				shortKey(placeKey({ item: index, phone: '380991112233' })),
				what(index),
			]),
		);

	it('is at most 27 bytes for a message by itself, 16 for a recipient of a campaign, and no number', () => {
		const messages = many((index) => ({
			state: 'accepted',
			result: { id: 1_000_000_000 + index, price: index % 2 ? '0.5' : '0.7', currency: 'UAH' },
		}));
		expect(bytesOf(messages)).toBeLessThan(27);
		const recipients = many(() => ({
			state: 'accepted',
			result: { campaign_id: 70 },
			summary: { id: 70, name: 'A name', status: 'creation' },
		}));
		expect(bytesOf(recipients)).toBeLessThan(16.1);
		expect(JSON.stringify(pack(messages))).not.toContain('380991112233');
	});

	it('is kept also where a service writes half a character into an ID', () => {
		const half = new Map([
			['a', { state: 'accepted', result: { id: '\ud8007' } } as const],
			['b', { state: 'accepted', result: { id: 8 } } as const],
		]);
		expect([...unpack(pack(half)).values()]).toMatchObject([
			{ state: 'accepted', result: { id: '\uFFFD7' } },
			{ state: 'accepted', result: { id: 8 } },
		]);
	});

	it('is all that was remembered', () => {
		const text = fc.oneof(fc.string(), fc.constantFrom('', '~', ',', '\n', 'a,b', '%'));
		const id = fc.oneof(
			text,
			fc.integer(),
			fc.double({ noNaN: true }).filter(isFinite),
			fc.constant(null),
		);
		const entry = fc.record<Remembered>(
			{
				state: fc.constantFrom('accepted', 'unknown'),
				reference: text,
				result: fc.record<IDataObject>({ task_id: id, id, price: text }, { requiredKeys: [] }),
				summary: fc.record<IDataObject>({ id, name: text }, { requiredKeys: [] }),
			},
			{ requiredKeys: ['state'] },
		);
		fc.assert(
			fc.property(fc.dictionary(text.map(shortKey), entry), (all) => {
				const entries = new Map(Object.entries(all));
				const groups = JSON.parse(JSON.stringify(pack(entries))) as ReturnType<typeof pack>;
				const back = Object.fromEntries(unpack(groups));
				expect(back).toEqual(JSON.parse(JSON.stringify(all)));
			}),
		);
	});
});
