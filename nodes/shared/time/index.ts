export * from './time';
export { isZone } from './zone';
