import { generate } from 'selfsigned';

const DAY = 86_400_000;

/**
 * Makes a key and a certificate for 127.0.0.1, and for other hosts by name, that no authority signed, anew at each call: a client that
 * verifies certificates must turn it down unless it is told to trust it. Both come in PEM form and are valid for a day.
 */
export async function selfSignedCertificate(
	hosts: readonly string[] = [],
): Promise<{ key: string; cert: string }> {
	const now = Date.now();
	const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
		keyType: 'ec',
		algorithm: 'sha256',
		// The machines of a test need not agree on the second.
		notBeforeDate: new Date(now - DAY / 24),
		notAfterDate: new Date(now + DAY),
		extensions: [
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 7, ip: '127.0.0.1' },
					...hosts.map((value) => ({ type: 2 as const, value })),
				],
			},
		],
	});
	return { key: made.private, cert: made.cert };
}
