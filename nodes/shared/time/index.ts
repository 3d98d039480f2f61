export * from './time';
export { isPlainZone, isZone, offsetAt } from './zone';
export { zonesOfCountry } from './countryZones';
export { nextAllowed, type QuietHours } from './quietHours';
