import type { INodeParameters } from 'n8n-workflow';
import { codeOf } from '../../sandbox/verifications.mts';
import { asked, jsonOf, stageOfTests } from './stage.mts';
import { OTP, SEND, verificationsOn } from './verificationSupport.mts';

const stage = stageOfTests();
const { newest, done, send, check, wrong, later } = verificationsOn(stage);

describe('Send Code', () => {
	it('sends one by the service, with the numbers of its options', async () => {
		const options = { digits: 4, maxTries: 1, lifetime: '60' };
		const run = await send({ phone: '+380 99 700 12 34', options });
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				verification_id: newest().id,
				phone: '380997001234',
				status: 'pending',
				code_sent: true,
				code_digits: 4,
				max_tries: 1,
			}),
		]);
		expect(newest()).toMatchObject({ digits: 4, maxTries: 1, lifetimeSeconds: 60 });
	});

	it('refuses what cannot be sent before anything leaves', async () => {
		for (const [parameters, message] of [
			[
				{ template: 'Sign-up' },
				'Template ID "Sign-up" is not in the form that the service takes [item 1]',
			],
			[{ options: { digits: 10 } }, /^Code Digits is 10/],
			[{ phone: '12' }, /^Phone Number/],
			[{ sender: 'ab' }, /^Sender "ab"/],
		] as const) {
			const { error } = await send(parameters);
			expect(error?.message).toEqual(
				typeof message === 'string' ? message : expect.stringMatching(message),
			);
		}
		expect(asked(stage)).toEqual([]);
	});

	it('returns the pending one, sends it again or begins another', async () => {
		await send();
		const [first] = [newest().id];
		expect(jsonOf(await send())).toEqual([
			expect.objectContaining({ verification_id: first, code_sent: false }),
		]);
		expect(done('sendCode')).toBe(1);
		const again = await send({ options: { ifOneIsPending: 'resend' } });
		expect(jsonOf(again)).toEqual([
			expect.objectContaining({ verification_id: first, code_sent: true }),
		]);
		expect([done('sendCode'), done('resendCode')]).toEqual([1, 1]);
		later();
		const other = await send({ options: { ifOneIsPending: 'new' } });
		expect(jsonOf(other)).toEqual([
			expect.objectContaining({ verification_id: newest().id, code_sent: true }),
		]);
		expect(stage.sandbox.store.verifications.get(first ?? '')?.status).toBe('canceled');
	});

	it('sends nothing if it cannot read whether one is pending', async () => {
		stage.sandbox.faults.add({ kind: 'status', path: '/api/2fa/authentications', status: 500 });
		const { error } = await send({ options: { retryFor: 0 } });
		expect(error?.message).toMatch(/^No code was sent, as it could not be read whether one is/);
		expect(done('sendCode')).toBe(0);
	});

	it('shows the pending one after a lost answer, and is unknown without one', async () => {
		const fault = { path: OTP, method: 'POST', times: 1 };
		stage.sandbox.faults.add({ kind: 'dropAfter', ...fault });
		expect(jsonOf(await send({ options: { retryFor: 5 } }))).toEqual([
			expect.objectContaining({ verification_id: newest().id, code_sent: true }),
		]);
		stage.sandbox.faults.add({ kind: 'dropBefore', ...fault });
		const { error } = await send({ phone: '380997001299', options: { retryFor: 1 } });
		expect(error?.message).toMatch(/^It is not known whether a code was sent to …1299/);
		expect(done('sendCode')).toBe(1);
		expect(asked(stage).filter((one) => one === `POST ${OTP}`)).toHaveLength(2);
	});
});

