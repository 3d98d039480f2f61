import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import type { RunResult } from '../engine/harness.mts';
import {
	CAMPAIGN,
	CREATE_CAMPAIGN,
	CREATE_SMS,
	HIDDEN,
	itemsOf,
	listRetry,
	PERSONALIZED,
	sceneOfTests,
} from './scene.mts';
import type { Setup } from './scene.mts';

// Tries of one send between which the user, or an expression, has changed something. The service shows no campaign and refuses none, so
// that only what the node remembers keeps people from getting a message twice.

const scene = sceneOfTests();

const phoneOf = (index: number): string => `38099${String(index).padStart(5, '0')}11`;
const refused = (path: string, more: Partial<FaultRule> = {}): FaultRule => ({
	kind: 'status',
	status: 402,
	body: {},
	method: 'POST',
	path,
	...more,
});
const LOST = refused(CREATE_CAMPAIGN, { status: 502, handled: true, times: 1 });
const NO_MONEY = refused(CREATE_CAMPAIGN);

/** An item with a list of its own for each of so many people. */
const lists = (count: number, more: (index: number) => IDataObject = () => ({})) =>
	itemsOf(
		Array.from({ length: count }, (_, index) => ({
			list: [{ phone: phoneOf(index), name: 'Ann', ...more(index) }],
		})),
	);
/** How a try sends to the lists of its items. */
const toLists = (parameters: IDataObject, options: IDataObject = {}): Setup => ({
	parameters: { recipientSource: 'list', recipients: '={{ $json.list }}', ...parameters },
	options: { retryFor: 0, ...options },
});
const SKIP = { invalidRecipients: 'skip' };
const GOOD = toLists({ text: 'Hi {name}' }, SKIP);
const WRONG = toLists({ text: 'Hi {nome}' }, SKIP);

const statuses = ({ items }: RunResult): unknown[] => items.map(({ json }) => json.status);
const doubles = (): string[] =>
	Object.entries(scene.messages()).flatMap(([phone, count]) => (count > 1 ? [phone] : []));

