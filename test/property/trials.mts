import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { INodeType } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server.mts';
import type { Case } from './plain.mts';
import { ask, runInProcess } from './host.mts';
import type { OperationRun } from './host.mts';
import { HELD_BACK, judge, refusal } from './judge.mts';
import { bad, enormous } from './bad.mts';
import type { Value } from './bad.mts';

/** One input in so many is of a megabyte. */
const ENORMOUS = 150;

export type Values = Record<string, Value>;

/** Good values of all parameters; those that may be left out are, at times. */
export function goodValues({ fields, optional = [], required = [] }: Case): Arbitrary<Values> {
	return fc.record(
		Object.fromEntries(
			Object.entries(fields).map(([name, kind]) => [
				name,
				(name.includes('.') && !required.includes(name)) || optional.includes(name)
					? fc.option(kind.good, { nil: undefined, freq: 2 })
					: kind.good,
			]),
		),
	);
}

/** Good values, with one parameter after the other at each of its limits: the shortest, the longest, the largest that is allowed. */
export function limitsOf(one: Case): Array<Arbitrary<Values>> {
	return Object.entries(one.fields).flatMap(([name, { limits = [] }]) =>
		limits.map((limit) =>
			goodValues(one).map((values) => ({ ...values, [name]: limit, ...one.fixed })),
		),
	);
}

/** Good values, of which one or two are replaced by others. */
export function valuesOf(one: Case, field: string): Arbitrary<Values> {
	const kind = one.fields[field];
	if (!kind) throw new Error(field);
	const tried = fc.oneof(
		{ weight: ENORMOUS, arbitrary: kind.edge },
		{ weight: ENORMOUS, arbitrary: bad },
		{ weight: ENORMOUS / 5, arbitrary: kind.good },
		{ weight: 2, arbitrary: enormous },
	);
	const second = fc.option(fc.tuple(fc.constantFrom(...Object.keys(one.fields)), bad), {
		nil: undefined,
		freq: 9,
	});
	return fc.tuple(goodValues(one), tried, second).map(([values, value, other]) => ({
		...values,
		...(other ? { [other[0]]: other[1] } : {}),
		[field]: value,
		...one.fixed,
	}));
}

/** Placeholders are the node's own language: in a list they are filled, and the service never sees them. */
const speaksTemplate = ({ id }: Case, { text }: Values): boolean =>
	id.includes('(list)') && typeof text === 'string' && /[{}]/.test(text);

const DOMAINS = /^\/api\/short-url\/domains\b/;

/** Runs an operation; returns what became of it, and what was wrong whatever its values. */
export async function runCase(
	type: INodeType,
	sandbox: Sandbox,
	one: Case,
	values: Values,
	constants = Object.keys(one.fixed ?? {}),
): Promise<{ observed: OperationRun; wrong: string[] }> {
	const observed = await runInProcess(
		type,
		sandbox,
		one.id.replace(/ .*/, ''),
		{ 'options.retryFor': 0, ...values },
		constants,
	);
	const { judgedBy } = one;
	if (judgedBy)
		observed.requests.push(
			...(await Promise.all(
				observed.requests
					.flatMap(({ path }) => judgedBy(path) ?? [])
					.map(async ({ method, path, body }) => await ask(sandbox, method, path, body)),
			)),
		);
	const wrong = judge(observed, values);
	// The domains that a send asks for say nothing of its values.
	observed.requests = observed.requests.filter(({ path }) => !DOMAINS.test(path));
	if (Object.keys(Object.prototype).length > 0) wrong.push('a prototype was changed');
	return { observed, wrong };
}

/** Why the service refuses what a user means by his values; undefined when it takes it. */
async function plainRefusal(
	sandbox: Sandbox,
	one: Case,
	values: Values,
): Promise<{ why: string | undefined; requests: string }> {
	const plain = [one.plain(values)].flat();
	const whys = await Promise.all(
		plain.map(async ({ method, path, body }) => refusal(await ask(sandbox, method, path, body))),
	);
	return {
		why: whys.find((why) => why !== undefined),
		requests: plain
			.map(
				({ method, path, body }) =>
					`${method} ${path.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 300) ?? ''}`,
			)
			.join(', '),
	};
}

/** Runs an operation; what it refuses is asked of the service. */
export async function check(
	type: INodeType,
	sandbox: Sandbox,
	one: Case,
	values: Values,
): Promise<{ wrong: string[]; taken: boolean }> {
	const { observed, wrong } = await runCase(type, sandbox, one, values);
	if (observed.error && observed.requests.length === 0 && !speaksTemplate(one, values)) {
		const { why, requests } = await plainRefusal(sandbox, one, values);
		if (why === undefined)
			wrong.push(`${HELD_BACK}: ${observed.error.message.slice(0, 200)} (${requests})`);
	}
	return { wrong, taken: observed.requests.length > 0 };
}

/** Runs an operation with values that both must take: the service, because else it could not show that the node refuses too much. */
export async function checkGood(
	type: INodeType,
	sandbox: Sandbox,
	one: Case,
	values: Values,
): Promise<string[]> {
	const { why, requests } = await plainRefusal(sandbox, one, values);
	const { wrong, taken } = await check(type, sandbox, one, values);
	if (why !== undefined) wrong.push(`the service refuses a good request: ${why} (${requests})`);
	if (!taken && !wrong.some((text) => text.startsWith(HELD_BACK)))
		wrong.push('the node asks nothing of the service');
	return wrong;
}
