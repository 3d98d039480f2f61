import type { IDataObject } from 'n8n-workflow';
import { campaignEndpoint } from '../../nodes/MessagingService/sending/requests.ts';
import { lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { isSend, LOOK_UP, people, phone, run } from './sendHarness.mts';

// What a list retry asks of a list that was corrected, before it sends.

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await new Promise((resolve) => setTimeout(resolve, 1)),
}));

/** A send to one, whose answer is lost, and a retry from the list with 21 more; `answer` is that to the reference that is asked for as the nth. */
async function retried(name: string, answer: (nth: number, stop: () => void) => Answer) {
	const context = {};
	const options = { retryFor: 0, maxInFlight: 2 };
	const parameters = { recipientSource: 'allItems', options };
	await run(campaignEndpoint, parameters, {
		context,
		executionId: `${name}1`,
		items: people(1),
		answer: (asked) => (isSend(asked) ? lost() : NOT_THERE),
	});
	const stopping = new AbortController();
	const order: string[] = [];
	return await run(campaignEndpoint, parameters, {
		context: JSON.parse(JSON.stringify(context)) as IDataObject,
		executionId: `${name}2`,
		mode: 'retry',
		signal: stopping.signal,
		items: people(22),
		answer: (asked) => {
			if (isSend(asked)) return { body: { data: { id: 70, sender: 'Shop', status: 'creation' } } };
			if (!asked.path.startsWith(LOOK_UP)) return { body: { data: [] } };
			if (!order.includes(asked.path)) order.push(asked.path);
			const nth = order.indexOf(asked.path);
			// The one that was sent to, which is asked for first.
			if (nth === 0) return { body: { id: 7, msisdn: phone(0), status: 'sent' } };
			return answer(nth, () => stopping.abort());
		},
	});
}

it('asks on where the service leaves one question unanswered, and sends nothing that shows', async () => {
	const { sent } = await retried('unanswered', (nth) => {
		if (nth === 3) return { status: 403, body: { message: 'Forbidden' } };
		return nth < 16 ? NOT_THERE : { body: { id: 100 + nth, msisdn: phone(99), status: 'sent' } };
	});
	expect(sent).toEqual([]);
});

it('sends nothing where the execution is stopped while it asks', async () => {
	const { sent } = await retried('stopped', (nth, stop) => {
		if (nth > 2) stop();
		return NOT_THERE;
	});
	expect(sent).toEqual([]);
});
