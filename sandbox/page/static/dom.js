/** Small helpers to build the page. Text always becomes a text node: nothing that arrives is ever read as markup. */

/**
 * Makes an element.
 * @param {string} tag name of the element, with classes after dots: 'div.card.wide'
 * @param {Record<string, unknown>} [attributes] attributes; `on…` are listeners, `dataset` and properties such as `value` are set as properties
 * @param {...(Node|string|number|null|undefined|false|Array)} children nodes or texts
 */
export function h(tag, attributes = {}, ...children) {
	const [name, ...classes] = tag.split('.');
	const element = document.createElement(name);
	if (classes.length > 0) element.className = classes.join(' ');
	for (const [key, value] of Object.entries(attributes)) {
		if (value === undefined || value === null || value === false) continue;
		if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
		else if (key === 'dataset') Object.assign(element.dataset, value);
		else if (key === 'value' || key === 'checked' || key === 'hidden') element[key] = value;
		else element.setAttribute(key, value === true ? '' : String(value));
	}
	for (const child of children.flat(2)) {
		if (child === undefined || child === null || child === false) continue;
		element.append(typeof child === 'number' ? String(child) : child);
	}
	return element;
}

/** Makes an icon of the page's set from a path in a 20 by 20 box. */
export function icon(path) {
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	svg.setAttribute('viewBox', '0 0 20 20');
	svg.setAttribute('aria-hidden', 'true');
	svg.setAttribute('class', 'icon');
	const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
	shape.setAttribute('d', path);
	svg.append(shape);
	return svg;
}

/** Sets a text only when it differs, so that a selection or a screen reader is not disturbed. */
export function setText(element, text) {
	const wanted = String(text ?? '');
	if (element.textContent !== wanted) element.textContent = wanted;
}

/**
 * Brings the children of `parent` in line with `items`, keeping the elements of items that stay: what has the focus keeps it.
 * `create(item)` makes an element, `update(element, item)` refreshes it.
 */
export function keyed(parent, items, keyOf, create, update) {
	const present = new Map();
	for (const child of parent.children) present.set(child.dataset.key, child);
	let place = parent.firstElementChild;
	for (const item of items) {
		const key = String(keyOf(item));
		let element = present.get(key);
		if (element) present.delete(key);
		else {
			element = create(item);
			element.dataset.key = key;
		}
		update(element, item);
		if (element === place) place = place.nextElementSibling;
		else parent.insertBefore(element, place);
	}
	for (const element of present.values()) element.remove();
}

/**
 * A list of rows of one height that draws only what is seen: ten thousand rows cost as much as twenty.
 * It is a listbox: arrows, Page Up and Down, Home and End move, the row that is moved to is selected.
 */
export class RowList {
	/** @param {{label: string, rowHeight: number, keyOf: Function, create: Function, update: Function, select: Function}} options */
	constructor(options) {
		this.options = options;
		this.items = [];
		this.selected = undefined;
		this.spacer = h('div.rows-space');
		this.element = h(
			'div.rows',
			{
				role: 'listbox',
				tabindex: 0,
				'aria-label': options.label,
				onscroll: () => this.schedule(),
				onkeydown: (event) => this.key(event),
			},
			this.spacer,
		);
		this.observer = new ResizeObserver(() => this.schedule());
		this.observer.observe(this.element);
	}

	/** Shows these items and marks the one with this key as selected. */
	show(items, selected) {
		this.items = items;
		this.selected = selected;
		this.draw();
	}

	schedule() {
		if (this.pending) return;
		this.pending = true;
		requestAnimationFrame(() => {
			this.pending = false;
			this.draw();
		});
	}

	draw() {
		const { rowHeight, keyOf, create, update } = this.options;
		this.spacer.style.height = `${this.items.length * rowHeight}px`;
		const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - 4);
		const count = Math.ceil((this.element.clientHeight || 600) / rowHeight) + 8;
		const seen = this.items
			.slice(first, first + count)
			.map((item, offset) => ({ item, index: first + offset }));
		keyed(
			this.spacer,
			seen,
			({ item }) => keyOf(item),
			({ item }) => {
				const row = create(item);
				row.setAttribute('role', 'option');
				row.addEventListener('click', () => this.options.select(item));
				return row;
			},
			(row, { item, index }) => {
				const key = String(keyOf(item));
				row.id = `row-${this.options.label.replaceAll(' ', '-')}-${key}`;
				row.style.transform = `translateY(${index * rowHeight}px)`;
				row.setAttribute('aria-posinset', String(index + 1));
				row.setAttribute('aria-setsize', String(this.items.length));
				row.setAttribute('aria-selected', String(key === this.selected));
				if (key === this.selected) this.element.setAttribute('aria-activedescendant', row.id);
				update(row, item);
			},
		);
		if (this.selected === undefined) this.element.removeAttribute('aria-activedescendant');
	}

	key(event) {
		const page = Math.max(1, Math.floor(this.element.clientHeight / this.options.rowHeight) - 1);
		const steps = {
			ArrowDown: 1,
			ArrowUp: -1,
			PageDown: page,
			PageUp: -page,
			Home: -Infinity,
			End: Infinity,
		};
		const step = steps[event.key];
		if (
			step === undefined ||
			this.items.length === 0 ||
			event.ctrlKey ||
			event.metaKey ||
			event.altKey
		)
			return;
		event.preventDefault();
		const now = this.items.findIndex((item) => String(this.options.keyOf(item)) === this.selected);
		const next = Math.min(this.items.length - 1, Math.max(0, now === -1 ? 0 : now + step));
		const top = next * this.options.rowHeight;
		const bottom = top + this.options.rowHeight - this.element.clientHeight;
		if (this.element.scrollTop > top) this.element.scrollTop = top;
		else if (this.element.scrollTop < bottom) this.element.scrollTop = bottom;
		this.options.select(this.items[next], true);
	}
}

/** A button that copies a text to the clipboard and says so. */
export function copyButton(text, label) {
	const button = h('button.copy', { type: 'button', 'aria-label': `Copy ${label}` }, 'Copy');
	button.addEventListener('click', async () => {
		try {
			await navigator.clipboard.writeText(text);
			button.textContent = 'Copied';
		} catch {
			button.textContent = 'Select it';
		}
		setTimeout(() => {
			button.textContent = 'Copy';
		}, 1500);
	});
	return button;
}
