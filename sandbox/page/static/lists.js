/** The contact lists, each with those who are in it. */
import { h, keyed, setText } from './dom.js';
import { state } from './state.js';

const fieldsOf = ({ fields }) =>
	Object.entries(fields)
		.map(([name, value]) => `${name}: ${value}`)
		.join(', ');

const lineOf = (contact) => `${contact.phoneText} · id ${contact.id}`;

/** Makes the lists view: {element, draw()}. */
export function listsView() {
	const cards = h('ol.cards', { 'aria-label': 'Contact lists' });
	const empty = h(
		'div.empty',
		{},
		h('h1', {}, 'No contact lists yet'),
		h('p.muted', {}, 'Lists that the node creates appear here, with their contacts.'),
	);
	const heading = h('h1.view-title', {}, 'Contact lists');
	const element = h('div.view.page', {}, heading, empty, cards);

	const create = () =>
		h(
			'li.card',
			{ 'data-test': 'list' },
			h('div.card-head', {}, h('h2'), h('span.pill')),
			h('p.muted.about'),
			h('details', {}, h('summary', {}, 'Contacts'), h('dl.pairs')),
		);

	function update(card, list) {
		setText(card.querySelector('h2'), list.name);
		setText(card.querySelector('.pill'), `${list.total}`);
		setText(card.querySelector('.about'), `id ${list.id} · ${list.description}`);
		card.querySelector('details').hidden = list.total === 0;
		card
			.querySelector('.pairs')
			.replaceChildren(
				...list.members.flatMap((contact) => [
					h('dt', {}, lineOf(contact)),
					h('dd', {}, fieldsOf(contact)),
				]),
			);
	}

	return {
		element,
		draw() {
			empty.hidden = state.lists.length > 0;
			heading.hidden = state.lists.length === 0;
			keyed(cards, state.lists, ({ id }) => id, create, update);
		},
	};
}
