import fc from 'fast-check';
import {
	normaliseApplication,
	normaliseBulkCreate,
	listOf,
	normaliseCampaign,
	normaliseContact,
	normaliseMessage,
	normaliseReportRecord,
	normaliseSingleCreate,
	normaliseTask,
} from '../../nodes/shared/reply/index.ts';

const KYIV = 'Europe/Kyiv';

test('no body makes a normaliser throw', () => {
	const all = [
		normaliseMessage,
		normaliseTask,
		normaliseCampaign,
		listOf,
		normaliseApplication,
		normaliseContact,
		normaliseSingleCreate,
		normaliseBulkCreate,
	];
	const key = fc.constantFrom(
		'data',
		'result',
		'error',
		'id',
		'status',
		'price',
		'fields',
		'groups',
		'statistics',
		'alternative_channels',
		'meta',
		'page',
		'created_at',
		'__proto__',
		'x',
	);
	const body = fc.letrec((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			fc.anything(),
			fc.string(),
			fc.integer(),
			fc.array(tie('value'), { maxLength: 3 }),
			fc.dictionary(key, tie('value')),
		),
	})).value;
	fc.assert(
		fc.property(body, (value) => {
			for (const normalise of all) {
				const made = normalise(value, KYIV);
				if (made !== null && !Array.isArray(made)) expect(Object.hasOwn(made, 'error')).toBe(false);
			}
			if (typeof value === 'object' && value !== null && !Array.isArray(value))
				normaliseReportRecord(value as Record<string, unknown>, KYIV);
		}),
		{ numRuns: 200 },
	);
	expect(({} as Record<string, unknown>).x).toBeUndefined();
});
