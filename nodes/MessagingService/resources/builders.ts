import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	extensionFault,
	faultOfNoAnswer,
	withOpenOutcome,
	type ServiceFault,
	type ServiceReply,
} from '../../shared/errors';
import {
	NEWEST_FIRST,
	readAt,
	type Listed,
	type RequestParts,
	type Service,
} from '../../shared/service';
import { refuse } from '../../shared/validation';
import type { Endpoint } from '../../shared/spec';
import { optionsField, RETRY_FOR } from '../dispatch/commonOptions';
import { asReply, carryOut, type CarryOut } from '../dispatch/declared';
import { limitOf, type Item } from '../dispatch/item';
import type { Operation } from '../dispatch/operation';
import { filtersField, PAGING_FIELDS, sortOptions } from '../listing/fields';
import { rowOf, rowsOf, type Output } from '../listing/records';

/*
 * Most operations get one record, get many, or change one, with one request for each item. What they have in common is made here; an
 * operation says what sets it apart.
 */

/** What every operation of these kinds says. */
interface Parts {
	option: Operation['option'];
	endpoint: Endpoint;
	/** What goes into the query or the body without a field of the form. */
	fixed?: Pick<RequestParts, 'qs' | 'body'>;
	/** The fields of the form before its filters and options. */
	fields?: INodeProperties[];
	/** The options beside Retry For. */
	options?: INodeProperties[];
	/** Of an endpoint that not every service has: what it is for, and what the user can do without it. */
	extension?: { what: string; cure: string };
}

const byName = (one: INodeProperties, other: INodeProperties): number =>
	one.displayName.localeCompare(other.displayName);

/** The operation whose request n8n builds of the fields, and which is carried out in the given way. */
function declared(
	{ option, endpoint, fixed, fields = [], options = [], extension }: Parts,
	how: CarryOut,
): Operation {
	const { explain } = how;
	return {
		option,
		fields: [...fields, optionsField([RETRY_FOR, ...options].sort(byName))],
		routing: {
			request: { method: endpoint.method, url: endpoint.path, ...fixed },
			operations: {
				pagination: carryOut({
					...how,
					...(extension && {
						explain: async (item, request, fault) => {
							const said = explain ? await explain(item, request, fault) : fault;
							const { what, cure } = extension;
							return 'outcome' in said ? extensionFault(said, what, cure) : said;
						},
					}),
				}),
			},
		},
	};
}

/** What a request names its record by: the value in the path of the endpoint; '' if there is none. */
export function nameIn({ path }: Endpoint, request: RequestParts): string {
	const at = path.split('/').findIndex((part) => part.startsWith('{'));
	return decodeURIComponent(request.path.split('/')[at] ?? '');
}

export interface GetOne extends Parts {
	output: Output;
	/** Asks for it; unless said, at its endpoint, by the path and the query that n8n built. */
	ask?: (item: Item, request: RequestParts) => ReturnType<NonNullable<CarryOut['call']>>;
	/** What an answer must show to count as one, such as "balance", by its name in the record. */
	mustShow?: string;
	explain?: CarryOut['explain'];
}

/** Gets one record by what the form names. */
export function getOne({ ask, mustShow, explain, ...parts }: GetOne): Operation {
	const { endpoint, output } = parts;
	return declared(parts, {
		async call(item, request) {
			const outcome = ask
				? await ask(item, request)
				: await readAt(item.service, { ...endpoint, path: request.path }, request.qs);
			const { reply } = outcome;
			if (mustShow === undefined || !reply) return outcome;
			if (output.read(reply.body, item.zone, '')[mustShow] !== null) return outcome;
			return {
				fault: faultOfNoAnswer(
					reply.body,
					`The answer of the service holds no ${mustShow}`,
					'Try again; if it keeps happening, ask the service.',
				),
			};
		},
		rows: (reply, item, request) => [rowOf(output, reply, item, nameIn(endpoint, request))],
		explain,
		// Some questions are asked by POST.
		kind: 'read',
	});
}

