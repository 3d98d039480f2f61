import { option } from '../support/options.mts';

/** The defaults that n8n 3 changes and that n8n 2.41 knows already (n8n's list of breaking changes). */
const CHANGED_DEFAULTS = {
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	N8N_COMPRESSION_NODE_MAX_DECOMPRESSED_SIZE_BYTES: String(256 * 1024 * 1024),
	N8N_COMPRESSION_NODE_MAX_ZIP_ENTRIES: '1000',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	// Shared addresses and those of the way to IPv6 are new on the list.
	N8N_SSRF_BLOCKED_IP_RANGES: 'default,100.64.0.0/10,64:ff9b::/96,2002::/16,2001::/32',
};

/** Where n8n 3 may keep files: never in memory. */
const BINARY_MODES = ['filesystem', 'database'] as const;

/** The settings of an n8n 2.41 that behaves as n8n 3 does, as far as it can. */
const v3Settings = (binary: (typeof BINARY_MODES)[number]): Record<string, string> => ({
	...CHANGED_DEFAULTS,
	N8N_DEFAULT_BINARY_DATA_MODE: binary,
	// The protection lets the sandbox through.
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
});

/** What the end-to-end tests set besides with `--v3-settings filesystem` or `--v3-settings database`. */
export function settingsAsked(): Record<string, string> {
	const asked = option('v3-settings');
	const binary = BINARY_MODES.find((mode) => mode === asked);
	if (asked !== undefined && binary === undefined)
		throw new Error(`--v3-settings takes ${BINARY_MODES.join(' or ')}.`);
	return binary ? v3Settings(binary) : {};
}
