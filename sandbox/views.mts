import { stamp } from './clock.mts';
import { contactsOf } from './contactBook.mts';
import { countryCodeOf } from './prices.mts';
import { written } from './dialect.mts';
import type { Service } from './service.mts';
import { countStatistics, countTask } from './store.mts';
import type {
	Application,
	Campaign,
	Contact,
	ContactField,
	Dialect,
	Group,
	Message,
	Received,
	StopListed,
	Task,
} from './types.mts';

/** An SMS as 4.3 shows it. */
export function messageView(service: Service, message: Message): Record<string, unknown> {
	const { dialect, timeZone } = service.config;
	const isWaiting = message.interface === 'rest' && message.status === 'accepted';
	const status = isWaiting ? 'new' : message.status;
	return {
		error: written.code(dialect, 0),
		errorDescription: 'No errors',
		id: written.sample(dialect, message.id),
		msisdn: written.sample(dialect, message.msisdn),
		reference: message.reference ?? '',
		time_in: stamp(message.createdMs, timeZone),
		time_sent: stamp(message.sendMs, timeZone),
		time_dr: stamp(message.reportMs, timeZone),
		status: dialect.statusCase === 'upper' ? status.toUpperCase() : status,
		price: written.number(dialect, message.price),
		currency: message.currency,
	};
}

/** The words of the SDKs for states that they name otherwise (extensions notes, section 1). */
const MODEL_STATUSES: Readonly<Record<string, string>> = {
	new: 'accepted',
	undeliverable: 'undelivered',
	rejected: 'failed',
	deleted: 'failed',
	'not-viber-user': 'not_viber_user',
};

/** The word for the state of a message in the list of messages. */
export const listedStatus = ({ listedStatus: words }: Dialect, { status }: Message): string =>
	(words === 'model' && MODEL_STATUSES[status]) || status;

/** A message as the list of messages shows it (extensions notes, section 1). */
export function listedMessageView(service: Service, message: Message): Record<string, unknown> {
	const { dialect, timeZone } = service.config;
	const isDelivered = message.status === 'delivered' || message.status === 'read';
	return {
		id: written.id(dialect, message.id),
		campaign_id: written.id(dialect, message.campaignId ?? message.taskId ?? 0),
		reference_id: message.reference,
		type: message.channel,
		source: message.interface === 'rest' ? 'rest' : 'web',
		text: message.text,
		phone: written.number(dialect, Number(message.msisdn)),
		validity: written.number(dialect, message.validityHours),
		status: listedStatus(dialect, message),
		amount: { value: message.price.toFixed(4), currency: message.currency },
		sender: message.sender,
		created_at: stamp(message.createdMs, timeZone),
		sent_at: stamp(message.sendMs, timeZone),
		delivered_at: isDelivered ? stamp(message.reportMs, timeZone) : null,
		country: countryCodeOf(message.msisdn),
		parts: written.number(dialect, message.segments),
		...(message.channel === 'rcs' && { rcs_options: message.rcs }),
		...(message.channel !== 'sms' && { alternative_channels: insteadView(service, message) }),
	};
}

/** The messages that went out in place of one, under their channel; null without any. */
function insteadView({ config, store }: Service, { instead, insteadIds }: Message): unknown {
	if (!instead || insteadIds.length === 0) return null;
	const parts = insteadIds.reduce((sum, id) => sum + (store.messages.get(id)?.segments ?? 0), 0);
	return {
		[instead.channel]: {
			parts: written.number(config.dialect, parts),
			id: insteadIds.map((id) => written.id(config.dialect, id)),
		},
	};
}

/** A new message by itself: as the list shows it, without its campaign, its text, and what comes after the times (extensions notes, section 1). */
export function messageInfoView(service: Service, message: Message): Record<string, unknown> {
	const hidden = ['campaign_id', 'text', 'country', 'parts', 'rcs_options', 'alternative_channels'];
	return Object.fromEntries(
		Object.entries(listedMessageView(service, message)).filter(([name]) => !hidden.includes(name)),
	);
}

