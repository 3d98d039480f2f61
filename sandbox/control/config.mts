import { isObject } from '../judge/values.mts';
import { wrongDialect } from '../settings.mts';
import type { SandboxConfig } from '../types.mts';

/** What is wrong with a change of the settings; undefined when nothing is. */
function wrongSetting(config: SandboxConfig, change: Record<string, unknown>): string | undefined {
	const current = new Map<string, unknown>(Object.entries(config));
	for (const [name, value] of Object.entries(change)) {
		if (!current.has(name)) return `unknown setting ${name}`;
		const type = typeof current.get(name);
		if (typeof value !== type) return `setting ${name} must be a ${type}`;
		const wrong = name === 'dialect' && isObject(value) ? wrongDialect(value) : undefined;
		if (wrong !== undefined) return wrong;
	}
	return undefined;
}

/**
 * Applies a change to a part of the settings, unless something is wrong with it.
 * @returns what is wrong; undefined when the change was applied
 */
export function applyConfig(
	config: SandboxConfig,
	change: Record<string, unknown>,
): string | undefined {
	const wrong = wrongSetting(config, change);
	if (wrong !== undefined) return wrong;
	const { dialect, tokens, ...rest } = change;
	Object.assign(config.dialect, dialect);
	Object.assign(config.tokens, tokens);
	Object.assign(config, rest);
	return undefined;
}
