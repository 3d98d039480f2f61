import { csvScanner } from '../../nodes/MessagingService/resources/report/csvScanner.ts';
import { fillTemplate } from '../../nodes/shared/text/index.ts';
import { faultOfException, faultOfReply, maskPhone } from '../../nodes/shared/errors/index.ts';
import { quote } from '../../nodes/shared/validation/scalars.ts';
import { custom, page, paths, route } from './fakeOperations.mts';

// Where a wrong guess sends a message twice, or tells of one that never went out.

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('a connection that fails', () => {
	const broken = (syscall: string, code: string) => {
		const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
		// axios copies the code, and leaves the call to the cause.
		return Object.assign(new Error(cause.message, { cause }), { code, name: 'AxiosError' });
	};

	it.each(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])(
		'%s before it stands is a request that never left',
		(code) => {
			expect(faultOfException(broken('connect', code))).toMatchObject({
				message: 'The service cannot be reached',
				outcome: 'rejected',
				retryable: true,
			});
		},
	);

	it.each([
		['read', 'EHOSTUNREACH'],
		['write', 'ENETUNREACH'],
		['read', 'EHOSTDOWN'],
		['read', 'ECONNRESET'],
	])('%s %s leaves open whether the service acted', (syscall, code) => {
		expect(faultOfException(broken(syscall, code))).toMatchObject({
			message: 'The connection to the service was lost',
			outcome: 'unknown',
		});
	});

	it('a damaged record may come after the request was sent', () => {
		expect(faultOfException(broken('read', 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC')).outcome).toBe(
			'unknown',
		);
		expect(faultOfException(broken('read', 'ERR_SSL_WRONG_VERSION_NUMBER')).outcome).toBe(
			'unknown',
		);
		expect(faultOfException(broken('write', 'EPROTO'))).toMatchObject({
			kind: 'tls',
			outcome: 'rejected',
		});
	});

	it('an odd error is no reason to throw', () => {
		expect(
			faultOfException({ code: 'EPIPE', syscall: Object.create(null) as unknown }).outcome,
		).toBe('unknown');
	});
});

describe('a reply with status 200 that refuses in words', () => {
	it.each([
		[{ error: 'Wrong originator', id: null }],
		[{ error: '-1', id: null }],
		[{ error: 'No money', result: [] }],
		[{ result: { error: 'Wrong originator' } }],
		[{ error: { message: 'No' }, data: null }],
	])('%j is a refusal', (body) => {
		expect(faultOfReply({ statusCode: 200, headers: {}, body })).toMatchObject({
			outcome: 'rejected',
		});
	});

	it.each([
		[{ error: 0, id: 1 }],
		[{ error: '0', id: 1 }],
		[{ error: null, data: {} }],
		[{ id: 1 }],
		[{ error: { code: 0 }, id: 1 }],
		[{ result: { error: 0, id: 1 } }],
		[{ result: [] }],
	])('%j is none', (body) => {
		expect(faultOfReply({ statusCode: 200, headers: {}, body })).toBeUndefined();
	});

	it('the words are told', () => {
		expect(
			faultOfReply({ statusCode: 200, headers: {}, body: { error: 'Wrong originator', id: null } })
				?.description,
		).toContain('Wrong originator');
	});
});

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

it('a report with a quote that is never closed is not complete', () => {
	const cut = csvScanner();
	cut.push('id,text\n1,"a\n2,b\n');
	cut.end();
	expect(cut.complete).toBe(false);
	const whole = csvScanner();
	whole.push('id,text\n1,"a"\n2,"b"');
	whole.end();
	expect(whole.complete).toBe(true);
	const endless = csvScanner();
	endless.push('id,text\n1,"');
	expect(() => endless.push('x'.repeat(1_000_001))).toThrow('too large');
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
		expect(fillTemplate(`{${given}}`, {})).toMatchObject({
			refusal: { message: `Text names the field "${shown}", which this item does not have` },
		});
	});
});
