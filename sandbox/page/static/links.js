/** The addresses in a message, as links that a person may press. */
import { h } from './dom.js';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`“”«»]+/gi;
/** What ends a sentence ends no address. */
const TRAILING = /[.,;:!?)\]}…]+$/;

/**
 * The address that a piece of a text begins with: http or https, with no name or password in it, which would make it look
 * like another host's.
 * @returns {string|undefined} the address as it is written
 */
function addressIn(piece) {
	const written = piece.replace(TRAILING, '');
	const { protocol, username, password } = URL.canParse(written) ? new URL(written) : {};
	const isOpen = username === '' && password === '';
	return isOpen && ['http:', 'https:'].includes(protocol) ? written : undefined;
}

/** Splits a text into parts, texts and links, which together read as it does. */
function linked(text) {
	const parts = [];
	let end = 0;
	for (const { 0: piece, index } of text.matchAll(ADDRESS)) {
		const address = addressIn(piece);
		if (address === undefined) continue;
		parts.push(
			text.slice(end, index),
			// The page that opens learns nothing of this one, and has no hold on it.
			h('a', { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }, address),
		);
		end = index + address.length;
	}
	return [...parts, text.slice(end)].filter((part) => part !== '');
}

/** Sets a text with its links, only when it differs: a link that is being pressed stays where it is. */
export function setLinkedText(element, text) {
	const wanted = String(text ?? '');
	if (element.textContent !== wanted) element.replaceChildren(...linked(wanted));
}
