import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

// E-mail that stays on this machine: what the example workflows send can be seen, and nothing leaves.

/** An e-mail that was handed in. */
export interface Mail {
	from: string;
	to: string[];
	subject: string;
	text: string;
	attachments: Array<{ name: string; content: Buffer }>;
}

export interface Mailbox {
	port: number;
	/** What has come, oldest first. */
	mails: Mail[];
	close(): Promise<void>;
}

interface Part {
	headers: Map<string, string>;
	body: string;
}

function partOf(source: string): Part {
	const end = source.indexOf('\r\n\r\n');
	const head = end < 0 ? source : source.slice(0, end);
	const headers = new Map<string, string>();
	for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
		const colon = line.indexOf(':');
		if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
	}
	return { headers, body: end < 0 ? '' : source.slice(end + 4) };
}

/** The parts of a message that are no containers. */
function leaves(part: Part): Part[] {
	const boundary = /boundary="?([^";]+)"?/.exec(part.headers.get('content-type') ?? '')?.[1];
	if (boundary === undefined) return [part];
	const pieces = part.body
		.split(`--${boundary}`)
		.slice(1)
		.filter((piece) => !piece.startsWith('--'));
	return pieces.flatMap((piece) => leaves(partOf(piece.replace(/^\r\n/, ''))));
}

function contentOf({ headers, body }: Part): Buffer {
	const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase();
	if (encoding === 'base64') return Buffer.from(body, 'base64');
	if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
	const plain = body
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	return Buffer.from(plain, 'latin1');
}

/** A header's words outside ASCII (RFC 2047). */
function decoded(value: string): string {
	return value
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
			kind.toLowerCase() === 'b'
				? Buffer.from(text, 'base64').toString('utf8')
				: Buffer.from(
						text
							.replace(/_/g, ' ')
							.replace(/=([0-9A-F]{2})/gi, (__, hex: string) =>
								String.fromCharCode(Number.parseInt(hex, 16)),
							),
						'latin1',
					).toString('utf8'),
		);
}

/** Takes a message as it goes over the wire (latin1, so that a character is a byte) and its envelope. */
export function readMail(source: string, from: string, to: string[]): Mail {
	const message = partOf(source);
	const parts = leaves(message);
	const nameOf = ({ headers }: Part): string | undefined =>
		/filename="?([^";]+)"?/.exec(headers.get('content-disposition') ?? '')?.[1];
	const text = parts.find((part) => nameOf(part) === undefined);
	return {
		from,
		to,
		subject: decoded(message.headers.get('subject') ?? ''),
		text: text === undefined ? '' : contentOf(text).toString('utf8').replace(/\r\n/g, '\n').trim(),
		attachments: parts.flatMap((part) => {
			const name = nameOf(part);
			return name === undefined ? [] : [{ name, content: contentOf(part) }];
		}),
	};
}

/** One connection of a client: commands line by line, a message up to the line with a dot. */
function talk(socket: Socket, onMail: (mail: Mail) => void): void {
	let rest = '';
	let data: string[] | undefined;
	let from = '';
	let to: string[] = [];
	const answer = (line: string): void => void socket.write(`${line}\r\n`);
	const address = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';
	const command = (line: string): void => {
		const verb = line.slice(0, 4).toUpperCase();
		if (verb === 'EHLO') answer('250-localhost\r\n250 8BITMIME');
		else if (verb === 'MAIL') {
			from = address(line);
			to = [];
			answer('250 OK');
		} else if (verb === 'RCPT') {
			to.push(address(line));
			answer('250 OK');
		} else if (verb === 'DATA') {
			data = [];
			answer('354 End with a dot');
		} else if (verb === 'QUIT') {
			answer('221 Bye');
			socket.end();
		} else answer(['HELO', 'RSET', 'NOOP'].includes(verb) ? '250 OK' : '502 Not implemented');
	};
	socket.setEncoding('latin1');
	// A client that goes away in the middle is none of our business.
	socket.on('error', () => socket.destroy());
	socket.on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\r\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			if (data === undefined) command(line);
			else if (line === '.') {
				onMail(readMail(data.join('\r\n'), from, to));
				data = undefined;
				answer('250 OK');
			} else data.push(line.startsWith('.') ? line.slice(1) : line);
		}
	});
	answer('220 localhost');
}

/**
 * Starts an SMTP server on loopback that keeps what it is given.
 * @param onMail is told each e-mail as it comes
 */
export async function startMailbox(
	onMail: (mail: Mail) => void = () => undefined,
): Promise<Mailbox> {
	const mails: Mail[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		talk(socket, (mail) => {
			mails.push(mail);
			onMail(mail);
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		mails,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
