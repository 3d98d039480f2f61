/*
 * The parameters that operations which send have in common. Each operation lists those it has, in the order of its form, and
 * describes what differs: how long a sender may be, and what its text may hold.
 */

export * from './channels';
export * from './clicks';
export * from './content';
export * from './message';
export * from './numbers';
export * from './quietHours';
export * from './recipients';
export * from './rcs';
export * from './references';
export * from './run';
