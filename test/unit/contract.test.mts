import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node.ts';

/**
 * Saved workflows hold parameter names and values, so these are a contract. contract.json is what has been published;
 * a name or value that disappears or changes its type breaks someone's workflow. So does a changed default, because n8n's
 * editor leaves out what equals it, and a parameter that is no longer shown, because n8n drops what is hidden.
 * Additions are recorded with UPDATE_CONTRACT=1, which never removes a line.
 */
const FILE = path.resolve('test/unit/contract.json');

type AnyOption = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Every case in which a property is shown, each a line: another value of a condition adds lines, another condition changes them all. */
function casesOf(show: Record<string, unknown[] | undefined>): string[] {
	return Object.entries(show)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.reduce<string[]>(
			(cases, [name, values]) =>
				cases.flatMap((one) =>
					(values ?? []).map(
						(value) => `${one}${one === '' ? ' if' : ','} ${name} is ${JSON.stringify(value)}`,
					),
				),
			[''],
		);
}

function linesOf(property: INodeProperties, prefix: string): string[] {
	const { show = {}, hide } = property.displayOptions ?? {};
	const { resource, operation, ...rest } = show;
	const owned = resource !== undefined && prefix === '';
	const owner = owned
		? `${resource.join('+')}${operation ? `.${operation.join('+')}` : ''}.`
		: prefix;
	const name = `${owner}${property.name}`;
	const hidden = hide ? ` unless ${JSON.stringify(hide)}` : '';
	const lines = [
		`${name}: ${property.type}`,
		...casesOf(owned ? rest : show).map(
			(shown) => `${name} defaults to ${JSON.stringify(property.default)}${shown}${hidden}`,
		),
	];
	for (const option of (property.options ?? []) as AnyOption[]) {
		if ('value' in option) lines.push(`${name} = ${JSON.stringify(option.value)}`);
		else if ('values' in option)
			for (const value of option.values) lines.push(...linesOf(value, `${name}.${option.name}.`));
		else lines.push(...linesOf(option, `${name}.`));
	}
	for (const mode of property.modes ?? []) lines.push(`${name} @ ${mode.name}`);
	return lines;
}

function contractOf({
	name,
	version,
	outputNames,
	properties,
	credentials,
}: INodeTypeDescription): string[] {
	return [
		`${name} version ${JSON.stringify(version)}`,
		...(credentials ?? []).map((credential) => `${name} credential ${credential.name}`),
		...(outputNames ?? []).map((output) => `${name} output ${output}`),
		...properties.flatMap((property) => linesOf(property, '').map((line) => `${name} ${line}`)),
	];
}

function present(): string[] {
	const credential = new MessagingServiceApi();
	return [
		...new Set([
			...contractOf(new MessagingService().description),
			...contractOf(new MessagingServiceTrigger().description),
			...credential.properties.flatMap((property) =>
				linesOf(property, '').map((line) => `${credential.name} ${line}`),
			),
		]),
	].sort();
}

function published(): string[] {
	return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as string[]) : [];
}

beforeAll(() => {
	if (process.env.UPDATE_CONTRACT === '1')
		writeFileSync(
			FILE,
			`${JSON.stringify([...new Set([...published(), ...present()])].sort(), null, '\t')}\n`,
		);
});

test('keeps every stored name, value and default that was published, and shows each where it was shown', () => {
	const now = new Set(present());
	expect(published().filter((line) => !now.has(line))).toEqual([]);
});

test('records every stored name, value and default', () => {
	const known = new Set(published());
	expect(known.size).toBeGreaterThan(100);
	expect(present().filter((line) => !known.has(line))).toEqual([]);
});
