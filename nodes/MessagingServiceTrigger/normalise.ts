import {
	normaliseApplication,
	normaliseCampaign,
	normaliseMessage,
	normaliseTask,
} from '../shared/reply';
import type { Normalise } from './reader';

/** Takes the zone of the service; returns what turns its records into the node's own, by kind. */
export function normalisers(
	zone: string,
): Record<'campaign' | 'message' | 'task' | 'application', Normalise> {
	return {
		campaign: (raw) => normaliseCampaign(raw, zone),
		message: (raw) => normaliseMessage(raw, zone),
		task: normaliseTask,
		application: (raw) => normaliseApplication(raw, zone),
	};
}
