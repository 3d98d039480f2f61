export * from './time';
export { isPlainZone, isZone, offsetAt, shownAgain, zonesOfCountry } from './zone';
export { nextAllowed, type QuietHours } from './quietHours';
