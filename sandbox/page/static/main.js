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
		name: 'faults',
		developer: true,
		label: 'Faults',
