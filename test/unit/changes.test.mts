import type { IDataObject } from 'n8n-workflow';
import { fakeRoute, lost } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { dispatch, page, paths, route } from './fakeOperations.mts';
import type { Ran } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('Contact: Update', () => {
	const update = async (fields: unknown) =>
		await route(
			'contact.update',
			{ contactId: '5', phone: '380991112233', updateFields: { fields } },
			() => ({ body: { data: { id: 5 } } }),
		);

	it.each<[string, unknown]>([
		['the form', { field: [{ id: '7', value: 'Kyiv' }] }],
		['a list', [{ id: 7, value: 'Kyiv' }]],
		['a map', { 7: 'Kyiv' }],
	])('takes custom fields as %s', async (_, fields) => {
		const { asked } = await update(fields);
		expect(asked[0]?.options.body).toEqual({
			phone: 380991112233,
			fields: [{ id: 7, value: 'Kyiv' }],
		});
	});

	it.each([{}, { field: '' }, ''])('leaves out custom fields that are %j', async (fields) => {
		expect((await update(fields)).asked[0]?.options.body).toEqual({ phone: 380991112233 });
	});

	it('refuses custom fields that are neither, before anything is sent', async () => {
		const { asked, error } = await update('abc');
		expect([error?.message, asked]).toEqual(['Custom Fields is text [item 0]', []]);
	});

	it('is not made again while the try before is still under way', async () => {
		const parameters = { contactId: '5', phone: '380991112233' };
		const body = { data: { id: 5, phone: 380991112233 } };
		const tried = () => fakeRoute({ parameters, answer: () => ({ body }) });
		const [first, second] = [tried(), tried()];
		Object.assign(second.route, { getInputData: first.route.getInputData });
		const outputs = await Promise.all(
			[first, second].map(async (one) => await dispatch('contact.update', parameters, one.route)),
		);
		expect(outputs.map((items) => items.length)).toEqual([1, 1]);
		expect(first.asked.length + second.asked.length).toBe(1);
	});
});

describe('RCS campaigns', () => {
	const campaign = (status: string): IDataObject => ({
		id: 5,
		name: 'N',
		sender: 'Shop',
		status,
		message_type: 'rcs',
	});
	const change = async (
		operation: 'stop' | 'renew',
		put: Answer,
		listed: Answer,
		more: object = {},
	): Promise<Ran> =>
		await route(
			`rcsCampaign.${operation}`,
			{ campaignId: { __rl: true, mode: 'id', value: '5' }, simplify: true, ...more },
			({ method }) => (method === 'PUT' ? put : listed),
		);

	it('are changed', async () => {
		const ran = await change('stop', { body: { data: campaign('stopped') } }, page([]));
		expect(ran.json).toMatchObject([{ campaign_id: 5, status: 'stopped' }]);
		expect(paths(ran)).toEqual(['PUT /api/campaigns/5/stop']);
		expect(
			(
				await change('stop', { body: { data: campaign('stopped') } }, page([]), {
					options: { rawOutput: true },
				})
			).json,
		).toEqual([{ data: campaign('stopped') }]);
	});

	it.each<[string, Answer, string, string]>([
		[
			'done',
			page([campaign('done')]),
			'RCS campaign 5 cannot be stopped: its status is done',
			'The service said: No',
		],
		[
			'gone',
			page([]),
			'RCS campaign 5 was not stopped: The service did not accept a field',
			'The service said: No. The campaign list does not show it among the RCS campaigns',
		],
		[
			'sending',
			page([campaign('sending')]),
			'RCS campaign 5 was not stopped: The service did not accept a field',
			'The service said: ',
		],
		[
			'hidden',
			{ status: 403, body: {} },
			'The service did not accept a field',
			'Correct the fields',
		],
	])('say why they were not changed: %s', async (_, listed, message, description) => {
		const ran = await change(
			'stop',
			{ status: 422, body: { message: 'No', errors: ['No'] } },
			listed,
		);
		expect(ran.error?.message).toBe(`${message} [item 0]`);
		expect(ran.error?.description).toContain(description);
	});

	it('are found changed after a lost reply, or left open', async () => {
		expect((await change('renew', lost(), page([campaign('sending')]))).json).toMatchObject([
			{ campaign_id: 5, status: 'sending' },
		]);
		const open = await change('renew', lost(), { status: 403, body: {} });
		expect(open.error?.description).toContain('Look in the service before you send again');
		expect(paths(open).filter((path) => path.startsWith('PUT'))).toHaveLength(1);
	});

	it('ask first after an open try, and repeat nothing that went well', async () => {
		const items = [{}];
		const fake = (put: Answer, listed: Answer) =>
			fakeRoute({
				items,
				parameters: { campaignId: '5' },
				answer: ({ method }) => (method === 'PUT' ? put : listed),
			});
		const stop = async ({ route: context }: ReturnType<typeof fake>) =>
			await dispatch('rcsCampaign.stop', { campaignId: '5' }, context);
		const first = fake(lost(), { status: 403, body: {} });
		await expect(stop(first)).rejects.toThrow();
		// The same input item: what Retry On Fail runs again.
		const second = fake({ body: { data: campaign('stopped') } }, page([campaign('stopped')]));
		Object.assign(second.route, { getInputData: first.route.getInputData });
		expect(await stop(second)).toMatchObject([{ json: { status: 'stopped' } }]);
		expect(second.asked.map(({ method }) => method)).toEqual(['GET']);
		expect(await stop(second)).toMatchObject([{ json: { status: 'stopped' } }]);
		expect(second.asked).toHaveLength(1);
	});
});

describe('Sender: Register', () => {
	const FIELDS = {
		sender: 'Shop',
		countryCode: 'UA',
		companyCode: '1',
		legalName: 'Abc',
		address: 'Abc',
		taxNumber: '2',
		serviceDescription: 'd',
		informingPurpose: 'p',
	};
	const same = {
		id: 9,
		sender: 'Shop',
		country_code: 'UA',
		code_of_company: 1,
		tax_number: 2,
		status: 'new',
	};

	it('is found after a lost reply, or left open', async () => {
		const register = async (listed: Answer): Promise<Ran> =>
			await route('sender.register', FIELDS, ({ method }, count) =>
				method === 'GET' ? listed : count === 0 ? lost() : { body: { data: { ...same, id: 10 } } },
			);
		expect((await register(page([{ ...same, tax_number: 3 }, same]))).json).toMatchObject([
			{ application_id: 9, sender: 'Shop' },
		]);
		for (const listed of [page([]), page([{ ...same, status: 'rejected' }])]) {
			const open = await register(listed);
			expect(open.error?.message).toMatch(/^Whether the application for the sender was made/);
			expect(open.error?.description).toContain('Look there (Sender: Get Many)');
			expect(paths(open).filter((path) => path.startsWith('POST'))).toHaveLength(1);
		}
		expect((await register({ status: 403, body: {} })).error?.description).toContain(
			'Look in the service before you send again',
		);
	});
});
