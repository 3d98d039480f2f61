import type { GenericValue, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { valueAt, walk } from '../../shared/text';

/** Whether a node is the second form that n8n makes of it, for agents, as whose tool it has another type. */
export const isOfTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

/** Whether a stored parameter value holds an expression anywhere inside. */
function holdsExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(holdsExpression);
}

const JSON_FIELD = /\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\]*"\]|\['[^'\\]*'\])+)\s*\}\}/g;
const PATH_PART = /\.([A-Za-z_]\w*)|\["([^"]*)"\]|\['([^']*)'\]/g;

/**
 * Compiles an expression that only names fields of the item ("={{ $json.phone }}", "=Hi {{ $json.name }}!").
 * Such expressions cost n8n 0.3 ms each and nothing here. Returns undefined for any other expression; the compiled
 * function returns undefined where n8n must decide (the field is not a string or a finite number).
 */
export function compileFields(
	raw: string,
): ((json: IDataObject) => string | number | undefined) | undefined {
	const source = raw.slice(1);
	const pieces: Array<string | string[]> = [];
	let end = 0;
	for (const match of source.matchAll(JSON_FIELD)) {
		const between = source.slice(end, match.index);
		if (between !== '') pieces.push(between);
		pieces.push(
			[...(match[1] ?? '').matchAll(PATH_PART)].map((part) => part[1] ?? part[2] ?? part[3] ?? ''),
		);
		end = match.index + match[0].length;
	}
	if (end < source.length) pieces.push(source.slice(end));
	if (
		!pieces.some(Array.isArray) ||
		pieces.some((piece) => typeof piece === 'string' && /\{\{|\}\}|\\/.test(piece))
	)
		return undefined;
	return (json) => {
		let text = '';
		for (const piece of pieces) {
			if (typeof piece === 'string') {
				text += piece;
				continue;
			}
			const value = walk(json, piece);
			if (typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
				return undefined;
			if (pieces.length === 1) return value;
			text += value;
		}
		return text;
	};
}

/** What n8n gives expressions that is the same for all items. */
const COMMON: ReadonlySet<string> = new Set([
	'env',
	'execution',
	'if',
	'ifEmpty',
	'max',
	'min',
	'mode',
	'now',
	'runIndex',
	'secrets',
	'today',
	'vars',
	'workflow',
]);

/** Whether a stored value is the same for all items: an expression that looks at nothing else is evaluated for one of them. */
export const isCommon = (raw: unknown): boolean =>
	[...(typeof raw === 'string' ? raw : JSON.stringify(raw ?? '')).matchAll(/\$(\w*)/g)].every(
		([, name = '']) => COMMON.has(name),
	);

/** The value in a resource locator; other values as they are. */
export function valueOf(value: unknown): unknown {
	return typeof value === 'object' && value !== null && '__rl' in value
		? (value as unknown as IDataObject).value
		: value;
}

/** Reads one parameter for an item. `perItem` tells whether the user wrote an expression, so that items may differ. */
export interface ParameterReader {
	(itemIndex: number): GenericValue;
	perItem: boolean;
}

/** What a reader of parameters needs of an operation's context. */
export interface ParameterSource {
	readonly node: INode;
	items: INodeExecutionData[];
	/** A parameter for one item, expressions resolved; of a resource locator its value; the fallback when unset. */
	parameter<T>(name: string, itemIndex: number, fallback: T): T;
}

/**
 * Makes a reader of one parameter: a constant is read once, and what n8n has to evaluate once for every item. Such an expression takes n8n
 * half a millisecond, and may give another value the next time, which nobody would have checked.
 * `name` is the parameter's path ("options.validity"), `fallback` what to return where it is not set.
 */
export function parameterReader(
	ctx: ParameterSource,
	name: string,
	fallback: GenericValue,
): ParameterReader {
	const raw = valueOf(valueAt(ctx.node.parameters, name));
	const read = (itemIndex: number): GenericValue =>
		valueOf(ctx.parameter<GenericValue>(name, itemIndex, fallback)) as GenericValue;
	if (!holdsExpression(raw)) {
		let constant: { value: GenericValue } | undefined;
		return Object.assign(() => (constant ??= { value: read(0) }).value, { perItem: false });
	}
	const fields = typeof raw === 'string' ? compileFields(raw) : undefined;
	/** What n8n evaluated, by item. Lists and objects may be large and are not kept. */
	const known = new Map<number, GenericValue>();
	const evaluate = (itemIndex: number): GenericValue => {
		const item = ctx.items[itemIndex];
		const named = item && fields?.(item.json);
		if (named !== undefined) return named;
		if (known.has(itemIndex)) return known.get(itemIndex);
		const value = read(itemIndex);
		if (typeof value !== 'object') known.set(itemIndex, value);
		return value;
	};
	return Object.assign(evaluate, { perItem: true });
}

/** The name of a field that a parameter holds; none in anything without a text. */
export const fieldNameIn = (value: GenericValue): string =>
	typeof value === 'object' ? '' : String(value ?? '');
