import type { preHandlerAsyncHookHandler } from 'fastify';
import { failApi } from '../http/answers.mts';
import { isObject } from '../judge/values.mts';

const LOCAL_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
const LOCAL_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;

/** Keeps everyone but this machine, and every page of another site, away from the control interface. */
export const guard: preHandlerAsyncHookHandler = async (request, reply) => {
	const refuse = (status: number, message: string): unknown =>
		reply.code(status).send(failApi(status, message).body);
	const host = (request.headers.host ?? '').replace(/:\d+$/, '');
	const address = request.raw.socket.remoteAddress ?? '';
	// A foreign page could have its own name point to this machine; the Host header gives it away.
	if (!LOCAL_NAMES.includes(host) || !LOCAL_ADDRESS.test(address))
		return refuse(403, 'the control interface answers on loopback only');
	// A browser names the page that sends, and asks nobody first where nothing is in the body.
	const { origin } = request.headers;
	if (origin !== undefined && origin !== `http://${request.headers.host}`)
		return refuse(403, 'the control interface answers no other page than its own');
	if (request.method !== 'POST' || request.rawText === '') return undefined;
	// A form of a foreign page cannot send this type without the browser asking first.
	const type = request.headers['content-type'] ?? '';
	if (!type.startsWith('application/json')) return refuse(415, 'send application/json');
	if (!isObject(request.body)) return refuse(400, 'send a JSON object');
	return undefined;
};
