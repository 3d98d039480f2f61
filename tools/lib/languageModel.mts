import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

// A stand-in for a language model, so that the example with an agent works on this machine, without an account and the same each time.

/** A message of a conversation, in the form of the chat completions interface. */
interface ChatMessage {
	role: string;
	content: unknown;
}

/** A stand-in that runs. */
export interface LanguageModel {
	port: number;
	/** The base URL for a credential. */
	url: string;
	/** The conversations that it was asked to go on with, oldest first. */
	asked: ChatMessage[][];
	close(): Promise<void>;
}

/** The base URL of a model that listens at a port of this machine. */
export const modelUrlAt = (port: number): string => `http://127.0.0.1:${port}/v1`;

/** Where programs that run models on this machine speak the same interface. */
export const MODEL_URL = modelUrlAt(11_434);

const textOf = (content: unknown): string =>
	typeof content === 'string' ? content : JSON.stringify(content);

/** What it answers: it repeats the message and counts those before it, which shows what the agent remembers. Complaints it hands over. */
function answerTo(messages: ChatMessage[]): string {
	const users = messages.filter(({ role }) => role === 'user');
	const text = textOf(users.at(-1)?.content);
	if (/broken|complain/i.test(text)) return 'HUMAN';
	return `This is message ${users.length} of our conversation. You wrote: ${text}`;
}

/**
 * Starts the stand-in on loopback.
 * @param port where it listens; 0 for any that is free
 */
export async function startLanguageModel(port = 0): Promise<LanguageModel> {
	const asked: ChatMessage[][] = [];
	const server = createServer((request, response) => {
		void (async () => {
			const { messages = [], model } = (await json(request)) as {
				messages?: ChatMessage[];
				model?: string;
			};
			asked.push(messages);
			response.setHeader('content-type', 'application/json').end(
				JSON.stringify({
					id: `chatcmpl-${asked.length}`,
					object: 'chat.completion',
					created: Math.floor(Date.now() / 1000),
					model,
					choices: [
						{
							index: 0,
							message: { role: 'assistant', content: answerTo(messages) },
							finish_reason: 'stop',
						},
					],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
		})().catch(() => response.writeHead(400).end());
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const address = server.address() as AddressInfo;
	return {
		port: address.port,
		url: modelUrlAt(address.port),
		asked,
		close: async () =>
			await new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