describe('what one try sent and the next one refuses', () => {
	it('comes out as accepted there, and is not sent by the try after it', async () => {
		scene.begin([{ ...NO_MONEY, skip: 3 }], HIDDEN);
		const items = lists(4, (index) => (index === 3 ? { nome: 'Ann' } : {}));
		const failed = await scene.send(PERSONALIZED, { ...GOOD, items });
		scene.sandbox.faults.clear();
		scene.sandbox.faults.add(NO_MONEY);
		const second = await scene.send(PERSONALIZED, {
			...WRONG,
			retries: listRetry(failed),
			node: { onError: 'continueRegularOutput' },
		});
		expect(statuses(second).slice(0, 3)).toEqual(['accepted', 'accepted', 'accepted']);
		const third = await scene.send(PERSONALIZED, { ...WRONG, retries: listRetry(failed) });
		expect(third.error?.description).toContain('3 of 4 recipients were accepted');
		scene.sandbox.faults.clear();
		const last = await scene.send(PERSONALIZED, { ...GOOD, retries: listRetry(third) });
		expect(statuses(last)).toEqual(Array(4).fill('accepted'));
		expect(doubles()).toEqual([]);
	});

	it('stays unknown where nobody knows what became of it, and is never made again', async () => {
		scene.begin([LOST, NO_MONEY], HIDDEN);
		const items = lists(2, (index) => (index === 1 ? { nome: 'Ben' } : {}));
		const failed = await scene.send(PERSONALIZED, { ...GOOD, items });
		expect(failed.error?.message).toMatch(/^It is not known/);
		const second = await scene.send(PERSONALIZED, { ...WRONG, retries: listRetry(failed) });
		scene.sandbox.faults.clear();
		const third = await scene.send(PERSONALIZED, { ...GOOD, retries: listRetry(second) });
		expect(third.error?.message).toMatch(/^It is not known/);
		expect(scene.messages()).toEqual({ [phoneOf(0)]: 1 });
	});

	it.each(['text', 'leaveOutNumbers'])(
		'is not made again by Retry On Fail where an expression changes with the time: %s',
		async (what) => {
			scene.begin([LOST, { ...NO_MONEY, times: 1 }], HIDDEN);
			const [from, to] = [Date.now() + 1000, Date.now() + 6000];
			const isSecondTry = `($now.toMillis() > ${from} && $now.toMillis() < ${to})`;
			const isFirst = `$json.list[0].phone === '${phoneOf(0)}'`;
			const setup =
				what === 'text'
					? toLists({ text: `={{ ${isFirst} && ${isSecondTry} ? '' : 'Hi' }}` }, SKIP)
					: toLists({}, { leaveOutNumbers: `={{ ${isSecondTry} ? ['${phoneOf(0)}'] : [] }}` });
			const tries: number[] = [];
			const run = await scene.send(CAMPAIGN, {
				...setup,
				items: lists(2),
				node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1200 },
				onTry: () => void tries.push(Date.now()),
			});
			expect(tries.map((at) => at > from && at < to)).toEqual([false, true, false]);
			expect(run.error?.message).toMatch(/^It is not known/);
			expect(doubles()).toEqual([]);
		},
	);

	it('stays accepted where its number is left out for one retry', async () => {
		scene.begin([refused(CREATE_SMS, { skip: 1 })], HIDDEN);
		const options = { retryFor: 0 };
		const items = itemsOf([0, 1].map((index) => ({ phone: phoneOf(index) })));
		const failed = await scene.send('sms.send', { items, options });
		const second = await scene.send('sms.send', {
			retries: listRetry(failed),
			options: { ...options, leaveOutNumbers: phoneOf(0) },
		});
		scene.sandbox.faults.clear();
		const third = await scene.send('sms.send', { retries: listRetry(second), options });
		expect(statuses(third)).toEqual(['accepted', 'accepted']);
		expect(doubles()).toEqual([]);
	});

	it('counts once where its number stands twice in the list and is left out for the retry', async () => {
		scene.begin([{ ...NO_MONEY, skip: 1 }], HIDDEN);
		const twice = [0, 1, 0].map((index) => ({ phone: phoneOf(index) }));
		const items = itemsOf([{ list: twice }, { list: [{ phone: phoneOf(2) }] }]);
		const failed = await scene.send(CAMPAIGN, { ...toLists({}, SKIP), items });
		scene.sandbox.faults.clear();
		const second = await scene.send(CAMPAIGN, {
			...toLists({}, { ...SKIP, leaveOutNumbers: phoneOf(0) }),
			retries: listRetry(failed),
		});
		expect(statuses(second)).toEqual(['accepted', 'accepted', 'skipped', 'accepted']);
		expect(doubles()).toEqual([]);
	});
});

describe('a number in two items, one of which a try cannot send', () => {
	const others = Array.from({ length: 1000 }, (_, index) => ({
		phone: phoneOf(index + 1),
		name: 'Ben',
		nome: 'Ben',
	}));

	it.each<[IDataObject[], string, string[]]>([
		[[{}, { name: 'Ann' }], 'Hi', ['duplicate', 'accepted']],
		[[{ name: 'Ann' }, { nome: 'Ann' }], 'Hi {nome}', ['accepted', 'duplicate']],
	])('gets one message: %j, then %s', async (both, text, is) => {
		scene.begin([refused(CREATE_SMS, { skip: 1, times: 1 })], HIDDEN);
		const items: INodeExecutionData[] = itemsOf([
			...both.map((one) => ({ phone: phoneOf(0), ...one })),
			...others,
		]);
		const options = { retryFor: 0, ...SKIP };
		const parameters = { recipientSource: 'allItems', phoneField: 'phone', text: 'Hi {name}' };
		const failed = await scene.send('sms.sendIndividual', { items, parameters, options });
		const retried = await scene.send('sms.sendIndividual', {
			retries: listRetry(failed),
			parameters: { ...parameters, text },
			options,
		});
		expect(doubles()).toEqual([]);
		expect(statuses(retried).slice(0, 2)).toEqual(is);
		expect(Object.keys(scene.messages())).toHaveLength(1001);
	});
});
