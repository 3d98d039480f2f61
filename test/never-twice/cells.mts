import { BULK } from './cells/bulk.mts';
import { COMMON } from './cells/common.mts';
import { CAMPAIGN } from './cells/campaign.mts';
import { CONTACT_LISTS } from './cells/contactLists.mts';
import { MESSAGE } from './cells/message.mts';
import { SMS } from './cells/sms.mts';
import type { Scenario } from './scenario.mts';

/** Scenarios for each cell of VERDICTS, with what the table of docs/sending-safely.md says of them. */
export const SCENARIOS: readonly Scenario[] = [
	...COMMON,
	...SMS,
	...BULK,
	...CAMPAIGN,
	...MESSAGE,
	...CONTACT_LISTS,
];

/** The name of a cell, as in `noAnswer × campaign`. */
export const cellOf = ({ answer, send }: Pick<Scenario, 'answer' | 'send'>): string =>
	`${answer} × ${send}`;
