import type { INode } from 'n8n-workflow';
import { faultOfReply } from '../../../nodes/shared/errors/index.ts';
import type { ServiceFault } from '../../../nodes/shared/errors/index.ts';

/** The node that errors are shown of. */
export const NODE: INode = {
	id: '1',
	name: 'Messaging Service',
	type: 'messagingService',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A key and a token as the service gives them: no text may show them. */
export const KEY = 'live_0123456789abcdef';
export const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

/** The fault of a reply with this body, if it is one. */
export const faultOf = (
	body: unknown,
	statusCode = 200,
	headers: Record<string, unknown> = {},
): ServiceFault | undefined => faultOfReply({ statusCode, headers, body });
