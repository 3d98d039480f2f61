import type { IDataObject } from 'n8n-workflow';
import { APPLICATION } from '../support/application.mts';
import { A, B, isPost, LOST, ok, refusal, runWith } from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { KEY, openStub, pageOf } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';
import { listRetry } from './support/savedExecutions.mts';

// The user changes a field or the key before a retry, and takes that back before the next one: what was made first is still known.

const OTHER_KEY = 'live_fedcba9876543210fedcba9876543210';
let stub: Stub;
/** What the service carried out, as the tests write it. */
let made: string[];
/** The second item is refused until the service has money, so that each execution fails, and there is something to retry. */
let hasMoney: boolean;
beforeAll(async () => (stub = await openStub()));
beforeEach(() => {
	made = [];
	hasMoney = false;
});
afterAll(async () => await stub.close());

const retryOf = (failed: RunResult) =>
	({ saved: listRetry(failed), mode: 'retry', executionId: '99' }) as const;

describe('Sender: Register', () => {
	const application = { ...APPLICATION, sender: '={{ $json.sender }}' };
	const items = ['ShopA', 'ShopB'].map((sender) => ({ json: { sender } }));
	const register = async (
		request: Parameters<typeof runWith>[3],
		options: IDataObject = {},
	): Promise<RunResult> =>
		await runWith(stub, 'sender.register', { ...application, options }, request);
	/** The list does not show what is applied for. */
	const takes = ({ method, body }: Asked): Answer => {
		if (method === 'GET') return ok(pageOf([]));
		if (body.sender === 'ShopB' && !hasMoney) return refusal(402, 'No money');
		made.push([body.sender, body.comment].filter(Boolean).join(' '));
		return ok({ data: { ...body, id: made.length, status: 'new' } });
	};

	it.each([
		['siteUrl', 'https://shop.example/wrong'],
		['comment', 'bad words'],
	])('is not made again after a change of %s that the service refused', async (field, value) => {
		stub.answer = (asked) =>
			asked.body.site_url !== undefined || asked.body.comment !== undefined
				? refusal(422, 'It is wrong')
				: takes(asked);
		const failed = await register({ items });
		const worse = await register(retryOf(failed), { [field]: value });
		expect(worse.error?.message).toMatch(/did not accept a field/);
		expect(worse.error?.description).toContain('An earlier try made this change in another form');
		hasMoney = true;
		const back = await register(retryOf(worse));
		expect([back.error, made]).toEqual([undefined, ['ShopA', 'ShopB']]);
	});

	it('is not made again after a change that went through', async () => {
		stub.answer = takes;
		const failed = await register({ items });
		const changed = await register(retryOf(failed), { comment: 'x' });
		expect(made).toEqual(['ShopA', 'ShopA x']);
		hasMoney = true;
		const back = await register(retryOf(changed));
		expect([back.error, made]).toEqual([undefined, ['ShopA', 'ShopA x', 'ShopB']]);
	});

	it('is asked for, and not made again, where its outcome was unknown', async () => {
		stub.answer = (asked) => {
			if (asked.body.comment !== undefined) return refusal(422, 'It is wrong');
			const answer = takes(asked);
			return isPost(asked) ? LOST : answer;
		};
		const failed = await register({ items: items.slice(0, 1) });
		expect([failed.error?.message, made]).toEqual([expect.stringMatching(/not known/), ['ShopA']]);
		const worse = await register(retryOf(failed), { comment: 'bad words' });
		expect(worse.error?.message).toMatch(/did not accept a field/);
		const back = await register(retryOf(worse));
		expect([back.error?.message, made]).toEqual([expect.stringMatching(/not known/), ['ShopA']]);
	});

	it('is known with the first key after a retry with another one, which may do nothing', async () => {
		let isForbidden = false;
		stub.answer = (asked) => (isForbidden ? refusal(403, 'Forbidden') : takes(asked));
		const failed = await register({ items });
		isForbidden = true;
		const wrong = await register({ ...retryOf(failed), key: OTHER_KEY });
		expect(wrong.error).toBeDefined();
		isForbidden = false;
		hasMoney = true;
		const back = await register({ ...retryOf(wrong), key: KEY });
		expect([back.error, made]).toEqual([undefined, ['ShopA', 'ShopB']]);
	});

	it.each([
		['as it is written now', ''],
		['without the account', /"account":"[^"]*",?/g],
	])('is known where a version before wrote its record, %s', async (_, leftOut) => {
		stub.answer = takes;
		const failed = retryOf(await register({ items }));
		// It kept one entry for each item, which stood by itself.
		const saved = JSON.parse(
			JSON.stringify(failed.saved)
				.replace(/\[(\{"request":.*?"reply":.*?\}\})\]/, '$1')
				.replaceAll(leftOut, ''),
		) as typeof failed.saved;
		expect(JSON.stringify(saved)).toContain('"0":{"request"');
		hasMoney = true;
		const retried = await register({ ...failed, saved });
		expect([retried.error, made]).toEqual([undefined, ['ShopA', 'ShopB']]);
	});
});

describe('changes that set a record', () => {
	/** An operation on the record of the first item, which has this ID, with these fields. */
	type Step = [operation: string, field: string, id: number, fields?: IDataObject];
	const contact = (id: number, phone: string): Step => [
		'contact.update',
		'contactId',
		id,
		{ phone },
	];
	const campaign = (operation: string): Step => [`rcsCampaign.${operation}`, 'campaignId', 5];

	/** A try, and its retries, each of which fails with the second item. */
	async function tries(...steps: Step[]): Promise<void> {
		let request: Parameters<typeof runWith>[3] = { items: [{ json: {} }, { json: {} }] };
		for (const [operation, field, id, fields] of steps) {
			const parameters = { [field]: `={{ $itemIndex ? 9 : ${id} }}`, ...fields };
			const failed = await runWith(stub, operation, parameters, request);
			expect(failed.error).toBeDefined();
			request = retryOf(failed);
		}
	}

	let refused: string | undefined;
	beforeEach(() => {
		refused = undefined;
		stub.answer = ({ method, path, body }) => {
			if (method === 'GET') return ok(pageOf([]));
			if (/\/9(?:\/|$)/.test(path)) return refusal(402, 'No money');
			if (body.phone !== undefined && String(body.phone) === refused)
				return refusal(422, 'It is wrong');
			const change = path.split('/').slice(3).join(' ');
			made.push([change, body.phone].filter(Boolean).join(' '));
			const status = path.endsWith('stop') ? 'stopped' : 'sending';
			return ok({ data: { id: Number(path.split('/')[3]), ...body, status, message_type: 'rcs' } });
		};
	});

	it('Contact: Update: a number that was replaced by another one is set again', async () => {
		await tries(contact(7, A), contact(7, B), contact(7, A));
		expect(made).toEqual([`7 ${A}`, `7 ${B}`, `7 ${A}`]);
	});

	it.each<[string, number]>([
		['a number that was refused', 7],
		['another contact', 8],
	])('Contact: Update: is not made again after %s', async (_, other) => {
		if (other === 7) refused = B;
		await tries(contact(7, A), contact(other, B), contact(7, A));
		expect(made).toEqual(other === 7 ? [`7 ${A}`] : [`7 ${A}`, `8 ${B}`]);
	});

	it('RCS Campaign: Stop is made again after Renew, and not after itself', async () => {
		await tries(campaign('stop'), campaign('stop'), campaign('renew'), campaign('stop'));
		expect(made).toEqual(['5 stop', '5 renew', '5 stop']);
	});
});