/** The counters of a campaign in full, in the words of the SDKs (extensions notes, section 1). */
function statusCounters(
	counters: Campaign['counters'],
	type: Campaign['type'],
): Record<string, number> {
	const names =
		'scheduled moderation accepted sending sent delivered expired failed undelivered unknown read not_viber_user not_rcs_user';
	const view: Record<string, number> = Object.fromEntries(
		names.split(' ').map((name) => [name, 0]),
	);
	for (const [status, number] of Object.entries(counters)) {
		const isWithoutRcs = type === 'rcs' && status === 'undeliverable';
		const name = isWithoutRcs ? 'not_rcs_user' : (MODEL_STATUSES[status] ?? status);
		if (name in view) view[name] = (view[name] ?? 0) + number;
	}
	return view;
}

/** A campaign with its counters in full; an extension (extensions notes, section 1). */
export function campaignDetailView(service: Service, campaign: Campaign): Record<string, unknown> {
	const { dialect, currency, timeZone } = service.config;
	return {
		id: written.id(dialect, campaign.id),
		name: campaign.name,
		sender: campaign.sender,
		status: campaign.status,
		type: campaign.type,
		started_at: stamp(campaign.startMs, timeZone),
		actual_start_at: stamp(campaign.realStartMs, timeZone),
		finished_at: stamp(campaign.finishedMs, timeZone),
		created_at: stamp(campaign.createdMs, timeZone),
		statistics: statusCounters(campaign.counters, campaign.type),
		alternative_channels:
			campaign.type === 'rcs'
				? { sms: { statistics: statusCounters(campaign.alternativeCounters, 'sms') } }
				: [],
		total_messages: campaign.total,
		total_phones: campaign.total,
		total_price: campaign.price.toFixed(4),
		currency,
	};
}

/** A bulk task as 4.5 shows it. */
export function taskView(service: Service, task: Task): Record<string, unknown> {
	const { dialect } = service.config;
	const counters = Object.entries(countTask(task.counters)).map(([name, value]) => [
		name,
		written.number(dialect, value),
	]);
	return {
		error: written.code(dialect, 0),
		errorDescription: 'No errors',
		task_id: written.restId(dialect, task.id),
		originator: task.originator,
		body: task.body,
		validity: written.number(dialect, task.validityHours),
		totalprice: written.number(dialect, task.price),
		currency: task.currency,
		...(Object.fromEntries(counters) as Record<string, number | string>),
	};
}

/** A campaign as 2.1 shows it. */
export function campaignView(
	service: Service,
	campaign: Campaign,
	options: { typeKey?: string; isPriced?: boolean } = {},
): Record<string, unknown> {
	const { dialect, timeZone } = service.config;
	const view: Record<string, unknown> = {
		id: written.id(dialect, campaign.id),
		name: campaign.name,
		sender: campaign.sender,
		status: campaign.status,
		[options.typeKey ?? 'message_type']: campaign.type,
		start_at: stamp(campaign.startMs, timeZone),
		real_start_at: stamp(campaign.realStartMs, timeZone),
		finished_at: stamp(campaign.finishedMs, timeZone),
		created_at: stamp(campaign.createdMs, timeZone),
		statistics: countStatistics(campaign.counters),
	};
	if (options.isPriced ?? campaign.type === 'rcs') {
		view.calculated_price = written.number(dialect, campaign.price);
		view.currency = service.config.currency;
	}
	if (campaign.type === 'rcs') {
		const counters = countStatistics(campaign.alternativeCounters);
		view.alternative_channels = {
			sms: { [dialect.alternativeStatistics]: counters },
		};
	}
	return view;
}

/** An application as 2.4 shows it. */
export function applicationView(
	service: Service,
	application: Application,
): Record<string, unknown> {
	const { dialect, timeZone } = service.config;
	const underscored: Record<string, string> = {
		'in progress': 'in_progress',
		'registration completed': 'registered',
	};
	const status =
		dialect.applicationStatus === 'underscore'
			? (underscored[application.status] ?? application.status)
			: application.status;
	return {
		id: written.id(dialect, application.id),
		sender: application.sender,
		status,
		created_at: stamp(application.createdMs, timeZone),
		registered_at: stamp(application.registeredMs, timeZone),
		status_changed_at: stamp(application.changedMs, timeZone),
		country_code: application.country_code,
		code_of_company: application.code_of_company,
		tax_number: application.tax_number,
		type: application.type,
		site_url: application.site_url,
		name: application.name,
		legal_name: application.legal_name,
		address: application.address,
		informing_purpose: application.informing_purpose,
		comment: application.comment,
		rejection_reason: application.rejection_reason,
		description: application.description,
	};
}

