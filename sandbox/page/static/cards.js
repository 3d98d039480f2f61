/** The cards of an RCS message, as a phone shows them. */
import { h } from './dom.js';
import { setLinkedText } from './links.js';

/** The last part of an address, by which a person knows a file. */
const fileOf = (url) => String(url).split(/[?#]/)[0].split('/').pop() || String(url);

/** A button. It opens and calls nothing: where it would lead stands in its title. */
const button = ({ text, url, phone }) => h('li', { title: url ?? phone }, text);

function card({ title, text, media, suggestions = [] }) {
	const words = h('p.card-text');
	setLinkedText(words, text ?? '');
	return h(
		'li.rcs-card',
		{},
		// What comes from another machine is named, and not fetched.
		media && h('p.card-media', { title: media.url }, fileOf(media.url)),
		title && h('b.card-title', {}, title),
		text && words,
		suggestions.length > 0 && h('ul.card-buttons', {}, suggestions.map(button)),
	);
}

/** The elements of cards, one beside the other. */
export const drawCards = (cards) => cards.map(card);
