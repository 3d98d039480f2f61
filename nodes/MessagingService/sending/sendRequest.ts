import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../shared/errors';
import type { NodeFault } from '../dispatch/nodeErrors';
import type { IfUnknown } from './parameters';
import type { Answer, Message, Recipient } from './settle';
import type { Candidates } from './unknown';
import type { AnswerKind, SendKind } from './verdict';

/** One request that carries messages. */
export interface SendRequest {
	kind: SendKind;
	path: string;
	/** Those to be sent, in the order of the input. */
	messages: readonly Message[];
	/** Whether nothing but this run can have made their references. */
	isAutomatic: boolean;
	/** Whether recipients that the service names are left out and the others go out. */
	leavesOut: boolean;
	ifUnknown: IfUnknown;
	/** How long it may be repeated, and then asked for (ms). */
	retryForMs: number;
	bodyOf(messages: readonly Message[]): IDataObject;
	/** Reads a 2xx with an id: what the output says of each message, and of the request. */
	readAnswer(body: unknown): Answer;
	/** Under which key the record knows a message. */
	keyOf(message: Message): string;
	/** What is to be cleared up first, beside what the record holds, and why. */
	before?: { kind: AnswerKind; fault?: ServiceFault };
	/** Lists what may be the campaign that was sent, for the words of an error. */
	candidates?: Candidates;
	/** How many questions may be on their way. */
	width(): number;
}

/** What became of the messages of a request. */
export interface SendOutcome {
	recipients: Recipient[];
	/** Why it ended before all of them were accepted or refused one by one. */
	error?: NodeFault;
}
