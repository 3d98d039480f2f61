import type { ServiceFault } from '../../shared/errors';
import { CODE_REFERENCE_PRESENT } from '../../shared/spec';
import { maySayHeld } from './refusingWords';

/*
 * What the refusal of a repetition proves: the service did nothing with it, which says nothing of the request before, unless the refusal
 * speaks of what both of them carried.
 */

/** Codes and statuses by which the service refuses what is sent, whenever it comes: the number, the text, the reference and so on. */
const CONTENT_CODES: readonly unknown[] = [21, 22, 23, 24, 25, 26, 27, 28, 31, 33];
const CONTENT_STATUSES: readonly unknown[] = [400, 413, 422];

/** Whether a refusal speaks of what is sent (sections 7 and 8), so that an earlier request with the same content was refused as well. */
export const speaksOfContent = ({ code, httpStatus }: ServiceFault): boolean =>
	code === undefined ? CONTENT_STATUSES.includes(httpStatus) : CONTENT_CODES.includes(code);

/** Whether a refusal may be due to the request before, which the service may have carried out. Code 23 is asked for by itself. */
export const maySpeakOfEarlier = ({ code, message, said = '' }: ServiceFault): boolean =>
	code !== CODE_REFERENCE_PRESENT && maySayHeld(`${message} ${said}`);
