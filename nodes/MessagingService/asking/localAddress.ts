import { accept, refuse, type Checked } from '../../shared/validation';

/** Names that no server of the internet answers for: without a dot, and under RFC 6761, 6762, 8375 and ICANN's `internal`. */
const LOCAL_NAME = /^[^.:[\]]+$|\.(?:localhost|local|internal|home\.arpa)$/;
/** This machine, private networks, and those of a link or a provider (RFC 1122, 1918, 3927, 6598). */
const LOCAL_V4 =
	/^(?=(?:\d+\.){3}\d+$)(?:(?:0|10|127)\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
/** The same in IPv6: unspecified, loopback, unique local (RFC 4193) and link-local (RFC 4291). */
const LOCAL_V6 = /^\[(?:::1?\]|f[cd]|fe[89ab])/;
/** An address of IPv4 within one of IPv6. */
const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** Whether only this machine or its own network knows a host, as a URL names it. */
function isLocal(host: string): boolean {
	const [, high, low] = MAPPED.exec(host) ?? [];
	if (high !== undefined && low !== undefined) {
		const bytes = [high, low].map((part) => parseInt(part, 16));
		return isLocal(bytes.flatMap((part) => [part >> 8, part & 255]).join('.'));
	}
	const name = host.replace(/\.$/, '');
	return LOCAL_NAME.test(name) || LOCAL_V4.test(name) || LOCAL_V6.test(name);
}

/** Refuses a link that a phone cannot open. The message with it would be paid for, and nobody could answer. */
export function checkReachable(link: string): Checked<string> {
	const { hostname, origin } = new URL(link);
	return isLocal(hostname)
		? refuse(
				'Text',
				`The link would lead to ${origin}, which a phone cannot open`,
				"Nothing was sent. Set n8n's WEBHOOK_URL to the address at which the internet reaches it. To send the link all the same, switch on Allow a Local Address under Options.",
			)
		: accept(link);
}
