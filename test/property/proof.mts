import { writeProof } from '../../tools/lib/proof.mts';
import { allFigures } from './figures.mts';

/** Keeps the figures of a full run in which every test passed. @throws Error when fewer inputs were tried than a full run has */
export async function writePropertyProof(): Promise<void> {
	const figures = allFigures();
	if (figures.inputs < 100_000) throw new Error(`Only ${figures.inputs} inputs were tried.`);
	await writeProof('property', 'npm run test:property', [
		{ what: 'Inputs judged by the service and by the node alike', value: figures.inputs },
		{ what: 'of them accepted by both and sent', value: figures.sent },
		{ what: 'Good inputs, at the limits too, that both must take', value: figures.good },
		{
			what: 'Parameters that the service sees, in all ways of the operations',
			value: figures.parameters,
		},
		{ what: 'Inputs for settings of the node', value: figures.settingInputs },
		{ what: 'Settings of the node, in all ways of the operations', value: figures.settings },
		{ what: 'Operations', value: figures.operations.length },
		{
			what: "Items with such values through n8n's engine and a socket",
			value: figures.engineInputs,
		},
		{ what: 'Bad input that reached the service', value: figures.letThrough },
		{ what: 'Good input that the node refused', value: figures.heldBack },
		{
			what: 'Inputs judged otherwise in a way that is known',
			value: Object.values(figures.known).reduce((total, times) => total + times, 0),
		},
		{ what: 'Time', value: figures.seconds, unit: 's' },
	]);
}