export interface GetMany extends Parts {
	output: Output;
	/** The switch between the node's rows and the service's records, if there is one. */
	simplify?: INodeProperties;
	filters?: INodeProperties[];
	/** What the records are called, and what they may be sorted by; without it the list has no order of its own. */
	sort?: [what: string, by: INodePropertyOptions[]];
	/** Reads records page by page up to a limit. */
	list?: (service: Service, query: IDataObject, limit: number) => Promise<Listed>;
	/** Reads them in another way. */
	ask?: CarryOut['call'];
}

/** Lists records up to the limit that the user set. */
export function getMany({
	simplify,
	filters,
	sort,
	list,
	ask,
	fixed,
	fields = [],
	options = [],
	...parts
}: GetMany): Operation {
	const { output } = parts;
	return declared(
		{
			...parts,
			fixed: { ...fixed, qs: { ...fixed?.qs, ...(sort && NEWEST_FIRST) } },
			fields: [
				...fields,
				...PAGING_FIELDS,
				...(simplify ? [simplify] : []),
				...(filters ? [filtersField(filters)] : []),
			],
			options: [...options, ...(sort ? sortOptions(...sort) : [])],
		},
		{
			call:
				ask ??
				(list &&
					(async (item, { qs = {} }) => asReply(await list(item.service, qs, limitOf(item))))),
			rows: (reply, item) => rowsOf(output, reply, item),
		},
	);
}

export interface ChangeOne
	extends Parts,
		Pick<CarryOut, 'before' | 'concerns' | 'finish' | 'seen'> {
	/** What it makes would be there twice. */
	kind?: 'once';
	/** Makes the row of the record as it is now; `finish` makes the whole output in its place. */
	output?: Output;
	/** Whether the body of a 2xx names the record that was made or changed: that proves the change. */
	isShown: (item: Item, request: RequestParts, body: unknown) => boolean;
	/** What is not known if neither the reply nor the record shows it: "contact 5 was changed". */
	what: (request: RequestParts) => string;
	/** Where the user can see it, and what another try does. */
	cure: string;
	/** What of a request no text may show, such as a one-time password that the service repeats. */
	secret?: (request: RequestParts) => string;
	/** Looks after a lost answer whether the record is as it was wanted. */
	look?: CarryOut['look'];
	/** Says more about a refusal, or finds the record that shows that it is as it was wanted. */
	explain?: (
		item: Item,
		request: RequestParts,
		refusal: ServiceFault,
	) => Promise<ServiceFault | ServiceReply>;
}

const NOTHING_TO_CHANGE = refuse(
	'Update Fields',
	'Update Fields is empty',
	'Add what is to be changed under Update Fields.',
);

/** Refuses a change of a record that names nothing to change: the service would take it, and nothing would have happened. */
export const unlessNothing: CarryOut['before'] = async (item, { body = {} }) =>
	await Promise.resolve(Object.keys(body).length > 0 ? undefined : item.check(NOTHING_TO_CHANGE));

/** A fault whose texts do not show a secret. */
function withoutSecret(fault: ServiceFault, secret: string): ServiceFault {
	const hide = (text: string): string =>
		text.replace(/[\w-]+/g, (word) => (word === secret ? '…' : word));
	const { said } = fault;
	return {
		...fault,
		message: hide(fault.message),
		description: hide(fault.description),
		...(said !== undefined && { said: hide(said) }),
	};
}

/** Changes one record by one request: its reply proves it, a refusal says no, and a lost answer leaves it open unless the record shows it. */
export function changeOne({
	isShown,
	what,
	cure,
	explain,
	output,
	before,
	concerns,
	finish,
	kind,
	look,
	seen,
	secret,
	...parts
}: ChangeOne): Operation {
	const notKnown = (request: RequestParts) => `It is not known whether ${what(request)}`;
	return declared(parts, {
		seen,
		before,
		concerns,
		finish,
		kind,
		look,
		judge: (item, request, body) =>
			isShown(item, request, body)
				? undefined
				: faultOfNoAnswer(body, notKnown(request), `The reply does not show it. ${cure}`),
		explain: async (item, request, given) => {
			const fault = secret ? withoutSecret(given, secret(request)) : given;
			return fault.outcome === 'rejected' && explain
				? await explain(item, request, fault)
				: withOpenOutcome(fault, notKnown(request), cure);
		},
		rows:
			output &&
			((reply, item, request) => [rowOf(output, reply, item, nameIn(parts.endpoint, request))]),
	});
}
