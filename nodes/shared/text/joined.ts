/*
 * Code in an expression that is put together of fields, words and +, such as "Hi " + $json.name.trim(), or of ${ } in back quotes. It
 * says nothing of an empty field, so that nobody means to send one. All other code is the user's own.
 */

/** One step of a path: .name, ?.name, ["a name"], [0]. */
const STEP_SOURCE = String.raw`(?:\??\.[\p{L}_$][\p{L}\p{N}_$]*|(?:\?\.)?\[(?:"[^"\\]*"|'[^'\\]*'|\d{1,6})\])`;
/** The item, or one of another node. */
const ITEM = String.raw`(?:\$json|\$(?:\([^()]*\)|node\[[^\]]*\]|input)(?:\??\.(?:item|first\(\)|last\(\)))?\??\.json)`;
const CALL = String.raw`\((?:[^()]|\([^()]*\))*\)`;

/** A plain path into n8n's item. */
export const JSON_PATH = new RegExp(String.raw`^\$json(${STEP_SOURCE}+)$`, 'u');

/** A field, with functions after it. */
const FIELD_PATH = new RegExp(String.raw`${ITEM}${STEP_SOURCE}(?:${STEP_SOURCE}|${CALL})*`, 'uy');
const WORDS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y;
const FILLED_WORDS = /`([^`\\]*)`/y;
/** What decides by itself: numbers, names, calls of functions, and what stands in brackets. */
const OWN = new RegExp(String.raw`(?:[\w.]|\$|${CALL})+`, 'uy');

/** The fields that code joins to a text, with their functions; none in other code. */
export function joinedFields(code: string): string[] {
	const source = code.trim();
	const fields: string[] = [];
	let at = 0;
	const read = (pattern: RegExp): RegExpExecArray | null => {
		pattern.lastIndex = at;
		const match = pattern.exec(source);
		if (match) at += match[0].length;
		return match;
	};
	for (;;) {
		const field = read(FIELD_PATH);
		const filled = field ? null : read(FILLED_WORDS);
		if (field) fields.push(field[0]);
		else if (filled)
			for (const [, inner = ''] of (filled[1] ?? '').matchAll(/\$\{([^{}]*)\}/g))
				fields.push(...joinedFields(inner));
		else if (!read(WORDS) && !read(OWN)) return [];
		read(/\s*/y);
		if (at === source.length) return fields;
		if (!read(/\+\s*/y)) return [];
	}
}
