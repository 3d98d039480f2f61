import type { IDataObject } from 'n8n-workflow';
import {
	FROM_LIST,
	NO_MONEY,
	retryOf,
	send,
	service,
	useService,
} from './contraryRetriesSupport.mts';
import { isPost, statuses } from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { phoneOf } from './sendsSupport.mts';

// Retries in which a number gets its message from another item than before, and what such retries put out.

useService();

const alreadyAccepted = ({ items }: RunResult): unknown[] =>
	items.map(({ json }) => json.already_accepted);

describe('a message to a number to which another item sent in the earlier try', () => {
	/** Sends each person's message, and does so again with other fields for number and text. */
	async function sendTwice(
		operation: string,
		people: readonly IDataObject[],
		{ money, phone, name }: { money: number; phone: string; name: string },
	): Promise<RunResult> {
		const isSingle = operation === 'sms.send';
		const items = people.map((one) => ({ json: isSingle ? one : { list: [one] } }));
		const parametersOf = (phoneField: string, nameField: string): IDataObject => ({
			...(isSingle ? { phone: `={{ $json.${phoneField} }}` } : { ...FROM_LIST, phoneField }),
			text: isSingle ? `={{ $json.${nameField} ?? '' }}` : `{${nameField}}`,
			options: { invalidRecipients: 'skip' },
		});
		service.instead = (post) => (post === money ? NO_MONEY : undefined);
		const failed = await send(operation, parametersOf('phone', 'name'), { items });
		expect(failed.error).toBeDefined();
		return await send(operation, parametersOf(phone, name), retryOf(failed));
	}

	describe.each(['sms.send', 'sms.sendIndividual', 'campaign.sendPersonalizedSms'])(
		'%s',
		(operation) => {
			it('goes out where that item has another number by now', async () => {
				const people = [
					{ phone: phoneOf(0), mobile: phoneOf(3), name: 'one' },
					{ phone: phoneOf(1), mobile: phoneOf(0), name: 'two' },
				];
				const change = { money: 2, phone: 'mobile', name: 'name' };
				const retried = await sendTwice(operation, people, change);
				expect(alreadyAccepted(retried)).toEqual([false, false]);
				expect(Object.fromEntries(service.got)).toEqual({ [phoneOf(0)]: 2, [phoneOf(3)]: 1 });
			});

			it('goes out where a check refuses that item by now', async () => {
				const people = [
					{ phone: phoneOf(0), name: 'one' },
					{ phone: phoneOf(0), nome: 'two' },
					{ phone: phoneOf(1), name: 'three', nome: 'three' },
				];
				const change = { money: 2, phone: 'phone', name: 'nome' };
				const retried = await sendTwice(operation, people, change);
				expect(alreadyAccepted(retried)).toEqual([true, false, false]);
				expect(Object.fromEntries(service.got)).toEqual({ [phoneOf(0)]: 2, [phoneOf(1)]: 1 });
			});
		},
	);
});

it.each(['sms.sendBulk', 'campaign.sendSms'])(
	'under Summary Only, what is left out and not known counts in a request that there was: %s',
	async (operation) => {
		const list = [0, 1, 2].map((index) => ({ phone: phoneOf(index) }));
		const options = { invalidRecipients: 'skip' };
		const parameters = { ...FROM_LIST, simplify: true };
		service.instead = (post) => (post === 1 ? { status: 502, body: '' } : undefined);
		const items = [{ json: { list } }];
		const failed = await send(operation, { ...parameters, options }, { items });
		expect(failed.error?.message).toMatch(/^It is not known/);
		const changed = { ...options, leaveOutNumbers: phoneOf(1), ifOutcomeUnknown: 'sendAgain' };
		const retried = await send(operation, { ...parameters, options: changed }, retryOf(failed));
		expect(statuses(retried)).toEqual(['unknown']);
		expect(retried.items[0]?.json).toMatchObject({ recipients: 3, accepted: 2, unknown: 1 });
	},
);

it('what a file may have sent and is left out by now is accepted where the service shows it', async () => {
	const phones = [0, 1].map(phoneOf);
	const data = await service.stub.engine.storeBinary(
		Buffer.from(`phone\n${phones.join('\n')}\n`),
		'list.csv',
	);
	const file = { recipientSource: 'file', phoneField: 'phone' };
	const items = [{ json: {}, binary: { data } }];
	service.instead = (post) => (post === 1 ? { status: 502, body: '' } : undefined);
	const failed = await send('campaign.sendSms', file, { items });
	expect(failed.error?.message).toMatch(/^It is not known/);
	const sent = service.stub.asked.find(isPost)?.body.phones as IDataObject[];
	for (const { reference_id, number } of sent)
		service.held.set(String(reference_id), String(number));
	const options = { invalidRecipients: 'skip', leaveOutNumbers: phones.join() };
	const retried = await send('campaign.sendSms', { ...file, options }, retryOf(failed));
	expect(retried.items[0]?.json).toMatchObject({ recipients: 2, accepted: 2, unknown: 0 });
	expect(service.posts).toBe(1);
});
