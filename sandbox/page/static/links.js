/** The addresses in a message, as links that a person may press. */
import { act } from './actions.js';
import { h } from './dom.js';
import { call } from './state.js';

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

/** Splits a text into parts, texts and links, which together read as it does. A short link leads where it belongs, and is counted. */
function linked(text, shortLinks) {
	const parts = [];
	let end = 0;
	for (const { 0: piece, index } of text.matchAll(ADDRESS)) {
		const address = addressIn(piece);
		if (address === undefined) continue;
		const short = shortLinks.find(({ written }) => written === address);
		const open = {
			href: short?.address ?? address,
			target: '_blank',
			// The page that opens learns nothing of this one, and has no hold on it.
			rel: 'noopener noreferrer nofollow',
			...(short && {
				title: short.address,
				onclick: () => act(() => call('POST', `links/${short.id}/click`), 'Click counted'),
			}),
		};
		parts.push(text.slice(end, index), h('a', open, address));
		end = index + address.length;
	}
	return [...parts, text.slice(end)].filter((part) => part !== '');
}

/** Sets a text with its links, only when it differs: a link that is being pressed stays where it is. */
export function setLinkedText(element, text, shortLinks = []) {
	const wanted = String(text ?? '');
	if (element.textContent !== wanted) element.replaceChildren(...linked(wanted, shortLinks));
}
