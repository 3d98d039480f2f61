import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodePropertyRouting,
	INodeTypeDescription,
} from 'n8n-workflow';

import { sendParameters } from './sendParameters.mts';

/** Where a parameter of a request stands. */
export type Place = 'path' | 'query' | 'body' | 'header';

/** One parameter that an operation sends. */
export interface SentParameter {
	place: Place;
	/** What the service calls it, such as `filter[sender]`. */
	name: string;
	/** The field of the form, with the groups that hold it; undefined for a fixed part of the request. */
	field?: string;
	/** The value of a fixed part. */
	value?: string;
}

/** One operation and the endpoint that it calls. */
export interface EndpointRow {
	/** Section of the specification, or 'extension'. */
	section: string;
	/** Method and path; undefined where the operation declares none. */
	endpoint: string | undefined;
	/** As `resource.operation`, in the values that workflows store. */
	id: string;
	/** As the form names it: "SMS: Get". */
	operation: string;
	parameters: SentParameter[];
}

/** A preSend function that puts its field's value into a place that n8n's `send` has no word for, such as the path. */
interface PlacingFunction {
	place?: { in?: string; name?: string };
}

type Option = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Endpoints of the specification that have a section of their own, by operation where several share an endpoint. */
const SECTIONS: Record<string, string> = {
	'sms.get': '4.3',
	'sms.getByReference': '4.4',
	'bulkTask.get': '4.5',
	'sms.send': '4.6 phone',
	'sms.sendAndWait': '4.6 phone',
	'sms.sendBulk': '4.6 phones',
	'sms.sendIndividual': '4.6 individual',
	'POST /api/campaigns/sms/send': '4.7',
	'POST /api/campaigns/sms/send-individual': '4.8',
	'POST /api/campaigns/sms/send-groups': '4.9',
	'GET /api/campaign': '4.10',
	'PUT /api/campaigns/{id}/stop': '4.11',
	'PUT /api/campaigns/{id}/renew': '4.12',
	'GET /api/senders/requests/sms': '4.13',
	'POST /api/senders/requests/legal': '4.14',
	'PUT /api/contacts/{id}': '4.15',
	'GET /rest/stat/file/id/{file_key}/format/{file_format}': '4.16',
	'sms.waitForDelivery': '4.3, 4.4',
};

/** The requests that the credential makes (specification 4.1 and 4.2). */
const CREDENTIAL: EndpointRow[] = [
	{
		section: '4.1',
		endpoint: 'POST /api/auth/login',
		id: 'credential.login',
		operation: 'Credential: login',
		parameters: [{ place: 'body', name: 'api_key', field: 'API Key' }],
	},
	{
		section: '4.2',
		endpoint: 'POST /api/auth/refresh',
		id: 'credential.refresh',
		operation: 'Credential: refresh',
		parameters: [],
	},
];

function isProperty(option: Option): option is INodeProperties {
	return 'type' in option && 'displayName' in option;
}

function isGroup(option: Option): option is INodePropertyCollection {
	return 'values' in option;
}

function optionsOf(property: INodeProperties): INodePropertyOptions[] {
	return ((property.options ?? []) as Option[]).filter(
		(option): option is INodePropertyOptions => !isProperty(option) && 'value' in option,
	);
}

/** Whether the form of an operation can show the property. */
function belongsTo(property: INodeProperties, resource: string, operation: string): boolean {
	const show = property.displayOptions?.show;
	return Boolean(
		property.name !== 'resource' &&
			property.name !== 'operation' &&
			show?.resource?.includes(resource) &&
			(show.operation === undefined || show.operation.includes(operation)),
	);
}

/** What one routing sends: by n8n's `send`, and by preSend functions that say which place they fill. */
function sentBy(
	routing: INodePropertyRouting | undefined,
	{ name, field }: { name: string; field: string },
): SentParameter[] {
	const { send } = routing ?? {};
	const sent: SentParameter[] = [];
	if (send?.property !== undefined || send?.type !== undefined)
		sent.push({
			place: send.type === 'query' ? 'query' : 'body',
			name: send.property ?? name,
			field,
		});
	for (const step of send?.preSend ?? []) {
		const { place } = step as PlacingFunction;
		if (place?.in !== undefined)
			sent.push({ place: place.in as Place, name: place.name ?? name, field });
	}
	return sent;
}

/** The fixed parts of a request: what stands in `body`, `qs` and `headers` without a field. */
function fixedParts(routing: INodePropertyRouting | undefined): SentParameter[] {
	const { request } = routing ?? {};
	const of = (place: Place, values: unknown): SentParameter[] =>
		typeof values === 'object' && values !== null
			? Object.entries(values as IDataObject).map(([name, value]) => ({
					place,
					name,
					value: typeof value === 'string' ? value : JSON.stringify(value),
				}))
			: [];
	return [
		...of('query', request?.qs),
		...of('body', request?.body),
		...of('header', request?.headers),
	];
}

