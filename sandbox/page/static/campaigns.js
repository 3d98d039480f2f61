/** Campaigns with their progress. */
import { h, keyed, setText } from './dom.js';
import { count, fullTime, plural, shortTime, tone } from './format.js';
import { call, redrawNow, state } from './state.js';
import { act } from './actions.js';

const STEP = 40;
const FINISHED = ['stopped', 'done'];
const PARTS = [
	['delivered', 'good', ['delivered', 'read']],
	['on the way', 'busy', ['accepted', 'sending', 'sent']],
	['unknown', 'warn', ['unknown']],
	[
		'not delivered',
		'bad',
		['expired', 'undelivered', 'undeliverable', 'failed', 'rejected', 'deleted'],
	],
];
const ACTIONS = [
	['paused', 'Pause', (campaign) => campaign.status === 'sending'],
	['sending', 'Resume', (campaign) => campaign.status === 'paused'],
	['stopped', 'Stop', (campaign) => !FINISHED.includes(campaign.status)],
];

/** Sums the counters of a campaign into the parts of its bar. */
function parts(campaign) {
	return PARTS.map(([name, kind, statuses]) => ({
		name,
		kind,
		number: statuses.reduce((sum, status) => sum + (campaign.counters?.[status] ?? 0), 0),
	}));
}

/** Makes the campaigns view: {element, draw()}. */
export function campaignsView() {
	let shown = STEP;
	const list = h('ol.cards', { 'aria-label': 'Campaigns' });
	const more = h('button.plain', {
		type: 'button',
		onclick: () => {
			shown += STEP;
			redrawNow();
		},
	});
	const empty = h(
		'div.empty',
		{},
		h('h1', {}, 'No campaigns yet'),
		h('p.muted', {}, 'Campaigns created through the service appear here, with their progress.'),
	);
	const heading = h('h1.view-title', {}, 'Campaigns');
	const element = h('div.view.page', {}, heading, empty, list, more);

	function create(campaign) {
		return h(
			'li.card.campaign',
			{ 'data-test': 'campaign' },
			h('div.card-head', {}, h('h2'), h('span.pill')),
			h('p.muted.about'),
			h(
				'div.bar',
				{ role: 'progressbar', 'aria-valuemin': 0 },
				PARTS.map(([, kind]) => h(`i.${kind}`)),
			),
			h(
				'ul.counters',
				{},
				[...PARTS.map(([name, kind]) => [name, kind]), ['waiting', 'calm']].map(([name, kind]) =>
					h('li', { 'data-tone': kind }, h('b'), ` ${name}`),
				),
			),
			h(
				'p.actions',
				{},
				ACTIONS.map(([status, label]) =>
					h(
						'button',
						{
							type: 'button',
							'data-status': status,
							'aria-label': `${label} campaign ${campaign.id}`,
							onclick: () =>
								act(
									() => call('POST', `campaigns/${campaign.id}`, { status }),
									`Campaign ${campaign.id}: ${status}`,
								),
						},
						label,
					),
				),
			),
		);
	}

	function update(card, campaign) {
		const sums = parts(campaign);
		const total = campaign.total || 1;
		setText(card.querySelector('h2'), campaign.name);
		setText(card.querySelector('.pill'), campaign.status);
		card.querySelector('.pill').dataset.tone = tone(campaign.status);
		const when = campaign.finishedMs
			? `finished ${shortTime(campaign.finishedMs)}`
			: campaign.status === 'scheduled'
				? `starts ${fullTime(campaign.startMs)}`
				: campaign.realStartMs
					? `started ${shortTime(campaign.realStartMs)}`
					: `created ${shortTime(campaign.createdMs)}`;
		const reason =
			campaign.status === 'paused' && campaign.pausedFor === 'funds'
				? ' · paused for lack of funds'
				: '';
		setText(
			card.querySelector('.about'),
			`${campaign.type.toUpperCase()} · id ${campaign.id} · from ${campaign.sender} · ${plural(campaign.total, 'recipient')} · ${when}${reason}`,
		);
		const bar = card.querySelector('.bar');
		const settled = sums.reduce((sum, part) => sum + (part.kind === 'busy' ? 0 : part.number), 0);
		bar.setAttribute('aria-valuemax', String(campaign.total));
		bar.setAttribute('aria-valuenow', String(settled));
		bar.setAttribute('aria-label', `Progress of ${campaign.name}`);
		bar.setAttribute('aria-valuetext', `${settled} of ${campaign.total} settled`);
		sums.forEach((part, index) => {
			bar.children[index].style.width = `${(100 * part.number) / total}%`;
		});
		const waiting = Math.max(0, campaign.total - sums.reduce((sum, part) => sum + part.number, 0));
		[...sums, { name: 'waiting', number: waiting }].forEach((part, index) => {
			const item = card.querySelector('.counters').children[index];
			setText(item.querySelector('b'), count(part.number));
			item.classList.toggle('zero', part.number === 0);
		});
		for (const button of card.querySelectorAll('.actions button')) {
			const usable = ACTIONS.find(([status]) => status === button.dataset.status)[2](campaign);
			// A button that has the focus is only switched off: hiding it would drop the keyboard's place.
			if (document.activeElement === button) button.setAttribute('aria-disabled', String(!usable));
			else {
				button.hidden = !usable;
				button.removeAttribute('aria-disabled');
			}
		}
	}

	return {
		element,
		draw() {
			const all = [...state.campaigns.values()].sort((a, b) => b.id - a.id);
			empty.hidden = all.length > 0;
			heading.hidden = all.length === 0;
			keyed(list, all.slice(0, shown), (campaign) => campaign.id, create, update);
			more.hidden = all.length <= shown;
			setText(more, `Show more campaigns (${count(all.length - shown)})`);
		},
	};
}
