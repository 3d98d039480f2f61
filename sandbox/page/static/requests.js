/** The request log. Keys and tokens come masked from the sandbox. */
import { RowList, h, setText } from './dom.js';
import { count, shortTime } from './format.js';
import { redrawNow, state } from './state.js';

/** Makes the request log: {element, draw(), search}. */
export function requestsView() {
	let query = '';
	let chosen;
	const search = h('input', {
		type: 'search',
		placeholder: 'Search path, status or key',
		'aria-label': 'Search requests',
		oninput: () => {
			query = search.value.trim().toLowerCase();
			redrawNow();
		},
	});
	const total = h('p.list-note');
	const list = new RowList({
		label: 'Requests',
		rowHeight: 40,
		keyOf: (entry) => entry.id,
		create: createRow,
		update: updateRow,
		select: (entry) => {
			chosen = entry.id;
			redrawNow();
		},
	});
	const detail = h('section.request-detail', {
		'aria-label': 'Request',
		'data-test': 'request-detail',
	});
	const empty = h(
		'div.empty',
		{},
		h('h1', {}, 'No requests yet'),
		h(
			'p.muted',
			{},
			'Every call to the service is listed here with its reply, its fault if one was switched on, and its key masked.',
		),
	);
	const split = h(
		'div.split.requests',
		{},
		h(
			'section.side',
			{ 'aria-label': 'Request log' },
			h('div.side-head', {}, search, total),
			list.element,
		),
		detail,
	);
	const element = h('div.view', {}, empty, split);

	function createRow() {
		return h(
			'div.line',
			{ 'data-test': 'request' },
			h('time'),
			h('b.method'),
			h('span.path'),
			h('span.took'),
			h('span.code'),
		);
	}

	/** A reply is bad by its status, or by the code that a legacy reply carries under HTTP 200. */
	function entryTone(entry) {
		if (entry.fault) return 'warn';
		if (entry.status >= 400 || entry.status === 0 || (entry.error && entry.error !== '0'))
			return 'bad';
		return 'good';
	}

	function updateRow(row, entry) {
		setText(row.querySelector('time'), shortTime(Date.parse(entry.at)));
		setText(row.querySelector('.method'), entry.method);
		setText(row.querySelector('.path'), entry.path);
		setText(row.querySelector('.took'), `${Math.round(entry.durationMs)} ms`);
		setText(
			row.querySelector('.code'),
			entry.error && entry.error !== '0'
				? `${entry.status} · ${entry.error}`
				: entry.status || 'none',
		);
		row.dataset.tone = entryTone(entry);
	}

	function drawDetail(entry) {
		if (!entry) {
			if (detail.dataset.id !== 'none')
				detail.replaceChildren(h('p.muted', {}, 'Choose a request to see its body.'));
			detail.dataset.id = 'none';
			return;
		}
		if (detail.dataset.id === String(entry.id)) return;
		detail.dataset.id = String(entry.id);
		const pairs = [
			['Time', entry.at],
			[
				'Reply',
				`${entry.status || 'none'}${entry.error && entry.error !== '0' ? `, code ${entry.error}` : ''} in ${Math.round(entry.durationMs)} ms`,
			],
			[
				'Sent with',
				entry.auth === 'none'
					? 'no key'
					: `${entry.auth === 'apiKey' ? 'API key' : 'bearer token'} ${entry.key}`,
			],
			['Query', entry.query],
			['Fault', entry.fault],
		];
		const body =
			entry.body === undefined || entry.body === null
				? ''
				: typeof entry.body === 'string'
					? entry.body
					: JSON.stringify(entry.body, null, 2);
		detail.replaceChildren(
			h(
				'header',
				{},
				h(
					'button.back',
					{
						type: 'button',
						onclick: () => {
							chosen = undefined;
							redrawNow();
						},
					},
					'‹ Requests',
				),
				h('h1', {}, `${entry.method} ${entry.path}`),
			),
			h(
				'dl.pairs',
				{},
				pairs
					.filter(([, value]) => value)
					.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
			),
			body
				? h(
						'pre',
						{ tabindex: 0, 'aria-label': 'Body' },
						body.length > 20_000
							? `${body.slice(0, 20_000)}\n… ${count(body.length - 20_000)} more characters`
							: body,
					)
				: false,
		);
	}

	return {
		element,
		search,
		draw() {
			const all = state.requests;
			empty.hidden = all.length > 0;
			split.hidden = all.length === 0;
			const found =
				query === ''
					? all
					: all.filter((entry) =>
							`${entry.method} ${entry.path} ${entry.query ?? ''} ${entry.status} ${entry.error ?? ''} ${entry.key ?? ''} ${entry.fault ?? ''}`
								.toLowerCase()
								.includes(query),
						);
			const entry = chosen === undefined ? undefined : all.find((other) => other.id === chosen);
			split.dataset.open = String(Boolean(entry));
			list.show(found, entry ? String(entry.id) : undefined);
			setText(
				total,
				query === ''
					? `${count(state.requestCount)} in all${state.requestCount > all.length ? `, the last ${count(all.length)} shown` : ''}`
					: `${count(found.length)} of ${count(all.length)}`,
			);
			drawDetail(entry);
		},
	};
}
