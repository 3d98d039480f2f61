import fc from 'fast-check';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import {
	faultError,
	faultOfException,
	maskPhone,
	maskSecrets,
	refusalError,
	safeText,
} from '../../../nodes/shared/errors/index.ts';
import type { ServiceFault } from '../../../nodes/shared/errors/index.ts';
import { quote } from '../../../nodes/shared/text/mask.ts';
import { fill } from '../../support/fill.mts';
import { JWT, KEY, NODE } from './faultSupport.mts';

describe('masking', () => {
	test('a key or phone is hidden wherever it stands', () => {
		fc.assert(
			fc.property(
				fc.string({ maxLength: 50 }),
				fc.string({ maxLength: 50 }),
				fc.stringMatching(/^[1-9]\d{8,14}$/),
				(before, after, phone) => {
					const shown = safeText(`${before} ${KEY} ${phone} ${after}`, 500);
					expect(shown).not.toContain('0123456789abcdef');
					expect(shown).not.toContain(phone);
				},
			),
		);
	});

	test.each([
		['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl is old', 'jwt … is old'],
		['Bearer  abcdefghij is old', 'Bearer  … is old'],
		['bearer: abcdefghij', 'bearer: …'],
		['a bearer of news', 'a bearer of news'],
		['apikey=abc&x=1', 'apikey=…&x=1'],
		['api_key=abc&x=1', 'api_key=…&x=1'],
		['ACCESSTOKEN=abc;x', 'ACCESSTOKEN=…;x'],
		['?token=tok123&x=1', '?token=…&x=1'],
		['X-API-KEY: secret123', 'X-API-KEY: …'],
		['https://me:pw@host/', 'https://host/'],
		['{"password":"hunter22","x":1}', '{"password":"…","x":1}'],
		['key live_0123456789 and test_0123456789', 'key live_… and test_…'],
	])('%j becomes %j', (text, masked) => {
		expect(maskSecrets(text)).toBe(masked);
	});
	test('a line is trimmed, and shortened only when it is longer than asked', () => {
		expect(safeText(' \n a\u0000\u202eb \t')).toBe('a b');
		expect(safeText('x'.repeat(200))).toBe('x'.repeat(200));
		expect(safeText('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
	});
	test('of a whole page only the beginning is read', () => {
		expect(safeText('x'.repeat(5000), 5000)).toHaveLength(4000);
	});
});

describe('errors that n8n shows', () => {
	const fault: ServiceFault = {
		httpStatus: 429,
		message: 'Said ECONNREFUSED',
		description: 'Wait.',
		retryable: true,
		outcome: 'rejected',
		retryAfterMs: 5000,
	};
	test('carry cause, cure, item and status', () => {
		const error = faultError(NODE, fault, 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'Said ECONNREFUSED [item 4]',
			description: 'Wait.',
			httpCode: '429',
			context: { item: 3 },
			failure: { cause: 'rate-limited', retryAfterMs: 5000 },
		});
		expect(faultError(NODE, { ...fault, httpStatus: 503 }).failure).toEqual({
			cause: 'temporarily-unavailable',
			retryAfterMs: 5000,
		});
		expect(
			faultError(NODE, { ...fault, httpStatus: 401, retryable: false }).failure,
		).toBeUndefined();
		expect(faultError(NODE, { ...fault, httpStatus: 200, code: 11 }).failure?.cause).toBe(
			'rate-limited',
		);
		expect(
			faultError(NODE, {
				message: 'M',
				description: 'D',
				retryable: true,
				outcome: 'rejected',
			}),
		).toMatchObject({ message: 'M', httpCode: null, messages: [] });
	});
	test('refusals are node errors with the item', () => {
		expect(refusalError(NODE, { field: 'Text', message: 'Text is empty' })).toMatchObject({
			message: 'Text is empty',
		});
		const error = refusalError(
			NODE,
			{ field: 'Text', message: 'Text is empty', description: 'Write.' },
			0,
		);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'Text is empty [item 1]',
			description: 'Write.',
			context: { item: 0 },
		});
	});
	test('hold nothing of the request: no key, no token, no phone', () => {
		const axios = Object.assign(new Error(`Bad ${KEY} ${JWT} 380991112233`), {
			name: 'AxiosError',
			isAxiosError: true,
			config: {
				headers: { 'X-API-KEY': KEY, Authorization: `Bearer ${JWT}` },
				data: '{"msisdn":"380991112233"}',
			},
			request: { path: `/x?api_key=${KEY}` },
			response: {
				status: 400,
				headers: {},
				data: { message: `number 380991112233 with ${KEY}` },
				config: { headers: { 'X-API-KEY': KEY } },
			},
		});
		for (const thrown of [
			axios,
			Object.assign(new Error(axios.message), { config: axios.config }),
		]) {
			const error = faultError(NODE, faultOfException(thrown), 0);
			const seen = new Set<unknown>();
			const text = JSON.stringify(
				{ ...error, message: error.message, stack: error.stack, cause: error.cause },
				(_key, part: unknown) => {
					if (typeof part === 'object' && part !== null) {
						if (seen.has(part)) return undefined;
						seen.add(part);
					}
					return part;
				},
			);
			for (const secret of [KEY, JWT, '380991112233']) expect(text).not.toContain(secret);
		}
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
		'code 12345678',
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
