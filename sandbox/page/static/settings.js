/** The settings of the service where the specification is silent: a form of them all, by section. */
import { h, keyed, setText } from './dom.js';
import { count, plural } from './format.js';
import { call, state } from './state.js';
import { act } from './actions.js';

/** The settings as a list, those of one section together and in the order of the specification. */
function bySection(settings) {
	const sections = new Map();
	for (const [name, setting] of Object.entries(settings)) {
		if (!sections.has(setting.section)) sections.set(setting.section, []);
		sections.get(setting.section).push({ name, ...setting });
	}
	return [...sections]
		.map(([section, members]) => ({ section, members }))
		.sort((one, other) => one.section.localeCompare(other.section, undefined, { numeric: true }));
}

/** Whether a setting takes these values and no others. */
function isChoice({ values, allowed }) {
	return allowed === values.map(String).join(', ');
}

function written(value) {
	return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a field says that may hold more than some values: a number, or names with commas between them. */
function read(setting, text) {
	if (!Array.isArray(setting.values[0])) return Number(text);
	return text
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
}

function set(name, value) {
	return act(
		() => call('POST', 'config', { dialect: { [name]: value } }),
		`${name}: ${written(value)}`,
	);
}

/** The element in which a person chooses the value of a setting. */
function control(setting) {
	const { name, values } = setting;
	const attributes = {
		id: `setting-${name}`,
		'data-test': `setting-${name}`,
		'aria-describedby': `meaning-${name}`,
	};
	if (isChoice(setting))
		return h(
			'select',
			{ ...attributes, onchange: (event) => set(name, values[event.target.selectedIndex]) },
			values.map((value) => h('option', { value: written(value) }, written(value))),
		);
	return h('input', {
		...attributes,
		type: Array.isArray(values[0]) ? 'text' : 'number',
		placeholder: setting.allowed,
		onchange: (event) => set(name, read(setting, event.target.value)),
	});
}

/** Brings a control in line with what the service has, unless somebody is at it. */
function show(element, setting) {
	if (document.activeElement === element) return;
	const value = state.info.dialect[setting.name];
	if (isChoice(setting)) element.selectedIndex = setting.values.indexOf(value);
	else element.value = Array.isArray(value) ? value.join(', ') : String(value);
}

function differs({ name, values }) {
	return written(state.info.dialect[name]) !== written(values[0]);
}

function row(setting) {
	return h(
		'li.setting',
		{},
		h('label', { for: `setting-${setting.name}` }, setting.name),
		control(setting),
		h('p.muted', { id: `meaning-${setting.name}` }, setting.meaning.replaceAll('`', '')),
	);
}

/** Makes the form: {element, draw()}. */
export function settingsForm() {
	const tally = h('span.muted');
	const list = h('div');
	const defaults = h(
		'button',
		{
			type: 'button',
			onclick: () => {
				const first = Object.entries(state.info.settings).map(([name, { values }]) => [
					name,
					values[0],
				]);
				void act(
					() => call('POST', 'config', { dialect: Object.fromEntries(first) }),
					'The service is the default one',
				);
			},
		},
		'Back to the defaults',
	);
	const element = h(
		'details.card.settings',
		{ 'data-test': 'settings' },
		h('summary', {}, h('b', {}, 'Where the specification is silent'), ' ', tally),
		h('p.muted', {}, 'The service may be any of those that the specification allows.'),
		h('p.buttons', {}, defaults),
		list,
	);
	return {
		element,
		draw() {
			const { settings = {} } = state.info;
			const sections = bySection(settings);
			keyed(
				list,
				sections,
				({ section }) => section,
				({ section, members }) =>
					h(
						'section',
						{ 'aria-label': `Section ${section}` },
						h('h3', {}, `Section ${section}`),
						h('ul', {}, members.map(row)),
					),
				(group, { members }) => {
					for (const setting of members)
						show(group.querySelector(`#setting-${setting.name}`), setting);
				},
			);
			const changes = sections.flatMap(({ members }) => members.filter(differs)).length;
			setText(
				tally,
				changes === 0
					? `${count(Object.keys(settings).length)} settings, all at their defaults`
					: `${plural(changes, 'setting')} changed`,
			);
			defaults.hidden = changes === 0;
		},
	};
}
