/** Promise: the form means what it says, and what cannot be meant is refused before anything is asked for. */
import type { IPollFunctions } from 'n8n-workflow';
import { namesOf, readParameters } from '../../nodes/MessagingServiceTrigger/triggerParameters.ts';

const read = (parameters: Record<string, unknown>) =>
	readParameters({
		getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
		getNode: () => ({ name: 'Trigger', type: 'trigger', parameters: {} }),
	} as unknown as IPollFunctions);

test.each([
	['1, 2;3\n2', ['1', '2', '3']],
	[
		[1, '2', null],
		['1', '2'],
	],
	[undefined, []],
])('names in %j', (value, names) => {
	expect(namesOf(value)).toEqual(names);
});

test.each([
	['campaignStatusChanged', 'status', 'campaign'],
	['campaignFinished', 'finished', 'campaign'],
	['campaignProgress', 'progress', 'campaign'],
	['campaignMessageFinished', 'finished', 'campaignMessage'],
	['campaignMessageStatusChanged', 'status', 'campaignMessage'],
	['applicationStatusChanged', 'status', 'application'],
	['messageReceived', 'status', 'received'],
	['linkClicked', 'status', 'clicked'],
])('%s reports by %s of a %s', (event, mode, kind) => {
	const { rule, kind: read_ } = read({ event });
	expect([rule.mode, read_]).toEqual([mode, kind]);
});

test('what is named: messages by ID, by reference, tasks', () => {
	const event = 'messageStatusChanged';
	expect(read({ event, messageIds: '5 6' })).toMatchObject({
		keys: ['i5', 'i6'],
		rule: { mode: 'finished' },
	});
	expect(read({ event, notify: 'every', lookUpBy: 'reference', references: 'a,b' })).toMatchObject({
		keys: ['xa', 'xb'],
		rule: { mode: 'status' },
	});
	const options = { expected: 3 };
	expect(read({ event: 'bulkTaskFinished', taskIds: [7], options })).toMatchObject({
		keys: ['t7'],
		expected: 3,
	});
});

test('filters: types, statuses, senders, campaigns, replies', () => {
	const options = { statuses: ['Done'], senders: 'Shop, My Shop', campaignIds: '007, 8', step: 0 };
	expect(read({ event: 'campaignStatusChanged', messageType: 'rcs', options })).toMatchObject({
		campaignTypes: ['rcs'],
		rule: { statuses: ['done'], senders: ['shop', 'my shop'], ids: ['7', '8'], step: 1 },
	});
	const received = { words: 'Yes, my order', optOut: 'only', optOutWords: 'No ads' };
	expect(read({ event: 'messageReceived', options: received }).received).toEqual({
		words: ['yes', 'my order'],
		optOut: 'only',
		optOutWords: ['No ads'],
	});
});

test.each([
	[{}, { by: 'people', campaign: '' }],
	[
		{ clickedBy: 'all', options: { campaignId: ' 1043 ' } },
		{ by: 'all', campaign: '1043' },
	],
])('whose clicks, and of which campaign: %j', (parameters, clicked) => {
	expect(read({ event: 'linkClicked', ...parameters }).clicked).toEqual(clicked);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test.each([
	[
		{ event: 'messageStatusChanged', messageIds: ' ' },
		'There is nothing to watch, because no ID and no reference is given',
	],
	[
		{ event: 'messageStatusChanged', messageIds: many(5_001) },
		'One trigger watches up to 5,000 of them, but 5,001 are named',
	],
	[
		{ event: 'bulkTaskFinished', taskIds: many(251) },
		'One trigger watches up to 250 of them, but 251 are named',
	],
	[
		{ event: 'campaignMessageFinished', options: { campaignIds: many(501) } },
		'One trigger follows the messages of up to 500 campaigns, but 501 are named',
	],
])('refused: %j', (parameters, message) => {
	expect(() => read(parameters)).toThrow(message);
});

test.each([
	{ event: 'messageStatusChanged', messageIds: 'abc' },
	{ event: 'campaignStatusChanged', options: { campaignIds: 'x1' } },
	{ event: 'linkClicked', options: { campaignId: '1043, 1044' } },
	{ event: 'messageStatusChanged', lookUpBy: 'reference', references: 'a/b' },
])('what is no ID or reference is refused: %j', (parameters) => {
	expect(() => read(parameters)).toThrow();
});