describe('Check Code', () => {
	it('says whether the code is right, and why it is not', async () => {
		await send({ options: { maxTries: 2 } });
		const { id } = newest();
		const row = { verification_id: id, verified: false };
		expect(jsonOf(await check(wrong()))).toEqual([{ ...row, reason: 'wrong', status: 'pending' }]);
		const right = codeOf(newest());
		const typed = `${right.slice(0, 3)} ${right.slice(3)}`;
		expect(jsonOf(await check(typed))).toEqual([
			{ verification_id: id, verified: true, reason: null, status: 'verified' },
		]);
		later();
		expect(jsonOf(await check(right))).toEqual([
			{ ...row, reason: 'alreadyVerified', status: 'verified' },
		]);
	});

	it.each([
		['tooManyTries', 'failed', async () => await check(wrong(2))],
		['expired', 'expired', () => stage.sandbox.clock.advance(301_000)],
		['canceled', 'canceled', () => Object.assign(newest(), { status: 'canceled' })],
	])('says %s by the status of the verification', async (reason, status, end) => {
		await send({ options: { maxTries: 1 } });
		await end();
		later();
		// The right code, too, is refused then.
		expect(jsonOf(await check(codeOf(newest())))).toEqual([
			expect.objectContaining({ verified: false, reason, status }),
		]);
	});

	it('tells an ID that is unknown from a code that is wrong, whatever the words', async () => {
		const unknown = await check('123456', 'ea5db413-e368-4952-b745-cc2030210c49');
		expect(unknown.error?.message).toMatch(/^Verification ea5db413-.* was not found/);
		await send();
		stage.sandbox.faults.add({
			kind: 'status',
			path: /verify$/,
			status: 404,
			times: 1,
			body: { message: 'Authentication not found' },
		});
		expect(jsonOf(await check(wrong()))).toEqual([
			expect.objectContaining({ verified: false, reason: 'wrong' }),
		]);
	});

	it('is an error after a lost answer, and is not repeated, though the code was right', async () => {
		await send();
		stage.sandbox.faults.add({ kind: 'dropAfter', path: /verify$/, times: 1 });
		const verificationId = newest().id;
		const { error } = await stage.act('verification.checkCode', {
			verificationId,
			code: codeOf(newest()),
			options: { retryFor: 5 },
		});
		expect(error?.message).toMatch(/^It is not known whether the code is right/);
		expect(newest().status).toBe('verified');
		expect(done('checkCode')).toBe(1);
		expect(asked(stage).filter((one) => one.includes(verificationId))).toHaveLength(1);
	});
});

describe('a code', () => {
	/** Whatever the service says, it repeats the code. */
	const repeats = (status: number, code: string) => ({
		kind: 'status' as const,
		status,
		body: { message: `The code ${code} is "${code}"`, errors: [`access_code: ${code}`] },
	});

	it('is in no output, error, record or log', async () => {
		const logged: string[] = [];
		const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
			jest.spyOn(console, name).mockImplementation((...said) => void logged.push(said.join(' '))),
		);
		const outputs: string[] = [];
		const seen: string[] = [];
		// n8n itself keeps the parameters of the node with an error: there it is an expression, as in a workflow.
		const run = async (name: string, { code: typed, ...parameters }: INodeParameters) => {
			const { error, items } = await stage.act(
				`verification.${name}`,
				{ ...parameters, ...(typed !== undefined && { code: '={{ $json.typed }}' }) },
				{ items: [{ typed: String(typed) }] },
			);
			outputs.push(JSON.stringify(items));
			seen.push(`${error?.message} ${error?.description} ${error?.stack}`);
			seen.push(JSON.stringify({ ...error }));
		};
		await send();
		const { id } = newest();
		// As a service would that fills the text in.
		newest().text = `Your code is ${codeOf(newest())}`;
		const code = codeOf(newest());
		const verificationId = id;
		await run('sendCode', SEND);
		await run('get', { verificationId, simplify: false });
		await run('getAll', { returnAll: true, simplify: false });
		for (const status of [200, 400, 422, 500, 429]) {
			stage.sandbox.faults.add({ ...repeats(status, code), path: /verify$/, times: 1 });
			await run('checkCode', { verificationId, code, options: { retryFor: 0 } });
		}
		later();
		await run('checkCode', { verificationId, code });
		await run('checkCode', { verificationId, code: `x${code}` });
		await run('cancel', { verificationId, simplify: false });
		for (const spy of spies) spy.mockRestore();
		expect(seen).toHaveLength(22);
		expect([...outputs, ...seen, ...logged].filter((text) => text.includes(code))).toEqual([]);
		expect(outputs.join()).not.toMatch(/message_text|"messages"/);
	});

	it('is kept from the record of a run that is tried again', async () => {
		await send();
		newest().text = `Your code is ${codeOf(newest())}`;
		const tries: unknown[] = [];
		const items = [{ id: newest().id }, { id: 'none' }];
		const run = await stage.act(
			'verification.resendCode',
			{ verificationId: '={{ $json.id }}' },
			{ items, node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 } },
		);
		tries.push(run);
		expect(JSON.stringify(tries)).not.toContain('Your code is');
		expect(done('resendCode')).toBe(1);
	});
});

