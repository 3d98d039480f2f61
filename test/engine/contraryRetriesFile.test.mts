import type { INodeExecutionData } from 'n8n-workflow';
import {
	NO_MONEY,
	answer,
	doubles,
	retryOf,
	send,
	service,
	useService,
} from './contraryRetriesSupport.mts';
import { CODE_20, isPost } from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { phoneOf } from './sendsSupport.mts';

// What an error says of the rest of a file, where a retry cuts the file otherwise than the try before: whoever follows it sends nothing
// twice, and leaves nobody out.

useService();

const FORM = { recipientSource: 'file', phoneField: 'phone' };

async function fileOf(phones: readonly string[]): Promise<INodeExecutionData[]> {
	const csv = Buffer.from(`phone\n${phones.join('\n')}\n`);
	return [{ json: {}, binary: { data: await service.stub.engine.storeBinary(csv, 'list.csv') } }];
}
const numbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => phoneOf(index));

/** The answer to this request is lost, and no message shows by its reference. */
function losesAnswerTo(post: number): void {
	service.stub.answer = (asked) => {
		if (!isPost(asked)) return asked.path.startsWith('/rest/sms/') ? CODE_20 : answer(asked);
		const said = answer(asked);
		return service.posts === post ? { status: 502, body: '' } : said;
	};
}

/** Sends the rest of the file as the error says, where the request in doubt went out. */
async function followAdvice({ error }: RunResult, items: INodeExecutionData[]): Promise<void> {
	const said = [...(error?.description ?? '').matchAll(/First Line to Send: (\d+)/g)];
	const firstLine = Number(said.at(-1)?.[1]);
	expect(firstLine).toBeGreaterThan(0);
	await send('campaign.sendSms', { ...FORM, options: { firstLine } }, { items, executionId: '9' });
}

/** A retry in which the first number of the file is left out, so that each request begins a line later. */
const retryWithoutFirst = async (failed: RunResult): Promise<RunResult> =>
	await send(
		'campaign.sendSms',
		{ ...FORM, options: { leaveOutNumbers: phoneOf(0) } },
		retryOf(failed),
	);

it('a request of unknown outcome that reaches behind the one of the retry is named to its end', async () => {
	const items = await fileOf(numbers(20_010));
	losesAnswerTo(2);
	const failed = await send('campaign.sendSms', FORM, { items });
	expect([service.posts, service.got.size]).toEqual([2, 20_000]);
	const retried = await retryWithoutFirst(failed);
	expect(retried.error?.description).toContain('what became of lines 10002 to 20001 is not known');
	await followAdvice(retried, items);
	expect([service.got.size, doubles()]).toEqual([20_010, []]);
});

it('a line that comes into the request of unknown outcome is not left out of the rest', async () => {
	const items = await fileOf(numbers(10_010));
	losesAnswerTo(1);
	const failed = await send('campaign.sendSms', FORM, { items });
	expect([service.posts, service.got.size]).toEqual([1, 10_000]);
	const retried = await retryWithoutFirst(failed);
	await followAdvice(retried, items);
	expect([service.got.size, doubles()]).toEqual([10_010, []]);
});

it('a line that could not be sent then, and stands in the middle, is to be sent by itself', async () => {
	const phones = numbers(10);
	losesAnswerTo(1);
	const leaveOut = { ...FORM, options: { leaveOutNumbers: phoneOf(4) } };
	const failed = await send('campaign.sendSms', leaveOut, { items: await fileOf(phones) });
	expect(service.got.size).toBe(9);
	const retried = await send('campaign.sendSms', FORM, retryOf(failed));
	expect(retried.error?.description).toContain('others were not sent');
	expect(retried.error?.description).not.toContain('First Line to Send');
	expect(service.posts).toBe(1);
});

it('Send While Reading: an error before the first request of a retry does not deny what the first try sent', async () => {
	const phones = numbers(3005).map((phone, index) => (index === 4 ? '123' : phone));
	service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
	const options = { sendWhileReading: true };
	const first = { ...FORM, options: { ...options, invalidRecipients: 'skip' } };
	const failed = await send('sms.sendBulk', first, { items: await fileOf(phones) });
	expect(service.got.size).toBe(1000);
	const retried = await send('sms.sendBulk', { ...FORM, options }, retryOf(failed));
	expect(retried.error?.description).toContain('Nothing of the file was sent in this try.');
});
