import { createHmac } from 'node:crypto';
import type { Clock } from './clock.mts';
import type { Random } from './random.mts';
import type { SandboxConfig } from './types.mts';

/** What a token that was issued stands for. */
interface Issued {
	key: string;
	expiresMs: number;
}

/** A part of a token: JSON in the alphabet of URLs. */
function encoded(value: unknown): string {
	return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Issues and checks bearer tokens: JWT (HS256) with iat and exp. */
export class TokenBox {
	/** The tokens in force, and those that have expired. */
	private readonly issued = new Map<string, Issued>();
	/** Every token that was ever issued, until the sandbox ends. */
	private readonly ever = new Set<string>();
	private readonly secret: string;

	constructor(
		private readonly clock: Clock,
		random: Random,
		private readonly config: SandboxConfig,
	) {
		this.secret = random.hex(64);
	}

	/** A new token for the key; in single-active mode the earlier ones end. */
	issue(key: string): string {
		const now = this.clock.ms();
		const iat = Math.floor(now / 1000);
		const exp = iat + this.config.tokens.ttlSeconds;
		if (this.config.tokens.singleActive)
			for (const [token, record] of this.issued) if (record.key === key) this.issued.delete(token);
		const header = encoded({ typ: 'JWT', alg: 'HS256' });
		// Drawn at random, it would give the messages after a new token other IDs.
		const jti = createHmac('sha256', this.secret).update(String(this.ever.size)).digest('hex');
		const claims = encoded({ iss: 'sandbox', iat, exp, jti: jti.slice(0, 32) });
		const signed = `${header}.${claims}`;
		const signature = createHmac('sha256', this.secret).update(signed).digest('base64url');
		const token = `${signed}.${signature}`;
		this.issued.set(token, { key, expiresMs: exp * 1000 });
		this.ever.add(token);
		return token;
	}

	/** The key a token stands for; undefined when it is unknown, ended or expired. */
	keyOf(token: string, graceSeconds = 0): string | undefined {
		const record = this.issued.get(token);
		if (!record || record.expiresMs + graceSeconds * 1000 <= this.clock.ms()) return undefined;
		return record.key;
	}

	/** Every token ever issued, those that have ended too; for tests that search for leaks. */
	all(): string[] {
		return [...this.ever];
	}

	/** Ends all tokens. */
	revokeAll(): void {
		this.issued.clear();
	}
}
