import fc from 'fast-check';
import { listed } from '../property/plain.mts';
import type { Plain } from '../property/plain.mts';
import { KINDS, recipients } from '../property/values.mts';
import type { Kind, Value } from '../property/values.mts';

// What the cases of several operations of the stop list have in common.

export const phones: Kind = {
	good: fc.oneof(
		KINDS.phone.good,
		fc.array(KINDS.phone.good, { minLength: 1, maxLength: 5 }),
		fc.array(KINDS.phone.good, { minLength: 1, maxLength: 3 }).map((several) => several.join('; ')),
	),
	limits: ['380501112233', 380_501_112_233, ['35312345678', '4915112345678']],
	edge: fc.oneof(KINDS.phone.edge, fc.array(KINDS.phone.edge, { maxLength: 3 }), recipients.edge),
};

const CHANNELS = ['rcs', 'sms', 'viber', 'whatsapp'];
export const channels: Kind = {
	good: fc.subarray(CHANNELS, { minLength: 1 }),
	limits: [CHANNELS, ...CHANNELS.map((channel) => [channel])],
	edge: fc.array(fc.constantFrom<Value>(...CHANNELS, 'SMS', 'voice', '', null, 0), {
		maxLength: 5,
	}),
};

/** The stop list takes phones as numbers. */
const toListed = (phone: Value): Value =>
	typeof phone === 'string' && /^[1-9]\d{8,14}$/.test(phone) ? Number(phone) : phone;

export const attach = (given: Value, types: Value = ['sms']): Plain => ({
	method: 'POST',
	path: '/api/stoplist/attach',
	body: { phones: listed(given, (entry) => entry).map(toListed), types },
});
