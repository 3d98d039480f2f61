import type { Resource } from '../operations/operation';
import { bulkTask } from './bulkTask/BulkTask.resource';
import { campaign } from './campaign/Campaign.resource';
import { contact } from './contact/Contact.resource';
import { rcsCampaign } from './rcsCampaign/RcsCampaign.resource';
import { report } from './report/Report.resource';
import { sender } from './sender/Sender.resource';
import { sms } from './sms/Sms.resource';

/** Everything the node can do; the first is what a new node shows. */
export const RESOURCES: Resource[] = [
	sms,
	bulkTask,
	campaign,
	contact,
	rcsCampaign,
	report,
	sender,
];
