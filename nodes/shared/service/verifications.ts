import type { IDataObject } from 'n8n-workflow';
import { asRecord, concernsPath, readBody, rejected, type ServiceFault } from '../errors';
import { unwrap } from '../reply';
import { ENDPOINTS, fillPath, LIMITS, PENDING_VERIFICATION } from '../spec';
import type { Found } from './contacts';
import { lately } from './days';
import type { Listed } from './paging';
import { listAt } from './lists';
import { isNotFound, readAt, sameName, type Service } from './service';

// One-time passwords are an extension (extensions notes, section 8).

/** What a verification says of its messages: the code may stand there. */
const OF_MESSAGES: readonly string[] = ['message_text', 'messages'];

function withoutMessages(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutMessages);
	const record = asRecord(value);
	if (!record) return value;
	const kept = Object.entries(record).filter(([name]) => !OF_MESSAGES.includes(name));
	return Object.fromEntries(kept.map(([name, inner]) => [name, withoutMessages(inner)]));
}

/** The body of a reply without what may hold a code. */
export function withoutCodes(body: unknown): unknown {
	const read = readBody(body);
	return read.form === 'json' ? withoutMessages(read.value) : body;
}

const listOnce = listAt(ENDPOINTS.listVerifications);

/** Reads up to `limit` verifications of some days, the last three months unless the query says otherwise. */
export async function listVerifications(
	service: Service,
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	const [from, to] = lately(service.timeZone);
	const asked = { 'filter[from]': from, 'filter[to]': to, ...query };
	const listed = await listOnce(service, asked, limit);
	return { ...listed, records: listed.records.map((one) => withoutMessages(one) as IDataObject) };
}

/** A record, or why there is none. */
type Looked =
	| { record: IDataObject; fault?: undefined }
	| { record?: undefined; fault: ServiceFault };

/**
 * Looks for a verification by its ID. A service without verifications answers 404, too: the list shows that it has them, and its fault is
 * given if it has not.
 */
export async function findVerification(service: Service, id: string): Promise<Looked> {
	const path = fillPath(ENDPOINTS.getVerification.path, { id });
	const outcome = await readAt(service, { method: 'GET', path });
	const { reply, fault } = outcome;
	if (reply) return { record: unwrap(withoutCodes(reply.body)) as IDataObject };
	if (!isNotFound(outcome)) return { fault };
	const listed = await listVerifications(service, {}, 1);
	if (listed.fault && concernsPath(listed.fault)) return { fault: listed.fault };
	return {
		fault: rejected(`Verification ${id} was not found`, 'Check the ID, as Send Code returned it.'),
	};
}

/** The newest verification of a number whose code is still to be checked; neither record nor fault if there is none. */
export async function findPending(service: Service, recipient: unknown): Promise<Found> {
	const query = {
		'filter[recipient]': String(recipient),
		'filter[status]': PENDING_VERIFICATION,
		sort: 'created_at',
		way: 'desc',
	};
	const { records, fault } = await listVerifications(service, query, LIMITS.page.limit);
	// Some services ignore filters.
	const record = records.find(
		(one) =>
			String(one.status).toLowerCase() === PENDING_VERIFICATION &&
			String(one.recipient) === String(recipient),
	);
	return record ? { record } : { fault };
}

/** Reads the templates of codes. */
export const listTemplates = listAt(ENDPOINTS.listTemplates);

/** Looks for a template by its ID. The list proves that there is none, which a 404 of the template alone would not. */
export async function findTemplate(service: Service, id: string): Promise<Found> {
	const { records, fault } = await listTemplates(service, {}, Infinity);
	const record = records.find(({ template_id }) => sameName(id, template_id));
	return record ? { record } : { fault };
}
