// Every endpoint of the service, one line each: the application adds a route for each of these exports.

export { login } from './auth/login.mts';
export { refresh } from './auth/refresh.mts';

export { createSms } from './sms/create.mts';
export { getSms } from './sms/getById.mts';
export { getSmsByReference } from './sms/getByReference.mts';
export { getTask } from './sms/getTask.mts';

export { sendSmsCampaign } from './campaigns/sendSms.mts';
export { sendPersonalizedCampaign } from './campaigns/sendPersonalized.mts';
export { sendCampaignToGroups } from './campaigns/sendToGroups.mts';
export { listCampaigns } from './campaigns/list.mts';
export { stopRcsCampaign } from './campaigns/stopRcs.mts';
export { renewRcsCampaign } from './campaigns/renewRcs.mts';
export { stopSmsCampaign } from './campaigns/stopSms.mts';

export { listSenders } from './senders/list.mts';
export { registerSender } from './senders/register.mts';

export { updateContact } from './contacts/update.mts';

export { downloadReport } from './reports/download.mts';

// These go beyond the specification. A service may lack them: see `extensions` among the dialects.

export { listMessages } from './campaigns/listMessages.mts';
export { getMessageStatuses } from './sms/getStatus.mts';
export { listReceived } from './sms/listReceived.mts';
export { addToStopList } from './stopList/add.mts';
export { listStopList } from './stopList/list.mts';
export { removeFromStopList } from './stopList/remove.mts';
export { searchStopList } from './stopList/search.mts';
export { campaignDetail } from './campaigns/detail.mts';
export { getCampaign } from './campaigns/get.mts';
export { campaignPrice } from './campaigns/price.mts';
export { sendRcsCampaign } from './campaigns/sendRcs.mts';
export { sendRcsCampaignToGroups } from './campaigns/sendRcsToGroups.mts';
export { sendRcsMessage } from './campaigns/sendRcsMessage.mts';
export { listGroups } from './contacts/listGroups.mts';
export { searchContacts } from './contacts/search.mts';
export { requestReport } from './reports/request.mts';
export { listReports } from './reports/list.mts';
export { deleteReport } from './reports/delete.mts';
export { legacyBalance } from './account/legacyBalance.mts';
export { smsPrices } from './account/smsPrices.mts';
export { balance } from './account/balance.mts';
