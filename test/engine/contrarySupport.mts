import type { IDataObject, INode } from 'n8n-workflow';
import type { RunRequest, RunResult } from './harness.mts';
import { phoneOf } from './sendsSupport.mts';
import { KEY } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';

/** What the tests share in which a service answers sends and the questions after them in ways that the specification leaves open. */

export const [A, B, OTHER] = [phoneOf(0), phoneOf(1), phoneOf(77)];
export const ONE = { sender: 'Shop', phone: A, text: 'Hi' };
export const BOTH = {
	sender: 'Shop',
	text: 'Sale',
	recipientSource: 'list',
	recipients: `${A}, ${B}`,
};
export const LISTS = { sender: 'Shop', text: 'Sale', groups: [1] };
export const NONE = { referenceMode: 'none' };
export const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

export const ok = (body: unknown): Answer => ({ body });
export const NOT_FOUND: Answer = { status: 404, body: { code: 404, message: 'Not found' } };
export const CODE_20 = ok({ error: 20, errorDescription: 'SMS not found' });
export const LOST: Answer = { status: 504, body: '' };
export const CAMPAIGN_6 = ok({ data: { id: 6, sender: 'Shop', status: 'sending' } });
export const NOT_KNOWN = /^It is not known whether/;

export const isPost = ({ method }: Asked): boolean => method === 'POST';
export const byReference = ({ path }: Asked): boolean => path.includes('/sms/reference/');
export const referenceIn = ({ path }: Asked): string => String(path.split('/').at(-1));

/** The references of the recipients of a send, in its order. */
export const referencesOf = ({ body }: Asked): string[] =>
	((body.phones ?? body.messages ?? [body]) as IDataObject[]).map((one) =>
		String(one.reference ?? one.reference_id),
	);

/** A time as the service writes it: in UTC, in whole seconds. */
export const serviceTime = (at = Date.now()): string =>
	new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Answers the first POST in one way, those after it in another, and questions in a third. */
export function answers(
	stub: Stub,
	first: Answer,
	then: Answer,
	question: Answer | ((asked: Asked) => Answer),
): void {
	let posts = 0;
	stub.answer = (asked) => {
		if (!isPost(asked)) return typeof question === 'function' ? question(asked) : question;
		posts += 1;
		return posts === 1 ? first : then;
	};
}

/** The service answers every send in one way, and questions in another. */
export function always(stub: Stub, answer: Answer, question: Answer = NOT_FOUND): void {
	stub.answer = (asked) => (isPost(asked) ? answer : question);
}

/** A refusal in words, as the campaign interface gives it. */
export const refusal = (status: number, message: string): Answer => ({
	status,
	body: { code: status, message },
});

/** The status of each output item. */
export const statuses = ({ items }: RunResult): unknown[] => items.map(({ json }) => json.status);

/** Whose message the service is said to have accepted. */
export const acceptedIn = ({ items }: RunResult): string[] =>
	items.filter(({ json }) => json.status === 'accepted').map(({ json }) => String(json.phone));

/** Continue on Fail. */
export const CONTINUE = { onError: 'continueRegularOutput' } as const;
/** Recipients of each item in a field of its own. */
export const EACH_LIST = { recipientSource: 'list', recipients: '={{ $json.list }}' };

/** Whom a request sends to, of either interface. */
export const phonesOf = ({ body }: Asked): string[] =>
	((body.phones ?? [body]) as IDataObject[]).map((one) => String(one.msisdn ?? one.number));

/** Runs an operation, such as `sms.send`, on given items or as a retry; requests go out one after another and are not repeated. */
export async function runWith(
	{ engine, baseUrl }: Pick<Stub, 'engine' | 'baseUrl'>,
	operation: string,
	parameters: IDataObject,
	{ key = KEY, ...request }: Omit<RunRequest, 'parameters' | 'credential'> & { key?: string },
): Promise<RunResult> {
	const [resource = '', name = ''] = operation.split('.');
	const options = { retryFor: 0, maxInFlight: 1, ...(parameters.options as IDataObject) };
	return await engine.run({
		...request,
		credential: { baseUrl, apiKey: key, authentication: 'apiKey' },
		parameters: { resource, operation: name, ...parameters, options },
	});
}
