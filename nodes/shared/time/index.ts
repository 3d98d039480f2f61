export * from './time';
export { isPlainZone, isZone, offsetAt, zonesOfCountry } from './zone';
export { nextAllowed, type QuietHours } from './quietHours';