/** A new application as the sample of 4.14 shows it. */
export function createdApplicationView(
	service: Service,
	application: Application,
): Record<string, unknown> {
	const view = applicationView(service, application);
	const names = [
		'id',
		'sender',
		'legal_name',
		'address',
		'status',
		'type',
		'created_at',
		'country_code',
		'code_of_company',
		'tax_number',
		'site_url',
		'informing_purpose',
		'comment',
		'description',
	];
	if (application.name !== null) return { ...view, name: application.name };
	const { legalName } = service.config.dialect;
	return Object.fromEntries(
		names.map((name) => [name === 'legal_name' ? legalName : name, view[name]]),
	);
}

/** An entry of the stop list (extensions notes, section 3). */
export function stopListedView(service: Service, listed: StopListed): Record<string, unknown> {
	const { dialect, timeZone } = service.config;
	return {
		id: written.id(dialect, listed.id),
		phone: written.number(dialect, Number(listed.phone)),
		created_at: stamp(listed.createdMs, timeZone),
		sms_stoplist: listed.channels.includes('sms'),
		viber_stoplist: listed.channels.includes('viber'),
		rcs_stoplist: listed.channels.includes('rcs'),
	};
}

/** A reply of a phone, in either of the forms that are known (extensions notes, section 2). */
export function receivedView(service: Service, received: Received): Record<string, unknown> {
	const { dialect, timeZone } = service.config;
	const { id, phone, sender, text, receivedMs } = received;
	const time = stamp(receivedMs, timeZone);
	return dialect.receivedItems === 'id'
		? { id: written.id(dialect, id), sender, recipient: phone, message: text, time_received: time }
		: { sender, phone, text, date: time };
}

/** A contact list as 2.5 shows it. */
export function groupView(service: Service, group: Group): Record<string, unknown> {
	const { dialect } = service.config;
	return {
		id: dialect.listFlags === 'table' ? String(group.id) : written.id(dialect, group.id),
		name: group.name,
		description: group.description,
		default: dialect.listFlags === 'sample' ? Number(group.default) : group.default,
		created_at: stamp(group.createdMs, service.config.timeZone),
	};
}

/** A contact list as the operations on lists show it (extensions notes, section 4). */
export function listView(service: Service, group: Group): Record<string, unknown> {
	const { dialect } = service.config;
	const listed = (phone: string) => service.store.stopList.has(phone);
	const contacts = contactsOf(service, [group.id]);
	const { default: isDefault, ...view } = groupView(service, group);
	return {
		...view,
		is_default: isDefault,
		items: written.number(dialect, contacts.length),
		stop_list_count: written.number(dialect, contacts.filter(({ phone }) => listed(phone)).length),
	};
}

/** A custom field of contacts (extensions notes, section 4). */
export function contactFieldView(service: Service, field: ContactField): Record<string, unknown> {
	const { visible, id, ...rest } = field;
	return { id: written.id(service.config.dialect, id), ...rest, is_visible: visible };
}

/** A contact as 2.5 shows it; an empty `fields` is a list (wire notes), `byId` names fields by id (extensions). */
export function contactView(
	service: Service,
	contact: Contact,
	byId = false,
): Record<string, unknown> {
	const { dialect, timeZone } = service.config;
	const fields = [...contact.fields].map(([id, value]) => [
		byId ? String(id) : (service.store.fields.get(id)?.name ?? String(id)),
		value,
	]);
	return {
		id: written.id(dialect, contact.id),
		phone: written.number(dialect, Number(contact.phone)),
		fields: fields.length === 0 && dialect.emptyFields === 'list' ? [] : Object.fromEntries(fields),
		created_at: stamp(contact.createdMs, timeZone),
		groups: contact.groupIds.flatMap((id) => {
			const group = service.store.groups.get(id);
			return group ? [groupView(service, group)] : [];
		}),
		hlr_status: contact.hlrStatus,
		hlr_last_check: stamp(contact.hlrCheckMs, timeZone),
	};
}
