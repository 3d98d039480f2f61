export { serviceAddress, serviceSettings, type ServiceSettings } from './address';
export { authenticate, notSentBecause, preAuthenticate } from './authenticate';
export type { Reply } from './diagnosis';
export { testCredential } from './credentialTest';
