import type { FaultRule } from '../faults.mts';
import { countStatistics } from '../store.mts';
import type { Application, Campaign, Message } from '../types.mts';

// Records as the control interface and its events show them: as the sandbox keeps them, with times that can be read.

type Description = Record<string, unknown>;

function iso(ms: number | null): string | null {
	return ms === null ? null : new Date(ms).toISOString();
}

/** Describes a message. */
export function describeMessage(message: Message): Description {
	const { createdMs, sendMs, reportMs, ...rest } = message;
	return { ...rest, createdAt: iso(createdMs), sendAt: iso(sendMs), reportAt: iso(reportMs) };
}

/** Describes a campaign; of its messages only how many they are. */
export function describeCampaign(campaign: Campaign): Description {
	const { createdMs, startMs, realStartMs, finishedMs, messageIds, next, ...rest } = campaign;
	return {
		...rest,
		messages: messageIds.length,
		handedOver: next,
		statistics: countStatistics(campaign.counters),
		createdAt: iso(createdMs),
		startAt: iso(startMs),
		realStartAt: iso(realStartMs),
		finishedAt: iso(finishedMs),
	};
}

/** Describes an application to register a sender. */
export function describeApplication(application: Application): Description {
	const { createdMs, registeredMs, changedMs, ...rest } = application;
	return {
		...rest,
		createdAt: iso(createdMs),
		registeredAt: iso(registeredMs),
		changedAt: iso(changedMs),
	};
}

/** Describes a fault; a pattern is written as text. */
export function describeFault(fault: FaultRule): Description {
	return { ...fault, path: fault.path instanceof RegExp ? String(fault.path) : fault.path };
}