describe('Resend Code, Cancel and Get', () => {
	it('change what is pending, and say why not', async () => {
		await send();
		const verificationId = newest().id;
		const first = codeOf(newest());
		await stage.act('verification.resendCode', { verificationId });
		expect(codeOf(newest())).not.toBe(first);
		expect(jsonOf(await stage.act('verification.cancel', { verificationId }))).toEqual([
			expect.objectContaining({ status: 'canceled' }),
		]);
		later();
		// It is as it was wanted.
		expect(jsonOf(await stage.act('verification.cancel', { verificationId }))).toEqual([
			expect.objectContaining({ status: 'canceled' }),
		]);
		const again = await stage.act('verification.resendCode', { verificationId });
		expect(again.error?.message).toBe(
			`Verification ${verificationId} cannot be sent again: its status is cancel\u2060ed [item 1]`,
		);
		const got = await stage.act('verification.get', { verificationId });
		expect(jsonOf(got)).toEqual([expect.objectContaining({ status: 'canceled' })]);
	});

	it('do not send a code again after a lost answer, and look whether it was canceled', async () => {
		await send();
		const parameters = { verificationId: newest().id, options: { retryFor: 5 } };
		stage.sandbox.faults.add({ kind: 'dropAfter', path: /resend$/, times: 1 });
		const lost = await stage.act('verification.resendCode', parameters);
		expect(lost.error?.message).toMatch(/^It is not known whether another code was sent/);
		expect(done('resendCode')).toBe(1);
		stage.sandbox.faults.add({ kind: 'dropAfter', path: /cancel$/, times: 1 });
		expect(jsonOf(await stage.act('verification.cancel', parameters))).toEqual([
			expect.objectContaining({ status: 'canceled' }),
		]);
	});
});

describe('Verification Template', () => {
	const text = 'Log in with {code2fa}';
	const create = async (parameters: INodeParameters = {}) =>
		await stage.act('verificationTemplate.create', {
			name: 'Log-in',
			templateText: text,
			...parameters,
		});

	it('is created once, shown and deleted', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', path: /templates$/, method: 'POST', times: 1 });
		const [made] = jsonOf(await create({ options: { countries: 'Ukraine, PL', retryFor: 5 } }));
		expect(made).toMatchObject({ name: 'Log-in', status: 'requested', countries: 'UA, PL', text });
		expect(jsonOf(await create())).toEqual([made]);
		const other = await create({ templateText: 'Another {code2fa}' });
		expect(other.error?.message).toMatch(/identical name/);
		const filters = { status: 'requested' };
		const listed = jsonOf(await stage.act('verificationTemplate.getAll', { filters }));
		expect(listed.map(({ name }) => name)).toEqual(['Payment', 'Log-in']);
		const template = String(made?.template_id);
		const row = { template_id: made?.template_id, status: 'deleted' };
		const remove = async () => await stage.act('verificationTemplate.delete', { template });
		expect(jsonOf(await remove())).toEqual([row]);
		expect(jsonOf(await remove())).toEqual([row]);
		expect([done('addTemplate'), done('deleteTemplate')]).toEqual([1, 1]);
	});

	it('is got by its ID, and one that is not there is named', async () => {
		const get = async (template: string) =>
			await stage.act('verificationTemplate.get', { template });
		expect(jsonOf(await get('502'))).toMatchObject([{ template_id: 502, status: 'requested' }]);
		expect(asked(stage)).toEqual(['GET /api/2fa/authentications/templates/502']);
		expect((await get('599')).error?.message).toBe('Template 599 was not found [item 1]');
	});

	it.each([
		['Your code', 'Text does not hold {code2fa} [item 1]'],
		['{code2fa} or {code2fa}', 'Text holds {code2fa} 2 times [item 1]'],
	])('refuses the text %s before it is sent', async (wrongText, message) => {
		expect((await create({ templateText: wrongText })).error?.message).toBe(message);
		expect(asked(stage)).toEqual([]);
	});
});
