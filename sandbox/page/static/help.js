/** What a newcomer needs: what this is, what to enter where, and what numbers do. */
import { copyButton, h } from './dom.js';
import { state } from './state.js';

const OUTCOMES = [
	['…0001', 'not delivered: expires when its validity ends'],
	['…0002', 'not delivered: no such number'],
	['…0003', 'stays unknown'],
	['…0004', 'delivered after an hour'],
	['…0005', 'refused: the service sends to no such destination (code 33)'],
	['…0006', 'delivered, and the phone answers YES'],
	['…0007', 'delivered, and the phone answers STOP'],
	['any other', 'delivered within seconds'],
];

/** Says what to enter where, and what the last digits of a number decide. `heading` is the element of its headings. */
export function connectHelp(heading = 'h2') {
	const key = state.info.keys?.[0];
	const fact = (name, value) =>
		h(
			'div.give',
			{},
			h('dt', {}, name),
			h('dd', {}, h('code', {}, value), copyButton(value, name)),
		);
	return [
		h(heading, {}, 'How to connect'),
		h('p.muted', {}, 'Enter these two in the Messaging Service credential of n8n.'),
		h('dl', {}, key ? fact('API Key', key) : false, fact('API Base URL', location.origin)),
		h(heading, {}, 'What numbers do'),
		h(
			'p.muted',
			{},
			'Send to any number: its message appears in the inbox. The last four digits decide what becomes of it.',
		),
		h(
			'table.small',
			{},
			h(
				'tbody',
				{},
				OUTCOMES.map(([digits, outcome]) =>
					h('tr', {}, h('th', { scope: 'row' }, digits), h('td', {}, outcome)),
				),
			),
		),
	];
}

/** Fills the strip under the header once it is opened; the key may have changed since. */
export function prepareStrip() {
	const strip = document.getElementById('what');
	const place = strip.querySelector('.what-help');
	strip.addEventListener('toggle', () => {
		if (strip.open) place.replaceChildren(...connectHelp());
	});
}
