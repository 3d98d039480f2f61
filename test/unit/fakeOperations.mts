import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';
import { carryOut } from '../../nodes/MessagingService/dispatch/declared.ts';
import type { Operation } from '../../nodes/MessagingService/dispatch/operation.ts';
import { RESOURCES } from '../../nodes/MessagingService/resources/index.ts';
import { fakeFunctions, fakeRoute } from './fakeFunctions.mts';
import type { Answer, Asked, FakeOptions } from './fakeFunctions.mts';

export function operationOf(name: string): Operation {
	const [resource = '', operation = ''] = name.split('.');
	const found = RESOURCES.find(({ option }) => option.value === resource)?.operations.find(
		({ option }) => option.value === operation,
	);
	if (!found) throw new Error(`no operation ${name}`);
	return found;
}

export interface Ran {
	json: IDataObject[];
	items: INodeExecutionData[];
	asked: Asked[];
	hints: string[];
	error?: Error & { description?: string };
}

async function collect(
	fake: { asked: Asked[]; hints: string[] },
	job: () => Promise<INodeExecutionData[] | undefined>,
): Promise<Ran> {
	try {
		const items = (await job()) ?? [];
		return { items, json: items.map(({ json }) => json), asked: fake.asked, hints: fake.hints };
	} catch (error) {
		return {
			items: [],
			json: [],
			asked: fake.asked,
			hints: fake.hints,
			error: error as Ran['error'],
		};
	}
}

interface Sent {
	field: INodeProperties;
	/** Path of the parameter: "filters.from". */
	path: string;
}

/** The fields that n8n would look at for these parameters: those that are shown, and of a collection those that are set. */
function fieldsIn(fields: INodeProperties[], parameters: INodeParameters): Sent[] {
	const isShown = ({ displayOptions }: INodeProperties) =>
		Object.entries(displayOptions?.show ?? {}).every(([name, values]) => {
			const value = parameters[name] ?? fields.find((field) => field.name === name)?.default;
			return (values as unknown[]).includes(value);
		});
	return fields.filter(isShown).flatMap((field) => {
		if (field.type !== 'collection') return [{ field, path: field.name }];
		const set = Object.keys((parameters[field.name] ?? {}) as object);
		return ((field.options ?? []) as INodeProperties[])
			.filter(({ name }) => set.includes(name))
			.map((option) => ({ field: option, path: `${field.name}.${option.name}` }));
	});
}

/** The request that n8n builds from an operation's declarations, before its preSend actions run. */
function buildRequest(
	{ routing, fields }: Operation,
	parameters: INodeParameters,
	context: IExecutePaginationFunctions,
): { options: IHttpRequestOptions; preSend: PreSendAction[] } {
	const { request = {} } = routing;
	const options: IHttpRequestOptions = {
		method: request.method as IHttpRequestMethods,
		url: String(request.url ?? ''),
		qs: { ...(request.qs as IDataObject) },
		body: { ...(request.body as IDataObject) },
	};
	const preSend: PreSendAction[] = [];
	for (const { field, path } of fieldsIn(fields, parameters)) {
		const { send } = field.routing ?? {};
		if (typeof send?.property === 'string') {
			const values = send.type === 'body' ? options.body : options.qs;
			Object.assign(values as object, {
				[send.property]: context.getNodeParameter(path, field.default),
			});
		}
		preSend.push(...(send?.preSend ?? []));
	}
	return { options, preSend };
}

/** Has an operation carried out for one item as n8n's declarative engine does. */
export async function dispatch(
	name: string,
	parameters: INodeParameters,
	context: IExecutePaginationFunctions,
): Promise<INodeExecutionData[]> {
	const operation = operationOf(name);
	const pagination = operation.routing.operations?.pagination ?? carryOut();
	if (typeof pagination !== 'function') throw new Error(`${name} has no route`);
	const built = buildRequest(operation, parameters, context);
	for (const action of built.preSend) built.options = await action.call(context, built.options);
	const actions = operation.routing.output?.postReceive ?? [];
	const postReceive = [{ data: { parameterValue: undefined }, actions }];
	return await pagination.call(context, { ...built, postReceive } as never);
}

/** By the declarative route, for one item. */
export async function route(
	name: string,
	parameters: object,
	answer: FakeOptions['answer'],
	options: FakeOptions = {},
): Promise<Ran> {
	const own = parameters as INodeParameters;
	const fake = fakeRoute({ ...options, answer, parameters: own });
	return await collect(fake, async () => await dispatch(name, own, fake.route));
}

/** By the custom operation, for all items. */
export async function custom(
	name: string,
	parameters: object,
	answer: FakeOptions['answer'],
	options: FakeOptions = {},
): Promise<Ran & { outputs: INodeExecutionData[][] }> {
	const fake = fakeFunctions({ ...options, answer, parameters: parameters as INodeParameters });
	let outputs: INodeExecutionData[][] = [];
	const ran = await collect(fake, async () => {
		outputs = (await operationOf(name).execute?.call(fake.functions)) ?? [];
		return outputs[0];
	});
	return { ...ran, outputs };
}

export const page = (data: IDataObject[], total: number = data.length): Answer => ({
	body: { data, meta: { page: { total } } },
});
export const paths = ({ asked }: Ran): string[] =>
	asked.map(({ method, path }) => `${method} ${path}`);
