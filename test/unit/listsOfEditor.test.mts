import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import * as lists from '../../nodes/MessagingService/methods/lists.ts';
import { fakeFunctions } from './fakeFunctions.mts';
import type { Answer, Asked, FakeOptions } from './fakeFunctions.mts';
import { page } from './fakeOperations.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('lists of the editor', () => {
	const search = async (
		name: 'searchStoppableCampaigns' | 'searchPausedCampaigns' | 'searchSenders',
		answer: FakeOptions['answer'],
		filter?: string,
	) =>
		(
			await lists[name].call(
				fakeFunctions({ answer }).functions as unknown as ILoadOptionsFunctions,
				filter,
			)
		).results;
	const contactLists = async (answer: FakeOptions['answer']) =>
		await lists.getContactLists.call(
			fakeFunctions({ answer }).functions as unknown as ILoadOptionsFunctions,
		);
	const rcs = (status: string, more: IDataObject = {}): IDataObject => ({
		id: 5,
		name: 'Sale',
		sender: 'Shop',
		status,
		...more,
	});

	it('show campaigns that can be changed, or why there is none', async () => {
		expect(
			await search('searchStoppableCampaigns', () =>
				page([rcs('sending'), rcs('done', { id: 6 })]),
			),
		).toEqual([{ name: '5 · sending · Shop', value: '5' }]);
		expect(
			await search(
				'searchPausedCampaigns',
				() => page([rcs('PAUSED', { name: undefined, sender: undefined })]),
				'5',
			),
		).toEqual([{ name: '5 · PAUSED', value: '5' }]);
		expect(
			await search('searchPausedCampaigns', () => page([rcs('paused')]), 'nothing like it'),
		).toEqual([{ name: 'No campaign matches the search', value: '' }]);
		expect(await search('searchPausedCampaigns', () => page([]))).toEqual([
			{ name: 'No RCS campaign of the last 3 months is paused', value: '' },
		]);
		expect(await search('searchStoppableCampaigns', () => page([rcs('done')]))).toEqual([
			{
				name: 'No RCS campaign of the last 3 months can be stopped: all are stopped or done',
				value: '',
			},
		]);
		await expect(
			search('searchStoppableCampaigns', () => ({ status: 403, body: {} })),
		).rejects.toThrow('The account may not do this');
	});

	it('show registered senders, however the service spells the state', async () => {
		const registered = [
			{ id: 1, sender: 'Shop', status: 'registered' },
			{ id: 2, sender: 'Bank', status: 'registration completed' },
			{ id: 3, sender: 'Bank', status: 'registered' },
			{ id: 4, sender: 'New', status: 'new' },
		];
		const answer = ({ options }: Asked): Answer =>
			page(options.qs?.['filter[status]'] ? [] : registered);
		expect(await search('searchSenders', answer)).toEqual([
			{ name: 'Bank', value: 'Bank' },
			{ name: 'Shop', value: 'Shop' },
		]);
		expect(await search('searchSenders', answer, 'zzz')).toEqual([
			{ name: 'No sender matches the search', value: '' },
		]);
		expect(await search('searchSenders', () => page([]))).toEqual([
			{ name: 'No sender is registered yet: use Sender: Register, or type one', value: '' },
		]);
	});

	it('show contact lists, or say what to do without them', async () => {
		expect(
			await contactLists(() =>
				page([{ id: 2, name: 'B', items: 5 }, { id: 1, name: 'A' }, { id: 3 }]),
			),
		).toEqual([
			{ name: '3', value: '3', description: 'ID 3' },
			{ name: 'A', value: '1', description: 'ID 1' },
			{ name: 'B (5)', value: '2', description: 'ID 2' },
		]);
		expect(await contactLists(() => page([]))).toEqual([
			{ name: 'The Contact Book has no lists', value: '' },
		]);
		await expect(contactLists(() => ({ status: 404, body: '' }))).rejects.toThrow(
			'The service does not list contact lists',
		);
		await expect(contactLists(() => ({ status: 403, body: {} }))).rejects.toThrow(
			'The account may not do this (HTTP 403)',
		);
	});
});
