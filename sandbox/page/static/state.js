/** What the page knows of the sandbox: a snapshot, kept up to date by server-sent events. */

/** Messages kept on the page; the oldest go first. The sandbox itself keeps them all. */
const MESSAGES_KEPT = 10_000;
/** Lines of the request log kept on the page. */
const REQUESTS_KEPT = 500;
/** Views are redrawn at most this often (ms), however fast messages arrive. */
const REDRAW_MS = 120;

export const state = {
	info: {},
	connected: false,
	loaded: false,
	messages: new Map(),
	/** Phones by number: {msisdn, text, ids, order, unread}; the text is the number as its country writes it, the order is that in which their last messages came. */
	phones: new Map(),
	/** What phones answered, by number: lists of {id, phone, sender, text, receivedMs}. */
	replies: new Map(),
	/** The channels on whose stop list a number is, by number. */
	stopList: new Map(),
	campaigns: new Map(),
	applications: new Map(),
	/** The contact lists, each with its members. */
	lists: [],
	requests: [],
	requestCount: 0,
	faults: [],
	clock: { ms: Date.now(), at: Date.now(), speed: 1 },
};

let arrived = 0;
const listeners = new Set();
let redraw;

/** Calls `listener` after changes, gathered. */
export function onChange(listener) {
	listeners.add(listener);
}

/** Redraws the views at once: for what the user does. */
export function redrawNow() {
	clearTimeout(redraw);
	redraw = undefined;
	for (const listener of listeners) listener();
}

/** Has the views redrawn soon: for what arrives. */
export function changed() {
	redraw ??= setTimeout(redrawNow, REDRAW_MS);
}

/** The sandbox's time in milliseconds now. */
export function sandboxNow() {
	return state.clock.ms + (Date.now() - state.clock.at) * state.clock.speed;
}

/**
 * Calls the sandbox's control interface.
 * @returns {Promise<object>} the JSON reply
 * @throws {Error} with the sandbox's own words when it refuses
 */
