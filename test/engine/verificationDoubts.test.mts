import { codeOf } from '../../sandbox/verifications.mts';
import { asked, jsonOf, stageOfTests } from './stage.mts';
import { OTP, verificationsOn } from './verificationSupport.mts';

// What is no verification, and what is none for sure.

const stage = stageOfTests();
const { newest, done, send, check, wrong, later } = verificationsOn(stage);

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

describe('a code that was sent', () => {
	it('stands in the text of its message, as the how-to says', async () => {
		await send();
		const listed = jsonOf(await stage.act('campaign.getMessages', { returnAll: true }));
		const [id] = newest().messageIds;
		const message = listed.find(({ message_id }) => message_id === id);
		expect(message?.text).toContain(codeOf(newest()));
		const parameters = { identifyBy: 'id', messageId: String(id) };
		const [got] = jsonOf(await stage.act('message.get', parameters));
		expect(got?.text).toContain(codeOf(newest()));
	});
});

describe('Check Code', () => {
	it('takes a 422 for the refusal of the service as long as the verification is pending', async () => {
		await send();
		const body = { message: 'TwoFA Service error.', errors: ['Not now'] };
		stage.sandbox.faults.add({ kind: 'status', path: /verify$/, status: 422, times: 1, body });
		const { error, items } = await check(wrong());
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/Not now/);
	});

	it('takes a 200 about another verification for no proof', async () => {
		await send();
		const data = { id: 'c0de0000-0000-4000-8000-000000000099', status: 'verified' };
		const fault = { kind: 'status', path: /verify$/, status: 200, times: 1 } as const;
		stage.sandbox.faults.add({ ...fault, body: { data } });
		const { error, items } = await check(wrong());
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^It is not known whether the code is right/);
		stage.sandbox.faults.add({ ...fault, body: { data: { ...data, id: newest().id } } });
		expect(jsonOf(await check(wrong()))).toMatchObject([{ verified: true }]);
	});
});

describe('Send Code', () => {
	const posts = (): string[] => asked(stage).filter((one) => one === `POST ${OTP}`);

	it('does not take the pending one for proof that it was sent again', async () => {
		await send();
		stage.sandbox.faults.add({ kind: 'dropBefore', path: /resend$/, times: 1 });
		const run = await send({ options: { ifOneIsPending: 'resend', retryFor: 1 } });
		expect(run.items).toEqual([]);
		expect(run.error?.message).toMatch(/^It is not known whether a code was sent/);
		expect(asked(stage).at(-1)).toBe(`POST ${OTP}/${newest().id}/resend`);
	});

	it('sends none if the pending one stays so, and one if it was canceled all the same', async () => {
		await send();
		const anew = { options: { ifOneIsPending: 'new', retryFor: 0 } };
		stage.sandbox.faults.add({ kind: 'status', path: /cancel$/, status: 422, times: 1 });
		const { error } = await send(anew);
		expect(error?.message).toMatch(
			/^No code was sent, as the pending one could not be cancel\u2060ed: /,
		);
		expect(posts()).toHaveLength(1);
		later();
		stage.sandbox.faults.add({ kind: 'dropAfter', path: /cancel$/, times: 1 });
		expect(jsonOf(await send(anew))).toMatchObject([{ code_sent: true }]);
		expect(done('sendCode')).toBe(2);
	});

	it.each(['return', 'new', 'resend'])(
		'returns one that began since it looked only if that is wanted: %s',
		async (ifOneIsPending) => {
			await send();
			later();
			stage.sandbox.faults.add({
				kind: 'status',
				path: /authentications\?/,
				status: 200,
				times: 1,
				body: { data: { list: [], total: 0 } },
			});
			const run = await send({ options: { ifOneIsPending } });
			expect(jsonOf(run)).toMatchObject(
				ifOneIsPending === 'return' ? [{ verification_id: newest().id, code_sent: false }] : [],
			);
			expect(run.error?.message ?? 'none').toMatch(
				ifOneIsPending === 'return' ? 'none' : /limit with status pending/,
			);
			expect([posts().length, done('sendCode')]).toEqual([2, 1]);
		},
	);
});

describe('a verification that is over', () => {
	it('is cured by another code if one was to be sent again, not if it was to be canceled', async () => {
		await send();
		Object.assign(newest(), { status: 'verified' });
		const parameters = { verificationId: newest().id };
		const canceled = await stage.act('verification.cancel', parameters);
		expect(canceled.error?.message).toMatch(/cannot be cancel\u2060ed: its status is verified/);
		expect(canceled.error?.description).toBe('Only one that is pending can.');
		const resent = await stage.act('verification.resendCode', parameters);
		expect(resent.error?.description).toBe(
			'Only one that is pending can. Send another code with Verification: Send Code.',
		);
	});
});
