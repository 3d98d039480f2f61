import { testPart } from './part.mts';

testPart(0);
