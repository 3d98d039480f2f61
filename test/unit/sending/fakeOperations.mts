import type {
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { carryOut } from '../../../nodes/MessagingService/dispatch/declared.ts';
import type { Operation } from '../../../nodes/MessagingService/dispatch/operation.ts';
import { RESOURCES } from '../../../nodes/MessagingService/resources/index.ts';
import { runDeclared } from '../../support/declarative.mts';
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

/** Has an operation carried out for one item as n8n's declarative engine does. */
export async function dispatch(
	name: string,
	parameters: INodeParameters,
	context: IExecutePaginationFunctions,
): Promise<INodeExecutionData[]> {
	return await runDeclared(operationOf(name), parameters as IDataObject, context, carryOut());
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
