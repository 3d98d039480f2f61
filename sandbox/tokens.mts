import { createHmac } from 'node:crypto';
import type { Clock } from './clock.mts';
import type { Random } from './random.mts';
import type { SandboxConfig } from './types.mts';

interface Issued {
	key: string;
	expiresMs: number;
}

function part(value: unknown): string {
	return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Issues and checks bearer tokens: JWT (HS256) with iat and exp. */
export class TokenBox {
	private readonly issued = new Map<string, Issued>();
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
	issue(key: string, random: Random): string {
		const now = this.clock.ms();
		const iat = Math.floor(now / 1000);
		const exp = iat + this.config.tokens.ttlSeconds;
		if (this.config.tokens.singleActive)
			for (const [token, record] of this.issued) if (record.key === key) this.issued.delete(token);
		const head = `${part({ typ: 'JWT', alg: 'HS256' })}.${part({ iss: 'sandbox', iat, exp, jti: random.hex(16) })}`;
		const token = `${head}.${createHmac('sha256', this.secret).update(head).digest('base64url')}`;
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
