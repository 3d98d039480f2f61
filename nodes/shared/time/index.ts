export * from './time';
export { isPlainZone, isZone, offsetAt, QUARTER_MS, shownAgain, zonesOfCountry } from './zone';
export { nextAllowed, type QuietHours } from './quietHours';
