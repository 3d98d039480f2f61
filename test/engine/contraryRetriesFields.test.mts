import type { IDataObject } from 'n8n-workflow';
import {
	ALL_ITEMS,
	NO_MONEY,
	answer,
	doubles,
	people,
	retryOf,
	send,
	service,
	useService,
} from './contraryRetriesSupport.mts';
import { CODE_20, isPost, statuses } from './contrarySupport.mts';
import { phoneOf } from './sendsSupport.mts';
import type { Answer } from './stubService.mts';

// Retries in which other fields are read than before: the items are the same, and their numbers or settings are not.

useService();

describe('items that go out together, one of which has the number of another by now', () => {
	const items = [
		{ json: { phone: phoneOf(0), mobile: phoneOf(3), name: 'one' } },
		{ json: { phone: phoneOf(1), mobile: phoneOf(0), name: 'two' } },
	];
	const byField = (phoneField: string): IDataObject => ({
		...ALL_ITEMS,
		phoneField,
		text: 'Your code',
	});

	it.each(['sms.sendIndividual', 'sms.sendBulk'])(
		'%s: what its number got is not told of it',
		async (operation) => {
			// The first answer names the first message only.
			service.stub.answer = (asked) => {
				const told = answer(asked);
				const { result } = told.body as { result?: IDataObject[] };
				return isPost(asked) && service.posts === 1
					? { ...told, body: { ...(told.body as object), result: result?.slice(0, 1) } }
					: told;
			};
			const lookUps = service.stub.answer;
			service.stub.answer = (asked): Answer =>
				asked.path.startsWith('/rest/sms/') && !isPost(asked)
					? { status: 503, body: '' }
					: lookUps(asked);
			const failed = await send(operation, byField('phone'), { items });
			expect(failed.error).toBeDefined();
			service.stub.answer = answer;
			const retried = await send(operation, byField('mobile'), retryOf(failed));
			expect(retried.error).toBeUndefined();
			expect(statuses(retried)).toEqual(['accepted', 'merged']);
			expect(retried.items[1]?.json.reason).toBe(
				'The number got the message of item 0 in an earlier try',
			);
			expect(service.got.get(phoneOf(0))).toBe(1);
		},
	);

	it.each([
		['was made', true, 'merged'],
		['was not made', false, expect.stringMatching(/^It is not known/) as string],
	])(
		'a campaign that %s, without an answer, is not made for it again',
		async (_, isMade, outcome) => {
			service.stub.answer = (asked) => {
				if (!isPost(asked)) return answer(asked);
				if (service.posts > 0) return answer(asked);
				if (isMade) answer(asked);
				else service.posts++;
				return { status: 502, body: '' };
			};
			const hidden = service.stub.answer;
			service.stub.answer = (asked): Answer =>
				asked.path.startsWith('/rest/sms/') ? { status: 503, body: '' } : hidden(asked);
			const failed = await send('campaign.sendSms', byField('phone'), { items });
			expect(failed.error?.message).toMatch(/^It is not known/);
			service.stub.answer = hidden;
			const retried = await send('campaign.sendSms', byField('mobile'), {
				...retryOf(failed),
				node: { onError: 'continueRegularOutput' },
			});
			expect(retried.items.map(({ json }) => json.status ?? json.error)).toEqual([
				'accepted',
				outcome,
			]);
			expect(service.got.get(phoneOf(0)) ?? 0).toBe(isMade ? 1 : 0);
		},
	);
});

it('a campaign is not made again where a thousand numbers have moved to other items', async () => {
	const count = 1100;
	const items = Array.from({ length: count }, (_, index) => ({
		json: { phone: phoneOf(index), mobile: phoneOf((index + 1) % count) },
	}));
	service.stub.answer = (asked): Answer => {
		if (!isPost(asked)) return asked.path.startsWith('/rest/sms/') ? CODE_20 : answer(asked);
		const told = answer(asked);
		return service.posts === 1 ? { status: 502, body: '' } : told;
	};
	const failed = await send('campaign.sendSms', { ...ALL_ITEMS, phoneField: 'phone' }, { items });
	expect(failed.error?.message).toMatch(/^It is not known/);
	const moved = { ...ALL_ITEMS, phoneField: 'mobile' };
	const retried = await send('campaign.sendSms', moved, retryOf(failed));
	expect(retried.error?.message).toMatch(/^It is not known/);
	expect([service.posts, doubles()]).toEqual([1, []]);
});

it('the error of an item whose settings are wrong by now says that an earlier try may have sent it', async () => {
	const parameters = { phone: '={{ $json.phone }}' };
	service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
	const failed = await send('sms.send', parameters, { items: people([0, 1]) });
	expect(failed.error).toBeDefined();
	const options = { validity: '={{ $itemIndex ? 1 : 999999 }}' };
	const retried = await send(
		'sms.send',
		{ ...parameters, options },
		{ ...retryOf(failed), node: { onError: 'continueRegularOutput' } },
	);
	const [first, second] = retried.items.map(({ json, error }) => ({ ...json, error }));
	expect(second).toMatchObject({ status: 'accepted' });
	expect(JSON.stringify(first)).toContain('An earlier try of this execution sent messages');
	expect(Object.fromEntries(service.got)).toEqual({ [phoneOf(0)]: 1, [phoneOf(1)]: 1 });
});
