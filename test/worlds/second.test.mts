import { testPart } from './part.mts';

testPart(1);
