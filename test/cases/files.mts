import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { RESOURCES } from '../../nodes/MessagingService/resources/index.ts';
import { root } from '../../tools/lib/shell.mts';

/** The file of an operation's cases, from the repository's root. `id` is `resource.operation`. */
const fileOf = (id: string): string => `test/cases/${id.replace('.', '/')}.mts`;

/** The whole path of an operation's cases. */
export const pathOf = (id: string): string => path.join(root(), fileOf(id));

const operations = (): string[] =>
	RESOURCES.flatMap(({ option: resource, operations: own }) =>
		own.map(({ option }) => `${resource.value}.${option.value}`),
	);

/** What is wrong with the files of cases, in a sentence each that says what to do: an operation without one, one without an operation. */
export function faultsOfFiles(): string[] {
	const known = operations();
	const folder = path.join(root(), 'test', 'cases');
	const present = readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.flatMap(({ name }) =>
			readdirSync(path.join(folder, name)).map((file) => `${name}.${path.parse(file).name}`),
		);
	return [
		...known
			.filter((id) => !existsSync(pathOf(id)))
			.map((id) => `Write ${fileOf(id)}, by the example of test/cases/contact/update.mts.`),
		...present
			.filter((id) => !known.includes(id))
			.map((id) => `Delete ${fileOf(id)}: the node has no such operation.`),
	];
}
