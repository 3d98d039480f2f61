import type { FaultRule } from '../../sandbox/faults.mts';
import { CAMPAIGN, CREATE_CAMPAIGN, HIDDEN, itemsOf, sceneOfTests } from './scene.mts';

// Tries of one send between which an expression has changed something. What users change between them, explore.test.mts tries.

const scene = sceneOfTests();

const PHONES = ['380990000011', '380990000111'];
const LOST: FaultRule = {
	kind: 'status',
	status: 502,
	handled: true,
	method: 'POST',
	path: CREATE_CAMPAIGN,
	times: 1,
};

it.each(['text', 'leaveOutNumbers'])(
	'what one try may have sent, and the next one refuses, is not made again by Retry On Fail: %s',
	async (what) => {
		scene.begin([LOST, { ...LOST, status: 402, handled: false, body: {} }], HIDDEN);
		const [from, to] = [Date.now() + 1000, Date.now() + 6000];
		const isSecondTry = `($now.toMillis() > ${from} && $now.toMillis() < ${to})`;
		const isFirst = `$json.list[0].phone === '${PHONES[0]}'`;
		const tries: number[] = [];
		const run = await scene.send(CAMPAIGN, {
			parameters: {
				recipientSource: 'list',
				recipients: '={{ $json.list }}',
				...(what === 'text' && { text: `={{ ${isFirst} && ${isSecondTry} ? '' : 'Hi' }}` }),
			},
			options: {
				retryFor: 0,
				...(what === 'text'
					? { invalidRecipients: 'skip' }
					: { leaveOutNumbers: `={{ ${isSecondTry} ? ['${PHONES[0]}'] : [] }}` }),
			},
			items: itemsOf(PHONES.map((phone) => ({ list: [{ phone, name: 'Ann' }] }))),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1200 },
			onTry: () => void tries.push(Date.now()),
		});
		expect(tries.map((at) => at > from && at < to)).toEqual([false, true, false]);
		expect(run.error?.message).toMatch(/^It is not known/);
		expect(Object.values(scene.messages()).filter((count) => count > 1)).toEqual([]);
	},
);
