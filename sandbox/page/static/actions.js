/** What the user does on the page, with a word on how it went. */
import { changed } from './state.js';

let timer;

/** Shows a sentence for some seconds. */
export function say(text, tone = 'good') {
	const toast = document.getElementById('toast');
	toast.textContent = text;
	toast.dataset.tone = tone;
	toast.dataset.on = 'true';
	clearTimeout(timer);
	timer = setTimeout(() => {
		toast.dataset.on = 'false';
	}, 4000);
}

/** Runs an action; says `done` when it worked and the sandbox's words when it did not. */
export async function act(action, done) {
	try {
		await action();
		if (done) say(done);
	} catch (error) {
		say(error.message, 'bad');
	}
	changed();
}
