/** What can be made to go wrong, and the service's settings and clock. */
import { h, keyed, setText } from './dom.js';
import { count } from './format.js';
import { call, state } from './state.js';
import { act } from './actions.js';
import { settingsForm } from './settings.js';

/** What each kind of fault does, in plain words. A kind that is not named here is shown by its name. */
const WORDS = {
	refuse: ['Refuse connections', 'The connection is cut before the request is read'],
	dropBefore: ['Drop before acting', 'The connection breaks, and nothing was done'],
	dropAfter: ['Drop after acting', 'The request is carried out, but no reply arrives'],
	slow: ['Answer slowly', 'Acts at once; the reply comes 10 seconds late'],
	slowBefore: ['Act slowly', 'Waits 10 seconds before it acts'],
	cutOff: ['Cut the reply off', 'Half of the reply arrives'],
	html: ['Answer with an HTML page', 'As a proxy in front of the service does'],
	empty: ['Answer with nothing', 'An empty body'],
	status: ['Answer 503', 'The service is not available'],
	redirect: ['Redirect elsewhere', 'A client must not follow with its key'],
	huge: ['Answer with a huge body', 'Far more than the reply should hold'],
	unknownFields: ['Add unknown fields', 'As a newer service would'],
	unknownStatus: ['Use an unknown status', 'A status that no document names'],
};
const EXTRA = {
	slow: { delayMs: 10_000 },
	slowBefore: { delayMs: 10_000 },
	status: { status: 503 },
};
const TOO_MANY = { kind: 'status', status: 429, retryAfter: 2 };
const STEPS = [
	['+10 s', 10],
	['+1 min', 60],
	['+1 h', 3600],
	['+1 day', 86_400],
];

function wordsOf(fault) {
	if (fault.kind === 'status') return `Answer ${fault.status ?? 503}`;
	return WORDS[fault.kind]?.[0] ?? fault.kind;
}

