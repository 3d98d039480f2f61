/** Promise: a reply is an opt-out when the whole of it is one keyword, apart from punctuation, case, accents and a polite word. */
import { isOptOut, OPT_OUT_WORDS } from '../../../nodes/shared/text/optOut.ts';

test.each([
	...Object.values(OPT_OUT_WORDS).flat(),
	...[
		'Stop',
		' STOP. ',
		'Stop!!',
		'STOP please',
		'Please stop',
		'Cancel, thanks',
		'Opt-out',
		'OPTOUT',
	],
	...[
		'ARRÊT',
		'Arrêt s’il vous plaît',
		'Stopp bitte',
		'BAJA, por favor',
		'Стоп!',
		'СТОП, будь ласка',
	],
	...['Стоп, пожалуйста', 'İPTAL', 'הסר', 'Alto, gracias', 'Pare!', 'Avsluta tack'],
])('%s', (text) => expect([text, isOptOut(text)]).toEqual([text, true]));

test.each([
	// learning-circles 593 and Spoke 1016, and their kind.
	...['Stop by anytime after 6!', 'Seis personas', 'Zrušit termín prosím', 'Please do not stop'],
	...['End of the month?', 'Cancel my appointment', 'stop stop', 'bus stop', 'Quit smoking', 'Yes'],
	...['Non stop', 'STOP 5', 'please', 'thanks', 'Alto, quién eres?', 'Bajada', '', '!', '🛑'],
	...[
		'Pare com isso',
		'Ik ben uit',
		'Стоп-кран сломан',
		'Iptal etmeyin',
		'Ende',
		'Abmelden geht nicht',
	],
])('%s is none', (text) => expect([text, isOptOut(text)]).toEqual([text, false]));

test('the own keywords count like those of the list', () => {
	const own = ['No más', ' '];
	expect(
		['no mas!', 'No más, gracias', 'no más mensajes'].map((text) => isOptOut(text, own)),
	).toEqual([true, true, false]);
});
