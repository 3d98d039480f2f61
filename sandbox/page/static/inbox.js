/** The phones' inboxes: a list of phones, the newest message first, and the messages of the chosen one with what it answered. */
import { RowList, h, keyed, setText } from './dom.js';
import { MESSAGE_STATUSES, count, fullTime, plural, shortTime, tone } from './format.js';
import { call, redrawNow, state } from './state.js';
import { act } from './actions.js';
import { drawCards } from './cards.js';
import { connectHelp } from './help.js';
import { setLinkedText } from './links.js';

/** Messages of one phone that are drawn at first, and with each "Show earlier". */
const STEP = 50;

/** Makes the inbox view: {element, draw(route), search()}. */
export function inboxView() {
	let query = '';
	let shown = STEP;
	let open;

	const search = h('input', {
		type: 'search',
		placeholder: 'Search number, sender or text',
		'aria-label': 'Search messages',
		'data-test': 'search',
		oninput: () => {
			query = search.value.trim().toLowerCase();
			list.element.scrollTop = 0;
			redrawNow();
		},
	});
	const total = h('p.list-note');
	const list = new RowList({
		label: 'Phones',
		rowHeight: 68,
		keyOf: (phone) => phone.msisdn,
		create: createRow,
		update: updateRow,
		select: (phone, byKey) => {
			// Moving by key must not fill the history: Back leaves the inbox at once.
			const hash = `#/inbox/${phone.msisdn}`;
			if (byKey) location.replace(hash);
			else location.hash = hash;
		},
	});
	const title = h('h1', { tabindex: -1 });
	const subtitle = h('p.muted');
	const earlier = h('button.plain', {
		type: 'button',
		onclick: () => {
			shown += STEP;
			redrawNow();
		},
	});
	const thread = h('ol.thread', { 'aria-label': 'Messages' });
	const scroller = h('div.thread-scroll', {}, earlier, thread);
	const answer = h('input', {
		type: 'text',
		required: true,
		maxlength: 1000,
		placeholder: 'Answer, e.g. STOP',
		'aria-label': 'Answer from this phone',
		'data-test': 'answer',
	});
	const answerForm = h(
		'form.answer',
		{
			onsubmit: (event) => {
				event.preventDefault();
				const text = answer.value;
				const phone = open;
				answer.value = '';
				return act(() => call('POST', 'replies', { phone, text }), 'Answered');
			},
		},
		answer,
		h('button', { type: 'submit' }, 'Answer'),
	);
	const detail = h(
		'section.phone',
		{ 'aria-label': 'Phone' },
		h(
			'header.phone-head',
			{},
			h('a.back', { href: '#/inbox', 'aria-label': 'All phones' }, '‹ Phones'),
			h('div', {}, title, subtitle),
		),
		scroller,
		answerForm,
	);
	const nothing = h('section.phone.phone-none');
	const side = h(
		'section.side',
		{ 'aria-label': 'Inboxes' },
		h('div.side-head', {}, search, total),
		list.element,
	);
	const split = h('div.split', {}, side, nothing, detail);
	const welcome = h('div.welcome');
	const element = h('div.view', {}, split);

	function createRow() {
		return h(
			'div.row',
			{},
			h('span.avatar', { 'aria-hidden': 'true' }),
			h('span.row-top', {}, h('b.number'), h('time')),
			h('span.row-bottom', {}, h('span.snippet'), h('i.dot'), h('span.badge')),
		);
	}

	function updateRow(row, phone) {
		const last = state.messages.get(phone.ids.at(-1));
		row
			.querySelector('.avatar')
			.style.setProperty('--hue', String(Number(phone.msisdn.slice(-3)) % 360));
		setText(row.querySelector('.avatar'), phone.msisdn.slice(-2));
		setText(row.querySelector('.number'), phone.text);
		setText(row.querySelector('time'), shortTime(last?.createdMs));
		setText(
			row.querySelector('.snippet'),
			last ? `${last.sender}: ${last.text}`.slice(0, 160) : '',
		);
		row.querySelector('.badge').hidden = phone.unread === 0;
		setText(row.querySelector('.badge'), phone.unread > 99 ? '99+' : phone.unread);
		row.dataset.tone = tone(last?.status);
		row.querySelector('.dot').title = last?.status ?? '';
		row.classList.toggle('unread', phone.unread > 0);
	}

	/** The phones in the order of their last message that match what is searched for. */
	function phones() {
		const all = [...state.phones.values()].sort((a, b) => b.order - a.order);
		if (query === '') return all;
		const digits = query.replace(/\D/g, '');
		return all.filter(
			(phone) =>
				(digits !== '' &&
					digits.length === query.replace(/[\s+()-]/g, '').length &&
					phone.msisdn.includes(digits)) ||
				phone.ids.some((id) => {
					const message = state.messages.get(id);
					return (
						message &&
						`${message.text}\n${message.sender}\n${message.reference ?? ''}\n${message.id}`
							.toLowerCase()
							.includes(query)
					);
				}),
		);
	}

	function createMessage(message) {
		const select = h(
			'select.status',
			{
				'data-test': 'status',
				'aria-label': 'Status of the message',
				title: 'Force another status',
				onchange: () =>
					act(
						() => call('POST', `messages/${message.id}/status`, { status: select.value }),
						`Status set to ${select.value}`,
					),
			},
			MESSAGE_STATUSES.map((status) => h('option', { value: status }, status)),
		);
		return h(
			'li.message',
			{ 'data-test': 'message' },
			h('p.from', {}, h('b'), h('time')),
			h('p.bubble', { dir: 'auto' }),
			h('ul.cards', { 'data-test': 'cards' }),
			h('p.facts', {}, select, h('span.fact')),
		);
	}

	function updateMessage(item, message) {
		const reference = message.reference ? ` · ref ${message.reference}` : '';
		const origin = message.campaignId
			? ` · campaign ${message.campaignId}`
			: message.taskId
				? ` · task ${message.taskId}`
				: '';
		setText(item.querySelector('b'), message.sender);
		setText(item.querySelector('time'), shortTime(message.createdMs));
		item.querySelector('time').title = fullTime(message.createdMs);
		const shown = message.rcs?.cards;
		const cards = item.querySelector('.cards');
		cards.hidden = !shown;
		item.querySelector('.bubble').hidden = Boolean(shown);
		if (!shown) setLinkedText(item.querySelector('.bubble'), message.text, message.links);
		else if (cards.childElementCount === 0) cards.append(...drawCards(shown));
		const ways = { rcs: 'RCS', viber: 'Viber', sms: plural(message.segments ?? 1, 'segment') };
		const place = message.insteadOf ? ` · in place of message ${message.insteadOf}` : '';
		setText(
			item.querySelector('.fact'),
			`${ways[message.channel]} · ${message.price} ${message.currency} · id ${message.id}${place}${reference}${origin}`,
		);
		const select = item.querySelector('select');
		if (select !== document.activeElement || select.dataset.status !== message.status) {
			if (
				!MESSAGE_STATUSES.includes(message.status) &&
				!select.querySelector(`option[value="${CSS.escape(message.status)}"]`)
			)
				select.append(h('option', { value: message.status }, message.status));
			select.value = message.status;
		}
		select.dataset.status = message.status;
		item.dataset.tone = tone(message.status);
	}

	function createReply() {
		return h(
			'li.message.reply',
			{ 'data-test': 'reply' },
			h('p.from', {}, h('b'), h('time')),
			h('p.bubble', { dir: 'auto' }),
		);
	}

	function updateReply(item, reply) {
		setText(item.querySelector('b'), `to ${reply.sender}`);
		setText(item.querySelector('time'), shortTime(reply.receivedMs));
		item.querySelector('time').title = fullTime(reply.receivedMs);
		setText(item.querySelector('.bubble'), reply.text);
	}

	function drawPhone(phone) {
		if (open !== phone.msisdn) {
			answer.value = '';
			open = phone.msisdn;
			shown = STEP;
			thread.replaceChildren();
		}
		const atEnd =
			scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60 ||
			thread.childElementCount === 0;
		phone.unread = 0;
		setText(title, phone.text);
		const channels = state.stopList.get(phone.msisdn) ?? [];
		const stopped =
			channels.length === 0 ? '' : ` · on the stop list for ${channels.join(', ')}: gets no more`;
		setText(subtitle, `${plural(phone.ids.length, 'message')}${stopped}`);
		earlier.hidden = phone.ids.length <= shown;
		setText(earlier, `Show earlier messages (${count(phone.ids.length - shown)})`);
		const messages = phone.ids
			.slice(-shown)
			.map((id) => state.messages.get(id))
			.filter(Boolean);
		const since = phone.ids.length > shown ? (messages[0]?.createdMs ?? 0) : -Infinity;
		const replies = (state.replies.get(phone.msisdn) ?? []).filter(
			({ receivedMs }) => receivedMs >= since,
		);
		const timeOf = (entry) => entry.receivedMs ?? entry.createdMs;
		const isReply = (entry) => entry.receivedMs !== undefined;
		keyed(
			thread,
			[...messages, ...replies].sort((one, other) => timeOf(one) - timeOf(other)),
			(entry) => `${isReply(entry) ? 'reply' : 'message'} ${entry.id}`,
			(entry) => (isReply(entry) ? createReply() : createMessage(entry)),
			(item, entry) => (isReply(entry) ? updateReply : updateMessage)(item, entry),
		);
		if (atEnd) scroller.scrollTop = scroller.scrollHeight;
	}

	return {
		element,
		search,
		/** Draws the view for the phone that the address names, if any. */
		draw(route) {
			const chosen = state.phones.get(route);
			const empty = state.messages.size === 0;
			// With messages about, what to enter where stands beside the list until a phone is chosen.
			const place = empty ? element : nothing;
			if (welcome.parentElement !== place) place.append(welcome);
			split.hidden = empty;
			if (!chosen) drawWelcome(welcome, empty);
			if (empty) return;
			split.dataset.open = String(Boolean(chosen));
			detail.hidden = !chosen;
			nothing.hidden = Boolean(chosen);
			if (chosen) drawPhone(chosen);
			else open = undefined;
			const found = phones();
			list.show(found, chosen ? chosen.msisdn : undefined);
			setText(
				total,
				query === ''
					? `${plural(state.phones.size, 'phone')}, ${plural(state.messages.size, 'message')}`
					: `${count(found.length)} of ${plural(state.phones.size, 'phone')}`,
			);
		},
	};
}

/** What a newcomer sees before the first message: what to enter where. */
function drawWelcome(parent, empty) {
	const key = state.info.keys?.[0];
	const drawn = `${empty}${key}`;
	if (parent.dataset.drawn === drawn) return;
	parent.dataset.drawn = drawn;
	parent.replaceChildren(
		h('h1', {}, empty ? 'No messages yet' : 'Choose a phone'),
		h(
			'p.muted',
			{},
			'This sandbox is a make-believe messaging service. What is sent to it appears here at once, and never leaves this machine.',
		),
		...connectHelp(),
	);
}