export async function call(method, path, body) {
	const reply = await fetch(`/_sandbox/${path}`, {
		method,
		headers: body === undefined ? {} : { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await reply.text();
	let json;
	try {
		json = JSON.parse(text);
	} catch {
		json = {};
	}
	if (!reply.ok) throw new Error(json.message ?? `The sandbox answered ${reply.status}`);
	return json;
}

/** Takes one message in; `fresh` messages count as unread. */
function takeMessage(message, fresh) {
	const known = state.messages.get(message.id);
	state.messages.set(message.id, message);
	if (known) return;
	let phone = state.phones.get(message.msisdn);
	if (!phone) {
		phone = {
			msisdn: message.msisdn,
			text: message.phoneText,
			ids: [],
			order: 0,
			unread: 0,
		};
		state.phones.set(message.msisdn, phone);
	}
	phone.ids.push(message.id);
	phone.order = ++arrived;
	if (fresh) phone.unread += 1;
	if (state.messages.size > MESSAGES_KEPT) forgetOldest();
}

function forgetOldest() {
	const [id, message] = state.messages.entries().next().value;
	state.messages.delete(id);
	const phone = state.phones.get(message.msisdn);
	if (!phone) return;
	phone.ids = phone.ids.filter((other) => other !== id);
	if (phone.ids.length === 0) state.phones.delete(phone.msisdn);
}

function forgetAll() {
	for (const map of [
		state.messages,
		state.phones,
		state.replies,
		state.campaigns,
		state.applications,
	])
		map.clear();
	state.requests = [];
	state.requestCount = 0;
}

/** Takes one reply of a phone in. */
function takeReply(reply) {
	const known = state.replies.get(reply.phone) ?? [];
	if (!known.some(({ id }) => id === reply.id)) state.replies.set(reply.phone, [...known, reply]);
}

function takeStopList({ data }) {
	state.stopList = new Map(data.map(({ phone, channels }) => [phone, channels]));
}

function takeRequest(entry) {
	state.requestCount = Math.max(state.requestCount, entry.id);
	const known = state.requests.findIndex((other) => other.id === entry.id);
	if (known === -1) state.requests.unshift(entry);
	else state.requests[known] = entry;
	if (state.requests.length > REQUESTS_KEPT) state.requests.length = REQUESTS_KEPT;
}

const handlers = {
	message: (data) => takeMessage(timed(data), true),
	received: (data) => takeReply(timed(data)),
	stopList: refresh,
	contacts: refresh,
	campaign: (data) => state.campaigns.set(data.id, timed(data)),
	application: (data) => {
		state.applications.set(data.id, timed(data));
		if (data.status === 'registration completed') refresh();
	},
	request: takeRequest,
	fault: refresh,
	config: (data) => Object.assign(state.info, data),
	clock: takeClock,
	reset: () => {
		forgetAll();
		return load();
	},
};

function takeClock(data) {
	state.clock = {
		ms: Date.parse(data.now),
		at: Date.now(),
		speed: data.speed ?? state.clock.speed,
	};
}

/** Adds to every `…At` (ISO 8601) its milliseconds as `…Ms`, which sort and compare at no cost. */
function timed(record) {
	for (const [name, value] of Object.entries(record)) {
		if (name.endsWith('At')) record[`${name.slice(0, -2)}Ms`] = value ? Date.parse(value) : null;
	}
	return record;
}

let refreshing;

/** Fetches soon what no event tells in full: the faults, the senders and the stop list. */
function refresh() {
	refreshing ??= setTimeout(async () => {
		refreshing = undefined;
		try {
			takeState(await call('GET', 'state'));
			takeStopList(await call('GET', 'stoplist'));
			state.lists = (await call('GET', 'lists')).data;
			changed();
		} catch {
			// The connection is gone: everything is fetched once it is back.
		}
	}, 40);
}

function takeState({ senders, faults, keys, faultKinds, now, speed }) {
	Object.assign(state.info, { senders, keys, faultKinds });
	state.faults = faults;
	takeClock({ now, speed });
}

/** Fetches everything anew. */
async function load() {
	const [config, standing, messages, replies, stopList, ...others] = await Promise.all([
		call('GET', 'config'),
		call('GET', 'state'),
		call('GET', `messages?limit=${MESSAGES_KEPT}`),
		call('GET', `replies?limit=${MESSAGES_KEPT}`),
		call('GET', 'stoplist'),
		call('GET', 'campaigns?limit=500'),
		call('GET', 'applications?limit=500'),
		call('GET', `requests?limit=${REQUESTS_KEPT}`),
		call('GET', 'lists'),
	]);
	const [campaigns, applications, requests, lists] = others;
	const read = new Map([...state.phones].map(([msisdn, phone]) => [msisdn, phone.unread]));
	forgetAll();
	state.info = config;
	takeState(standing);
	for (const message of messages.data.toReversed()) takeMessage(timed(message), false);
	for (const reply of replies.data.toReversed()) takeReply(timed(reply));
	takeStopList(stopList);
	state.lists = lists.data;
	for (const [msisdn, unread] of read) {
		const phone = state.phones.get(msisdn);
		if (phone) phone.unread = unread;
	}
	for (const campaign of campaigns.data.toReversed())
		state.campaigns.set(campaign.id, timed(campaign));
	for (const application of applications.data.toReversed())
		state.applications.set(application.id, timed(application));
	state.requests = requests.data;
	state.requestCount = requests.total;
	state.loaded = true;
	changed();
}

/** Stays connected for good: after every (re)connection the state is fetched anew, and what arrives meanwhile is taken in after it. */
export function connect(delay = 500) {
	const source = new EventSource('/_sandbox/events');
	let waiting = [];
	const take = (name, data) => {
		if (waiting) waiting.push([name, data]);
		else handlers[name](data);
		changed();
	};
	for (const name of Object.keys(handlers)) {
		source.addEventListener(name, (event) => take(name, JSON.parse(event.data)));
	}
	source.onopen = async () => {
		waiting ??= [];
		try {
			await load();
			state.connected = true;
			delay = 500;
			const late = waiting;
			waiting = undefined;
			for (const [name, data] of late) handlers[name](data);
		} catch {
			source.close();
			retry();
		}
		changed();
	};
	source.onerror = () => {
		state.connected = false;
		changed();
		// The browser reconnects by itself unless the sandbox answered with something else than events.
		if (source.readyState === EventSource.CLOSED) retry();
	};
	function retry() {
		setTimeout(() => connect(Math.min(delay * 2, 8000)), delay);
	}
}
