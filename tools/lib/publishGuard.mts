import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { root, run } from './shell.mts';

/**
 * Tries to publish the built package by hand, with a registry on this machine that takes everything.
 * @param args what is given to `npm publish` besides
 * @returns what is wrong: that the package arrived, or that npm gave another reason than expected
 */
export async function publishByHand(
	args: string[],
	expected = /EPRIVATE/,
): Promise<string | undefined> {
	let arrived = 0;
	const registry = createServer((request, response) => {
		if (request.method === 'PUT') arrived += 1;
		request.resume();
		response
			.writeHead(request.method === 'PUT' ? 201 : 404, { 'content-type': 'application/json' })
			.end('{}');
	});
	await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
	const place = `127.0.0.1:${(registry.address() as AddressInfo).port}/`;
	// A person's machine: nothing of a workflow's environment.
	const env = { PATH: process.env.PATH, HOME: process.env.HOME };
	const { code, stdout, stderr } = await run(
		'npm',
		['publish', `--registry=http://${place}`, `--//${place}:_authToken=none`, ...args],
		{ cwd: root(), env, timeoutMs: 120_000 },
	);
	await new Promise((resolve) => registry.close(resolve));
	const said = stdout + stderr;
	if (arrived > 0) return `  the package was published: npm publish ${args.join(' ')}`;
	return code !== 0 && expected.test(said)
		? undefined
		: `  npm publish ended with code ${code}:\n${said.slice(-1000)}`;
}

/** What of package.json says who publishes. */
export interface Manifest {
	author?: { name?: string };
	repository?: { url?: string };
	homepage?: string;
}

/** The fields of package.json that still hold what stands there until somebody publishes under a name of their own. */
export function placeholdersIn({ author, repository, homepage }: Manifest): string[] {
	const isOpen = (address = ''): boolean => address.includes('/n8n-nodes-messaging-service/');
	return [
		...(author?.name === 'Maintainers' ? ['author'] : []),
		...(isOpen(repository?.url) ? ['repository'] : []),
		...(isOpen(homepage) ? ['homepage'] : []),
	];
}
