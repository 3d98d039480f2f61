import type { Page } from 'playwright-core';

/** How far the page's content reaches past its width, in CSS pixels. */
export async function overflow(page: Page): Promise<number> {
	return Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'));
}

/**
 * Texts that are hard to read: contrast with their ground below 4.5 (WCAG AA), written "ratio text".
 * Grounds with pictures and texts in disabled controls do not count.
 */
export async function faintTexts(page: Page): Promise<string[]> {
	return (await page.evaluate(`(() => {
		const parse = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return { r: n[0], g: n[1], b: n[2], a: n[3] ?? 1 }; };
		const over = (top, ground) => ({ r: top.r * top.a + ground.r * (1 - top.a), g: top.g * top.a + ground.g * (1 - top.a), b: top.b * top.a + ground.b * (1 - top.a), a: 1 });
		const light = ({ r, g, b }) => { const [x, y, z] = [r, g, b].map((c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }); return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
		const found = new Set();
		for (const element of document.querySelectorAll('body *')) {
			if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
			if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
			if (element.closest('option, .toast, .hidden, .skip, [aria-hidden=true]')) continue;
			const chain = [];
			let opacity = 1;
			for (let one = element; one; one = one.parentElement) { chain.push(getComputedStyle(one)); opacity *= Number(getComputedStyle(one).opacity); }
			let ground = getComputedStyle(document.documentElement).colorScheme === 'dark' ? { r: 0, g: 0, b: 0, a: 1 } : { r: 255, g: 255, b: 255, a: 1 };
			for (const style of chain.reverse()) ground = over(parse(style.backgroundColor), ground);
			const text = parse(getComputedStyle(element).color);
			const seen = over({ ...text, a: text.a * opacity }, ground);
			const [high, low] = [light(seen), light(ground)].sort((a, b) => b - a);
			const ratio = (high + 0.05) / (low + 0.05);
			if (ratio < 4.5) found.add(ratio.toFixed(1) + ' ' + element.textContent.trim().slice(0, 30));
		}
		return [...found];
	})()`)) as string[];
}

/** Controls that a keyboard or a screen reader meets without a name. */
export async function namelessControls(page: Page): Promise<string[]> {
	return (await page.evaluate(`[...document.querySelectorAll('a[href], button, input, select')].filter((element) => element.checkVisibility()).filter((element) =>
		!(element.getAttribute('aria-label') || element.textContent.trim() || element.labels?.length)).map((element) => element.outerHTML.slice(0, 120))`)) as string[];
}

/**
 * Texts below `root` that do not fit where they stand: cut off, running out of the panel, or a placeholder wider than its field.
 * Elements that scroll on purpose do not count.
 */
export async function cutTexts(page: Page, root: string): Promise<string[]> {
	return (await page.evaluate(`(() => {
		const found = new Set();
		const canvas = document.createElement('canvas').getContext('2d');
		for (const top of document.querySelectorAll(${JSON.stringify(root)})) {
			if (!top.checkVisibility()) continue;
			const frame = top.getBoundingClientRect();
			for (const element of top.querySelectorAll('*')) {
				if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
				const style = getComputedStyle(element);
				const box = element.getBoundingClientRect();
				if (box.width === 0 || box.height === 0) continue;
				if (element.tagName === 'INPUT') {
					const text = element.value || element.placeholder;
					canvas.font = style.font;
					const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
					if (text && element.type !== 'checkbox' && canvas.measureText(text).width > room + 1) found.add('field: ' + text);
					continue;
				}
				const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()).map((node) => node.data.trim()).join(' ');
				if (!own) continue;
				const hides = ['hidden', 'clip'].includes(style.overflowX);
				if (hides && element.scrollWidth > element.clientWidth + 1) found.add('cut: ' + own.slice(0, 60));
				else if (box.right > frame.right + 1 || box.left < frame.left - 1) found.add('outside: ' + own.slice(0, 60));
			}
		}
		return [...found];
	})()`)) as string[];
}

/** Lines of the canvas's notes that end below their note, where nobody sees them. */
export async function cutNotes(page: Page): Promise<string[]> {
	return (await page.evaluate(`[...document.querySelectorAll('.vue-flow__node')].flatMap((note) =>
		[...note.querySelectorAll('h2, p, li')].filter((line) => line.getBoundingClientRect().bottom > note.getBoundingClientRect().bottom).map((line) => line.textContent.trim()))`)) as string[];
}
