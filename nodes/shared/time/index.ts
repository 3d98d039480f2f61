export * from './time';
export { isZone } from './zone';
export { nextAllowed, zonesOfCountry, type QuietHours } from './quietHours';
