import type { Resource } from '../dispatch/operation';
import { account } from './account';
import { bulkTask } from './bulkTask';
import { campaign } from './campaign';
import { contact } from './contact';
import { contactField } from './contactField';
import { contactList } from './contactList';
import { message } from './message';
import { phoneNumber } from './phoneNumber';
import { rcsCampaign } from './rcsCampaign';
import { rcsMessage } from './rcsMessage';
import { report } from './report';
import { sender } from './sender';
import { shortLink } from './shortLink';
import { sms } from './sms';
import { stopList } from './stopList';
import { verification } from './verification';
import { verificationTemplate } from './verificationTemplate';

/** Everything the node can do; the first is what a new node shows. */
export const RESOURCES: Resource[] = [
	sms,
	account,
	bulkTask,
	campaign,
	contact,
	contactField,
	contactList,
	message,
	phoneNumber,
	rcsCampaign,
	rcsMessage,
	report,
	sender,
	shortLink,
	stopList,
	verification,
	verificationTemplate,
];
