import type { Resource } from '../operations/operation';
import { sms } from './sms/Sms.resource';

/** Everything the node can do. */
import { campaign } from './campaign/Campaign.resource';
export const RESOURCES: Resource[] = [sms, campaign];
