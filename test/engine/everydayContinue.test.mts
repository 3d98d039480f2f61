import '../support/clock/machineClock.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { A, B, form, FOUR, hintsOf, PHONES, refusal, stageOfErrors } from './everydayFailing.mts';
import type { RunResult } from './harness.mts';
import { readContract } from './outputsContract.mts';
import { jsonOf } from './sendsSupport.mts';
import { WAYS } from './stage.mts';

/* What comes out of an item that went wrong while the node continues. */

const stage = stageOfErrors();

describe('with On Error: Continue', () => {
	const node = {
		onError: 'continueRegularOutput',
		retryOnFail: true,
		waitBetweenTries: 10,
	} as const;
	const split = { onError: 'continueErrorOutput' } as const;
	const contract = readContract();

	it.each(WAYS)('an item that went wrong has a row with all columns (%s)', async (way) => {
		stage.sandbox.faults.add(refusal({ skip: 1, times: 1 }));
		const items = [...FOUR.slice(0, 2), { phone: '12' }, ...FOUR.slice(3)];
		const run = await stage.send(form('sms.send', {}, items, { node, way }));
		expect(run.error).toBeUndefined();
		const rows = jsonOf(run);
		expect(rows.map(({ status, reason, phone }) => [status, reason, phone])).toEqual([
			['accepted', 'Accepted by the service', A],
			['refused', 'The service refused the request (HTTP 402)', B],
			['refused', 'Phone Number …12 has 2 digits instead of 9 to 15', '12'],
			['accepted', 'Accepted by the service', PHONES[3]],
		]);
		for (const row of rows) expect(Object.keys(row)).toEqual(contract['sms.send']);
		// The declarative engine has no place for hints.
		if (way === 'run')
			expect(hintsOf(run)).toContainEqual(
				expect.stringMatching(/, 2 refused: see the columns status and reason\.$/),
			);
		expect(run.tries).toBe(1);
	});

	const lists = [{ list: [{ phone: A }, { phone: '12' }] }, { list: [{ phone: B }] }];
	const LISTS = { recipientSource: 'list', recipients: '={{ $json.list }}' };
	it.each([
		['sms.sendBulk', {}, FOUR, [402, 402, 402, 402]],
		['campaign.sendSms', {}, FOUR, [402, 402, 402, 402]],
		['campaign.sendSms', {}, [...FOUR.slice(0, 3), { phone: '12' }], [402, 402, 402, '12']],
		['campaign.sendPersonalizedSms', LISTS, lists, ['skipped', '12', 402]],
		['campaign.sendSms', { text: '={{ $json.name.first.letter }}' }, FOUR.slice(0, 2), ['', '']],
		['campaign.sendSms', { text: ' ' }, FOUR.slice(0, 2), ['Text', 'Text']],
	] as const)('so has each row of %s %j', async (operation, parameters, items, expected) => {
		stage.sandbox.faults.add(refusal());
		const send = form(operation, parameters as INodeParameters, items as IDataObject[], { node });
		for (const way of WAYS) {
			const run = await stage.send({ ...send, way });
			expect(run.error).toBeUndefined();
			const rows = jsonOf(run);
			const said = (one: unknown): RegExp =>
				one === 402
					? /^The service refused the request \(HTTP 402\)$/
					: one === '12'
						? /^Phone Number …12 has 2 digits/
						: one === 'skipped'
							? /^Nothing was sent: 1 of 2 recipients cannot be used/
							: new RegExp(`^${String(one)}`);
			expect(rows.map(({ reason }) => reason)).toEqual(
				expected.map((one) => expect.stringMatching(said(one)) as string),
			);
			expect(rows.map(({ status }) => status)).toEqual(
				expected.map((one) => (one === 'skipped' ? one : 'refused')),
			);
			for (const row of rows) expect(Object.keys(row)).toEqual(contract[operation]);
			if (parameters !== LISTS)
				expect(rows.map(({ phone }) => phone)).toEqual(
					items.map((one) => (one as IDataObject).phone),
				);
		}
	});

	it('so has the summary of a request, and that of a file', async () => {
		stage.sandbox.faults.add(refusal({ times: 1 }));
		const summary = await stage.send(form('campaign.sendSms', { simplify: true }, FOUR, { node }));
		expect(jsonOf(summary)).toEqual([
			expect.objectContaining({ status: 'refused', recipients: 4, refused: 4, accepted: 0 }),
		]);
		expect(Object.keys(jsonOf(summary)[0] ?? {})).toEqual(
			contract['campaign.sendSms (Summary Only)'],
		);
		stage.sandbox.faults.add(refusal({ times: 1 }));
		const fileOf = async (content: string): Promise<RunResult> => {
			const data = await stage.engine.storeBinary(Buffer.from(content), 'people.csv');
			return await stage.engine.run({
				credential: stage.credential,
				node,
				parameters: {
					resource: 'campaign',
					operation: 'sendSms',
					sender: 'Shop',
					text: 'Sale',
					recipientSource: 'file',
				},
				items: [{ json: {}, binary: { data } }],
			});
		};
		for (const [content, refused, reason] of [
			[`phone\n${A}\n${B}\n`, 2, /The service refused the request \(HTTP 402\)/],
			['nothing\nx\n', 0, /^The file has no column "phone" that Phone Field names$/],
		] as const) {
			const run = await fileOf(content);
			expect(jsonOf(run)).toEqual([
				expect.objectContaining({
					status: 'refused',
					refused,
					reason: expect.stringMatching(reason) as string,
				}),
			]);
			expect(Object.keys(jsonOf(run)[0] ?? {})).toEqual(contract['campaign.sendSms (A File)']);
		}
	});

	it('so has each campaign to contact lists', async () => {
		stage.sandbox.faults.add(refusal({ times: 1 }));
		const run = await stage.send(
			form(
				'campaign.sendSmsToContactLists',
				{ groups: '={{ [$json.list] }}' },
				[{ list: 1 }, { list: 'x' }],
				{
					node,
				},
			),
		);
		expect(jsonOf(run).map(({ status, reason, list_ids }) => [status, reason, list_ids])).toEqual([
			['refused', 'The service refused the request (HTTP 402)', '1'],
			['refused', expect.stringMatching(/^Contact List/), null],
		]);
		for (const row of jsonOf(run))
			expect(Object.keys(row)).toEqual(contract['campaign.sendSmsToContactLists']);
	});

	it.each(WAYS)(
		'the error output holds number and reason, and the hint names no columns (%s)',
		async (way) => {
			stage.sandbox.faults.add(refusal({ skip: 1, times: 1 }));
			const items = [...FOUR.slice(0, 2), { phone: '12' }, ...FOUR.slice(3)];
			const run = await stage.send(form('sms.send', {}, items, { node: split, way }));
			expect(run.outputs[0]?.map(({ json }) => json.phone)).toEqual([A, PHONES[3]]);
			expect(run.outputs[1]?.map(({ json }) => json)).toEqual([
				{ error: '…2202: The service refused the request (HTTP 402) [item 2]' },
				{ error: 'Phone Number …12 has 2 digits instead of 9 to 15 [item 3]' },
			]);
			if (way === 'run') expect(hintsOf(run).join()).toMatch(/2 refused: see the error output\./);
			expect(hintsOf(run).join()).not.toMatch(/column/);
		},
	);

	it('the error output of a campaign names each number', async () => {
		stage.sandbox.faults.add(refusal());
		const run = await stage.send(form('campaign.sendSms', {}, FOUR.slice(0, 2), { node: split }));
		expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
			'…2201: The service refused the request (HTTP 402) [item 1]',
			'…2202: The service refused the request (HTTP 402) [item 2]',
		]);
	});

	it('what is left stays in the record: a retry sends it, and nothing twice', async () => {
		stage.sandbox.faults.add(refusal({ skip: 1, times: 1 }));
		const first = await stage.send(form('sms.send', {}, FOUR, { node }));
		expect(jsonOf(first).map(({ status }) => status)).toContain('refused');
		const saved = first.run?.data.executionData?.contextData['node:Messaging Service'];
		expect(JSON.stringify(saved)).toContain('accepted');
		const all = await stage.send(form('sms.send', {}, FOUR, { node }));
		expect(all.run?.data.executionData?.contextData['node:Messaging Service'] ?? {}).toEqual({});
	});
});
