// What dist/service.js is made of. The engine tests load it in the bundle's place when coverage is counted.
export { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
export { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
export { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node.ts';
