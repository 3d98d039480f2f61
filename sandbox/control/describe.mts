import type { FaultRule } from '../faults.mts';
import type { Service } from '../service.mts';
import { countStatistics } from '../store.mts';
import type {
	Application,
	Campaign,
	Click,
	Contact,
	Group,
	Message,
	Received,
	StopListed,
} from '../types.mts';
import { phoneText } from './phoneText.mts';

// Records as the control interface and its events show them: as the sandbox keeps them, with times that can be read.

type Description = Record<string, unknown>;

function iso(ms: number | null): string | null {
	return ms === null ? null : new Date(ms).toISOString();
}

/** Describes a message. */
export function describeMessage(message: Message): Description {
	const { createdMs, sendMs, reportMs, ...rest } = message;
	return {
		...rest,
		phoneText: phoneText(message.msisdn),
		createdAt: iso(createdMs),
		sendAt: iso(sendMs),
		reportAt: iso(reportMs),
	};
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

/** Describes a reply of a phone. */
export function describeReceived({ receivedMs, ...rest }: Received): Description {
	return { ...rest, receivedAt: iso(receivedMs) };
}

/** Describes a click on a short link. */
export function describeClick({ createdMs, ...rest }: Click): Description {
	return { ...rest, createdAt: iso(createdMs) };
}

/** Describes an entry of the stop list. */
export function describeStopListed({ createdMs, ...rest }: StopListed): Description {
	return { ...rest, createdAt: iso(createdMs) };
}

/** Describes a contact list. */
export function describeList({ createdMs, ...rest }: Group): Description {
	return { ...rest, createdAt: iso(createdMs) };
}

/** Describes a contact, its fields by their names. */
export function describeContact(
	{ store }: Service,
	{ createdMs, hlrCheckMs, fields, ...rest }: Contact,
): Description {
	return {
		...rest,
		phoneText: phoneText(rest.phone),
		fields: Object.fromEntries(
			[...fields].map(([id, value]) => [store.fields.get(id)?.name ?? String(id), value]),
		),
		hlrCheckAt: iso(hlrCheckMs),
		createdAt: iso(createdMs),
	};
}

/** Describes a fault; a pattern is written as text. */
export function describeFault(fault: FaultRule): Description {
	return { ...fault, path: fault.path instanceof RegExp ? String(fault.path) : fault.path };
}

/** Describes what the service really did: what it keeps because of a request, what it changed, and each request's fate. */
export function describeLedger({ ledger, store }: Service): Description {
	const byRequest = ({ requestId }: { requestId: number | null }): boolean => requestId !== null;
	return {
		requests: [...ledger.requests.values()].map(({ atMs, actedMs, ...rest }) => ({
			...rest,
			at: iso(atMs),
			actedAt: iso(actedMs),
		})),
		messages: [...store.messages.values()].filter(byRequest).map(describeMessage),
		campaigns: [...store.campaigns.values()].filter(byRequest).map(describeCampaign),
		changes: ledger.changes.map(({ atMs, ...rest }) => ({ ...rest, at: iso(atMs) })),
		leftOut: ledger.leftOut.map(({ atMs, ...rest }) => ({ ...rest, at: iso(atMs) })),
		forgotten: ledger.forgotten,
	};
}
