export { serviceAddress, serviceSettings, type ServiceSettings } from './address';
export { authenticate, notSentFault, preAuthenticate } from './authenticate';
export { testCredential } from './credentialTest';
