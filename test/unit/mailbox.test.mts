import { connect } from 'node:net';
import { startMailbox, type Mailbox } from '../../tools/lib/mailbox.mts';

let mailbox: Mailbox;

afterEach(async () => await mailbox.close());

/** Speaks SMTP as a mail client would: one command after each answer. */
async function send(commands: string[]): Promise<void> {
	const socket = connect(mailbox.port, '127.0.0.1').setEncoding('utf8');
	for await (const answer of socket) {
		// An answer of several lines ends with the line that has a blank after its code.
		if (!/^\d{3} .*\r\n$/m.test(String(answer))) continue;
		const command = commands.shift();
		if (command === undefined) break;
		socket.write(`${command}\r\n`);
	}
}

it('keeps an e-mail with its words, its text and its attachment', async () => {
	const heard: string[] = [];
	mailbox = await startMailbox(({ subject }) => heard.push(subject));
	const message = [
		'Subject: =?utf-8?B?R3LDvMOfZQ==?= for Taras',
		'MIME-Version: 1.0',
		'Content-Type: multipart/mixed; boundary="edge"',
		'',
		'--edge',
		'Content-Type: text/plain; charset=utf-8',
		'Content-Transfer-Encoding: quoted-printable',
		'',
		'H=C3=A4llo',
		'..dot',
		'--edge',
		'Content-Disposition: attachment; filename="report.bin"',
		'Content-Transfer-Encoding: base64',
		'',
		'AAEC/w==',
		'--edge--',
		'.',
	].join('\r\n');
	await send([
		'EHLO localhost',
		'MAIL FROM:<shop@example.com>',
		'RCPT TO:<mia@example.com>',
		'RCPT TO:<noah@example.com>',
		'DATA',
		message,
		'QUIT',
	]);
	expect(mailbox.mails).toEqual([
		{
			from: 'shop@example.com',
			to: ['mia@example.com', 'noah@example.com'],
			subject: 'Grüße for Taras',
			text: 'Hällo\n.dot',
			attachments: [{ name: 'report.bin', content: Buffer.from([0, 1, 2, 255]) }],
		},
	]);
	expect(heard).toEqual(['Grüße for Taras']);
});
