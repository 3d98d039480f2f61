import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { SendEndpoint } from '../../../nodes/MessagingService/sending/endpoints.ts';
import { sendOperation } from '../../../nodes/MessagingService/sending/send.ts';
import { fakeFunctions, NOT_THERE } from './fakeFunctions.mts';
import type { Answer, Asked, Fake, FakeOptions } from './fakeFunctions.mts';

export interface Ran extends Fake {
	items: INodeExecutionData[];
	json: IDataObject[];
	error?: NodeApiError | NodeOperationError;
	/** Bodies of the sends. */
	sent: IDataObject[];
}

/** A number for each index, and people with one. */
export const phone = (index: number): string => `3809911122${String(index).padStart(2, '0')}`;
export const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: phone(index), reference: `own${index}` }));
/** Whether a request was a send. */
export const isSend = ({ method }: Asked): boolean => method === 'POST';
/** Where the service is asked for a reference. */
export const LOOK_UP = '/rest/sms/reference/';

/** Sends once through an endpoint, with n8n and the service as the options script them. */
export async function run(
	endpoint: SendEndpoint,
	parameters: object,
	options: FakeOptions = {},
): Promise<Ran> {
	const single = endpoint.recipientsPerRequest === 1;
	const fake = fakeFunctions({
		items: people(2),
		...options,
		parameters: {
			sender: 'Shop',
			text: 'Hi',
			...(single ? { phone: '={{ $json.phone }}' } : {}),
			...parameters,
		} as INodeParameters,
	});
	let items: INodeExecutionData[] = [];
	let error: Ran['error'];
	try {
		[items = []] = await sendOperation(endpoint).execute.call(fake.functions);
	} catch (thrown) {
		error = thrown as NonNullable<Ran['error']>;
	}
	const sent = fake.asked.filter(isSend).map(({ options: { body } }) => body as IDataObject);
	return { ...fake, items, json: items.map(({ json }) => json), error, sent };
}

/** An answer to a later send: a service gives no ID twice. */
function withOtherId(answer: Answer, more: number): Answer {
	if (more === 0 || !('body' in answer)) return answer;
	const body = answer.body as IDataObject;
	const data = body?.data as IDataObject | undefined;
	if (typeof body?.id === 'number') return { ...answer, body: { ...body, id: body.id + more } };
	return typeof data?.id === 'number'
		? { ...answer, body: { ...body, data: { ...data, id: data.id + more } } }
		: answer;
}
/** Answers to sends in order (the last one stays, with other IDs); questions as told by a map of references. */
export const script =
	(sends: Answer[], known: Record<string, Answer> = {}, otherwise: Answer = NOT_THERE) =>
	(asked: Asked, count: number): Answer =>
		isSend(asked)
			? withOtherId(
					sends.at(Math.min(count, sends.length - 1)) ?? {},
					Math.max(0, count - sends.length + 1),
				)
			: (known[asked.path.slice(LOOK_UP.length)] ??
				(asked.path.startsWith(LOOK_UP)
					? otherwise
					: asked.path === '/api/messages'
						? NO_LIST
						: { body: { data: [] } }));
/** The list of messages is an extension, which this service does not have. */
const NO_LIST: Answer = { status: 404, body: { message: 'Not Found' } };
/** Good replies to sends. */
export const CREATED: Answer = { body: { error: 0, id: 7, price: '0.5', currency: 'UAH' } };
export const CAMPAIGN: Answer = { body: { data: { id: 70, sender: 'Shop', status: 'creation' } } };
/** Options for references that the user gives. */
export const OWN = {
	referenceMode: 'custom',
	reference: '{reference}',
};
