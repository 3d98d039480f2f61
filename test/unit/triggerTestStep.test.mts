/** What *Fetch Test Event* returns. */
import { sampleOf } from '../../nodes/MessagingServiceTrigger/events/sample.ts';
import { NOT_THERE } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { ruleFor } from './triggerHost.mts';
import { campaign, NOW, page, trigger } from './triggerScript.mts';

describe('the test step', () => {
	it.each<[object, Answer, object]>([
		[
			{ event: 'campaignFinished', messageType: 'both' },
			page([campaign(2, 'sending'), campaign(1, 'done')]),
			{ sample: false, status: 'done' },
		],
		[
			{ event: 'campaignStatusChanged', messageType: 'sms', options: { statuses: 'paused' } },
			page([campaign(2, 'sending'), campaign(1, 'paused')]),
			{ sample: false, status: 'paused' },
		],
		[
			{ event: 'campaignProgress', messageType: 'sms' },
			page([]),
			{ sample: true, status: 'done', previous_sent: 0, previous_delivered: 0 },
		],
		[
			{ event: 'applicationStatusChanged' },
			page([{ id: 1, sender: 'Shop', status: 'new' }]),
			{ sample: false, status: 'new' },
		],
		[
			{ event: 'applicationStatusChanged' },
			page([]),
			{ sample: true, status: 'registration completed' },
		],
		[
			{ event: 'messageStatusChanged', messageIds: '1,2' },
			{ body: { id: 1, status: 'sent' } },
			{ sample: false, status: 'sent' },
		],
		[
			{ event: 'messageStatusChanged', messageIds: '1,2,3,4' },
			NOT_THERE,
			{ sample: true, status: 'delivered' },
		],
		[
			{ event: 'bulkTaskFinished', taskIds: '4' },
			{ body: { task_id: 4, sent: 2 } },
			{ sample: false, status: 'sending' },
		],
		[{ event: 'bulkTaskFinished', taskIds: '4' }, NOT_THERE, { sample: true, status: 'finished' }],
	])('%j', async (parameters, answer, expected) => {
		const one = trigger(parameters, () => answer);
		expect(await one.poll('manual')).toMatchObject([
			{ test: true, previous_status: null, ...expected },
		]);
		expect(one.staticData).toEqual({});
	});

	it('has a sample even for an event of another time', () => {
		expect(
			sampleOf({ ...ruleFor('campaignFinished'), event: 'OTHER' as never }, undefined, NOW),
		).toMatchObject({ sample: true, newStatus: '', record: {} });
	});
});
