/** Puts the views together: addresses, tabs, keys, the header. */
import { h, icon, setText } from './dom.js';
import { count, fullTime, shortTime } from './format.js';
import { connect, onChange, sandboxNow, state } from './state.js';
import { prepareStrip } from './help.js';
import { inboxView } from './inbox.js';
import { campaignsView } from './campaigns.js';
import { sendersView } from './senders.js';
import { faultsView } from './faults.js';
import { requestsView } from './requests.js';

const OPEN_APPLICATIONS = ['new', 'accepted', 'in progress'];
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
		name: 'faults',
		label: 'Faults',
		icon: 'M11 2 4 11h5l-1 7 8-10h-6l1-6Z',
		view: faultsView(),
		badge: () => state.faults.length,
	},
	{
		name: 'requests',
		label: 'Requests',
		icon: 'M3 5h14M3 10h14M3 15h9',
		view: requestsView(),
		badge: () => 0,
	},
];

const main = document.getElementById('main');
const tabs = document.getElementById('tabs');
const live = document.getElementById('live');
const announce = document.getElementById('announce');
let current;
let announced = 0;

for (const [index, entry] of VIEWS.entries()) {
	entry.badgeElement = h('span.badge', { hidden: true });
	entry.link = h(
		'a',
		{
			href: `#/${entry.name}`,
			title: `${entry.label} (key ${index + 1})`,
			'data-test': `tab-${entry.name}`,
		},
		icon(entry.icon),
		h('span', {}, entry.label),
		entry.badgeElement,
	);
	tabs.append(entry.link);
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
		main.replaceChildren(entry.view.element);
		for (const one of VIEWS) {
			if (one === entry) one.link.setAttribute('aria-current', 'page');
			else one.link.removeAttribute('aria-current');
		}
	}
	main.dataset.loaded = String(state.loaded);
	if (state.loaded) entry.view.draw(rest);
	drawHeader(entry);
}

function drawHeader(entry) {
	let unread = 0;
	for (const one of VIEWS) {
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
	else if (/^[1-5]$/.test(event.key)) location.hash = `#/${VIEWS[Number(event.key) - 1].name}`;
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
