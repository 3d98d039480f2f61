import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * The floors of the house, from the ground up: a file imports only from its own folder and from floors below it. Within
 * `nodes/shared`, what stands beside each other in one line must not need each other.
 */
const FLOORS: readonly (readonly string[])[] = [
	['nodes/shared/json.ts', 'nodes/shared/recent.ts', 'nodes/shared/url.ts'],
	[
		'nodes/shared/checked.ts',
		'nodes/shared/description.ts',
		'nodes/shared/spec',
		'nodes/shared/pool.ts',
		'nodes/shared/streams.ts',
	],
	['nodes/shared/text'],
	['nodes/shared/time'],
	['nodes/shared/numbers'],
	['nodes/shared/errors', 'nodes/shared/validation'],
	['nodes/shared/reply'],
	['nodes/shared/auth'],
	['nodes/shared/transport'],
	['nodes/shared/service'],
	['nodes/MessagingService/dispatch'],
	['nodes/MessagingService/listing'],
	['nodes/MessagingService/contacts'],
	['nodes/MessagingService/sending'],
	['nodes/MessagingService/asking'],
	['nodes/MessagingService/resources', 'nodes/MessagingService/methods'],
	[
		'nodes/MessagingService/MessagingService.node.ts',
		'nodes/MessagingServiceTrigger',
		'credentials',
	],
];

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true })
		.map((file) => `${folder}/${String(file).split(path.sep).join('/')}`)
		.filter((file) => file.endsWith('.ts')),
);

/** The room that a file belongs to, and the floor of that room, counted from the ground. */
function placeOf(file: string): { room: string; floor: number } {
	for (const [floor, rooms] of FLOORS.entries()) {
		const room = rooms.find((one) => file === one || file.startsWith(`${one}/`));
		if (room !== undefined) return { room, floor };
	}
	throw new Error(`${file} stands on no floor of the house`);
}

/** The files of ours that a file imports. */
function importsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
	return importedFiles.flatMap(({ fileName }) => {
		if (!fileName.startsWith('.')) return [];
		const target = path.posix.join(path.posix.dirname(file), fileName);
		const found = [`${target}.ts`, `${target}/index.ts`].find((one) => files.includes(one));
		if (found === undefined) throw new Error(`${file} imports ${fileName}, which is not there`);
		return [found];
	});
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

test('no import leads upward', () => {
	const upward = files.flatMap((file) => {
		const from = placeOf(file);
		return (imports.get(file) ?? [])
			.map((target) => ({ target, ...placeOf(target) }))
			.filter(({ room, floor }) => room !== from.room && floor >= from.floor)
			.map(({ target }) => `${file} imports ${target}`);
	});
	expect(files.length).toBeGreaterThan(100);
	expect(upward).toEqual([]);
});

test('no file imports itself by way of others', () => {
	const cycles: string[] = [];
	const done = new Set<string>();
	const visit = (file: string, way: readonly string[]): void => {
		if (way.includes(file)) {
			cycles.push([...way.slice(way.indexOf(file)), file].join(' > '));
			return;
		}
		if (done.has(file)) return;
		for (const target of imports.get(file) ?? []) visit(target, [...way, file]);
		done.add(file);
	};
	for (const file of files) visit(file, []);
	expect(cycles).toEqual([]);
});

test('paths of the service stand in one module', () => {
	const home = 'nodes/shared/spec/endpoints.ts';
	const elsewhere = files.filter(
		(file) => file !== home && /['"`]\/(?:rest|api)\/[a-z]/.test(readFileSync(file, 'utf8')),
	);
	expect(elsewhere).toEqual([]);
});
