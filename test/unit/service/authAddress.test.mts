import {
	interfaceOf,
	normaliseAddress,
	serviceAddress,
	serviceSettings,
} from '../../../nodes/shared/auth/address.ts';

const address = (value: string, allowHttp = false): string => {
	const checked = normaliseAddress(value, allowHttp, 'API Base URL');
	return checked.ok ? checked.value : `refused: ${checked.refusal.message}`;
};

describe('base addresses', () => {
	it.each([
		['https://host.example', 'https://host.example'],
		[' https://host.example/// ', 'https://host.example'],
		['https://host.example/api', 'https://host.example'],
		['https://host.example/api/', 'https://host.example'],
		['https://host.example/rest/sms/create?x=1#y', 'https://host.example'],
		['https://host.example/prefix/api/campaigns', 'https://host.example/prefix'],
		['https://host.example/a/b/', 'https://host.example/a/b'],
		['https://host.example/apiary', 'https://host.example/apiary'],
		['HTTPS://Host.Example:8443/API', 'https://host.example:8443'],
		['host.example/api', 'https://host.example'],
		['http://localhost:3000/', 'http://localhost:3000'],
		['http://127.0.0.1:3000/rest', 'http://127.0.0.1:3000'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('%s becomes %s', (typed, expected) => {
		expect(address(typed)).toBe(expected);
	});

	it.each([
		['', /API Base URL is empty/],
		['ht tp://x', /not a web address/],
		['ftp://host.example', /not a web address/],
		['http://host.example', /uses http/],
		['http://127.0.0.1.evil.example', /uses http/],
		['http://localhost.evil.example', /uses http/],
		['https://user:secret@host.example', /user name or password/],
	])('%s is refused without repeating it', (typed, message) => {
		expect(address(typed)).toMatch(message);
		expect(address(typed)).not.toContain('secret');
	});

	it('takes http where it is allowed', () => {
		expect(address('http://sms.internal:8080/api', true)).toBe('http://sms.internal:8080');
	});

	it('picks the REST base for /rest only, and the API base when there is none', () => {
		const both = {
			baseUrl: 'https://a.example',
			restBaseUrl: 'https://r.example/rest/',
			allowHttp: false,
		};
		expect(serviceAddress(both, '/rest/sms/1')).toEqual({ ok: true, value: 'https://r.example' });
		expect(serviceAddress(both, '/api/campaign')).toEqual({ ok: true, value: 'https://a.example' });
		expect(serviceAddress(both, '/restore')).toEqual({ ok: true, value: 'https://a.example' });
		expect(serviceAddress({ ...both, restBaseUrl: '' }, '/rest/sms/1')).toEqual({
			ok: true,
			value: 'https://a.example',
		});
		const wrong = serviceAddress({ ...both, restBaseUrl: 'http://r.example' }, '/rest/sms/1');
		expect(wrong.ok || wrong.refusal.field).toBe('REST Base URL');
	});
});

describe('the interface a request reaches', () => {
	const settings = serviceSettings({
		baseUrl: 'https://a.example/sms',
		restBaseUrl: 'https://r.example',
		apiKey: 'k',
	});

	it.each([
		[{ url: 'https://a.example/sms/api/campaign' }, 'api'],
		[{ uri: 'https://r.example/rest/sms/1' }, 'rest'],
		[{ baseURL: 'https://a.example/sms', url: '/api/campaign' }, 'api'],
		[{ baseURL: 'https://a.example/sms/', url: 'rest/sms/1' }, 'rest'],
		[{ url: 'https://a.example/api/campaign' }, undefined],
		[{ url: 'https://a.example/sms/../other' }, undefined],
		[{ url: 'https://a.example/sms/%2e%2e/other' }, undefined],
		[{ url: 'https://a.example/smsother/api' }, undefined],
		[{ url: 'http://a.example/sms/api/campaign' }, undefined],
		[{ url: 'https://a.example:444/sms/api/campaign' }, undefined],
		[{ url: 'https://a.example.evil.example/sms/api' }, undefined],
		[{ url: 'https://a.example@evil.example/sms/api' }, undefined],
		[{ baseURL: 'https://a.example/sms', url: 'https://evil.example/api' }, undefined],
		[{ baseURL: 'https://a.example/sms', url: '//evil.example/api' }, undefined],
		[{ url: '/api/campaign' }, undefined],
		[{}, undefined],
	])('%j is %s', (target, expected) => {
		expect(interfaceOf(settings, target)).toBe(expected);
	});
});
