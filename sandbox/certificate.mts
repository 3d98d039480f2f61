import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** One DER element: tag, length, content. */
function der(tag: number, ...contents: Buffer[]): Buffer {
	const content = Buffer.concat(contents);
	const { length } = content;
	const size =
		length < 0x80
			? Buffer.from([length])
			: length < 0x100
				? Buffer.from([0x81, length])
				: Buffer.from([0x82, length >> 8, length & 0xff]);
	return Buffer.concat([Buffer.from([tag]), size, content]);
}

const SEQUENCE = 0x30;
/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
const ECDSA_SHA256 = der(SEQUENCE, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
/** commonName, 2.5.4.3. */
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));
/** subjectAltName, 2.5.29.17. */
const ALTERNATIVE_NAME = der(0x06, Buffer.from('551d11', 'hex'));

function utcTime(date: Date): Buffer {
	return der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}

function pem(label: string, content: Buffer): string {
	return `-----BEGIN ${label}-----\n${(content.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`;
}

/**
 * A key and a certificate for 127.0.0.1 that no authority signed, made anew at each call: a client that verifies
 * certificates must turn it down. Both in PEM form, valid for a day.
 */
export function selfSignedCertificate(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
	const name = der(
		SEQUENCE,
		der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from('127.0.0.1')))),
	);
	const serial = randomBytes(8);
	// Positive and without a leading zero octet, as DER wants it.
	serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
	const now = Date.now();
	const address = der(SEQUENCE, der(0x87, Buffer.from([127, 0, 0, 1])));
	const certificate = der(
		SEQUENCE,
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, serial),
		ECDSA_SHA256,
		name,
		der(SEQUENCE, utcTime(new Date(now - 3_600_000)), utcTime(new Date(now + 86_400_000))),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, der(SEQUENCE, der(SEQUENCE, ALTERNATIVE_NAME, der(0x04, address)))),
	);
	const signature = der(0x03, Buffer.from([0]), sign('sha256', certificate, privateKey));
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: pem('CERTIFICATE', der(SEQUENCE, certificate, ECDSA_SHA256, signature)),
	};
}
