import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

// E-mail that stays on this machine: what the example workflows send can be seen, and nothing leaves.

/** An e-mail that was handed in. */
export interface Mail {
	from: string;
	to: string[];
	subject: string;
	text: string;
	attachments: Array<{ name: string; content: Buffer }>;
}

/** A running mail server. */
export interface Mailbox {
	port: number;
	/** What has come, oldest first. */
	mails: Mail[];
	close(): Promise<void>;
}

/**
 * Reads a message as it came over the wire.
 * @param source the whole message, headers and body
 * @param from the sender of the envelope
 * @param to the recipients of the envelope
 */
export async function readMail(source: Buffer, from: string, to: string[]): Promise<Mail> {
	const { subject, text, html, attachments } = await PostalMime.parse(source, {
		attachmentEncoding: 'arraybuffer',
	});
	return {
		from,
		to,
		subject: subject ?? '',
		text: (text ?? html ?? '').replaceAll('\r\n', '\n').trim(),
		attachments: attachments.map(({ filename, content }) => ({
			name: filename ?? '',
			content: Buffer.from(typeof content === 'string' ? content : new Uint8Array(content)),
		})),
	};
}

/**
 * Starts an SMTP server on loopback that keeps what it is given.
 * @param onMail is told each e-mail as it comes
 * @param port where it listens; 0 for any that is free
 */
export async function startMailbox(
	onMail: (mail: Mail) => void = () => undefined,
	port = 0,
): Promise<Mailbox> {
	const mails: Mail[] = [];
	const server = new SMTPServer({
		// The mailbox is for programs on this machine only, so it asks for neither a login nor encryption.
		disabledCommands: ['AUTH', 'STARTTLS'],
		disableReverseLookup: true,
		closeTimeout: 100,
		onData(stream, { envelope }, accept) {
			const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
			const to = envelope.rcptTo.map(({ address }) => address);
			buffer(stream)
				.then(async (source) => await readMail(source, from, to))
				.then((mail) => {
					mails.push(mail);
					onMail(mail);
					accept();
				}, accept);
		},
	});
	// A client that goes away in the middle is none of our business.
	server.on('error', () => undefined);
	const listener = server.listen(port, '127.0.0.1');
	await new Promise<void>((resolve, reject) => {
		listener.once('listening', resolve);
		listener.once('error', reject);
	});
	return {
		port: (listener.address() as AddressInfo).port,
		mails,
		close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
	};
}
