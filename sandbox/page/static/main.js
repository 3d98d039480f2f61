/** Puts the views together: addresses, tabs, keys, the header. */
import { h, icon, setText } from './dom.js';
import { count, fullTime, shortTime } from './format.js';
import { connect, onChange, sandboxNow, state } from './state.js';
import { prepareStrip } from './help.js';
import { inboxView } from './inbox.js';
import { campaignsView } from './campaigns.js';
import { sendersView } from './senders.js';
import { listsView } from './lists.js';
import { faultsView } from './faults.js';
import { requestsView } from './requests.js';

const OPEN_APPLICATIONS = ['new', 'accepted', 'in progress'];
/** The views in the order of their tabs: what users look at first; those under Developers share one tab. */
const VIEWS = [
	{
		name: 'inbox',
		label: 'Inbox',
		icon: 'M3 4h14v12H3V4Zm0 7h4l1 2h4l1-2h4',
		view: inboxView(),
		badge: () => [...state.phones.values()].reduce((sum, one) => sum + one.unread, 0),
	},
	{
		name: 'campaigns',
		label: 'Campaigns',
		icon: 'M3 8v4l9 4V4L3 8Zm2 5v4h3v-3M15 8a3 3 0 0 1 0 4',
		view: campaignsView(),
		badge: () => [...state.campaigns.values()].filter((one) => one.status === 'sending').length,
	},
	{
		name: 'senders',
		label: 'Senders',
		icon: 'M10 10a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Zm-7 7c0-4 3-5 7-5s7 1 7 5',
		view: sendersView(),
		badge: () =>
			[...state.applications.values()].filter((one) => OPEN_APPLICATIONS.includes(one.status))
				.length,
	},
	{
		name: 'lists',
		label: 'Lists',
		icon: 'M7 5h10M7 10h10M7 15h10M3 5h.010M3 10h.010M3 15h.010',
		view: listsView(),
		badge: () => 0,
	},
	{
		name: 'faults',
		developer: true,
		label: 'Faults',
		view: faultsView(),
	},
	{
		name: 'requests',
		developer: true,
		label: 'Requests',
		view: requestsView(),
	},
];

/** The tabs: a view each, and one for the two that only a developer needs. */
const TABS = [
	...VIEWS.filter(({ developer }) => !developer),
	{
		name: 'developers',
		label: 'Developers',
		icon: 'M7 6 3 10l4 4M13 6l4 4-4 4',
		href: '#/faults',
		badge: () => state.faults.length,
	},
];

const main = document.getElementById('main');
const tabs = document.getElementById('tabs');
const live = document.getElementById('live');
const announce = document.getElementById('announce');
let current;
let announced = 0;

for (const [index, entry] of TABS.entries()) {
	entry.badgeElement = h('span.badge', { hidden: true });
	entry.link = h(
		'a',
		{
			href: entry.href ?? `#/${entry.name}`,
			title: `${entry.label} (key ${index + 1})`,
			'data-test': `tab-${entry.name}`,
		},
		icon(entry.icon),
		h('span', {}, entry.label),
		entry.badgeElement,
	);
	tabs.append(entry.link);
}

/** Leads between the two views of a developer. */
const sections = VIEWS.filter(({ developer }) => developer).map((entry) => ({
	entry,
	link: h('a', { href: `#/${entry.name}`, 'data-test': `section-${entry.name}` }, entry.label),
}));
const sectionLinks = h(
	'nav.sections',
	{ 'aria-label': 'For developers' },
	sections.map(({ link }) => link),
);

/** Marks the one link that leads to what is shown. */
function mark(link, isShown) {
	if (isShown) link.setAttribute('aria-current', 'page');
	else link.removeAttribute('aria-current');
}

/** The view and the part of it that the address names. */
function route() {
	const [, name, rest] = location.hash.split('/');
	return {
		entry: VIEWS.find((one) => one.name === name) ?? VIEWS[0],
		rest: rest ? decodeURIComponent(rest) : undefined,
	};
}

function draw() {
	const { entry, rest } = route();
	if (entry !== current) {
		current = entry;
		main.replaceChildren(...(entry.developer ? [sectionLinks] : []), entry.view.element);
		for (const tab of TABS)
			mark(tab.link, tab === entry || (entry.developer && tab.name === 'developers'));
		for (const { entry: one, link } of sections) mark(link, one === entry);
	}
	main.dataset.loaded = String(state.loaded);
	if (state.loaded) entry.view.draw(rest);
	drawHeader(entry);
}

function drawHeader(entry) {
	let unread = 0;
	for (const one of TABS) {
		const number = one.badge();
		if (one.name === 'inbox') unread = number;
		one.badgeElement.hidden = number === 0;
		setText(one.badgeElement, number > 999 ? '999+' : number);
	}
	document.title = `${unread > 0 ? `(${count(unread)}) ` : ''}${entry.label} · Messaging sandbox`;
	const mode = document.getElementById('mode');
	setText(mode, `Account mode: ${state.info.mode ?? 'live'}`);
	mode.dataset.mode = state.info.mode ?? 'live';
	live.dataset.on = String(state.connected);
	setText(live.querySelector('span'), state.connected ? 'connected' : 'reconnecting');
	if (state.messages.size > announced && announced > 0) {
		const last = [...state.messages.values()].at(-1);
		setText(announce, `New message to ${last.phoneText} from ${last.sender}`);
	}
	announced = state.messages.size || 1;
}

function drawClock() {
	const clock = document.getElementById('clock');
	setText(clock, state.loaded ? shortTime(sandboxNow()) : '');
	clock.title = `The service's clock: ${fullTime(sandboxNow())} ${state.info.timeZone ?? 'UTC'}`;
}

document.addEventListener('keydown', (event) => {
	if (event.ctrlKey || event.metaKey || event.altKey) return;
	const typing = event.target.closest('input, select, textarea');
	if (event.key === 'Escape' && typing) {
		typing.blur();
		return;
	}
	if (typing) return;
	if (event.key === '/' && current.view.search) {
		event.preventDefault();
		current.view.search.focus();
	} else if (event.key === 'Escape' && current.name === 'inbox') location.hash = '#/inbox';
	else if (/^[1-5]$/.test(event.key)) TABS[Number(event.key) - 1].link.click();
});
window.addEventListener('hashchange', () => {
	draw();
	// The focus follows to a phone that was opened, so that the keyboard and a screen reader go on from there.
	if (matchMedia('(max-width: 760px)').matches)
		document.querySelector('.phone:not([hidden]) h1')?.focus({ preventScroll: true });
});
prepareStrip();
onChange(draw);
draw();
setInterval(drawClock, 1000);
connect();