/** Makes the view of faults and settings: {element, draw()}. */
export function faultsView() {
	const path = h('input', {
		type: 'text',
		placeholder: 'all paths',
		'aria-label': 'Only paths that begin with',
		list: 'fault-paths',
	});
	const times = h(
		'select',
		{ 'aria-label': 'How often' },
		[
			['', 'until switched off'],
			['1', 'once'],
			['3', '3 times'],
			['10', '10 times'],
		].map(([value, name]) => h('option', { value }, name)),
	);
	const paths = h(
		'datalist',
		{ id: 'fault-paths' },
		['/rest/sms', '/api/campaigns', '/api/campaign', '/api/auth', '/api/senders', '/rest/stat'].map(
			(value) => h('option', { value }),
		),
	);
	const switches = h('ul.switches', { 'aria-label': 'Faults' });
	const active = h('ul.active', { 'aria-label': 'Faults that are on' });
	const clear = h(
		'button',
		{
			type: 'button',
			onclick: () => act(() => call('DELETE', 'faults'), 'All faults switched off'),
		},
		'Switch all off',
	);

	const mode = h(
		'select',
		{ id: 'set-mode', onchange: () => set({ mode: mode.value }, `Account mode: ${mode.value}`) },
		['live', 'test', 'demo'].map((value) => h('option', { value }, value)),
	);
	const latency = h('input', {
		id: 'set-latency',
		type: 'number',
		min: 0,
		max: 60_000,
		step: 50,
		onchange: () => set({ latencyMs: Number(latency.value) }, `Latency: ${latency.value} ms`),
	});
	const time = h('p.muted');
	const reset = h(
		'button.danger',
		{
			type: 'button',
			onclick: () => {
				if (reset.dataset.sure !== 'true') {
					reset.dataset.sure = 'true';
					reset.textContent = 'Really forget everything?';
					return;
				}
				calm();
				void act(() => call('POST', 'reset', {}), 'The sandbox starts anew');
			},
			onblur: calm,
		},
		'Reset the sandbox',
	);

	function calm() {
		reset.dataset.sure = 'false';
		reset.textContent = 'Reset the sandbox';
	}

	function set(config, done) {
		return act(() => call('POST', 'config', config), done);
	}

	/** Switches a fault on, for the chosen paths and times. */
	function add(fault) {
		return act(
			() =>
				call('POST', 'faults', {
					...fault,
					...(path.value.trim() ? { path: path.value.trim() } : {}),
					...(times.value ? { times: Number(times.value) } : {}),
				}),
			`On: ${wordsOf(fault)}`,
		);
	}

	const settings = settingsForm();
	const element = h(
		'div.view.page',
		{},
		h('h1.view-title', {}, 'Faults'),
		h(
			'section.card.on',
			{ 'aria-label': 'Faults that are on', 'data-test': 'active-faults' },
			h('div.card-head', {}, h('h2', {}, 'Switched on'), clear),
			active,
		),
		h(
			'section.card',
			{ 'aria-label': 'Switch a fault on' },
			h(
				'div.card-head.wrap',
				{},
				h('h2', {}, 'Switch on'),
				h('label', {}, 'for ', path),
				paths,
				times,
			),
			switches,
		),
		h(
			'section.card',
			{ 'aria-label': 'Settings' },
			h('h2', {}, 'Service'),
			h(
				'div.fields',
				{},
				h('label', { for: 'set-mode' }, 'Account mode'),
				mode,
				h('label', { for: 'set-latency' }, 'Latency (ms)'),
				latency,
				h('span', {}, 'Clock'),
				h(
					'div',
					{},
					time,
					h(
						'p.buttons',
						{},
						STEPS.map(([name, seconds]) =>
							h(
								'button',
								{
									type: 'button',
									onclick: () =>
										act(
											() => call('POST', 'clock', { advanceMs: seconds * 1000 }),
											`Clock moved ${name}`,
										),
								},
								name,
							),
						),
					),
				),
			),
			h('p.buttons', {}, reset),
		),
		settings.element,
	);

	return {
		element,
		draw() {
			const kinds = state.info.faultKinds ?? [];
			const offers = [
				...kinds.map((kind) => ({
					key: kind,
					fault: { kind, ...EXTRA[kind] },
					note: WORDS[kind]?.[1] ?? '',
				})),
				{ key: '429', fault: TOO_MANY, note: 'Too many requests, Retry-After: 2 seconds' },
			];
			keyed(
				switches,
				offers,
				(offer) => offer.key,
				(offer) =>
					h(
						'li',
						{},
						h(
							'button.switch',
							{
								type: 'button',
								'data-test': `fault-${offer.key}`,
								onclick: () => add(offer.fault),
							},
							h('b', {}, wordsOf(offer.fault)),
							h('span.muted', {}, offer.note),
						),
					),
				() => undefined,
			);
			keyed(
				active,
				state.faults.length > 0 ? state.faults : [{ id: 'none' }],
				(fault) => fault.id,
				(fault) =>
					fault.id === 'none'
						? h('li.muted', {}, 'None: the service works as it should.')
						: h(
								'li',
								{ 'data-test': 'active-fault' },
								h('b', {}, wordsOf(fault)),
								h('span.muted'),
								h(
									'button',
									{
										type: 'button',
										'aria-label': `Switch off: ${wordsOf(fault)}`,
										onclick: () =>
											act(() => call('DELETE', `faults/${fault.id}`), `Off: ${wordsOf(fault)}`),
									},
									'Off',
								),
							),
				(item, fault) => {
					if (fault.id === 'none') return;
					const left =
						fault.times === undefined
							? 'until switched off'
							: fault.hits >= fault.times
								? 'over'
								: `${count(fault.times - fault.hits)} more`;
					setText(
						item.querySelector('span'),
						[
							fault.method,
							fault.path ? `${fault.path}…` : 'all paths',
							left,
							fault.hits > 0 ? `struck ${count(fault.hits)}×` : '',
						]
							.filter(Boolean)
							.join(' · '),
					);
				},
			);
			settings.draw();
			clear.hidden = state.faults.length < 2;
			if (document.activeElement !== mode) mode.value = state.info.mode ?? 'live';
			if (document.activeElement !== latency) latency.value = String(state.info.latencyMs ?? 0);
			setText(
				time,
				state.clock.speed === 0
					? 'stands still until it is moved'
					: state.clock.speed === 1
						? 'runs'
						: `runs ${state.clock.speed} times as fast`,
			);
		},
	};
}
