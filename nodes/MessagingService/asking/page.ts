import { DECISION, FREE_TEXT, LONGEST_ANSWER } from './answer';
import type { Question } from './question';

/*
 * The pages that the link in a message opens. They are plain HTML: no scripts, nothing from elsewhere, readable on the oldest phone.
 * Opening one answers nothing. Only its button does, which sends a form (POST), so that programs that look at links before people
 * do (previews, scanners, browsers that load ahead) approve nothing.
 */

/**
 * What a browser may do with the pages: show them and send their form to where they came from. The first directive is the one that
 * n8n gives its own pages, with less in it: they run in an origin of their own, and reach nothing of n8n.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'Content-Security-Policy':
		"sandbox allow-forms; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
	'Content-Type': 'text/html; charset=utf-8',
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
};

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'`': '&#96;',
};

/** Escapes a text for HTML, in texts and in attributes between quotes. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

const STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; font: 1.0625rem/1.5 system-ui, sans-serif; background: #f4f5f7; color: #1d2129; }
main { max-width: 30rem; margin: 0 auto; padding: 1.25rem; background: #fff; border-radius: .75rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.25rem; line-height: 1.3; }
.text { margin: 0 0 1.25rem; white-space: pre-wrap; }
.asker { margin: 0 0 .25rem; color: #5b6472; font-size: .9375rem; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
textarea { width: 100%; padding: .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid #8a93a3; border-radius: .5rem; }
button { width: 100%; margin-top: 1rem; padding: .875rem; font: inherit; font-weight: 600; color: #fff; background: #1f5fd6; border: 2px solid #1f5fd6; border-radius: .5rem; cursor: pointer; }
button.other { color: #1f5fd6; background: transparent; }
.mistake { margin: .25rem 0 0; color: #b3261e; }
@media (prefers-color-scheme: dark) {
	body { background: #15181d; color: #e8eaee; }
	main { background: #20242b; }
	.asker { color: #a5aebc; }
	button.other { color: #8db4ff; border-color: #8db4ff; }
	.mistake { color: #ff8a80; }
}`;

/** A whole page; `content` is HTML, whose texts are escaped already. */
function pageOf(title: string, content: string): string {
	return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

const mistakeText = (mistake: string): string =>
	mistake === '' ? '' : `<p class="mistake" role="alert">${escapeHtml(mistake)}</p>`;

/** The field of a free text, with what was typed into it before. */
const textField = (typed: string): string =>
	`<label for="${FREE_TEXT}">Your answer</label>\n<textarea id="${FREE_TEXT}" name="${FREE_TEXT}" required rows="5" maxlength="${LONGEST_ANSWER}">\n${escapeHtml(typed)}</textarea>`;

function buttonsOf({ kind, decisions, submitLabel }: Question): string {
	if (kind !== 'approval') return `<button type="submit">${escapeHtml(submitLabel)}</button>`;
	return decisions
		.map(
			({ label, approved }) =>
				`<button type="submit" name="${DECISION}" value="${String(approved)}"${approved ? '' : ' class="other"'}>${escapeHtml(label)}</button>`,
		)
		.join('\n');
}

/** The page that asks. After an answer that could not be taken it shows what was typed, and what is wrong with it. */
export function questionPage(question: Question, typed = '', mistake = ''): string {
	const { kind, asker, title, text } = question;
	const by = asker === '' ? '' : `<p class="asker">${escapeHtml(asker)} asks:</p>\n`;
	const heading = title === '' ? '' : `<h1>${escapeHtml(title)}</h1>\n`;
	// Without an action the form goes to the address of the page, whose signature proves the link.
	return pageOf(
		title || asker || 'Your answer',
		`${heading}${by}<p class="text">${escapeHtml(text)}</p>
<form method="post" autocomplete="off">
${kind === 'freeText' ? textField(typed) : ''}
${mistakeText(mistake)}
${buttonsOf(question)}
</form>`,
	);
}

/** The page that says one sentence and asks nothing. */
export function closingPage(sentence: string): string {
	return pageOf(sentence, `<h1>${escapeHtml(sentence)}</h1>\n<p>You can close this page.</p>`);
}
