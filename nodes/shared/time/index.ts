export * from './time';
export { isZone, offsetAt } from './zone';
export { nextAllowed, zonesOfCountry, type QuietHours } from './quietHours';