/** All that a field sends: itself, each of its choices, and the fields within it. */
function parametersOf(property: INodeProperties, within = ''): SentParameter[] {
	const field = `${within}${property.displayName}`;
	const options = (property.options ?? []) as Option[];
	const here = { name: property.name, field };
	return [
		...sentBy(property.routing, here),
		...fixedParts(property.routing),
		...optionsOf(property).flatMap(({ routing }) => [
			...sentBy(routing, here),
			...fixedParts(routing),
		]),
		...options.filter(isProperty).flatMap((option) => parametersOf(option, `${field} → `)),
		...options
			.filter(isGroup)
			.flatMap((group) => [...group.values.flatMap((value) => parametersOf(value, `${field} → `))]),
	];
}

/** Each parameter once, although several fields (for example, two ways to name the same thing) may send it. */
function merged(parameters: SentParameter[]): SentParameter[] {
	const found = new Map<string, SentParameter>();
	for (const parameter of parameters) {
		const key = `${parameter.place} ${parameter.name}`;
		const known = found.get(key);
		if (!known) {
			found.set(key, { ...parameter });
			continue;
		}
		const fields = new Set([known.field, parameter.field].filter((field) => field !== undefined));
		if (fields.size > 0) known.field = [...fields].join(', ');
	}
	return [...found.values()];
}

/**
 * Reads the declarations of the action node.
 * @param description the description of the built node, or of its source
 * @returns a row for each operation and for each request of the credential, in the order of the specification
 */
export function endpointRows(description: INodeTypeDescription): EndpointRow[] {
	const rows: EndpointRow[] = [...CREDENTIAL];
	const resources = description.properties.find(({ name }) => name === 'resource');
	for (const resource of resources ? optionsOf(resources) : []) {
		const shown = String(resource.value);
		const operations = description.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(shown),
		);
		for (const option of operations ? optionsOf(operations) : []) {
			const id = `${shown}.${String(option.value)}`;
			const { method = 'GET', url } = option.routing?.request ?? {};
			const endpoint = url ? `${method} ${url.replace(/^=/, '')}` : undefined;
			const fields = description.properties.filter((property) =>
				belongsTo(property, shown, String(option.value)),
			);
			rows.push({
				section: SECTIONS[id] ?? SECTIONS[endpoint ?? ''] ?? 'extension',
				endpoint,
				id,
				operation: `${resource.name}: ${option.name}`,
				parameters: merged([
					...sendParameters(id),
					...fixedParts(option.routing),
					...sentBy(option.routing, { name: '', field: '' }),
					...fields.flatMap((field) => parametersOf(field)),
				]),
			});
		}
	}
	const order = ({ section }: EndpointRow): number =>
		section === 'extension' ? 99 : Number(section.split(/[ ,]/)[0]?.split('.')[1] ?? 98);
	return rows.sort((one, other) => order(one) - order(other));
}

function cell(text: string): string {
	return text.replace(/\|/g, '\\|');
}

function parameterText({ place, name, field, value }: SentParameter): string {
	const target = `\`${cell(name)}\` (${place})`;
	if (field !== undefined && field !== '') return `${cell(field)}: ${target}`;
	return value === undefined || value === '' ? target : `always ${target} = \`${cell(value)}\``;
}

/** The page of endpoints: which operation calls which endpoint, and where each field goes. @param description the action node's */
export function endpointsPage(description: INodeTypeDescription): string {
	const lines = [
		'# Endpoints',
		'',
		'Each endpoint of the interface specification is called by an operation or by the credential, and each of its parameters is sent; a test compares the two. (`npm run docs` makes this page.)',
		'',
		'The last column says where each field of the form goes: into the path, the query or the body of the request. Where it is empty, the request has no field of the form, or code makes it: [the pages of the resources](resources/README.md) have all fields. An *extension* goes beyond the specification.',
		'',
		'| Section | Endpoint | Operation | Fields and where they go |',
		'|---|---|---|---|',
	];
	for (const { section, endpoint, operation, parameters } of endpointRows(description))
		lines.push(
			`| ${section === 'extension' ? '*extension*' : section} | ${endpoint === undefined ? 'none: it asks the service for nothing' : `\`${endpoint}\``} | ${operation} | ${parameters.map(parameterText).join('<br>')} |`,
		);
	return `${lines.join('\n')}\n`;
}
