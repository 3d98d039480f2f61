import { fill } from '../support/fill.mts';
import { maskPhone } from '../../nodes/shared/errors/index.ts';
import { quote } from '../../nodes/shared/validation/scalars.ts';
import { custom, page, paths, route } from './fakeOperations.mts';

// Where a wrong guess sends a message twice, or tells of one that never went out.

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('what is not ours is not taken for ours', () => {
	it('Send SMS to Contact Lists: a reply of something else leaves it open', async () => {
		const ran = await custom(
			'campaign.sendSmsToContactLists',
			{ groups: [202], sender: 'Shop', text: 'Sale' },
			({ method }) => (method === 'POST' ? { body: { message: 'Welcome' } } : page([])),
		);
		expect(ran.error?.message).toMatch(/^It is not known whether the service accepted the send/);
		expect(paths(ran).filter((path) => path.startsWith('POST'))).toHaveLength(1);
	});

	it('Bulk Task: Get: a service that is away is not a task that is not there', async () => {
		const ran = await route(
			'bulkTask.get',
			{ taskId: '5', options: { retryFor: 0 } },
			({ path }) => (path.includes('/task/') ? { status: 503, body: {} } : { body: { error: 20 } }),
		);
		expect(ran.error?.message).toContain('not available');
	});
});

describe('phone numbers and keys in texts', () => {
	it.each([
		['380 99 700 10 21', '…1021'],
		['00380 (99) 700 10 21', '…1021'],
		['099-700-10-22', '…1022'],
		['+380.99.700.10.21', '…1021'],
		['380997001021', '…1021'],
	])('%s', (typed, masked) => {
		expect(maskPhone(`Number ${typed} is wrong`)).toBe(`Number ${masked} is wrong`);
	});

	it.each([
		'at 2026-11-21 10:20:30',
		'from 2026-11-21 10 to 11',
		'192.168.100.200:8080',
		'21.11.2026 10:20',
		'HTTP 429, 12 of 500',
	])('%s stays', (text) => expect(maskPhone(text)).toBe(text));

	it('are hidden in what a refusal quotes', () => {
		expect(quote('+380991112233')).toBe('"…2233"');
		expect(quote('live_0123456789abcdef')).toBe('"live_…"');
	});

	it.each([
		['099.111.22.33', '…2233'],
		['0151/23456789', '…6789'],
		['380–99–111–22–33', '…2233'],
		['099\u200b111\u200b22\u200b33', '…2233'],
		['٠٩٩١١١٢٢٣٣', '…٢٢٣٣'],
		['="0991112233"', '…2233'],
		['order.number', 'order.number'],
		['2026-11-21', '2026-11-21'],
		['12:30', '12:30'],
	])('%s in place of a name of a field is %s', (given, shown) => {
		expect(quote(given)).toBe(`"${shown}"`);
		expect(fill(`{${given}}`, {})).toMatchObject({
			refusal: { message: `Text names the field "${shown}", which is not there` },
		});
	});
});
