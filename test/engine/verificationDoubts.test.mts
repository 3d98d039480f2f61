import { codeOf } from '../../sandbox/verifications.mts';
import { asked, jsonOf, stageOfTests } from './stage.mts';
import { verificationsOn } from './verificationSupport.mts';

// What is no verification, and what is none for sure.

const stage = stageOfTests();
const { newest, done, send, check, wrong } = verificationsOn(stage);

describe('what cannot be a code', () => {
	const malformed = (verification_id: string) => ({
		verified: false,
		reason: 'malformed',
		verification_id,
		status: null,
	});

	it.each(['12', 'abc', '1234567890', '- -', 'x048213', 12, '१२३४'])(
		'is data, and costs neither a request nor a try: %s',
		async (typed) => {
			await send();
			const before = asked(stage).length;
			expect(jsonOf(await check(typed))).toEqual([malformed(newest().id)]);
			expect(asked(stage)).toHaveLength(before);
			expect(newest().tries).toBe(0);
		},
	);

	it('is an error if nothing was typed, as a wrong expression gives nothing', async () => {
		await send();
		for (const nothing of ['  ', '={{ $json.none }}', '={{ "" }}', '={{ null }}']) {
			const { error } = await check(nothing);
			expect(error?.message).toBe('Code is empty [item 1]');
		}
		for (const other of ['={{ {} }}', '={{ [1234] }}', '={{ true }}', '={{ -1234 }}']) {
			const { error } = await check(other);
			expect(error?.message).toBe('Code is no text [item 1]');
		}
		expect(done('checkCode')).toBe(0);
	});

	it('leaves the other items alone, under Continue and when the run is tried again', async () => {
		await send();
		const { id } = newest();
		const items = [{ code: wrong() }, { code: 'abc' }, { code: '' }, { code: codeOf(newest()) }];
		const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } as const;
		const run = await check('={{ $json.code }}', id, {
			items,
			node: { ...again, onError: 'continueRegularOutput' },
		});
		expect(jsonOf(run).map(({ reason, error }) => reason ?? error ?? 'right')).toEqual([
			'wrong',
			'malformed',
			'Code is empty [item 3]',
			'right',
		]);
		expect(done('checkCode')).toBe(2);
		const alone = await check('={{ $json.code }}', id, {
			items: [{ code: 'abc' }],
			node: again,
		});
		expect(jsonOf(alone)).toEqual([malformed(id)]);
	});
});
