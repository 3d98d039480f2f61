import { compileFields } from '../../nodes/MessagingService/dispatch/parameters.ts';
import { valueAt } from '../../nodes/shared/text/path.ts';

describe('fields read straight from the item', () => {
	it.each([
		['={{ $json.phone }}', { phone: '1' }, '1'],
		['={{$json.phone}}', { phone: 380 }, 380],
		['={{ $json["first name"] }}', { 'first name': 'Ann' }, 'Ann'],
		["=Hi {{ $json.a.b }}{{ $json['c'] }}!", { a: { b: 'x' }, c: 0 }, 'Hi x0!'],
		['= {{ $json.a }}', { a: 'x' }, ' x'],
	])('%s', (expression, json, value) => {
		expect(compileFields(expression)?.(json)).toBe(value);
	});

	it.each([
		[{ phone: null }],
		[{ phone: undefined }],
		[{ phone: true }],
		[{ phone: ['1'] }],
		[{ phone: { a: 1 } }],
		[{}],
		[{ phone: Number.NaN }],
	])('leaves %j to n8n', (json) => {
		expect(compileFields('={{ $json.phone }}')?.(json)).toBeUndefined();
		expect(compileFields('=x {{ $json.phone }}')?.(json)).toBeUndefined();
	});

	it.each([
		'={{ $json.phone.trim() }}',
		'={{ $json.a + $json.b }}',
		'={{ $now }}',
		'=Hi',
		'={{ $json.a }} {{ $json.b ?? 1 }}',
		'={{ $json["a\\n"] }}',
		'=\\{{ $json.a }}',
		'={{ $json }}',
	])('leaves %s to n8n', (expression) => {
		expect(compileFields(expression)).toBeUndefined();
	});

	it('reaches own properties only', () => {
		expect(compileFields('={{ $json.constructor }}')?.({})).toBeUndefined();
		expect(compileFields('={{ $json.a.length }}')?.({ a: 'text' })).toBeUndefined();
		expect(valueAt({}, 'constructor.name')).toBeUndefined();
		expect(valueAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
		expect(valueAt({ a: [{ b: 2 }] }, 'a.0.b')).toBe(2);
	});
});
