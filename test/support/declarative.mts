import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyRouting,
	PreSendAction,
} from 'n8n-workflow';

/*
 * What n8n's declarative engine does with one item, for tests that run many thousand items or script the service. The real engine
 * does the same in test/engine, which keeps this file honest.
 */

/** What an operation declares: its route, and the fields of its form. */
export interface Declared {
	routing: INodePropertyRouting;
	fields: INodeProperties[];
}

/** Carries out a request; every operation has one, its own or that of all. */
export type Pagination = (
	this: IExecutePaginationFunctions,
	built: never,
) => Promise<INodeExecutionData[]>;

interface ShownField {
	field: INodeProperties;
	/** Path of the parameter: "filters.from". */
	path: string;
}

/** The fields that n8n looks at for these parameters: those that are shown, and of a collection those that are set. */
function shownFields(fields: INodeProperties[], parameters: IDataObject): ShownField[] {
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

/** The request that n8n builds from the declarations, before its preSend actions run. */
function buildRequest(
	{ routing, fields }: Declared,
	parameters: IDataObject,
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
	for (const { field, path } of shownFields(fields, parameters)) {
		const { send } = field.routing ?? {};
		if (typeof send?.property === 'string') {
			const values = send.type === 'body' ? options.body : options.qs;
			const value: unknown = context.getNodeParameter(path, field.default);
			Object.assign(values as object, { [send.property]: value });
		}
		preSend.push(...(send?.preSend ?? []));
	}
	return { options, preSend };
}

/**
 * Builds the request of one item from the declarations, runs the checks, and has it carried out.
 * @param parameters what is set in the node, collections as objects
 * @param standard carries out what the operation does not carry out itself
 */
export async function runDeclared(
	declared: Declared,
	parameters: IDataObject,
	context: IExecutePaginationFunctions,
	standard: unknown,
): Promise<INodeExecutionData[]> {
	const pagination = declared.routing.operations?.pagination ?? standard;
	if (typeof pagination !== 'function') throw new Error('The operation has no route');
	const built = buildRequest(declared, parameters, context);
	for (const action of built.preSend) built.options = await action.call(context, built.options);
	return await (pagination as Pagination).call(context, built as never);
}
