import { together } from '../support/together.mts';
import groups from './together.json';

together(__dirname, groups.restOnMachineClock);
