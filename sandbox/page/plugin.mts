import { readFile, readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

const FOLDER = new URL('./static/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
	'.css': 'text/css; charset=utf-8',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};
// Message texts are untrusted: even if one were taken for markup, the browser would run nothing of it and ask no other host.
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the sandbox's page: GET / and its scripts and styles under GET /_page/. Takes no options. */
export const pagePlugin: FastifyPluginAsync = async (app) => {
	const names = new Set(await readdir(FOLDER));

	/** Answers with a file of the folder; a name that the folder does not list (so any path, too) is refused with 404. */
	async function serve(name: string, reply: FastifyReply): Promise<FastifyReply> {
		if (!names.has(name)) return reply.code(404).send({ message: 'Not found' });
		return reply
			.header('content-type', TYPES[extname(name)] ?? 'application/octet-stream')
			.header('content-security-policy', POLICY)
			.header('x-content-type-options', 'nosniff')
			.header('referrer-policy', 'no-referrer')
			.header('cache-control', 'no-cache')
			.send(await readFile(new URL(name, FOLDER)));
	}

	app.get('/', (_request, reply) => serve('index.html', reply));
	app.get<{ Params: { file: string } }>('/_page/:file', (request, reply) =>
		serve(request.params.file, reply),
	);
};
