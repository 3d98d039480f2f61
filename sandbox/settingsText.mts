import type { Setting } from './setting.mts';
import { SETTINGS, wrongDialect, type Dialect } from './settings.mts';

// The table of settings in words: for the documentation, and for the command line.

function written(value: unknown): string {
	return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** The values of a setting in words, the default first. */
function valuesOf(setting: Setting<unknown>): string {
	const isList = setting.allowed === setting.values.map(String).join(', ');
	return isList
		? setting.values.map(written).join(', ')
		: `${written(setting.values[0])}; ${setting.allowed}`;
}

/** The settings as a table in Markdown. */
export function settingsTable(): string {
	const rows = Object.entries(SETTINGS).map(
		([name, setting]) =>
			`| \`${name}\` | ${valuesOf(setting)} | ${setting.meaning} | ${setting.section} | ${setting.kind} | ${setting.basis} |`,
	);
	return [
		'| Setting | Values | Meaning | Section | Kind | From |',
		'|---|---|---|---|---|---|',
		...rows,
	].join('\n');
}

/** The settings as lines for a terminal. */
export function settingsText(): string {
	return Object.entries(SETTINGS)
		.map(([name, setting]) => `  ${name}  ${valuesOf(setting).replaceAll('`', '')}`)
		.join('\n');
}

/**
 * Reads settings of the command line, each written name=value; what is no JSON is a text.
 * @throws RangeError for a setting that there is not, or a value that it does not take
 */
export function readSettings(texts: readonly string[]): Partial<Dialect> {
	const read: Record<string, unknown> = {};
	for (const text of texts) {
		const [name = '', ...rest] = text.split('=');
		const value = rest.join('=');
		try {
			read[name] = JSON.parse(value);
		} catch {
			read[name] = value;
		}
	}
	const wrong = wrongDialect(read);
	if (wrong !== undefined) throw new RangeError(wrong);
	return read;
}
