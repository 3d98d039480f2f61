/** Sender applications, to be accepted or rejected as the operator would. */
import { h, keyed, setText } from './dom.js';
import { shortTime, tone } from './format.js';
import { call, state } from './state.js';
import { act } from './actions.js';

const OPEN = ['new', 'accepted', 'in progress'];

/** Makes the senders view: {element, draw()}. */
export function sendersView() {
	const list = h('ol.cards', { 'aria-label': 'Sender applications' });
	const empty = h(
		'div.empty',
		{},
		h('h1', {}, 'No sender applications yet'),
		h(
			'p.muted',
			{},
			'Applications to register a sender name appear here, to be accepted or rejected.',
		),
	);
	const heading = h('h1.view-title', {}, 'Sender applications');
	const senders = h('p.muted.senders');
	const element = h('div.view.page', {}, heading, empty, list, senders);

	const decide = (application, status, reason) =>
		act(
			() =>
				call(
					'POST',
					`applications/${application.id}`,
					reason ? { status, rejection_reason: reason } : { status },
				),
			`${application.sender}: ${status}`,
		);

	function create(application) {
		const reason = h('input', {
			type: 'text',
			name: 'reason',
			maxlength: 200,
			placeholder: 'e.g. Company documents missing',
			'aria-label': `Reason to reject ${application.sender}`,
		});
		const details = [
			['Legal name', application.legal_name],
			['Company code', application.code_of_company],
			['Tax number', application.tax_number],
			['Address', application.address],
			['Site', application.site_url],
			['Purpose', application.informing_purpose],
			['Service', application.description],
			['Comment', application.comment],
		];
		return h(
			'li.card.application',
			{ 'data-test': 'application' },
			h('div.card-head', {}, h('h2'), h('span.pill')),
			h('p.muted.about'),
			h('p.reason'),
			h(
				'details',
				{},
				h('summary', {}, 'Application'),
				h(
					'dl.pairs',
					{},
					details
						.filter(([, value]) => value)
						.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
				),
			),
			h(
				'form.actions',
				{
					onsubmit: (event) => {
						event.preventDefault();
						void decide(application, 'rejected', reason.value.trim());
					},
				},
				h(
					'button.primary',
					{
						type: 'button',
						'data-test': 'accept',
						onclick: () => decide(application, 'registration completed'),
					},
					'Accept',
				),
				h(
					'button',
					{ type: 'button', onclick: () => decide(application, 'in progress') },
					'In progress',
				),
				h(
					'span.joined',
					{},
					reason,
					h('button', { type: 'submit', 'data-test': 'reject' }, 'Reject'),
				),
			),
		);
	}

	function update(card, application) {
		setText(card.querySelector('h2'), application.sender);
		setText(card.querySelector('.pill'), application.status);
		card.querySelector('.pill').dataset.tone = tone(application.status);
		const changedAt = application.changedMs ? ` · changed ${shortTime(application.changedMs)}` : '';
		setText(
			card.querySelector('.about'),
			`id ${application.id} · ${application.country_code} · ${application.legal_name ?? ''} · created ${shortTime(application.createdMs)}${changedAt}`,
		);
		setText(card.querySelector('.reason'), application.rejection_reason ?? '');
		card.querySelector('.reason').hidden = !application.rejection_reason;
		card.querySelector('.actions').hidden = !OPEN.includes(application.status);
	}

	return {
		element,
		draw() {
			const all = [...state.applications.values()].sort(
				(a, b) => Number(OPEN.includes(b.status)) - Number(OPEN.includes(a.status)) || b.id - a.id,
			);
			empty.hidden = all.length > 0;
			heading.hidden = all.length === 0;
			keyed(list, all.slice(0, 200), (application) => application.id, create, update);
			setText(
				senders,
				state.info.senders?.length ? `Registered senders: ${state.info.senders.join(', ')}` : '',
			);
		},
	};
}
