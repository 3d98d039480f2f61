import type { IDataObject } from 'n8n-workflow';
import type { Normalise } from './reader';

/** Takes the zone of the service; returns what turns its records into the node's own, by kind. */
export function normalisers(_zone: string): Record<'campaign' | 'message' | 'task' | 'application', Normalise> {
	const same: Normalise = (raw) => raw as IDataObject;
	return { campaign: same, message: same, task: same, application: same };
}
