import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { types } from 'node:util';
import 'reflect-metadata';

/**
 * The environment n8n-core reads when it is first asked for a setting. This module is imported before n8n-core.
 * It holds the folder of this process's n8n: encryption key file, binary data.
 */
export const n8nHome = mkdtempSync(path.join(tmpdir(), 'messaging-engine-'));

process.env.N8N_USER_FOLDER = n8nHome;
process.env.N8N_ENCRYPTION_KEY ??= 'engine-harness-encryption-key';
process.env.N8N_DEFAULT_BINARY_DATA_MODE ??= 'filesystem';
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
process.env.N8N_SKIP_RESPONSE_COMPRESSION ??= 'true';
process.env.GENERIC_TIMEZONE ??= 'UTC';

const remove = (): void => rmSync(n8nHome, { recursive: true, force: true });
// Under jest, a test file's \`process\` is a copy that hears no exit.
if (typeof afterAll === 'function') afterAll(remove);
else process.once('exit', remove);

/**
 * Jest runs tests in a realm of its own, where an error of Node's core is no `instanceof Error`. n8n has one realm only, so
 * without this, code under test would take other paths here than there.
 */
export function acceptErrorsOfEveryRealm(): void {
	const ordinary = Function.prototype[Symbol.hasInstance];
	const base = Error;
	if (Object.hasOwn(base, Symbol.hasInstance)) return;
	Object.defineProperty(base, Symbol.hasInstance, {
		configurable: true,
		value(this: unknown, value: unknown): boolean {
			return ordinary.call(this, value) || (this === base && types.isNativeError(value));
		},
	});
}
acceptErrorsOfEveryRealm();
