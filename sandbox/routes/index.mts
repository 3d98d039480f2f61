// Every endpoint of the service: the application adds a route for each export of these files. Those that a route calls an extension
// go beyond the specification, and a service may lack them: see `extensions` among the settings.

export * from './account.mts';
export * from './auth.mts';
export * from './campaignSends.mts';
export * from './campaigns.mts';
export * from './verificationTemplates.mts';
export * from './contactFields.mts';
export * from './contactLists.mts';
export * from './contacts.mts';
export * from './messageSends.mts';
export * from './reports.mts';
export * from './senders.mts';
export * from './shortLinks.mts';
export * from './sms.mts';
export * from './stopList.mts';
export * from './verifications.mts';
