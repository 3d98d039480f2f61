import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { failApi } from './replies.mts';

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.mjs': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml', '.png': 'image/png', '.json': 'application/json; charset=utf-8', '.ico': 'image/x-icon', '.woff2': 'font/woff2',
};

async function sendFile(root: string, name: string, reply: FastifyReply): Promise<unknown> {
	const path = normalize(join(root, name));
	const type = TYPES[extname(path)];
	if (!path.startsWith(root + sep) || type === undefined) return failApi(reply, 404, 'Not found');
	try {
		return await reply.header('content-type', type).header('cache-control', 'no-cache').send(await readFile(path));
	} catch {
		return failApi(reply, 404, 'Not found');
	}
}

/** The page at / and its files under /page/. */
export function registerPage(app: FastifyInstance, root: string): void {
	app.get('/', async (_request, reply) => sendFile(root, 'index.html', reply));
	app.get<{ Params: { '*': string } }>('/page/*', async (request, reply) => sendFile(root, request.params['*'], reply));
}
