import type { Resource } from '../operations/operation';
import { sms } from './sms/Sms.resource';

/** Everything the node can do. */
export const RESOURCES: Resource[] = [sms];
